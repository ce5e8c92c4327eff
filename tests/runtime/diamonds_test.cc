// Programs in which every value is read twice by what makes the next one: whoever walks
// them as a tree, in planning or in emission, never comes to an end.
#include <chrono>
#include <functional>
#include <string>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

constexpr int kDepth = 200;

// The body of a function of %x, %i and %n, operation by operation. All values are of
// type i32 and wrap around.
class Body {
 public:
  explicit Body(Dims dims) : dims_(std::move(dims)) {}

  const Dims& dims() const { return dims_; }
  int rank() const { return static_cast<int>(dims_.size()); }
  static std::string T(const Dims& dims) { return Type(ElementType::kI32, dims); }
  const std::string& text() const { return text_; }

  // "op %a, %b rest : (types) -> type"
  std::string Op(const std::string& op, const std::vector<std::string>& operands,
                 const std::string& rest, const std::vector<Dims>& from, const Dims& to) {
    std::string names, types;
    for (size_t k = 0; k < operands.size(); ++k) {
      absl::StrAppend(&names, k > 0 ? ", " : "", operands[k]);
      absl::StrAppend(&types, k > 0 ? ", " : "", T(from[k]));
    }
    return Add(
        absl::StrCat("stablehlo.", op, " ", names, rest, " : (", types, ") -> ", T(to)));
  }
  std::string Add(const std::string& text) {
    const std::string name = absl::StrCat("%v", next_++);
    absl::StrAppend(&text_, name, " = ", text, "\n");
    return name;
  }
  std::string Unary(const std::string& op, const std::string& v) {
    return Op(op, {v}, "", {dims_}, dims_);
  }
  std::string Sum(const std::string& x, const std::string& y) {
    return Op("add", {x, y}, "", {dims_, dims_}, dims_);
  }
  std::string Reshape(const std::string& v, const Dims& from, const Dims& to) {
    return Op("reshape", {v}, "", {from}, to);
  }
  // [from, to) of the first dimension.
  std::string Rows(const std::string& v, const Dims& of, int64_t from, int64_t to) {
    std::string ranges;
    Dims dims = of;
    dims[0] = to - from;
    for (size_t d = 0; d < of.size(); ++d) {
      absl::StrAppend(&ranges, d > 0 ? ", " : "", d == 0 ? from : 0, ":",
                      d == 0 ? to : of[d]);
    }
    return Op("slice", {v}, " [" + ranges + "]", {of}, dims);
  }
  Dims WithRows(int64_t rows) const {
    Dims dims = dims_;
    dims[0] = rows;
    return dims;
  }
  std::string Joined(const std::string& x, int64_t x_rows, const std::string& y,
                     int64_t y_rows) {
    return Op("concatenate", {x, y}, ", dim = 0", {WithRows(x_rows), WithRows(y_rows)},
              WithRows(x_rows + y_rows));
  }
  std::string Padded(const std::string& v, int64_t low, int64_t high) {
    Dims lows(rank(), 0), highs(rank(), 0), none(rank(), 0);
    lows[0] = low;
    highs[0] = high;
    return Op("pad", {v, "%n"},
              absl::StrCat(", low = [", ir::Join(lows), "], high = [", ir::Join(highs),
                           "], interior = [", ir::Join(none), "]"),
              {WithRows(dims_[0] - low - high), {}}, dims_);
  }
  std::string Starts(std::vector<std::string>* operands, std::vector<Dims>* types) {
    for (int d = 0; d < rank(); ++d) {
      operands->push_back(d == 0 ? "%i" : "%n");
      types->push_back({});
    }
    return "";
  }
  // Numbers in [0, rows), one a row, as an index.
  std::string Index(const std::string& v) {
    Dims ones = dims_;
    for (size_t d = 1; d < ones.size(); ++d) ones[d] = 1;
    std::string ranges;
    for (int d = 0; d < rank(); ++d) {
      absl::StrAppend(&ranges, d > 0 ? ", " : "", "0:", ones[d]);
    }
    const std::string first = Op("slice", {v}, " [" + ranges + "]", {dims_}, ones);
    return Reshape(first, ones, {dims_[0], 1});
  }
  std::string GatherRows(const std::string& v, const std::string& index) {
    Dims offset, slice = WithRows(1);
    for (int d = 1; d < rank(); ++d) offset.push_back(d);
    return Add(absl::StrCat(
        "\"stablehlo.gather\"(", v, ", ", index,
        ") <{dimension_numbers = #stablehlo.gather<offset_dims = [", ir::Join(offset),
        "], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
        "slice_sizes = array<i64: ",
        ir::Join(slice), ">}> : (", T(dims_), ", ", T({dims_[0], 1}), ") -> ", T(dims_)));
  }

 private:
  const Dims dims_;
  std::string text_;
  int next_ = 0;
};

constexpr char kAdd[] =
    " ({\n^bb0(%p: tensor<i32>, %q: tensor<i32>):\n%s = stablehlo.add %p, %q : "
    "tensor<i32>\nstablehlo.return %s : tensor<i32>\n})";

// One level: a value made of `v`, which it reads at least twice.
struct Kind {
  const char* name;
  std::function<std::string(Body& b, const std::string& v)> level;
};

std::vector<Kind> Kinds() {
  using S = const std::string&;
  return {
      {"Binary", [](Body& b, S v) { return b.Sum(v, v); }},
      {"Unary",
       [](Body& b, S v) { return b.Sum(b.Unary("negate", v), b.Unary("abs", v)); }},
      {"Select",
       [](Body& b, S v) {
         const std::string p = Type(ElementType::kI1, b.dims()), t = Body::T(b.dims());
         const std::string other = b.Unary("not", v);
         const std::string less =
             b.Add(absl::StrCat("stablehlo.compare LT, ", v, ", ", other, ", SIGNED : (",
                                t, ", ", t, ") -> ", p));
         return b.Add(absl::StrCat("stablehlo.select ", less, ", ", v, ", ", other, " : ",
                                   p, ", ", t));
       }},
      {"Convert",
       [](Body& b, S v) {
         const std::string half = Type(ElementType::kI16, b.dims());
         const std::string t = Body::T(b.dims());
         const std::string low =
             b.Add(absl::StrCat("stablehlo.convert ", v, " : (", t, ") -> ", half));
         return b.Sum(
             v, b.Add(absl::StrCat("stablehlo.convert ", low, " : (", half, ") -> ", t)));
       }},
      {"Broadcast",
       [](Body& b, S v) {
         const Dims row(b.dims().begin() + 1, b.dims().end());
         const std::string first =
             b.Reshape(b.Rows(v, b.dims(), 0, 1), b.WithRows(1), row);
         Dims map;
         for (int d = 1; d < b.rank(); ++d) map.push_back(d);
         return b.Sum(
             v, b.Op("broadcast_in_dim", {first},
                     absl::StrCat(", dims = [", ir::Join(map), "]"), {row}, b.dims()));
       }},
      {"Reshape",
       [](Body& b, S v) {
         int64_t n = 1;
         for (int64_t d : b.dims()) n *= d;
         Dims flat = {n}, cut = {n / 3, 3};
         if (n % 3 != 0) cut = {n / 4, 4};
         const auto through = [&](S x, const Dims& by) {
           const std::string moved = b.Reshape(x, b.dims(), by);
           return b.Reshape(b.Op("not", {moved}, "", {by}, by), by, b.dims());
         };
         return b.Sum(through(b.Unary("negate", v), flat),
                      through(b.Unary("abs", v), cut));
       }},
      {"Transpose",
       [](Body& b, S v) {
         Dims order;
         for (int d = b.rank() - 1; d >= 0; --d) order.push_back(d);
         const auto turned = [&](S x) {
           return b.Op("transpose", {x}, absl::StrCat(", dims = [", ir::Join(order), "]"),
                       {b.dims()}, b.dims());
         };
         return b.Sum(turned(b.Unary("negate", v)), b.Unary("not", turned(v)));
       }},
      {"SliceAndPad",
       [](Body& b, S v) {
         const int64_t rows = b.dims()[0];
         return b.Sum(b.Padded(b.Rows(v, b.dims(), 1, rows), 0, 1),
                      b.Padded(b.Rows(v, b.dims(), 0, rows - 1), 1, 0));
       }},
      {"Reverse",
       [](Body& b, S v) {
         const auto turned = [&](S x) {
           return b.Add(absl::StrCat("stablehlo.reverse ", x,
                                     ", dims = [0] : ", Body::T(b.dims())));
         };
         return b.Sum(turned(v), turned(b.Unary("abs", v)));
       }},
      {"Concatenate",
       [](Body& b, S v) {
         const int64_t rows = b.dims()[0];
         const std::string both = b.Joined(b.Unary("negate", v), rows, v, rows);
         return b.Rows(both, b.WithRows(2 * rows), 1, rows + 1);
       }},
      {"Roll",
       [](Body& b, S v) {
         const int64_t rows = b.dims()[0];
         return b.Sum(v, b.Joined(b.Rows(v, b.dims(), 1, rows), rows - 1,
                                  b.Rows(v, b.dims(), 0, 1), 1));
       }},
      {"DynamicSlice",
       [](Body& b, S v) {
         const int64_t rows = b.dims()[0];
         const auto part = [&](S x) {
           std::vector<std::string> operands = {b.Joined(x, rows, x, rows)};
           std::vector<Dims> types = {b.WithRows(2 * rows)};
           b.Starts(&operands, &types);
           return b.Op("dynamic_slice", operands,
                       absl::StrCat(", sizes = [", ir::Join(b.dims()), "]"), types,
                       b.dims());
         };
         return b.Sum(part(v), part(b.Unary("not", v)));
       }},
      {"DynamicUpdateSlice",
       [](Body& b, S v) {
         std::vector<std::string> operands = {b.Unary("abs", v),
                                              b.Rows(v, b.dims(), 1, 3)};
         std::vector<Dims> types = {b.dims(), b.WithRows(2)};
         b.Starts(&operands, &types);
         return b.Sum(v, b.Op("dynamic_update_slice", operands, "", types, b.dims()));
       }},
      {"Gather",
       [](Body& b, S v) {
         const std::string index = b.Index("%x");
         return b.Sum(b.GatherRows(b.Unary("abs", v), index), b.GatherRows(v, index));
       }},
      {"GatherByItself",
       [](Body& b, S v) { return b.GatherRows(v, b.Index(b.Unary("not", v))); }},
      {"ReduceWindow",
       [](Body& b, S v) {
         Dims window(b.rank(), 1);
         window[0] = 2;
         std::string padding;
         for (int d = 0; d < b.rank(); ++d) {
           absl::StrAppend(&padding, d > 0 ? ", " : "", "[", d == 0 ? 1 : 0, ", 0]");
         }
         const std::string t = Body::T(b.dims());
         return b.Sum(
             v, b.Add(absl::StrCat(
                    "\"stablehlo.reduce_window\"(", b.Unary("not", v),
                    ", %n) <{padding = dense<[", padding, "]> : tensor<", b.rank(),
                    "x2xi64>, window_dimensions = array<i64: ", ir::Join(window), ">}>",
                    kAdd, " : (", t, ", tensor<i32>) -> ", t)));
       }},
      {"Reduce",
       [](Body& b, S v) {
         const int last = b.rank() - 1;
         const Dims rows(b.dims().begin(), b.dims().end() - 1);
         const std::string sums = b.Add(absl::StrCat(
             "stablehlo.reduce(", v,
             " init: %n) applies stablehlo.add across "
             "dimensions = [",
             last, "] : (", Body::T(b.dims()), ", tensor<i32>) -> ", Body::T(rows)));
         Dims map;
         for (int d = 0; d < last; ++d) map.push_back(d);
         return b.Sum(
             v, b.Op("broadcast_in_dim", {sums},
                     absl::StrCat(", dims = [", ir::Join(map), "]"), {rows}, b.dims()));
       }},
      {"Sort",
       [](Body& b, S v) {
         const std::string t = Body::T(b.dims());
         return b.Sum(
             v,
             b.Add(absl::StrCat(
                 "\"stablehlo.sort\"(", b.Unary("not", v),
                 ") <{dimension = 0 : i64, is_stable = true}> ({\n^bb0(%p: tensor<i32>, "
                 "%q: tensor<i32>):\n%s = stablehlo.compare LT, %p, %q, SIGNED : "
                 "(tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %s : "
                 "tensor<i1>\n}) : (",
                 t, ") -> ", t)));
       }},
      {"Product",
       [](Body& b, S v) {
         // Of rows with rows.
         Dims dims = {b.dims()[0], 1};
         for (int d = 1; d < b.rank(); ++d) dims[1] *= b.dims()[d];
         const Dims square = {dims[0], dims[0]};
         const std::string flat = b.Reshape(v, b.dims(), dims);
         const std::string products =
             b.Op("dot_general", {flat, b.Op("not", {flat}, "", {dims}, dims)},
                  ", contracting_dims = [1] x [1]", {dims, dims}, square);
         return b.Sum(
             v, b.Reshape(b.Op("dot_general", {products, flat},
                               ", contracting_dims = [1] x [0]", {square, dims}, dims),
                          dims, b.dims()));
       }},
  };
}

std::string Deep(const Kind& kind, const Dims& dims) {
  Body body(dims);
  std::string v = "%x";
  for (int n = 0; n < kDepth; ++n) v = kind.level(body, v);
  const std::string t = Body::T(dims);
  return Main(absl::StrCat("%x: ", t, ", %i: tensor<i32>, %n: tensor<i32>"), t,
              body.text() + "return " + v + " : " + t);
}

class Diamonds : public ::testing::TestWithParam<Kind> {};

TEST_P(Diamonds, TakeTimeInProportionToTheirDepth) {
  // Many times what they take; the number of paths is 2^200.
  constexpr std::chrono::seconds kEnough(20);
  for (const Dims& dims : {Dims{64}, Dims{8, 8}, Dims{4, 4, 4}, Dims{3, 3, 3, 3}}) {
    const std::string text = Deep(GetParam(), dims);
    const std::vector<Array> inputs = {Random({ElementType::kI32, dims}, 1, 0, 9),
                                       Filled(ElementType::kI32, {}, {1}),
                                       Filled(ElementType::kI32, {}, {0})};
    How how;
    how.guard = true;
    std::vector<Array> outputs;
    for (const bool cluster : {true, false}) {
      how.cluster = cluster;
      const auto begin = std::chrono::steady_clock::now();
      const auto got = RunText(text, inputs, how);
      ASSERT_TRUE(got.ok()) << got.status();
      EXPECT_LT(std::chrono::steady_clock::now() - begin, kEnough)
          << ir::Join(dims) << (cluster ? "" : ", without clusters");
      outputs.push_back((*got)[0]);
    }
    EXPECT_TRUE(outputs[0] == outputs[1]) << ir::Join(dims);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Diamonds, ::testing::ValuesIn(Kinds()),
                         [](const auto& info) { return std::string(info.param.name); });

// A product asks how its rows lie in memory, dimension by dimension, through all moves
// above them.
TEST(Diamonds, MovesUnderAProductAreLookedThroughOnce) {
  constexpr int64_t kRows = 64, kWidth = 8;
  int64_t rows = kRows;
  Body body({kRows, kWidth});
  std::string v = "%x";
  // Rows go one by one, once of two dimensions and once of one.
  for (; rows > 18; rows -= 2) {
    const Dims cut = {rows, 2, 4}, less = {rows - 1, 2, 4}, whole = {rows - 1, kWidth};
    v = body.Reshape(v, {rows, kWidth}, cut);
    v = body.Reshape(body.Rows(v, cut, 1, rows), less, whole);
    v = body.Rows(v, whole, 1, rows - 1);
  }
  const Dims left = {rows, kWidth}, right = {kWidth, kWidth};
  const std::string product = body.Op(
      "dot_general", {v, "%y"}, ", contracting_dims = [1] x [0]", {left, right}, left);
  const std::string text =
      Main(absl::StrCat("%x: ", Body::T({kRows, kWidth}), ", %y: ", Body::T(right)),
           Body::T(left), body.text() + "return " + product + " : " + Body::T(left));
  const Array x = Random({ElementType::kI32, {kRows, kWidth}}, 1, 0, 9);
  const Array y = Random({ElementType::kI32, right}, 2, 0, 9);
  const auto program = Compiled::Make(text, {});
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(program->executable().plan().kernels.size(), 1);
  const auto got = program->Run({x, y});
  ASSERT_TRUE(got.ok()) << got.status();
  for (int64_t i = 0; i < rows * kWidth; ++i) {
    int64_t sum = 0;
    for (int64_t k = 0; k < kWidth; ++k) {
      sum += x.Int((kRows - rows + i / kWidth) * kWidth + k) *
             y.Int(k * kWidth + i % kWidth);
    }
    EXPECT_EQ((*got)[0].Int(i), sum);
  }
}

}  // namespace
}  // namespace tilewright::runtime
