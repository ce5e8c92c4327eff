// Arrays far larger than the caches, which are written past them.
#include <string>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

// Whole lines, and a size that is no multiple of them (guarded memory ends with its
// array, so such an array begins anywhere); threads share it unevenly.
constexpr int64_t kSizes[] = {int64_t{13} << 20, (int64_t{13} << 20) + 5};

std::string Doubled(int64_t size, const std::string& attributes) {
  const std::string type = Type(ElementType::kF32, {size});
  return absl::StrCat("func.func @main(%x: ", type, attributes, ") -> ", type,
                      " {\n  %y = stablehlo.add %x, %x : ", type,
                      "\n  return %y : ", type, "\n}");
}

void ExpectDoubled(int64_t size, const std::string& attributes, const How& how) {
  Array x({ElementType::kF32, {size}}), want = x;
  for (int64_t i = 0; i < size; ++i) {
    const float value = static_cast<float>(i);
    std::memcpy(x.bytes.data() + 4 * i, &value, 4);
    const float twice = 2 * value;
    std::memcpy(want.bytes.data() + 4 * i, &twice, 4);
  }
  const absl::StatusOr<std::vector<Array>> got =
      RunText(Doubled(size, attributes), {x}, how);
  ASSERT_TRUE(got.ok()) << got.status();
  EXPECT_TRUE((*got)[0] == want) << size;
}

TEST(LargeArrays, HoldTheSameValuesWhereverTheirMemoryLies) {
  for (int64_t size : kSizes) {
    for (bool guard : {false, true}) {
      How how;
      how.guard = guard;
      ExpectDoubled(size, "", how);
    }
  }
}

TEST(LargeArrays, AreWrittenOverTheirOperandsToo) {
  How how;
  how.donate = true;
  ExpectDoubled(kSizes[0], " {tf.aliasing_output = 0 : i32}", how);
}

TEST(LargeArrays, AreWrittenByNarrowVectorsToo) {
  How how;
  how.target = kPlainTarget;
  ExpectDoubled(kSizes[0], "", how);
}

}  // namespace
}  // namespace tilewright::runtime
