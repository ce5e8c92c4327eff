// Computations on wider types than those of the elements that they are given.
#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

void ExpectResult(const std::string& text, const std::vector<Array>& inputs,
                  const Array& want) {
  for (const bool cluster : {true, false}) {
    How how;
    how.cluster = cluster;
    const auto got = RunText(text, inputs, how);
    ASSERT_TRUE(got.ok()) << got.status() << "\n" << text;
    EXPECT_EQ((*got)[0], want) << text;
  }
}

// Adds i8 in i32.
const std::string kSum =
    "({\n^bb0(%a: tensor<i32>, %b: tensor<i32>):\n%s = stablehlo.add %a, %b : "
    "tensor<i32>\nstablehlo.return %s : tensor<i32>\n})";

Array Bytes(Dims dims, const std::vector<double>& values) {
  return Filled(ElementType::kI8, std::move(dims), values);
}
Array Ints(Dims dims, const std::vector<double>& values) {
  return Filled(ElementType::kI32, std::move(dims), values);
}

TEST(Promotion, ReductionsAreDoneInTheTypeOfTheirComputation) {
  ExpectResult(Main("%x: tensor<4xi8>, %i: tensor<i8>", "tensor<i32>",
                    "%r = \"stablehlo.reduce\"(%x, %i) <{dimensions = array<i64: 0>}> " +
                        kSum + " : (tensor<4xi8>, tensor<i8>) -> tensor<i32>\n" +
                        "return %r : tensor<i32>"),
               {Bytes({4}, {100, 100, 100, -3}), Bytes({}, {5})}, Ints({}, {302}));
}

TEST(Promotion, SoAreRunningOnesAndThoseOfWindows) {
  for (const int window : {4, 2}) {
    const std::string text =
        Main("%x: tensor<4xi8>, %i: tensor<i8>", "tensor<4xi32>",
             absl::StrCat("%r = \"stablehlo.reduce_window\"(%x, %i) <{padding = dense<[[",
                          window - 1,
                          ", 0]]> : tensor<1x2xi64>, window_dimensions = "
                          "array<i64: ",
                          window, ">}> ", kSum,
                          " : (tensor<4xi8>, tensor<i8>) -> tensor<4xi32>\n"
                          "return %r : tensor<4xi32>"));
    ExpectResult(
        text, {Bytes({4}, {100, 100, 100, -3}), Bytes({}, {0})},
        window == 4 ? Ints({4}, {100, 200, 300, 297}) : Ints({4}, {100, 200, 200, 97}));
  }
}

TEST(Promotion, AndScatters) {
  ExpectResult(
      Main(
          "%x: tensor<2xi8>, %i: tensor<2x1xi32>, %u: tensor<2xi8>", "tensor<2xi32>",
          "%r = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = "
          "#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = "
          "[0], index_vector_dim = 1>}> " +
              kSum +
              " : (tensor<2xi8>, tensor<2x1xi32>, tensor<2xi8>) -> tensor<2xi32>\n"
              "return %r : tensor<2xi32>"),
      {Bytes({2}, {100, 1}), Ints({2, 1}, {0, 0}), Bytes({2}, {100, 100})},
      Ints({2}, {300, 1}));
}

}  // namespace
}  // namespace tilewright::runtime
