// Columns that are reduced: rows are read as they lie.
#include <string>

#include "tests/runtime/program_harness.h"
#include "tests/runtime/sums/order_reference.h"

namespace tilewright::runtime {
namespace {

TEST(MajorReduction, AreSummedInOrder) {
  for (int64_t columns : {40, 512, 700, 2100, 5000}) {
    for (int64_t rows : {5, 32, 39, 64}) {
      const Dims dims = {3, rows, columns};
      const std::string x = Type(ElementType::kF32, dims);
      const std::string y = Type(ElementType::kF32, {columns});
      // Of the products of x and x turned round, from 0.5 on.
      const std::string text = Main(
          absl::StrCat("%x: ", x), absl::StrCat(y, ", ", y),
          absl::StrCat("  %half = stablehlo.constant dense<0.5> : tensor<f32>\n",
                       "  %r = stablehlo.reverse %x, dims = [2] : ", x, "\n",
                       "  %p = stablehlo.multiply %x, %r : ", x, "\n",
                       "  %s = stablehlo.reduce(%p init: %half) applies stablehlo.add "
                       "across dimensions = [0, 1] : (",
                       x, ", tensor<f32>) -> ", y, "\n",
                       "  %m = stablehlo.reduce(%x init: %half) applies "
                       "stablehlo.maximum across dimensions = [0, 1] : (",
                       x, ", tensor<f32>) -> ", y, "\n  return %s, %m : ", y, ", ", y));
      const Array in = Random({ElementType::kF32, dims}, 3);
      How how;
      how.guard = true;
      const auto got = RunText(text, {in}, how);
      ASSERT_TRUE(got.ok()) << got.status() << "\n" << text;
      for (int64_t c = 0; c < columns; ++c) {
        float most = 0.5f;
        std::vector<float> products;
        for (int64_t r = 0; r < 3 * rows; ++r) {
          const auto at = [&](int64_t i) {
            return static_cast<float>(in.Real(r * columns + i));
          };
          products.push_back(at(c) * at(columns - 1 - c));
          most = std::max(most, at(c));
        }
        const float sum = 0.5f + *SumOrder<float>::Column(products);
        ASSERT_EQ((*got)[0].Real(c), sum) << rows << " x " << columns << ", " << c;
        ASSERT_EQ((*got)[1].Real(c), most) << rows << " x " << columns << ", " << c;
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::runtime
