// Attention and what is like it: one kernel, whose values are those of its parts.
#include <algorithm>
#include <map>

#include "absl/strings/str_join.h"
#include "tests/runtime/program_table.h"

namespace tilewright::runtime {
namespace {

struct Case {
  std::string name;
  int64_t batch, queries, keys, width;
  bool sum_first;  // the second product as values x weights, then transposed
  std::string type;
  int kernels;  // that the program is to have

  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};

// softmax(q k^T + mask) v, where keys after the query count nothing.
std::string Attention(const Case& c) {
  const std::string product = c.sum_first ? R"(
  %t = stablehlo.dot_general %v, %p, batching_dims = [0] x [0], contracting_dims = [1] x [2] : (VV, SS) -> tensor<BxDxQxTT>
  %r = stablehlo.transpose %t, dims = [0, 2, 1] : (tensor<BxDxQxTT>) -> QQ
)"
                                          : R"(
  %r = stablehlo.dot_general %p, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (SS, VV) -> QQ
)";
  std::string text = R"(
func.func @main(%q: QQ, %k: VV, %v: VV) -> QQ {
  %low = stablehlo.constant dense<-1.0e30> : tensor<TT>
  %zero = stablehlo.constant dense<0.0> : tensor<TT>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (QQ, VV) -> SS
  %i = stablehlo.iota dim = 1 : tensor<BxQxKxi32>
  %j = stablehlo.iota dim = 2 : tensor<BxQxKxi32>
  %c = stablehlo.compare GE, %i, %j : (tensor<BxQxKxi32>, tensor<BxQxKxi32>) -> tensor<BxQxKxi1>
  %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<TT>) -> SS
  %x = stablehlo.select %c, %s, %lows : tensor<BxQxKxi1>, SS
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [2] : (SS, tensor<TT>) -> tensor<BxQxTT>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<BxQxTT>) -> SS
  %d = stablehlo.subtract %x, %mb : SS
  %e = stablehlo.exponential %d : SS
  %n = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (SS, tensor<TT>) -> tensor<BxQxTT>
  %nb = stablehlo.broadcast_in_dim %n, dims = [0, 1] : (tensor<BxQxTT>) -> SS
  %p = stablehlo.divide %e, %nb : SS
)" + product + R"(
  return %r : QQ
})";
  text = Replaced(text, "QQ", "tensor<BxQxDxTT>");
  text = Replaced(text, "VV", "tensor<BxKxDxTT>");
  text = Replaced(text, "SS", "tensor<BxQxKxTT>");
  text = Replaced(text, "Bx", absl::StrCat(c.batch, "x"));
  text = Replaced(text, "Qx", absl::StrCat(c.queries, "x"));
  text = Replaced(text, "Kx", absl::StrCat(c.keys, "x"));
  text = Replaced(text, "Dx", absl::StrCat(c.width, "x"));
  return Replaced(text, "TT", c.type);
}

class Chain : public ::testing::TestWithParam<std::tuple<Case, Numerics>> {};

TEST_P(Chain, HasTheValuesOfItsParts) {
  const Case& c = std::get<0>(GetParam());
  How how;
  how.numerics = std::get<1>(GetParam());
  how.guard = true;
  auto joined = Compiled::Make(Attention(c), how);
  ASSERT_TRUE(joined.ok()) << joined.status();
  EXPECT_EQ(joined->executable().plan().kernels.size(), c.kernels);
  if (c.kernels == 1) {
    EXPECT_EQ(joined->executable().plan().arena_bytes, 0);
  }
  how.cluster = false;
  auto apart = Compiled::Make(Attention(c), how);
  ASSERT_TRUE(apart.ok()) << apart.status();

  const std::vector<Array> inputs = InputsOf({c.name, ""}, *joined);
  auto expected = apart->Run(inputs);
  ASSERT_TRUE(expected.ok()) << expected.status();
  for (int threads : {1, 2, 7}) {
    auto outputs = joined->Run(inputs, threads);
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_TRUE((*outputs)[0] == (*expected)[0]) << threads << " threads";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, Chain,
    ::testing::Combine(
        ::testing::Values(Case{"Square", 3, 128, 128, 64, false, "f32", 1},
                          Case{"SumFirst", 2, 128, 128, 32, true, "f32", 1},
                          Case{"Bfloat", 2, 64, 256, 32, false, "bf16", 1},
                          Case{"Double", 2, 48, 80, 16, false, "f64", 1},
                          Case{"LongKeys", 2, 96, 3000, 8, false, "f32", 1},
                          Case{"OneBlockOfOddRows", 5, 37, 37, 16, true, "f32", 1},
                          // No block of rows divides so long a prime.
                          Case{"LongPrime", 1, 1009, 64, 16, false, "f32", 3},
                          // The other side would be packed again for too few rows.
                          Case{"FewRows", 4, 8, 512, 64, false, "f32", 3},
                          // Stages that make nothing are no kernels.
                          Case{"NoQueries", 2, 0, 64, 16, false, "f32", 0},
                          Case{"NoKeys", 2, 64, 0, 16, false, "f32", 3},
                          Case{"NoBatch", 0, 64, 64, 16, true, "f32", 0},
                          Case{"NoWidth", 2, 64, 64, 0, false, "f32", 2}),
        ::testing::Values(Numerics::kTpu, Numerics::kIeee)),
    [](const auto& info) {
      return std::get<0>(info.param).name +
             (std::get<1>(info.param) == Numerics::kTpu ? "Tpu" : "Ieee");
    });

// Rows that see some columns only: what is not seen is not computed, and all bytes are
// those of computing it.
struct LimitedCase {
  std::string name;
  int64_t batch, queries, keys, width;
  std::string last, span;  // of a row: the last column that it sees, and how many
  std::string type, values = "%v";

  friend void PrintTo(const LimitedCase& c, std::ostream* out) { *out << c.name; }
};

std::string LimitedAttention(const LimitedCase& c) {
  std::string text = R"(
func.func @main(%q: QQ, %k: VV, %v: VV, %w: RRxi32>) -> QQ {
  %low = stablehlo.constant dense<LOW> : tensor<TT>
  %zero = stablehlo.constant dense<0.0> : tensor<TT>
  %lows = stablehlo.constant dense<LOW> : RRxTT>
  %zeros = stablehlo.constant dense<0.0> : RRxTT>
  %ones = stablehlo.constant dense<1.0> : RRxTT>
  %scale = stablehlo.constant dense<0.01> : SSxTT>
  %masked = stablehlo.constant dense<LOW> : SSxTT>
  %nothing = stablehlo.constant dense<0.0> : SSxTT>
  %none = stablehlo.constant dense<0.0> : QQ
  %infinite = stablehlo.constant dense<0x7F800000> : VV
  %span = stablehlo.constant dense<SPAN> : RRxi32>
  %place = stablehlo.constant dense<700> : tensor<BxKxDxi32>
  %p = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (QQ, VV) -> SSxTT>
  %s = stablehlo.multiply %p, %scale : SSxTT>
  %row = stablehlo.iota dim = 1 : RRxi32>
  %moved = stablehlo.add %row, %w : RRxi32>
  %last = stablehlo.maximum LAST, LAST : RRxi32>
  %first = stablehlo.subtract %last, %span : RRxi32>
  %fb = stablehlo.broadcast_in_dim %first, dims = [0, 1] : (RRxi32>) -> SSxi32>
  %lb = stablehlo.broadcast_in_dim %last, dims = [0, 1] : (RRxi32>) -> SSxi32>
  %j = stablehlo.iota dim = 2 : SSxi32>
  %ge = stablehlo.compare GE, %j, %fb : (SSxi32>, SSxi32>) -> SSxi1>
  %le = stablehlo.compare LE, %j, %lb : (SSxi32>, SSxi32>) -> SSxi1>
  %c = stablehlo.and %ge, %le : SSxi1>
  %x = stablehlo.select %c, %s, %masked : SSxi1>, SSxTT>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [2] : (SSxTT>, tensor<TT>) -> RRxTT>
  %is_low = stablehlo.compare EQ, %m, %lows : (RRxTT>, RRxTT>) -> RRxi1>
  %shift = stablehlo.select %is_low, %zeros, %m : RRxi1>, RRxTT>
  %mb = stablehlo.broadcast_in_dim %shift, dims = [0, 1] : (RRxTT>) -> SSxTT>
  %d = stablehlo.subtract %x, %mb : SSxTT>
  %e = stablehlo.exponential %d : SSxTT>
  %f = stablehlo.select %c, %e, %nothing : SSxi1>, SSxTT>
  %n = stablehlo.reduce(%f init: %zero) applies stablehlo.add across dimensions = [2] : (SSxTT>, tensor<TT>) -> RRxTT>
  %is_zero = stablehlo.compare EQ, %n, %zeros : (RRxTT>, RRxTT>) -> RRxi1>
  %t = stablehlo.select %is_zero, %ones, %n : RRxi1>, RRxTT>
  %tb = stablehlo.broadcast_in_dim %t, dims = [0, 1] : (RRxTT>) -> SSxTT>
  %g = stablehlo.divide %f, %tb : SSxTT>
  %key = stablehlo.iota dim = 1 : tensor<BxKxDxi32>
  %there = stablehlo.compare EQ, %key, %place : (tensor<BxKxDxi32>, tensor<BxKxDxi32>) -> tensor<BxKxDxi1>
  %holed = stablehlo.select %there, %infinite, %v : tensor<BxKxDxi1>, VV
  %o = stablehlo.dot_general %g, VALUES, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (SSxTT>, VV) -> QQ
  %r = stablehlo.add %o, %none : QQ
  return %r : QQ
})";
  text = Replaced(text, "LAST", c.last);
  text = Replaced(text, "SPAN", c.span);
  text = Replaced(text, "VALUES", c.values);
  text = Replaced(text, "LOW", c.type == "f64" ? "0xFFF0000000000000" : "0xFF800000");
  if (c.type == "f64") text = Replaced(text, "0x7F800000", "0x7FF0000000000000");
  text = Replaced(text, "QQ", "tensor<BxQxDxTT>");
  text = Replaced(text, "VV", "tensor<BxKxDxTT>");
  text = Replaced(text, "SSx", "tensor<BxQxKx");
  text = Replaced(text, "RRx", "tensor<BxQx");
  text = Replaced(text, "Bx", absl::StrCat(c.batch, "x"));
  text = Replaced(text, "Qx", absl::StrCat(c.queries, "x"));
  text = Replaced(text, "Kx", absl::StrCat(c.keys, "x"));
  text = Replaced(text, "Dx", absl::StrCat(c.width, "x"));
  return Replaced(text, "TT", c.type);
}

class LimitedChain : public ::testing::TestWithParam<std::tuple<LimitedCase, Numerics>> {
};

TEST_P(LimitedChain, HasTheBitsOfAWholeOne) {
  const LimitedCase& c = std::get<0>(GetParam());
  How how;
  how.numerics = std::get<1>(GetParam());
  auto joined = Compiled::Make(LimitedAttention(c), how);
  ASSERT_TRUE(joined.ok()) << joined.status();
  EXPECT_EQ(joined->executable().plan().kernels.size(), 1);
  how.cluster = false;
  auto apart = Compiled::Make(LimitedAttention(c), how);
  ASSERT_TRUE(apart.ok()) << apart.status();

  const std::vector<Array> inputs = InputsOf({c.name, "", -20, 60}, *joined);
  auto expected = apart->Run(inputs);
  ASSERT_TRUE(expected.ok()) << expected.status();
  for (int threads : {1, 2, 7}) {
    auto outputs = joined->Run(inputs, threads);
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_TRUE((*outputs)[0] == (*expected)[0]) << threads << " threads";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, LimitedChain,
    ::testing::Combine(
        ::testing::Values(
            LimitedCase{"Window", 2, 512, 1100, 64, "%moved", "100", "f32"},
            LimitedCase{"Causal", 1, 640, 640, 64, "%row", "100000", "f32"},
            LimitedCase{"LongRows", 1, 128, 3100, 32, "%moved", "2500", "f32"},
            LimitedCase{"NothingSeen", 1, 256, 300, 32, "%moved", "-5", "f32"},
            LimitedCase{"RowsSeeNothing", 1, 512, 300, 32, "%moved", "40", "f32"},
            LimitedCase{"OddRows", 3, 111, 333, 48, "%moved", "77", "f32"},
            LimitedCase{"Double", 1, 256, 500, 24, "%moved", "60", "f64"},
            LimitedCase{"Infinity", 1, 1024, 1024, 32, "%moved", "100", "f32", "%holed"}),
        ::testing::Values(Numerics::kTpu, Numerics::kIeee)),
    [](const auto& info) {
      return std::get<0>(info.param).name +
             (std::get<1>(info.param) == Numerics::kTpu ? "Tpu" : "Ieee");
    });

// Heads that share keys, as libraries write them: queries, scores and weights are arrays
// of a batch, the keys' heads, the queries' heads of each, times, and sizes or columns,
// whose dimensions come in orders of their own.
struct SharedCase {
  std::string name, queries, weights;
  bool keys_first;  // of the products' operands
  std::map<char, int64_t> sizes;
  std::string type;
  int kernels;

  friend void PrintTo(const SharedCase& c, std::ostream* out) { *out << c.name; }
};

std::string SharedAttention(const SharedCase& c) {
  const auto numbers = [](const std::string& of, const std::string& in) {
    std::vector<size_t> out;
    for (const char d : of) out.push_back(in.find(d));
    return absl::StrCat("[", absl::StrJoin(out, ", "), "]");
  };
  const auto type = [&](const std::string& dims, const std::string& element) {
    std::string out = "tensor<";
    for (const char d : dims) absl::StrAppend(&out, c.sizes.at(d), "x");
    return absl::StrCat(out, element, ">");
  };
  const auto without = [](std::string dims, const std::string& some) {
    std::erase_if(dims, [&](char d) { return some.find(d) != std::string::npos; });
    return dims;
  };
  std::string made;  // by the last product
  const auto product = [&](const std::string& x, std::string x_dims, const std::string& y,
                           std::string y_dims, const std::string& over,
                           const std::string& batch) {
    std::string first = x, second = y;
    if (c.keys_first) {
      std::swap(first, second);
      std::swap(x_dims, y_dims);
    }
    made = batch + without(x_dims, batch + over) + without(y_dims, batch + over);
    return absl::StrCat("stablehlo.dot_general ", first, ", ", second,
                        ", batching_dims = ", numbers(batch, x_dims), " x ",
                        numbers(batch, y_dims),
                        ", contracting_dims = ", numbers(over, x_dims), " x ",
                        numbers(over, y_dims), " : (", type(x_dims, "TT"), ", ",
                        type(y_dims, "TT"), ") -> ", type(made, "TT"), "\n");
  };
  const auto transpose = [&](const std::string& x, const std::string& from,
                             const std::string& to) {
    return absl::StrCat("stablehlo.transpose ", x, ", dims = ", numbers(to, from), " : (",
                        type(from, "TT"), ") -> ", type(to, "TT"), "\n");
  };
  const std::string rows = without(c.weights, "s");
  const std::string score_batch = without(c.queries, "gtd");
  std::string text = absl::StrCat(
      "func.func @main(%q: ", type(c.queries, "TT"),
      ", %k: KK, %v: KK, %bias: ", type("bs", "TT"), ") -> ", type(c.queries, "TT"), R"( {
  %low = stablehlo.constant dense<-1.0e30> : tensor<TT>
  %zero = stablehlo.constant dense<0.0> : tensor<TT>
  %p = )",
      product("%q", c.queries, "%k", "bskd", "d", score_batch));
  absl::StrAppend(&text, "  %t = ", transpose("%p", made, c.weights),
                  "  %i = stablehlo.iota dim = ", c.weights.find('t'),
                  " : II\n  %j = stablehlo.iota dim = ", c.weights.find('s'), R"( : II
  %c = stablehlo.compare GE, %i, %j : (II, II) -> BB
  %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<TT>) -> WW
  %added = stablehlo.broadcast_in_dim %bias, dims = )",
                  numbers("bs", c.weights), " : (", type("bs", "TT"), R"() -> WW
  %u = stablehlo.add %t, %added : WW
  %x = stablehlo.select %c, %u, %lows : BB, WW
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [4] : (WW, tensor<TT>) -> RR
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1, 2, 3] : (RR) -> WW
  %y = stablehlo.subtract %x, %mb : WW
  %e = stablehlo.exponential %y : WW
  %n = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [4] : (WW, tensor<TT>) -> RR
  %n1 = stablehlo.reshape %n : (RR) -> R1
  %nb = stablehlo.broadcast_in_dim %n1, dims = [0, 1, 2, 3, 4] : (R1) -> WW
  %w = stablehlo.divide %e, %nb : WW
  %o = )",
                  product("%w", c.weights, "%v", "bskd", "s", "bk"));
  absl::StrAppend(&text, "  %r = ", transpose("%o", made, c.queries),
                  "  return %r : ", type(c.queries, "TT"), "\n}");
  text = Replaced(text, "II", type(c.weights, "i32"));
  text = Replaced(text, "BB", type(c.weights, "i1"));
  text = Replaced(text, "WW", type(c.weights, "TT"));
  text = Replaced(text, "RR", type(rows, "TT"));
  text = Replaced(text, "R1", Replaced(type(rows, "TT"), "xTT", "x1xTT"));
  text = Replaced(text, "KK", type("bskd", "TT"));
  return Replaced(text, "TT", c.type);
}

class SharedHeads : public ::testing::TestWithParam<std::tuple<SharedCase, Numerics>> {};

TEST_P(SharedHeads, AreOneKernelWithTheValuesOfItsParts) {
  const SharedCase& c = std::get<0>(GetParam());
  How how;
  how.numerics = std::get<1>(GetParam());
  how.guard = true;
  auto joined = Compiled::Make(SharedAttention(c), how);
  ASSERT_TRUE(joined.ok()) << joined.status() << SharedAttention(c);
  EXPECT_EQ(joined->executable().plan().kernels.size(), c.kernels);
  how.cluster = false;
  auto apart = Compiled::Make(SharedAttention(c), how);
  ASSERT_TRUE(apart.ok()) << apart.status();

  const std::vector<Array> inputs = InputsOf({c.name, ""}, *joined);
  auto expected = apart->Run(inputs);
  ASSERT_TRUE(expected.ok()) << expected.status();
  for (int threads : {1, 2, 7}) {
    auto outputs = joined->Run(inputs, threads);
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_TRUE((*outputs)[0] == (*expected)[0]) << threads << " threads";
  }
}

std::map<char, int64_t> OfHeads(int64_t batch, int64_t times, int64_t keys_heads,
                                int64_t heads_of_each, int64_t size, int64_t columns) {
  return {{'b', batch},         {'t', times}, {'k', keys_heads},
          {'g', heads_of_each}, {'d', size},  {'s', columns}};
}

INSTANTIATE_TEST_SUITE_P(
    Layouts, SharedHeads,
    ::testing::Combine(::testing::Values(
                           // Nothing has to move, but a step's rows end within the last
                           // of two dimensions.
                           SharedCase{"StepsEndWithinHeads", "btkgd", "bktgs", false,
                                      OfHeads(1, 128, 1, 3, 8, 96), "f32", 1},
                           // Those of common libraries.
                           SharedCase{"HeadsFirst", "btkgd", "gbkts", false,
                                      OfHeads(2, 40, 2, 3, 32, 64), "f32", 1},
                           SharedCase{"KeysFirst", "btkgd", "bkgts", true,
                                      OfHeads(2, 64, 2, 2, 64, 48), "bf16", 1},
                           SharedCase{"TimesFirst", "btkgd", "btkgs", true,
                                      OfHeads(2, 32, 3, 2, 24, 64), "f32", 1},
                           SharedCase{"BatchMoves", "kbgtd", "tgbks", false,
                                      OfHeads(3, 40, 2, 2, 16, 37), "f64", 1},
                           SharedCase{"NoKeys", "btkgd", "gbkts", true,
                                      OfHeads(2, 16, 2, 4, 16, 0), "f32", 3}),
                       ::testing::Values(Numerics::kTpu, Numerics::kIeee)),
    [](const auto& info) {
      return std::get<0>(info.param).name +
             (std::get<1>(info.param) == Numerics::kTpu ? "Tpu" : "Ieee");
    });

}  // namespace
}  // namespace tilewright::runtime
