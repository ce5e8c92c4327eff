// Weights that are constants are laid out once; that changes no value.
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_replace.h"
#include "plan/held.h"
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

std::string Literal(const Array& a) {
  const std::string hex = absl::BytesToHexString(
      absl::string_view(reinterpret_cast<const char*>(a.bytes.data()), a.bytes.size()));
  return absl::StrCat("dense<\"0x", absl::AsciiStrToUpper(hex),
                      "\"> : ", ir::ToString(a.type));
}

// The same computation of %x with the weights %w: an argument, or a constant.
std::string AsArgument(const std::string& result, const std::string& body, const Array& x,
                       const Array& w) {
  return Main(absl::StrCat("%x: ", ir::ToString(x.type), ", %w: ", ir::ToString(w.type)),
              result, body);
}
std::string AsConstant(const std::string& result, const std::string& body, const Array& x,
                       const Array& w) {
  return Main(absl::StrCat("%x: ", ir::ToString(x.type)), result,
              absl::StrCat("%w = stablehlo.constant ", Literal(w), "\n", body));
}

struct Case {
  ElementType element;
  Dims x, w;
  std::string result;
  std::string body;
};

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {ElementType::kBF16, {8, 256}, {256, 320}, "tensor<8x320xbf16>", R"(
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x256xbf16>, tensor<256x320xbf16>) -> tensor<8x320xbf16>
  return %r : tensor<8x320xbf16>)"},
      // Odd depth, ragged columns.
      {ElementType::kF32, {33, 301}, {301, 259}, "tensor<33x259xf32>", R"(
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<33x301xf32>, tensor<301x259xf32>) -> tensor<33x259xf32>
  return %r : tensor<33x259xf32>)"},
      // As many columns as one panel has, of one target or another.
      {ElementType::kF32, {8, 4096}, {4096, 16}, "tensor<8x16xf32>", R"(
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4096xf32>, tensor<4096x16xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>)"},
      {ElementType::kF32, {8, 2048}, {2048, 32}, "tensor<8x32xf32>", R"(
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x2048xf32>, tensor<2048x32xf32>) -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>)"},
      {ElementType::kF32, {8, 1024}, {1024, 64}, "tensor<8x64xf32>", R"(
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x1024xf32>, tensor<1024x64xf32>) -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>)"},
      // Weights that lie along k; a bias.
      {ElementType::kF32, {5, 257}, {300, 257}, "tensor<5x300xf32>", R"(
  %one = stablehlo.constant dense<1.0> : tensor<5x300xf32>
  %d = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<5x257xf32>, tensor<300x257xf32>) -> tensor<5x300xf32>
  %r = stablehlo.add %d, %one : tensor<5x300xf32>
  return %r : tensor<5x300xf32>)"},
      // Moved and changed before they are multiplied.
      {ElementType::kF32, {12, 256}, {288, 256}, "tensor<12x288xf32>", R"(
  %t = stablehlo.transpose %w, dims = [1, 0] : (tensor<288x256xf32>) -> tensor<256x288xf32>
  %n = stablehlo.negate %t : tensor<256x288xf32>
  %r = stablehlo.dot_general %x, %n, contracting_dims = [1] x [0] : (tensor<12x256xf32>, tensor<256x288xf32>) -> tensor<12x288xf32>
  return %r : tensor<12x288xf32>)"},
      {ElementType::kI8, {9, 255}, {255, 264}, "tensor<9x264xi32>", R"(
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<9x255xi8>, tensor<255x264xi8>) -> tensor<9x264xi32>
  return %r : tensor<9x264xi32>)"},
      {ElementType::kF64, {7, 256}, {256, 258}, "tensor<7x258xf64>", R"(
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<7x256xf64>, tensor<256x258xf64>) -> tensor<7x258xf64>
  return %r : tensor<7x258xf64>)"},
      {ElementType::kBF16, {3, 6, 160}, {3, 160, 150}, "tensor<3x6x150xbf16>", R"(
  %r = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x6x160xbf16>, tensor<3x160x150xbf16>) -> tensor<3x6x150xbf16>
  return %r : tensor<3x6x150xbf16>)"},
      {ElementType::kBF16, {2, 6, 7, 96}, {3, 3, 96, 80}, "tensor<2x6x7x80xbf16>", R"(
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x7x96xbf16>, tensor<3x3x96x80xbf16>) -> tensor<2x6x7x80xbf16>
  return %r : tensor<2x6x7x80xbf16>)"},
      // One row, which reads weights that are arguments as they lie.
      {ElementType::kBF16, {3, 1, 161}, {3, 161, 150}, "tensor<3x1x150xbf16>", R"(
  %r = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x1x161xbf16>, tensor<3x161x150xbf16>) -> tensor<3x1x150xbf16>
  return %r : tensor<3x1x150xbf16>)"},
      {ElementType::kF32, {1, 300}, {300, 260}, "tensor<1x260xf32>", R"(
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1x300xf32>, tensor<300x260xf32>) -> tensor<1x260xf32>
  return %r : tensor<1x260xf32>)"},
      {ElementType::kBF16, {1, 300}, {300, 260}, "tensor<1x260xbf16>", R"(
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1x300xbf16>, tensor<300x260xbf16>) -> tensor<1x260xbf16>
  return %r : tensor<1x260xbf16>)"}};
  return cases;
}

TEST(ConstantWeights, GiveTheBytesThatWeightsAsArgumentsGive) {
  unsigned seed = 1;
  for (const Case& c : Cases()) {
    const Array x = Random({c.element, c.x}, ++seed);
    const Array w = Random({c.element, c.w}, ++seed);
    for (const Numerics numerics : {Numerics::kTpu, Numerics::kIeee}) {
      for (const char* target : {"native", kPlainTarget}) {
        How how;
        how.numerics = numerics;
        how.target = target;
        how.guard = true;
        const auto want = RunText(AsArgument(c.result, c.body, x, w), {x, w}, how);
        const auto compiled = Compiled::Make(AsConstant(c.result, c.body, x, w), how);
        ASSERT_TRUE(compiled.ok()) << compiled.status();
        EXPECT_EQ(compiled->executable().plan().preparation.size(), 1u)
            << c.body << target;
        const auto got = compiled->Run({x});
        if (!want.ok()) {  // this machine cannot run the target
          EXPECT_EQ(got.status().code(), want.status().code());
          continue;
        }
        ASSERT_TRUE(got.ok()) << got.status();
        EXPECT_EQ(*got, *want) << c.body << target;
      }
    }
  }
}

// A vector times rows of weights: a sum along rows, which rounds what it multiplies.
TEST(ConstantWeights, OfAVectorTimesRowsAreRoundedOnce) {
  const std::string result = "tensor<1x300xf32>", body = R"(
  %d = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<1x257xf32>, tensor<300x257xf32>) -> tensor<1x300xf32>
  %r = stablehlo.tanh %d : tensor<1x300xf32>
  return %r : tensor<1x300xf32>)";
  const Array x = Random({ElementType::kF32, {1, 257}}, 5);
  const Array w = Random({ElementType::kF32, {300, 257}}, 6);
  for (const Numerics numerics : {Numerics::kTpu, Numerics::kIeee}) {
    How how;
    how.numerics = numerics;
    how.guard = true;
    const auto want = RunText(AsArgument(result, body, x, w), {x, w}, how);
    const auto compiled = Compiled::Make(AsConstant(result, body, x, w), how);
    ASSERT_TRUE(want.ok()) << want.status();
    ASSERT_TRUE(compiled.ok()) << compiled.status();
    const std::vector<int64_t> rounded(numerics == Numerics::kTpu ? 1 : 0, 300 * 257 * 2);
    EXPECT_EQ(compiled->executable().plan().prepared, rounded);
    const auto got = compiled->Run({x});
    ASSERT_TRUE(got.ok()) << got.status();
    EXPECT_EQ(*got, *want);
  }
}

// Few rows wait for memory: what is multiplied as bf16 is kept as bf16, whether or not
// the processor multiplies it as that.
TEST(ConstantWeights, OfFewRowsTakeWhatTheirRoundedElementsTake) {
  const Case& c = Cases()[0];
  const Array x = Random({c.element, c.x}, 7), w = Random({c.element, c.w}, 8);
  for (const char* target : {"native", kPlainTarget}) {
    How how;
    how.target = target;
    const auto compiled = Compiled::Make(AsConstant(c.result, c.body, x, w), how);
    ASSERT_TRUE(compiled.ok()) << compiled.status();
    EXPECT_EQ(compiled->executable().plan().prepared,
              std::vector<int64_t>{int64_t{256} * 320 * 2})
        << target;
  }
}

// Two products that read one constant alike, a third that reads it otherwise.
TEST(ConstantWeights, AreLaidOutOnceForAllThatReadThemAlikeAndFreedAsTheyWere) {
  const std::string text = R"(
func.func @main(%x: tensor<8x256xbf16>) -> (tensor<8x256xbf16>, tensor<8x256xbf16>, tensor<8x256xbf16>) {
  %w = stablehlo.constant WEIGHTS
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x256xbf16>, tensor<256x256xbf16>) -> tensor<8x256xbf16>
  %b = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<8x256xbf16>, tensor<256x256xbf16>) -> tensor<8x256xbf16>
  %c = stablehlo.dot_general %b, %w, contracting_dims = [1] x [1] : (tensor<8x256xbf16>, tensor<256x256xbf16>) -> tensor<8x256xbf16>
  return %a, %b, %c : tensor<8x256xbf16>, tensor<8x256xbf16>, tensor<8x256xbf16>
})";
  const Array w = Random({ElementType::kBF16, {256, 256}}, 3);
  const Array x = Random({ElementType::kBF16, {8, 256}}, 4);
  const auto compiled = Compiled::Make(
      absl::StrReplaceAll(text, {{"WEIGHTS", Literal(w)}}), {Numerics::kTpu});
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  const plan::Plan& plan = compiled->executable().plan();
  EXPECT_EQ(plan.preparation.size(), 2u);
  EXPECT_EQ(plan.constants.size(), 1u);
  int64_t prepared = 0;
  for (int64_t bytes : plan.prepared) prepared += bytes;
  EXPECT_EQ(plan::HeldBytes(plan), prepared);
  const auto first = compiled->Run({x}), second = compiled->Run({x}, 1);
  ASSERT_TRUE(first.ok()) << first.status();
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(*first, *second);
}

}  // namespace
}  // namespace tilewright::runtime
