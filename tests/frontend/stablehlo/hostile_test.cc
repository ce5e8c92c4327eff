// Text that is out to take the machine down gets an error, soon.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/frontend/stablehlo/parsing.h"

namespace tilewright::stablehlo {
namespace {

using ::testing::HasSubstr;

std::string Repeat(absl::string_view piece, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) absl::StrAppend(&text, piece);
  return text;
}

TEST(Hostile, NestingIsBoundedWhateverNests) {
  constexpr int kDeep = 1'000'000;
  EXPECT_THAT(ErrorOf(Repeat("module {", kDeep)), HasSubstr("max_nesting"));
  EXPECT_THAT(ErrorOf("module attributes {a = " + Repeat("[", kDeep)),
              HasSubstr("max_nesting"));
  EXPECT_THAT(ErrorOf("module attributes {a = " + Repeat("{a = ", kDeep)),
              HasSubstr("max_nesting"));
  EXPECT_THAT(ErrorOf("module attributes {a = " + Repeat("<a = ", kDeep)),
              HasSubstr("max_nesting"));
  EXPECT_THAT(ErrorOf("func.func @main(%a: " + Repeat("tuple<", kDeep)),
              HasSubstr("max_nesting"));
  EXPECT_THAT(ErrorOf("func.func @main(%a: " + Repeat("complex<", kDeep)),
              HasSubstr("max_nesting"));
  EXPECT_THAT(ErrorOf("func.func @main() { " + Repeat("\"stablehlo.if\"(%p) ({ ", kDeep)),
              HasSubstr("max_nesting"));
  EXPECT_THAT(ErrorOf("#a = loc(" + Repeat("(", kDeep)), HasSubstr("never closed"));
  EXPECT_THAT(ErrorOf("module attributes {a = #x.y<" + Repeat("<", kDeep)),
              HasSubstr("never closed"));
}

TEST(Hostile, NestingUpToTheLimitIsFine) {
  constexpr int kDepth = 240;
  const absl::StatusOr<ParsedProgram> parsed = ParseProgram(absl::StrCat(
      "func.func @main(%p: tensor<i1>) {\n",
      Repeat("\"stablehlo.if\"(%p) ({ stablehlo.return }, {\n", kDepth),
      Repeat("stablehlo.return }) : (tensor<i1>) -> ()\n", kDepth), "return }"));
  EXPECT_TRUE(parsed.ok()) << parsed.status();
}

TEST(Hostile, ACallTreeThatDoublesIsCutOff) {
  std::string text =
      "func.func private @f0(%a: tensor<f32>) -> tensor<f32> {\n"
      "  %0 = stablehlo.negate %a : tensor<f32>\n  return %0 : tensor<f32>\n}\n";
  for (int i = 1; i < 60; ++i) {
    absl::StrAppend(
        &text, "func.func private @f", i,
        "(%a: tensor<f32>) -> tensor<f32> {\n  %0 = call @f", i - 1,
        "(%a) : (tensor<f32>) -> tensor<f32>\n  %1 = call @f", i - 1,
        "(%0) : (tensor<f32>) -> tensor<f32>\n  return %1 : tensor<f32>\n}\n");
  }
  absl::StrAppend(&text,
                  "func.func @main(%a: tensor<f32>) -> tensor<f32> {\n  %0 = call "
                  "@f59(%a) : (tensor<f32>) -> tensor<f32>\n  return %0 : "
                  "tensor<f32>\n}\n");
  ParseOptions options;
  options.limits.max_operations = 10'000;
  EXPECT_THAT(ErrorOf(text, options), HasSubstr("max_operations"));
}

TEST(Hostile, ATypeAliasThatDoublesIsCutOff) {
  std::string text = "!t0 = tuple<tensor<f32>, tensor<f32>>\n";
  for (int i = 1; i < 60; ++i) {
    absl::StrAppend(&text, "!t", i, " = tuple<!t", i - 1, ", !t", i - 1, ">\n");
  }
  ParseOptions options;
  options.limits.max_operations = 10'000;
  EXPECT_THAT(ErrorOf(text, options), HasSubstr("max_operations"));
}

TEST(Hostile, AliasesThatNameEachOtherEnd) {
  EXPECT_THAT(
      ErrorOf("#a = #b\n#b = #a\nfunc.func @main(%x: tensor<1xf32>) -> "
              "tensor<1xf32> {\n  %r = \"stablehlo.transpose\"(%x) {permutation = "
              "#a} : (tensor<1xf32>) -> tensor<1xf32>\n  return %r : "
              "tensor<1xf32>\n}"),
      HasSubstr("alias"));
}

TEST(Hostile, LimitsAreErrorsThatNameThem) {
  ParseOptions options;
  options.limits.max_text_bytes = 10;
  EXPECT_THAT(ErrorOf("func.func @main() { return }", options),
              HasSubstr("more than the limit of 10"));
  options.limits = {};
  options.limits.max_literal_bytes = 100;
  EXPECT_THAT(ErrorOf("func.func @main() {\n  %0 = stablehlo.constant dense<\"0x" +
                          std::string(400, '0') + "\"> : tensor<200xi8>\n  return }",
                      options),
              HasSubstr("limit of 100 bytes"));
}

TEST(Hostile, ASplatOfAHugeTypeIsKeptAsOneElement) {
  const absl::StatusOr<ParsedProgram> parsed = ParseProgram(
      "func.func @main() -> tensor<1048576x1048576xf32> {\n"
      "  %0 = stablehlo.constant dense<1.0> : tensor<1048576x1048576xf32>\n"
      "  return %0 : tensor<1048576x1048576xf32>\n}");
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  const ir::Operation& constant = parsed->program.body.operations[0];
  EXPECT_EQ(constant.attributes.Constant(ir::AttributeName::kValue).bytes().size(), 4u);
}

TEST(Hostile, EveryPrefixOfAProgramIsAnErrorOrAProgram) {
  const std::string text = Function(
      "%a: tensor<2x3xf32> {tf.aliasing_output = 0 : i32} loc(\"a\")", "tensor<2x3xf32>",
      "  %z = stablehlo.constant dense<[[1.0, 0xFF800000, -3.5e1], [0.0, 1.0, 2.0]]> : "
      "tensor<2x3xf32>\n"
      "  %c = stablehlo.constant dense<\"0x0102\"> : tensor<2xi8>\n"
      "  %0:2 = stablehlo.while(%x = %a, %y = %z) : tensor<2x3xf32>, tensor<2x3xf32> "
      "cond "
      "{\n    %p = stablehlo.constant dense<false> : tensor<i1>\n    stablehlo.return %p "
      ": "
      "tensor<i1>\n  } do {\n    stablehlo.return %x, %y : tensor<2x3xf32>, "
      "tensor<2x3xf32>\n  }\n"
      "  %r = stablehlo.add %0#0, %0#1 : tensor<2x3xf32>");
  ASSERT_EQ(ErrorOf(text), "");
  for (size_t size = 0; size < text.size() - 2; ++size) {
    EXPECT_NE(ErrorOf(text.substr(0, size)), "") << size;
  }
  // Likewise with one character changed: an answer, whatever it is.
  for (size_t i = 0; i < text.size(); ++i) {
    for (char c : {'\0', '"', '<', '}', '9', '\xff'}) {
      std::string other = text;
      other[i] = c;
      ErrorOf(other);
    }
  }
}

}  // namespace
}  // namespace tilewright::stablehlo
