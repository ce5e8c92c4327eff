// Convolutions whose input is changed before it is multiplied: a block computes what
// it reads once. They give what the same convolution of the changed input gives.
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

// [batch, size..., channels], a kernel as large as `kernel` in every dimension.
struct Case {
  int64_t batch;
  Dims size;
  int64_t channels, outputs, kernel;
  int64_t stride = 1, low = 0, high = 0, base = 1, window = 1;
};

std::string Convolution(const Case& c, const std::string& type, std::string* result) {
  Dims x = {c.batch}, w, out = {c.batch};
  std::vector<std::string> stride, pad, base, window, spatial;
  for (size_t d = 0; d < c.size.size(); ++d) {
    x.push_back(c.size[d]);
    w.push_back(c.kernel);
    const int64_t padded = (c.size[d] - 1) * c.base + 1 + c.low + c.high;
    out.push_back((padded - (c.kernel - 1) * c.window - 1) / c.stride + 1);
    stride.push_back(absl::StrCat(c.stride));
    pad.push_back(absl::StrCat("[", c.low, ", ", c.high, "]"));
    base.push_back(absl::StrCat(c.base));
    window.push_back(absl::StrCat(c.window));
    spatial.push_back(absl::StrCat(d));
  }
  x.push_back(c.channels);
  w.insert(w.end(), {c.channels, c.outputs});
  out.push_back(c.outputs);
  const std::string order = absl::StrJoin(spatial, ", ");
  const auto list = [](const std::vector<std::string>& items) {
    return absl::StrCat("[", absl::StrJoin(items, ", "), "]");
  };
  *result = Type(ElementType::kF32, out);
  const auto typed = [&](const Dims& dims) {
    return absl::StrCat("tensor<", absl::StrJoin(dims, "x"), "x", type, ">");
  };
  return absl::StrCat(
      "%r = stablehlo.convolution(%a, %b) dim_numbers = [b, ", order, ", f]x[", order,
      ", i, o]->[b, ", order, ", f], window = {stride = ", list(stride),
      ", pad = ", list(pad), ", lhs_dilate = ", list(base),
      ", rhs_dilate = ", list(window),
      "} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (", typed(x),
      ", ", typed(w), ") -> ", *result, "\nreturn %r : ", *result);
}

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {5, {9, 7}, 64, 80, 3, 1, 1, 1},          // blocks across images
      {2, {40, 40}, 32, 64, 3, 1, 1, 1},        // many blocks
      {3, {33, 17}, 16, 96, 5, 2, 2, 1},        // strides, uneven padding
      {7, {12, 10}, 48, 64, 2, 5},              // rows between which none is read
      {2, {15, 20}, 34, 64, 3, 1, 2, 2, 2},     // dilated input
      {2, {30, 22}, 18, 64, 3, 1, 0, 4, 1, 3},  // dilated window
      {4, {6, 5}, 32, 64, 3, 1, 9, 9},          // windows in the padding alone
      {3, {700}, 20, 64, 3, 2, 1, 1},           // one dimension
      {2, {8, 9, 10}, 22, 64, 3, 1, 1, 1},      // three
      {1, {64, 64}, 256, 64, 3, 1, 1, 1},       // large
  };
  return cases;
}

TEST(ConvolutionHalo, GivesWhatTheConvolutionOfARoundedInputGives) {
  for (const Case& c : Cases()) {
    Dims x = {c.batch}, w(c.size.size(), c.kernel);
    x.insert(x.end(), c.size.begin(), c.size.end());
    x.push_back(c.channels);
    w.insert(w.end(), {c.channels, c.outputs});
    const Array a = Random({ElementType::kF32, x}, 1);
    const Array b = Random({ElementType::kF32, w}, 2);
    std::string result;
    const std::string direct = Convolution(c, "f32", &result);
    const auto text = [&](const std::string& body) {
      return Main(
          absl::StrCat("%x: ", ir::ToString(a.type), ", %y: ", ir::ToString(b.type)),
          result, body);
    };
    const auto changed = [&](const std::string& op, const std::string& type) {
      std::string body;
      for (const auto& [to, from, dims] :
           {std::tuple{"%a", "%x", x}, std::tuple{"%b", "%y", w}}) {
        absl::StrAppend(&body, to, " = stablehlo.", op, " ", from, " : (",
                        Type(ElementType::kF32, dims), ") -> tensor<",
                        absl::StrJoin(dims, "x"), "x", type, ">\n");
      }
      return body;
    };
    const std::string rounded =
        text(changed("convert", "bf16") + Convolution(c, "bf16", &result));
    const std::string plain = text(changed("negate", "f32") + direct);
    // Alone, the convolution reads what was rounded from memory.
    const auto want =
        RunText(rounded, {a, b}, {.numerics = Numerics::kTpu, .cluster = false});
    const auto joined =
        RunText(rounded, {a, b}, {.numerics = Numerics::kTpu, .guard = true});
    // The signs of both sides cancel out.
    const auto of_f32 =
        RunText(plain, {a, b}, {.numerics = Numerics::kTpu, .guard = true});
    ASSERT_TRUE(want.ok()) << want.status() << rounded;
    ASSERT_TRUE(joined.ok()) << joined.status();
    ASSERT_TRUE(of_f32.ok()) << of_f32.status();
    EXPECT_EQ(*joined, *want) << rounded;
    EXPECT_EQ(*of_f32, *want) << plain;
    const auto ieee = RunText(plain, {a, b}, {.guard = true});
    const auto alone = RunText(plain, {a, b}, {.cluster = false});
    ASSERT_TRUE(ieee.ok() && alone.ok()) << ieee.status() << alone.status();
    EXPECT_EQ(*ieee, *alone) << plain;
  }
}

}  // namespace
}  // namespace tilewright::runtime
