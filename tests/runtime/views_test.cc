// Values that share another's memory: bit patterns seen as another type, and what a loop
// hands on as it was. They are intact while anybody reads them.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

constexpr char kT[] = "tensor<64xi64>";
constexpr char kHalves[] = "tensor<64x2xi32>";

// A permutation that no loop can make where its operand lies.
std::string Sort(const std::string& result, const std::string& operand,
                 const std::string& element, const std::string& type) {
  const std::string scalar = absl::StrCat("tensor<", element, ">");
  return absl::StrCat(result, " = \"stablehlo.sort\"(", operand,
                      ") <{dimension = 0 : i64}> ({\n^bb0(%l: ", scalar, ", %r: ", scalar,
                      "):\n%c = stablehlo.compare LT, %l, %r, SIGNED : (", scalar, ", ",
                      scalar, ") -> tensor<i1>\nstablehlo.return %c : tensor<i1>\n}) : (",
                      type, ") -> ", type, "\n");
}

std::string View(const std::string& result, const std::string& operand) {
  return absl::StrCat(result, " = stablehlo.bitcast_convert ", operand, " : (", kT,
                      ") -> ", kHalves, "\n");
}

std::string Back(const std::string& result, const std::string& operand) {
  return absl::StrCat(result, " = stablehlo.bitcast_convert ", operand, " : (", kHalves,
                      ") -> ", kT, "\n");
}

struct Case {
  const char* name;
  std::string body;  // makes %u and %v of %x and %y
};

class Views : public testing::TestWithParam<Case> {
 protected:
  // With attributes of the argument %x.
  static std::string Straight(const std::string& attributes) {
    return absl::StrCat("func.func @main(%x: ", kT, attributes, ", %y: ", kT, ") -> (",
                        kT, ", ", kT, ") {\n", GetParam().body, "return %u, %v : ", kT,
                        ", ", kT, "\n}\n");
  }

  // As the body of a loop that runs once.
  static std::string Looped() {
    return absl::StrCat(
        "func.func @main(%x0: ", kT, ", %y0: ", kT, ") -> (", kT, ", ", kT,
        ") {\n%no = stablehlo.constant dense<false> : tensor<i1>\n%w:3 = "
        "stablehlo.while(%done = %no, %x = %x0, %y = %y0) : tensor<i1>, ",
        kT, ", ", kT,
        "\ncond {\n%again = stablehlo.not %done : tensor<i1>\nstablehlo.return %again : "
        "tensor<i1>\n} do {\n%yes = stablehlo.constant dense<true> : tensor<i1>\n",
        GetParam().body, "stablehlo.return %yes, %u, %v : tensor<i1>, ", kT, ", ", kT,
        "\n}\nreturn %w#1, %w#2 : ", kT, ", ", kT, "\n}\n");
  }
};

TEST_P(Views, AreIntactWhileTheyAreRead) {
  std::vector<Array> inputs;
  for (uint32_t seed : {1, 2}) {
    inputs.push_back(Random({ElementType::kI64, {64}}, seed, -9e18, 9e18));
  }
  How how;
  for (bool cluster : {true, false}) {
    how.cluster = cluster;
    how.donate = false;
    const auto want = RunText(Straight(""), inputs, how);
    ASSERT_TRUE(want.ok()) << want.status();
    const auto looped = RunText(Looped(), inputs, how);
    ASSERT_TRUE(looped.ok()) << looped.status();
    EXPECT_TRUE(*looped == *want) << "in a loop, clustering " << cluster;
    how.donate = true;
    for (int output : {0, 1}) {
      const std::string donated =
          Straight(absl::StrCat(" {tf.aliasing_output = ", output, " : i32}"));
      const auto got = RunText(donated, inputs, how);
      ASSERT_TRUE(got.ok()) << got.status();
      EXPECT_TRUE(*got == *want) << "donated to " << output << ", clustering " << cluster;
    }
  }
}

std::vector<Case> Cases() {
  const std::string sort_y = Sort("%u", "%y", "i64", kT);
  const std::string sort_view = Sort("%s", "%b", "i32", kHalves) + Back("%v", "%s");
  return {
      {"ByALaterKernel", View("%b", "%x") + sort_y + sort_view},
      {"InABranch",
       absl::StrCat(View("%b", "%x"),
                    "%zero = stablehlo.constant dense<0> : tensor<i64>\n%e = "
                    "stablehlo.slice %y [0:1] : (",
                    kT,
                    ") -> tensor<1xi64>\n%f = stablehlo.reshape %e : (tensor<1xi64>) "
                    "-> tensor<i64>\n%p = stablehlo.compare NE, %f, %zero, SIGNED : "
                    "(tensor<i64>, tensor<i64>) -> tensor<i1>\n%both:2 = "
                    "\"stablehlo.if\"(%p) ({\n",
                    Sort("%u1", "%y", "i64", kT), Sort("%s1", "%b", "i32", kHalves),
                    Back("%v1", "%s1"), "stablehlo.return %u1, %v1 : ", kT, ", ", kT,
                    "\n}, {\nstablehlo.return %y, %y : ", kT, ", ", kT,
                    "\n}) : (tensor<i1>) -> (", kT, ", ", kT,
                    ")\n%u = stablehlo.optimization_barrier %both#0 : ", kT,
                    "\n%v = stablehlo.optimization_barrier %both#1 : ", kT, "\n")},
      {"ByWhatUpdatesTheirOrigin",
       absl::StrCat(
           View("%b", "%x"), "%mask = stablehlo.constant dense<63> : tensor<64x2xi32>\n",
           "%m = stablehlo.and %b, %mask : ", kHalves,
           "\n%t = stablehlo.reverse %m, dims = [0] : ", kHalves,
           "\n%i = stablehlo.slice %t [0:64, 0:1] : (", kHalves,
           ") -> tensor<64x1xi32>\n%u = \"stablehlo.scatter\"(%x, %i, %y) "
           "<{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
           "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%l: "
           "tensor<i64>, %r: tensor<i64>):\nstablehlo.return %r : tensor<i64>\n}) : (",
           kT, ", tensor<64x1xi32>, ", kT, ") -> ", kT,
           "\n%v = stablehlo.negate %y : ", kT, "\n")},
      {"AfterALoopThatLeavesThem",
       absl::StrCat("%zero = stablehlo.constant dense<0> : tensor<i64>\n%big = "
                    "stablehlo.constant dense<3> : tensor<i64>\n%one = "
                    "stablehlo.constant dense<1> : tensor<i64>\n%kept:3 = "
                    "stablehlo.while(%n = %zero, %same = %x, %other = %y) : "
                    "tensor<i64>, ",
                    kT, ", ", kT,
                    "\ncond {\n%c = stablehlo.compare LT, %n, %big, SIGNED : "
                    "(tensor<i64>, tensor<i64>) -> tensor<i1>\nstablehlo.return %c : "
                    "tensor<i1>\n} do {\n%n1 = stablehlo.add %n, %one : tensor<i64>\n",
                    Sort("%o1", "%other", "i64", kT),
                    "stablehlo.return %n1, %same, %o1 : tensor<i64>, ", kT, ", ", kT,
                    "\n}\n", Sort("%u", "%kept#2", "i64", kT),
                    Sort("%v", "%kept#1", "i64", kT))},
  };
}

INSTANTIATE_TEST_SUITE_P(Read, Views, testing::ValuesIn(Cases()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace tilewright::runtime
