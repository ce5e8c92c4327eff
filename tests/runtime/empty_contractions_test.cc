// Products over a dimension without elements, of operands that are moved on the way: all
// sums are zero.
#include <string>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

struct Side {
  const char* name;
  Dims dims;         // of the argument
  const char* move;  // the line that makes %NAME_m, tensor<5x0xf32>, of %NAME
};

constexpr char kTransposed[] =
    "%N_m = stablehlo.transpose %N, dims = [1, 0] : (tensor<0x5xf32>) -> tensor<5x0xf32>";
constexpr char kSpreadEmpty[] =
    "%N_m = stablehlo.broadcast_in_dim %N, dims = [1] : (tensor<0xf32>) -> "
    "tensor<5x0xf32>";
constexpr char kSpreadToNothing[] =
    "%N_m = stablehlo.broadcast_in_dim %N, dims = [0, 1] : (tensor<5x1xf32>) -> "
    "tensor<5x0xf32>";
constexpr char kReshaped[] =
    "%N_m = stablehlo.reshape %N : (tensor<0x3x5xf32>) -> tensor<5x0xf32>";
constexpr char kSliced[] =
    "%N_m = stablehlo.slice %N [0:5, 2:2] : (tensor<5x4xf32>) -> tensor<5x0xf32>";
constexpr char kTurned[] = "%N_m = stablehlo.reverse %N, dims = [0] : tensor<5x0xf32>";

const Side kSides[] = {{"Transposed", {0, 5}, kTransposed},
                       {"SpreadEmpty", {0}, kSpreadEmpty},
                       {"SpreadToNothing", {5, 1}, kSpreadToNothing},
                       {"Reshaped", {0, 3, 5}, kReshaped},
                       {"Sliced", {5, 4}, kSliced},
                       {"Turned", {5, 0}, kTurned}};

TEST(EmptyContractions, GiveZeroWhateverMovesTheirOperands) {
  for (const Side& left : kSides) {
    for (const Side& right : kSides) {
      const auto line = [](const Side& side, const std::string& name) {
        std::string text = side.move;
        for (size_t at; (at = text.find("%N")) != std::string::npos;) {
          text.replace(at, 2, "%" + name);
        }
        return text + "\n";
      };
      const std::string text = Main(
          absl::StrCat("%a: ", Type(ElementType::kF32, left.dims), ", %b: ",
                       Type(ElementType::kF32, right.dims), ", %c: tensor<5x5xf32>"),
          "tensor<5x5xf32>",
          line(left, "a") + line(right, "b") +
              "%p = stablehlo.dot_general %a_m, %b_m, contracting_dims = [1] x [1] : "
              "(tensor<5x0xf32>, tensor<5x0xf32>) -> tensor<5x5xf32>\n"
              "%r = stablehlo.subtract %c, %p : tensor<5x5xf32>\n"
              "return %r : tensor<5x5xf32>");
      const Array c = Random({ElementType::kF32, {5, 5}}, 3);
      for (const Numerics numerics : {Numerics::kIeee, Numerics::kTpu}) {
        for (const bool cluster : {true, false}) {
          How how;
          how.numerics = numerics;
          how.cluster = cluster;
          how.guard = true;
          const auto got = RunText(text,
                                   {Random({ElementType::kF32, left.dims}, 1),
                                    Random({ElementType::kF32, right.dims}, 2), c},
                                   how);
          ASSERT_TRUE(got.ok()) << left.name << ", " << right.name << got.status();
          EXPECT_TRUE((*got)[0] == c) << left.name << ", " << right.name;
        }
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::runtime
