// Expectations, probes, pieces and entries: how test files are read.
#include <string>
#include <vector>

#include "tests/frontend/stablehlo/parsing.h"

namespace tilewright::stablehlo {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Kind = Expectation::Kind;

TEST(Checks, BecomeExtraOutputsAfterTheFunctionsOwn) {
  const absl::StatusOr<ParsedProgram> parsed = ParseProgram(
      "func.func @main() -> tensor<2xf32> {\n"
      "  %a = stablehlo.constant dense<1.0> : tensor<2xf32>\n"
      "  check.expect_eq %a, %a : tensor<2xf32>\n"
      "  check.expect_eq_const %a, dense<2.0> : tensor<2xf32>\n"
      "  check.expect_almost_eq %a, %a, tolerance = 0.5 : tensor<2xf32>\n"
      "  check.expect_almost_eq_const %a, dense<[1.0, 3.0]> : tensor<2xf32> {tolerance = "
      "0.25 : f64}\n"
      "  check.expect_close %a, %a, min_ulp_difference = 1, max_ulp_difference = 7 : "
      "tensor<2xf32>, tensor<2xf32>\n"
      "  stablehlo.custom_call @check.expect_close(%a, %a) {has_side_effect = true} : "
      "(tensor<2xf32>, tensor<2xf32>) -> ()\n"
      "  return %a : tensor<2xf32>\n}");
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->num_results, 1);
  EXPECT_EQ(parsed->program.body.results.size(), 13u);
  const std::vector<Expectation>& all = parsed->expectations;
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[0].kind, Kind::kEqual);
  EXPECT_EQ(all[0].actual_output, 1);
  EXPECT_EQ(all[0].expected_output, 2);
  EXPECT_EQ(all[1].kind, Kind::kEqual);
  EXPECT_EQ(all[2].tolerance, 0.5);
  EXPECT_EQ(all[3].kind, Kind::kAlmostEqual);
  EXPECT_EQ(all[3].tolerance, 0.25);
  EXPECT_EQ(all[4].kind, Kind::kClose);
  EXPECT_EQ(all[4].min_ulp, 1);
  EXPECT_EQ(all[4].max_ulp, 7);
  EXPECT_EQ(all[5].max_ulp, 3);
  EXPECT_EQ(all[5].expected_output, 12);
  EXPECT_EQ(all[5].location.line, 8);
}

TEST(Checks, OfDifferentTypesAreAnError) {
  EXPECT_THAT(
      ErrorOf("func.func @main(%a: tensor<2xf32>) {\n"
              "  check.expect_eq_const %a, dense<1.0> : tensor<3xf32>\n return }"),
      HasSubstr("are never equal"));
}

TEST(Checks, AProbeOutsideOfLoopsIsComparedWithItsValue) {
  const absl::StatusOr<ParsedProgram> parsed = ParseProgram(
      "func.func @main(%a: tensor<2xf32>) {\n"
      "  %0 = interpreter.probe %a, probe_id = \"p/0\" : tensor<2xf32>\n"
      "  check.expect_serialized_eq %0, probe_id = \"p/0\" : tensor<2xf32>\n"
      "  return }");
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->num_results, 0);
  ASSERT_EQ(parsed->expectations.size(), 2u);
  EXPECT_EQ(parsed->expectations[0].kind, Kind::kSerialized);
  // That the probe was reached.
  EXPECT_EQ(parsed->expectations[1].kind, Kind::kEqual);
}

TEST(Checks, AProbeInALoopIsRecordedInValuesThatTheLoopCarries) {
  const absl::StatusOr<ParsedProgram> parsed = ParseProgram(
      "func.func @main(%n: tensor<i64>) {\n"
      "  %z = stablehlo.constant dense<0> : tensor<i64>\n"
      "  %r = stablehlo.while(%i = %z) : tensor<i64> cond {\n"
      "    %p = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>\n"
      "    stablehlo.return %p : tensor<i1>\n"
      "  } do {\n"
      "    %m = interpreter.probe %i, probe_id = \"p\" : tensor<i64>\n"
      "    stablehlo.return %m : tensor<i64>\n"
      "  }\n"
      "  check.expect_serialized_eq %z, probe_id = \"p\", iter = 4 : tensor<i64>\n"
      "  return }");
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  bool found = false;
  for (const ir::Operation& operation : parsed->program.body.operations) {
    if (operation.kind != ir::OpKind::kWhile) continue;
    found = true;
    ASSERT_EQ(operation.results.size(), 3u);
    EXPECT_EQ(parsed->program.type(operation.results[1]),
              (ir::TensorType{ir::ElementType::kI64, {5}}));
  }
  EXPECT_TRUE(found);
}

TEST(Checks, ARecordingWithoutProbeOrBeyondMemoryIsRefused) {
  EXPECT_THAT(ErrorOf("func.func @main(%a: tensor<f32>) {\n"
                      "  check.expect_serialized_eq %a, probe_id = \"p\" : tensor<f32>\n"
                      "  return }"),
              HasSubstr("no probe 'p' has recorded anything"));
  EXPECT_THAT(ErrorOf("func.func @main(%a: tensor<f32>) {\n"
                      "  %0 = interpreter.probe %a, probe_id = \"p\" : tensor<f32>\n"
                      "  check.expect_serialized_eq %a, probe_id = \"p\", iter = "
                      "9223372036854775807 : tensor<f32>\n  return }"),
              HasSubstr("would record more than"));
}

TEST(Entries, MainAloneOrEveryFunctionWithoutArguments) {
  EXPECT_THAT(*EntryNames("func.func @a() { return }\nfunc.func @main() { return }"),
              ElementsAre("main"));
  EXPECT_THAT(*EntryNames("func.func @a() { return }\nfunc.func private @p() { return }\n"
                          "func.func @f(%x: tensor<f32>) { return }\n"
                          "func.func @b() { return }"),
              ElementsAre("a", "b"));
  EXPECT_THAT(*EntryNames("func.func public @f(%x: tensor<f32>) { return }"),
              ElementsAre("f"));
  EXPECT_THAT(*EntryNames("// Nothing but a comment.\n"), IsEmpty());
}

TEST(Entries, AreChosenByName) {
  const char text[] = "func.func @a() { return }\nfunc.func @b() { return }";
  EXPECT_THAT(ErrorOf(text), HasSubstr("several functions can be run, name one: @a, @b"));
  ParseOptions options;
  options.entry = "b";
  const absl::StatusOr<ParsedProgram> parsed = ParseProgram(text, options);
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->program.name, "b");
  options.entry = "c";
  EXPECT_THAT(ErrorOf(text, options), HasSubstr("there is no function '@c'"));
}

TEST(Pieces, LieBetweenLinesOfDashes) {
  const char text[] = "a\nb\n// -----\nc\n  // -----  \n// ----- x\n";
  const std::vector<TextPiece> pieces = SplitPieces(text);
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_EQ(pieces[0].text, "a\nb\n");
  EXPECT_EQ(pieces[0].first_line, 1);
  EXPECT_EQ(pieces[1].text, "c\n");
  EXPECT_EQ(pieces[1].first_line, 4);
  EXPECT_EQ(pieces[2].text, "// ----- x\n");
  EXPECT_EQ(pieces[2].first_line, 6);
  EXPECT_EQ(SplitPieces("").size(), 1u);
}

}  // namespace
}  // namespace tilewright::stablehlo
