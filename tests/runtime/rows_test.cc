// Rows that are reduced, some of them side by side.
#include <string>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

// softmax(x) * w and the rows' sums of that: passes, rows kept in scratch, an operand
// that all rows share, and what there is one of a row.
std::string RowChain(int64_t rows, int64_t size, ElementType element) {
  const std::string x = Type(element, {rows, size}), row = Type(element, {rows});
  const std::string w = Type(element, {size}), one = Type(element, {});
  const std::string to_rows = absl::StrCat(", dims = [0] : (", row, ") -> ", x);
  const std::string over =
      absl::StrCat(" across dimensions = [1] : (", x, ", ", one, ") -> ", row);
  return absl::StrCat("func.func @main(%x: ", x, ", %w: ", w, ") -> (", x, ", ", row,
                      ") {\n", "  %low = stablehlo.constant dense<-9.0> : ", one, "\n",
                      "  %zero = stablehlo.constant dense<0.0> : ", one, "\n",
                      "  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum",
                      over, "\n", "  %mb = stablehlo.broadcast_in_dim %m", to_rows, "\n",
                      "  %d = stablehlo.subtract %x, %mb : ", x, "\n",
                      "  %e = stablehlo.exponential %d : ", x, "\n",
                      "  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add",
                      over, "\n", "  %sb = stablehlo.broadcast_in_dim %s", to_rows, "\n",
                      "  %p = stablehlo.divide %e, %sb : ", x, "\n",
                      "  %wb = stablehlo.broadcast_in_dim %w, dims = [1] : (", w, ") -> ",
                      x, "\n", "  %y = stablehlo.multiply %p, %wb : ", x, "\n",
                      "  %t = stablehlo.reduce(%y init: %zero) applies stablehlo.add",
                      over, "\n", "  return %y, %t : ", x, ", ", row, "\n}");
}

TEST(Rows, AreTheSameWhereverTheyLie) {
  How how;
  how.guard = true;
  for (ElementType element : {ElementType::kF32, ElementType::kBF16}) {
    for (int64_t size : {1, 5, 16, 24, 64, 100, 250, 600}) {
      const Array w = Random({element, {size}}, 1);
      for (int64_t rows : {1, 2, 3, 4, 6, 12, 128}) {
        const auto program = Compiled::Make(RowChain(rows, size, element), how);
        ASSERT_TRUE(program.ok()) << program.status();
        // The same rows, each one place further down.
        const Array x = Random({element, {rows, size}}, 2);
        Array moved = x;
        const auto place = [&](int64_t r) { return (r + 1) % rows; };
        for (int64_t r = 0; r < rows; ++r) {
          for (int64_t i = 0; i < size; ++i) {
            moved.SetBits(place(r) * size + i, x.Bits(r * size + i));
          }
        }
        const auto got = program->Run({moved, w}), want = program->Run({x, w});
        ASSERT_TRUE(got.ok() && want.ok()) << got.status() << want.status();
        for (int64_t r = 0; r < rows; ++r) {
          ASSERT_EQ((*got)[1].Bits(place(r)), (*want)[1].Bits(r)) << rows << "x" << size;
          for (int64_t i = 0; i < size; ++i) {
            ASSERT_EQ((*got)[0].Bits(place(r) * size + i), (*want)[0].Bits(r * size + i))
                << rows << "x" << size << ", row " << r;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::runtime
