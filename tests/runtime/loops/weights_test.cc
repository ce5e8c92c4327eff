// Right sides of products that are the same in each turn of a loop: packed before the
// first turn, and only those; the results are those of packing them in each.
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

const char* const kType = "tensor<160x160xf32>";

// "%r = dot %x, %y"; "add", "transpose", ... likewise
std::string Line(const std::string& text) {
  const size_t at = text.find(" = ") + 3, end = text.find(' ', at);
  const std::string left = text.substr(0, at), operation = text.substr(at, end - at),
                    operands = text.substr(end);
  const std::string binary = absl::StrCat(" : (", kType, ", ", kType, ") -> ", kType);
  if (operation == "dot") {
    return absl::StrCat(left, "stablehlo.dot_general", operands,
                        ", contracting_dims = [1] x [0]", binary, "\n");
  }
  if (operation == "dott") {
    return absl::StrCat(left, "stablehlo.dot_general", operands,
                        ", contracting_dims = [1] x [1]", binary, "\n");
  }
  return absl::StrCat(left, "stablehlo.", operation, operands, " : ", kType, "\n");
}

std::string Lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += Line(line);
  return text;
}

// Two turns; %a and %b are carried, from %a0 and %b0.
std::string Loop(const std::string& counter, const std::string& names,
                 const std::string& from, const std::string& result,
                 const std::string& body, const std::string& next) {
  const std::string types = absl::StrCat("tensor<i32>, ", kType, ", ", kType);
  const std::string a = names.substr(0, 1), b = names.substr(1, 1);
  return absl::StrCat(
      result, ":3 = stablehlo.while(%", counter, " = %zero, %", a, " = %", from, "0, %",
      b, " = %b0) : ", types, "\ncond {\n%p", a, " = stablehlo.compare LT, %", counter,
      ", %two : (tensor<i32>, tensor<i32>) -> tensor<i1>\n", "stablehlo.return %p", a,
      " : tensor<i1>\n} do {\n", body, "%", counter, "n = stablehlo.add %", counter,
      ", %one : tensor<i32>\nstablehlo.return %", counter, "n, ", next, " : ", types,
      "\n}\n");
}

struct Case {
  const char* name;
  std::string before, body, next;
  int packed, inside;  // how many are packed where
};

std::string Program(const Case& c) {
  const std::string t = kType;
  return Main(absl::StrCat("%x: ", t, ", %w: ", t, ", %a0: ", t, ", %b0: ", t),
              absl::StrCat(t, ", ", t),
              absl::StrCat("%zero = stablehlo.constant dense<0> : tensor<i32>\n",
                           "%one = stablehlo.constant dense<1> : tensor<i32>\n",
                           "%two = stablehlo.constant dense<2> : tensor<i32>\n", c.before,
                           Loop("i", "ab", "a", "%v", c.body, c.next),
                           "return %v#1, %v#2 : ", t, ", ", t));
}

int PackedIn(const std::vector<plan::Step>& steps) {
  int packed = 0;
  for (const plan::Step& step : steps) packed += step.name.rfind("pack", 0) == 0;
  return packed;
}

int PackedInside(const std::vector<plan::Step>& steps) {
  int packed = 0;
  for (const plan::Step& step : steps) {
    packed += PackedIn(step.loop.body) + PackedInside(step.loop.body);
    for (const auto& branch : step.branch.branches) {
      packed += PackedIn(branch) + PackedInside(branch);
    }
  }
  return packed;
}

class LoopWeights : public testing::TestWithParam<Case> {};

TEST_P(LoopWeights, ArePackedOnceWhereTheyStay) {
  const std::string text = Program(GetParam());
  std::vector<Array> inputs;
  for (uint32_t i = 0; i < 4; ++i) {
    inputs.push_back(Random({ElementType::kF32, {160, 160}}, i, -0.5, 0.5));
  }
  for (const Numerics numerics : {Numerics::kIeee, Numerics::kTpu}) {
    for (const char* target : {kPlainTarget, "native"}) {
      How how = {.numerics = numerics, .guard = true, .target = target};
      const auto compiled = Compiled::Make(text, how);
      ASSERT_TRUE(compiled.ok()) << text << compiled.status();
      const std::vector<plan::Step>& steps = compiled->executable().plan().steps;
      EXPECT_EQ(PackedIn(steps), GetParam().packed) << text;
      EXPECT_EQ(PackedInside(steps), GetParam().inside) << text;
      how.cluster = false;  // packs in each turn
      const auto once = compiled->Run(inputs), often = RunText(text, inputs, how);
      ASSERT_TRUE(once.ok() && often.ok()) << once.status() << often.status();
      EXPECT_EQ(*once, *often) << target;
    }
  }
}

std::vector<Case> Cases() {
  return {
      {"AnArgument", "", Lines({"%r = dot %a, %w"}), "%r, %b", 1, 0},
      {"ItsTranspose", "", Lines({"%r = dott %a, %w"}), "%r, %b", 1, 0},
      {"ACarriedValueThatStays", "", Lines({"%r = dot %a, %b"}), "%r, %b", 1, 0},
      {"WhatWasComputedBefore", Lines({"%u = multiply %w, %w", "%t = dot %u, %x"}),
       Lines({"%r = dot %a, %t"}), "%r, %b", 1, 0},
      {"TwoProductsOfOne", "", Lines({"%r = dot %a, %w", "%s = dot %b, %w"}), "%r, %s", 1,
       0},
      {"OfTwo", "", Lines({"%r = dot %a, %w", "%s = dot %b, %x"}), "%r, %s", 2, 0},
      {"WhatChanges", "", Lines({"%r = dot %w, %a", "%s = dot %x, %b"}), "%r, %s", 0, 0},
      {"WhatIsMadeOfWhatChanges", "", Lines({"%u = add %b, %w", "%r = dot %a, %u"}),
       "%r, %r", 0, 0},
      {"WhatChangesPlaces", "", Lines({"%r = dot %x, %a"}), "%b, %r", 0, 0},
      {"OfAnInnerLoop", "",
       Loop("j", "cd", "a", "%q", Lines({"%r = dot %c, %w", "%s = dot %r, %a"}),
            "%s, %d") +
           Lines({"%t = dot %q#1, %x"}),
       "%t, %q#2", 2, 1},
      {"OfABranch", "",
       absl::StrCat("%o = stablehlo.compare EQ, %i, %one : (tensor<i32>, tensor<i32>) -> "
                    "tensor<i1>\n%r = \"stablehlo.if\"(%o) ({\n",
                    Line("%t = dot %a, %w"), "\"stablehlo.return\"(%t) : (", kType,
                    ") -> ()\n}, {\n\"stablehlo.return\"(%a) : (", kType,
                    ") -> ()\n}) : (tensor<i1>) -> ", kType, "\n"),
       "%r, %b", 0, 0},
  };
}

INSTANTIATE_TEST_SUITE_P(, LoopWeights, testing::ValuesIn(Cases()),
                         [](const testing::TestParamInfo<Case>& info) {
                           return std::string(info.param.name);
                         });

}  // namespace
}  // namespace tilewright::runtime
