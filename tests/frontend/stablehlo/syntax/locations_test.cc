// Where operations say that they come from: `loc(...)`, or the text itself.
#include "ir/location.h"
#include "tests/frontend/stablehlo/parsing.h"

namespace tilewright::stablehlo {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// The places of all operations, in order.
std::vector<std::string> Locations(absl::string_view text) {
  ParseOptions options;
  options.file_name = "m.mlir";
  const absl::StatusOr<ParsedProgram> parsed = ParseProgram(text, options);
  EXPECT_TRUE(parsed.ok()) << parsed.status().message();
  std::vector<std::string> places;
  if (!parsed.ok()) return places;
  ir::ForEachOperation(parsed->program, [&](const ir::Operation& operation) {
    places.push_back(ir::LocationText(parsed->program.files, operation.location));
  });
  return places;
}

// Of an operation with this location; the aliases follow.
std::string LocationOf(const std::string& location, const std::string& aliases = "") {
  const std::vector<std::string> places = Locations(
      "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n"
      "  %y = stablehlo.tanh %x : tensor<f32> loc(" +
      location +
      ")\n"
      "  return %y : tensor<f32>\n"
      "}\n" +
      aliases);
  return places.size() == 1 ? places[0] : "?";
}

TEST(Locations, WithoutOneAnOperationIsWhereItStandsInTheText) {
  EXPECT_THAT(Locations(R"(
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %y = stablehlo.tanh %x : tensor<f32>
      %z = "stablehlo.add"(%x,
          %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      return %z : tensor<f32>
    })"),
              ElementsAre("m.mlir:3:12", "m.mlir:4:12"));
}

TEST(Locations, EveryFormComesDownToAPlaceInAFile) {
  EXPECT_EQ(LocationOf(R"("a/model.py":12:3)"), "a/model.py:12:3");
  EXPECT_EQ(LocationOf(R"("model.py":12:3 to 13:4)"), "model.py:12:3");
  EXPECT_EQ(LocationOf(R"("model.py":12:3 to :9)"), "model.py:12:3");
  EXPECT_EQ(LocationOf(R"("jit(f)/tanh"("model.py":12:3))"), "model.py:12:3");
  EXPECT_EQ(LocationOf(R"(callsite("in.py":1:2 at "out.py":3:4))"), "in.py:1:2");
  EXPECT_EQ(LocationOf(R"(callsite("in" at callsite(unknown at "out.py":3:4)))"),
            "out.py:3:4");
  EXPECT_EQ(LocationOf(R"(fused["name", "model.py":12:3, "other.py":1:1])"),
            "model.py:12:3");
  EXPECT_EQ(LocationOf(R"(fused<{a = "<", b = array<i64: 1>}>["model.py":12:3])"),
            "model.py:12:3");
  EXPECT_EQ(LocationOf(R"("with \22quotes\22.py":1:2)"), "with \"quotes\".py:1:2");
}

TEST(Locations, AliasesMayFollowTheirUses) {
  EXPECT_EQ(LocationOf("#loc3", R"(
    #loc1 = loc("model.py":12:3)
    #loc2 = loc("f"(#loc1))
    #loc3 = loc(callsite(#loc2 at #loc1)))"),
            "model.py:12:3");
}

TEST(Locations, OneThatNamesNoFileIsThatOfTheText) {
  const std::string in_text = "m.mlir:2:8";
  EXPECT_EQ(LocationOf("unknown"), in_text);
  EXPECT_EQ(LocationOf(R"("only a name")"), in_text);
  EXPECT_EQ(LocationOf("#loc1", "#loc1 = loc(#loc1)"), in_text);
  EXPECT_EQ(
      LocationOf("#loc1", "#loc1 = loc(#loc2)\n#loc2 = loc(callsite(#loc1 at #loc2))"),
      in_text);
  EXPECT_EQ(LocationOf("#nowhere"), in_text);
  EXPECT_EQ(LocationOf("#other", "#other = 5"), in_text);
}

TEST(Locations, NonsenseIsNoError) {
  for (const char* text : {"", "5", "to", "[[]]", "fused", "fused[]", "fused<>",
                           "fused<<><>>[]", "callsite()", "callsite(at)", "\"a\":",
                           "\"a\":0:0", "\"a\":99999999999999999999:1", "\"a\"()"}) {
    EXPECT_EQ(LocationOf(text), "m.mlir:2:8") << text;
  }
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "\"f\"(";
  EXPECT_EQ(LocationOf(deep + "unknown" + std::string(100000, ')')), "m.mlir:2:8");
  // Each stands for two of the one before.
  std::string aliases = "#l0 = loc(unknown)\n";
  for (int i = 1; i < 150; ++i) {
    const std::string before = absl::StrCat("#l", i - 1);
    absl::StrAppend(&aliases, "#l", i, " = loc(callsite(", before, " at ", before,
                    "))\n");
  }
  EXPECT_EQ(LocationOf("#l149", aliases), "m.mlir:2:8");
}

TEST(Locations, OperationsOfRegionsAndCallsHaveTheirOwn) {
  EXPECT_THAT(Locations(R"(
    func.func @main(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
      %y = func.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("caller.py":1:1)
      %r = "stablehlo.reduce"(%y, %z) <{dimensions = array<i64: 0>}> ({
        ^bb0(%a: tensor<f32> loc("x"), %b: tensor<f32> loc("x")):
          %s = stablehlo.add %a, %b : tensor<f32> loc("inner.py":5:5)
          stablehlo.return %s : tensor<f32> loc("inner.py":6:5)
      }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32> loc("outer.py":4:4)
      return %r : tensor<f32>
    }
    func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %t = stablehlo.tanh %x : tensor<4xf32> loc("callee.py":2:2)
      return %t : tensor<4xf32>
    })"),
              ElementsAre("callee.py:2:2", "outer.py:4:4", "inner.py:5:5"));
}

TEST(Locations, AreNoPartOfAProgramsIdentity) {
  const char* const plain =
      "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n"
      "  %y = stablehlo.tanh %x : tensor<f32>\n"
      "  return %y : tensor<f32>\n"
      "}\n";
  const char* const told =
      "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n"
      "  %y = stablehlo.tanh %x : tensor<f32> loc(\"model.py\":12:3)\n"
      "  return %y : tensor<f32>\n"
      "}\n";
  ExpectSameProgram(plain, told);
}

TEST(Locations, ErrorsPointIntoTheTextAndNameWhatItWasMadeFrom) {
  ParseOptions options;
  options.file_name = "m.mlir";
  // Found when the operation is read, ...
  EXPECT_EQ(ErrorOf("func.func @main(%x: tensor<f32>) -> tensor<f32> {\n"
                    "  %y = stablehlo.tanh %z : tensor<f32> loc(\"model.py\":12:3)\n"
                    "  return %y : tensor<f32>\n"
                    "}\n",
                    options),
            "m.mlir:2:23: error: '%z' is not defined before\n"
            "    %y = stablehlo.tanh %z : tensor<f32> loc(\"model.py\":12:3)\n"
            "                        ^\n"
            "  (from model.py:12:3)");
  // ... and when the program is verified.
  const std::string ill_typed =
      "func.func @main(%x: tensor<i32>) -> tensor<i32> {\n"
      "  %y = stablehlo.tanh %x : tensor<i32> loc(\"a.py\":12:3)\n"
      "  %z = stablehlo.tanh %x : tensor<i32>\n"
      "  return %y : tensor<i32>\n"
      "}\n";
  EXPECT_EQ(ErrorOf(ill_typed, options),
            "m.mlir:2:8: error: stablehlo.tanh: is not defined on tensor<i32>\n"
            "    %y = stablehlo.tanh %x : tensor<i32> loc(\"a.py\":12:3)\n"
            "         ^\n"
            "  (from a.py:12:3)\n"
            "m.mlir:3:8: error: stablehlo.tanh: is not defined on tensor<i32>\n"
            "    %z = stablehlo.tanh %x : tensor<i32>\n"
            "         ^");
}

TEST(Locations, AnErrorInARegionNamesTheInnermostOperationAlone) {
  const std::string error = ErrorOf(R"(
    func.func @main(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
      %r = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %c : tensor<f32> loc("inner.py":5:5)
          stablehlo.return %s : tensor<f32>
      }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32> loc("outer.py":4:4)
      return %r : tensor<f32>
    })");
  EXPECT_THAT(error, HasSubstr("(from inner.py:5:5)"));
  EXPECT_THAT(error, Not(HasSubstr("outer.py:4:4)\n  (from")));
  EXPECT_THAT(error, Not(HasSubstr("(from outer.py")));
}

}  // namespace
}  // namespace tilewright::stablehlo
