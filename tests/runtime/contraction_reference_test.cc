// dot_general and convolution against loops that follow the specification.
#include <algorithm>
#include <complex>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

std::string List(const Dims& d) { return "[" + ir::Join(d) + "]"; }

// A sum of products in the type's arithmetic, and how far off it may be.
class Sum {
 public:
  explicit Sum(ElementType type) : type_(type) {}
  void Add(const Array& a, int64_t i, const Array& b, int64_t j) {
    if (ir::IsWhole(type_)) {
      whole_ += static_cast<__int128>(a.Int(i)) * b.Int(j);
      any_ |= a.Int(i) != 0 && b.Int(j) != 0;
      return;
    }
    const auto x = Value(a, i) * Value(b, j);
    real_ += x;
    magnitude_ += std::abs(x);
  }
  void Expect(const Array& out, int64_t i, const std::string& what) const {
    if (ir::IsBool(type_)) {
      ASSERT_EQ(out.Int(i), any_) << what << " " << i;
    } else if (ir::IsWhole(type_)) {
      ASSERT_EQ(out.Int(i), Wrap(type_, whole_)) << what << " " << i;
    } else {
      const ElementType part = ir::RealPart(type_);
      const double step =
          std::ldexp(1.0, -std::min<int>(ir::Info(part).mantissa_bits, 21));
      const double smallest = std::ldexp(
          1.0, 1 - ir::Info(part).exponent_bias - ir::Info(part).mantissa_bits);
      const double bound = 2 * step * magnitude_ + smallest + 1e-6;
      ASSERT_LE(std::abs(Value(out, i) - real_), bound)
          << what << " " << i << ": " << Value(out, i) << ", expected " << real_;
    }
  }

 private:
  static std::complex<double> Value(const Array& a, int64_t i) {
    if (a.type.element == ElementType::kC64) {
      std::complex<float> c;
      std::memcpy(&c, a.bytes.data() + 8 * i, 8);
      return c;
    }
    if (a.type.element == ElementType::kC128) {
      std::complex<double> c;
      std::memcpy(&c, a.bytes.data() + 16 * i, 16);
      return c;
    }
    return a.Real(i);
  }

  ElementType type_;
  __int128 whole_ = 0;
  bool any_ = false;
  std::complex<double> real_ = 0;
  double magnitude_ = 0;
};

struct Dot {
  Dims lhs, rhs;
  Dims lhs_batch, rhs_batch, lhs_contract, rhs_contract;
};

Dims Free(const Dims& dims, const Dims& batch, const Dims& contract) {
  Dims free;
  for (int64_t d = 0; d < static_cast<int64_t>(dims.size()); ++d) {
    if (std::find(batch.begin(), batch.end(), d) == batch.end() &&
        std::find(contract.begin(), contract.end(), d) == contract.end()) {
      free.push_back(d);
    }
  }
  return free;
}

void CheckDot(const Dot& dot, ElementType type, const How& how) {
  const std::string what = absl::StrCat(
      std::string(ir::Name(type)), " ", ir::Join(dot.lhs), " by ", ir::Join(dot.rhs),
      " batch ", List(dot.lhs_batch), List(dot.rhs_batch), " contract ",
      List(dot.lhs_contract), List(dot.rhs_contract), how.cluster ? "" : ", no clusters");
  const Dims lhs_free = Free(dot.lhs, dot.lhs_batch, dot.lhs_contract);
  const Dims rhs_free = Free(dot.rhs, dot.rhs_batch, dot.rhs_contract);
  Dims out_dims, depth;
  for (int64_t d : dot.lhs_batch) out_dims.push_back(dot.lhs[d]);
  for (int64_t d : lhs_free) out_dims.push_back(dot.lhs[d]);
  for (int64_t d : rhs_free) out_dims.push_back(dot.rhs[d]);
  for (int64_t d : dot.lhs_contract) depth.push_back(dot.lhs[d]);
  const std::string a = Type(type, dot.lhs), b = Type(type, dot.rhs);
  const std::string r = Type(type, out_dims);
  std::string dims;
  if (!dot.lhs_batch.empty()) {
    dims = "batching_dims = " + List(dot.lhs_batch) + " x " + List(dot.rhs_batch) + ", ";
  }
  const std::string text = Main("%a: " + a + ", %b: " + b, r,
                                "%0 = stablehlo.dot_general %a, %b, " + dims +
                                    "contracting_dims = " + List(dot.lhs_contract) +
                                    " x " + List(dot.rhs_contract) + " : (" + a + ", " +
                                    b + ") -> " + r + "\nreturn %0 : " + r);
  // Sums stay within f8E3M4, whose largest value is 15.5.
  const double high = type == ElementType::kF8E3M4 ? 0.5 : 2;
  const Array x = Random({type, dot.lhs}, 1, -high, high);
  const Array y = Random({type, dot.rhs}, 2, -high, high);
  auto out = RunText(text, {x, y}, how);
  ASSERT_TRUE(out.ok()) << what << ": " << out.status();
  if ((*out)[0].size() == 0) return;
  Dims at(out_dims.size(), 0);
  int64_t n = 0;
  do {
    Dims i(dot.lhs.size()), j(dot.rhs.size());
    size_t o = 0;
    for (size_t d = 0; d < dot.lhs_batch.size(); ++d, ++o) {
      i[dot.lhs_batch[d]] = j[dot.rhs_batch[d]] = at[o];
    }
    for (int64_t d : lhs_free) i[d] = at[o++];
    for (int64_t d : rhs_free) j[d] = at[o++];
    Sum sum(type);
    Dims k(depth.size(), 0);
    bool more = std::find(depth.begin(), depth.end(), 0) == depth.end();
    while (more) {
      for (size_t d = 0; d < depth.size(); ++d) {
        i[dot.lhs_contract[d]] = j[dot.rhs_contract[d]] = k[d];
      }
      sum.Add(x, Flat(dot.lhs, i), y, Flat(dot.rhs, j));
      more = NextIndex(depth, &k);
    }
    sum.Expect((*out)[0], n++, what);
    if (::testing::Test::HasFatalFailure()) return;
  } while (NextIndex(out_dims, &at));
}

std::vector<Dot> Dots() {
  return {
      {{5, 7}, {7, 9}, {}, {}, {1}, {0}},
      {{7, 5}, {9, 7}, {}, {}, {0}, {1}},
      {{2, 3, 5, 7}, {3, 7, 2, 4}, {0, 1}, {2, 0}, {3}, {1}},
      {{3, 4, 5, 6}, {6, 4, 3, 2}, {}, {}, {3, 1}, {0, 1}},
      {{4, 3, 5, 2}, {5, 2, 4, 3}, {1}, {3}, {0, 3}, {2, 1}},
      {{6}, {6}, {}, {}, {0}, {0}},
      {{3, 4}, {5, 2}, {}, {}, {}, {}},
      {{3, 4}, {3, 4}, {0, 1}, {0, 1}, {}, {}},
      {{3, 1, 1}, {3, 1, 17}, {0}, {0}, {2}, {1}},
      {{1, 33}, {33, 1}, {}, {}, {1}, {0}},
      {{3, 0}, {0, 4}, {}, {}, {1}, {0}},
      {{0, 3}, {3, 4}, {}, {}, {1}, {0}},
      {{0, 2, 3}, {0, 3, 2}, {0}, {0}, {2}, {1}},
      {{19, 37}, {37, 35}, {}, {}, {1}, {0}},
      {{2, 19, 23}, {2, 35, 23}, {0}, {0}, {2}, {2}},
  };
}

class DotReference : public ::testing::TestWithParam<ElementType> {};

TEST_P(DotReference, FollowsTheSpecification) {
  for (const Dot& dot : Dots()) {
    CheckDot(dot, GetParam(), {});
    if (HasFatalFailure()) return;
  }
}

TEST_P(DotReference, FollowsTheSpecificationInGuardedMemory) {
  How how;
  how.cluster = false;
  how.guard = true;
  for (size_t n : {2, 4, 10, 13}) {
    CheckDot(Dots()[n], GetParam(), how);
    if (HasFatalFailure()) return;
  }
}

// Shapes that the micro-kernel reads in different ways: in place, packed by rows
// or by columns, in slices of k, or without a micro-kernel.
std::vector<Dot> DotForms() {
  return {
      {{1, 67}, {67, 83}, {}, {}, {1}, {0}},
      {{3, 1, 40}, {3, 40, 50}, {0}, {0}, {2}, {1}},
      {{33, 64}, {64, 70}, {}, {}, {1}, {0}},
      {{33, 2, 3, 16}, {16, 3, 70, 2}, {1, 2}, {3, 1}, {3}, {0}},
      {{31, 4200}, {4200, 9}, {}, {}, {1}, {0}},
      {{4201, 21}, {4201, 70}, {}, {}, {0}, {0}},
      {{21, 4300}, {11, 4300}, {}, {}, {1}, {1}},
  };
}

// Products of bf16 are exact in f32, so that both numerics give the sums.
TEST(DotForms, GiveTheSums) {
  for (const Dot& dot : DotForms()) {
    for (ElementType type : {ElementType::kF32, ElementType::kF64, ElementType::kBF16,
                             ElementType::kI32, ElementType::kI8}) {
      CheckDot(dot, type, {});
      if (HasFatalFailure()) return;
    }
    CheckDot(dot, ElementType::kBF16, {.numerics = Numerics::kTpu, .guard = true});
    CheckDot(dot, ElementType::kF32, {.guard = true});
    if (HasFatalFailure()) return;
  }
}

std::vector<ElementType> DotTypes() {
  std::vector<ElementType> types;
  for (ElementType t : AllTypes()) {
    // Powers of two without zero have no sums of products.
    if (t != ElementType::kF8E8M0FNU) types.push_back(t);
  }
  return types;
}

INSTANTIATE_TEST_SUITE_P(Types, DotReference, ::testing::ValuesIn(DotTypes()),
                         [](const auto& info) {
                           return std::string(ir::Name(info.param)) == "complex<f32>"
                                      ? "c64"
                                  : std::string(ir::Name(info.param)) == "complex<f64>"
                                      ? "c128"
                                      : std::string(ir::Name(info.param));
                         });

// A convolution of two spatial dimensions; positions of each dimension in the
// operands' and the result's shapes.
struct Conv {
  std::string lhs_order = "b01f", rhs_order = "01io", out_order = "b01f";
  int64_t batch = 2, features = 3, outputs = 4;  // features: of one group
  Dims size = {5, 6}, kernel = {3, 2};
  Dims strides = {1, 1}, pad = {0, 0, 0, 0}, base = {1, 1}, window = {1, 1};
  std::vector<bool> reversal = {false, false};
  int64_t groups = 1, batch_groups = 1;
};

Dims Ordered(const std::string& order, int64_t first, int64_t second, const Dims& spatial,
             const char* names) {
  Dims dims;
  for (char c : order) {
    dims.push_back(c == names[0] ? first : c == names[1] ? second : spatial[c - '0']);
  }
  return dims;
}

std::string Spelled(const std::string& order) {
  std::string text;
  for (char c : order) text += (text.empty() ? "" : ", ") + std::string(1, c);
  return "[" + text + "]";
}

void CheckConv(const Conv& c, ElementType type, const How& how) {
  Dims out_size;
  for (int d = 0; d < 2; ++d) {
    const int64_t padded = (c.size[d] == 0 ? 0 : (c.size[d] - 1) * c.base[d] + 1) +
                           c.pad[2 * d] + c.pad[2 * d + 1];
    const int64_t reach = c.kernel[d] == 0 ? 0 : (c.kernel[d] - 1) * c.window[d] + 1;
    out_size.push_back(
        padded < reach || padded <= 0 ? 0 : (padded - reach) / c.strides[d] + 1);
  }
  const Dims lhs = Ordered(c.lhs_order, c.batch, c.features * c.groups, c.size, "bf");
  const Dims rhs = Ordered(c.rhs_order, c.features, c.outputs, c.kernel, "io");
  const int64_t out_batch = c.batch / c.batch_groups;
  const Dims out = Ordered(c.out_order, out_batch, c.outputs, out_size, "bf");
  const std::string a = Type(type, lhs), b = Type(type, rhs), r = Type(type, out);
  const std::string text = Main(
      "%a: " + a + ", %b: " + b, r,
      absl::StrCat(
          "%0 = stablehlo.convolution(%a, %b) dim_numbers = ", Spelled(c.lhs_order), "x",
          Spelled(c.rhs_order), "->", Spelled(c.out_order), ", window = {stride = ",
          List(c.strides), ", pad = [[", c.pad[0], ", ", c.pad[1], "], [", c.pad[2], ", ",
          c.pad[3], "]], lhs_dilate = ", List(c.base), ", rhs_dilate = ", List(c.window),
          ", reverse = [", c.reversal[0] ? "true" : "false", ", ",
          c.reversal[1] ? "true" : "false", "]} {batch_group_count = ", c.batch_groups,
          " : i64, feature_group_count = ", c.groups, " : i64} : (", a, ", ", b, ") -> ",
          r, "\nreturn %0 : ", r));
  const Array x = Random({type, lhs}, 1), y = Random({type, rhs}, 2);
  auto result = RunText(text, {x, y}, how);
  ASSERT_TRUE(result.ok()) << text << result.status();
  if ((*result)[0].size() == 0) return;
  const int64_t in_group = c.outputs / c.groups,
                in_batch_group = c.outputs / c.batch_groups;
  Dims at(4, 0);
  const Dims loop = {out_batch, c.outputs, out_size[0], out_size[1]};
  do {
    Sum sum(type);
    for (int64_t ky = 0; ky < c.kernel[0]; ++ky) {
      for (int64_t kx = 0; kx < c.kernel[1]; ++kx) {
        const int64_t k[2] = {ky, kx};
        Dims in(2), tap(2);
        bool inside = true;
        for (int d = 0; d < 2; ++d) {
          const int64_t p = at[2 + d] * c.strides[d] + k[d] * c.window[d] - c.pad[2 * d];
          inside &= p >= 0 && p % c.base[d] == 0 && p / c.base[d] < c.size[d];
          in[d] = p / c.base[d];
          tap[d] = c.reversal[d] ? c.kernel[d] - 1 - k[d] : k[d];
        }
        if (!inside) continue;
        const int64_t b0 = at[0] + at[1] / in_batch_group * out_batch;
        for (int64_t f = 0; f < c.features; ++f) {
          const int64_t f0 = at[1] / in_group * c.features + f;
          const Dims i = Ordered(c.lhs_order, b0, c.groups > 1 ? f0 : f, in, "bf");
          const Dims j = Ordered(c.rhs_order, f, at[1], tap, "io");
          sum.Add(x, Flat(lhs, i), y, Flat(rhs, j));
        }
      }
    }
    const Dims o = Ordered(c.out_order, at[0], at[1], {at[2], at[3]}, "bf");
    sum.Expect((*result)[0], Flat(out, o), text);
    if (::testing::Test::HasFatalFailure()) return;
  } while (NextIndex(loop, &at));
}

TEST(ConvolutionReference, EveryOrderOfDimensions) {
  std::string lhs = "01bf";
  int n = 0;
  std::string sorted = "01bf";
  std::sort(sorted.begin(), sorted.end());
  lhs = sorted;
  do {
    Conv c;
    c.lhs_order = lhs;
    // The other two orders run through theirs at other speeds.
    std::string rhs = "01io", out = "01bf";
    for (int i = 0; i < n * 7 % 24; ++i) std::next_permutation(rhs.begin(), rhs.end());
    for (int i = 0; i < n * 11 % 24; ++i) std::next_permutation(out.begin(), out.end());
    c.rhs_order = rhs;
    c.out_order = out;
    c.pad = {1, 2, 0, 1};
    CheckConv(c, ElementType::kF32, {});
    if (HasFatalFailure()) return;
    ++n;
  } while (std::next_permutation(lhs.begin(), lhs.end()));
  EXPECT_EQ(n, 24);
}

std::vector<Conv> Convs() {
  std::vector<Conv> convs(1);
  const auto add = [&]() -> Conv& {
    convs.emplace_back();
    return convs.back();
  };
  add().strides = {2, 3};
  add().pad = {3, 4, 5, 1};  // wider than the kernel
  add().base = {2, 3};
  add().window = {2, 3};
  add().reversal = {true, false};
  add().reversal = {true, true};
  add().pad = {-1, -1, -2, 1};
  {
    Conv& c = add();
    c.groups = 3;
    c.outputs = 6;
  }
  {
    Conv& c = add();  // depthwise
    c.groups = 5;
    c.features = 1;
    c.outputs = 10;
    c.pad = {1, 1, 1, 0};
  }
  {
    Conv& c = add();
    c.batch = 6;
    c.batch_groups = 3;
    c.outputs = 9;
  }
  {
    Conv& c = add();
    c.strides = {2, 1};
    c.base = {3, 2};
    c.window = {2, 1};
    c.pad = {2, -1, 4, 3};
    c.reversal = {false, true};
    c.groups = 2;
    c.lhs_order = "bf01";
    c.rhs_order = "oi01";
    c.out_order = "bf01";
  }
  {
    Conv& c = add();  // one by one
    c.kernel = {1, 1};
    c.outputs = 17;
    c.features = 33;
  }
  {
    Conv& c = add();  // the kernel does not fit: an empty result
    c.size = {2, 6};
    c.kernel = {4, 2};
  }
  add().batch = 0;
  add().features = 0;
  add().outputs = 0;
  {
    Conv& c = add();
    c.size = {0, 4};
    c.pad = {2, 2, 0, 0};
  }
  {
    Conv& c = add();  // tails of every kind
    c.batch = 1;
    c.size = {7, 37};
    c.features = 19;
    c.outputs = 35;
    c.pad = {1, 1, 1, 0};
  }
  // Rows of places in whole vectors, of which the windows are packed.
  const auto add_rows = [&](int64_t width) -> Conv& {
    Conv& c = add();
    c.lhs_order = c.out_order = "bf01";
    c.rhs_order = "oi01";
    c.outputs = 9;
    c.size = {4, width};
    return c;
  };
  add_rows(9);
  {
    Conv& c = add_rows(16);
    c.outputs = 20;
    c.batch = 3;
    c.features = 5;
    c.kernel = {3, 3};
    c.pad = {1, 1, 1, 1};
  }
  {
    Conv& c = add_rows(32);
    c.strides = {2, 2};
    c.pad = {0, 1, 0, 0};
  }
  {
    Conv& c = add_rows(31);
    c.strides = {1, 2};
    c.pad = {3, 0, 1, 2};
    c.kernel = {2, 3};
  }
  {
    Conv& c = add_rows(5);
    c.base = {1, 2};
    c.pad = {0, 0, 0, 0};
    c.reversal = {true, true};
    c.rhs_order = "10oi";
  }
  {
    Conv& c = add_rows(26);
    c.window = {1, 2};
    c.lhs_order = "f0b1";
    c.out_order = "0bf1";
  }
  return convs;
}

TEST(ConvolutionReference, WindowsAndGroups) {
  for (const Conv& c : Convs()) {
    for (ElementType type : {ElementType::kF32, ElementType::kBF16, ElementType::kI8}) {
      CheckConv(c, type, {});
      if (HasFatalFailure()) return;
    }
  }
}

TEST(ConvolutionReference, WindowsAndGroupsInGuardedMemory) {
  How how;
  how.guard = true;
  how.cluster = false;
  for (const Conv& c : Convs()) {
    CheckConv(c, ElementType::kF32, how);
    if (HasFatalFailure()) return;
  }
}

// With enough channels the input is read in runs of them: in place, or where a block
// has them in order.
TEST(ConvolutionReference, RunsOfChannels) {
  for (Conv c : Convs()) {
    for (const char* order : {"b01f", "bf01", "f10b"}) {
      c.lhs_order = order;
      for (int64_t features : {16, 18, 21}) {
        c.features = features;
        if (c.size[0] * c.size[1] > 100) c.size = {7, 9};
        CheckConv(c, ElementType::kF32, {.guard = true});
        CheckConv(c, ElementType::kBF16, {.numerics = Numerics::kTpu, .guard = true});
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(ConvolutionReference, RunsOfChannelsInSlices) {
  Conv c;
  c.batch = 1;
  c.size = {4, 3};
  c.features = 600;
  c.kernel = {3, 3};
  c.pad = {1, 1, 1, 1};
  CheckConv(c, ElementType::kF32, {});
  CheckConv(c, ElementType::kBF16, {.numerics = Numerics::kTpu});
}

TEST(ConvolutionReference, EveryType) {
  Conv c;
  c.groups = 2;
  c.pad = {1, 0, 0, 2};
  c.base = {2, 1};
  for (ElementType type : DotTypes()) {
    CheckConv(c, type, {});
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace tilewright::runtime
