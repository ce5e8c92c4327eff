// Stores of several values, in every form that they are emitted in, beside the reference:
// in registers, where values are too many for them, and where a vector is no vector of
// neighbours or not full.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "jit/library/recompile.h"
#include "jit/llvm/target.h"
#include "jit/load/code_loader.h"
#include "tests/plain_target.h"
#include "tests/reference/evaluate.h"
#include "tests/reference/plan_run.h"
#include "tile/text/parse.h"
#include "tile/verify/verify.h"

namespace tilewright::runtime {
namespace {

using ir::ElementType;

// All elements are different, as far as the type can tell.
reference::Array Numbered(const ir::TensorType& type) {
  reference::Array array = {type, {}};
  const ElementType part = ir::RealPart(type.element);
  for (int64_t i = 0; i < type.num_elements(); ++i) {
    const int64_t number = i % 120 + 1;
    reference::Element x = ir::IsFloat(part)
                               ? reference::Element{reference::Nearest(part, number)}
                               : reference::FromInteger(part, number);
    if (ir::IsComplex(type.element)) x.im = reference::Nearest(part, -number);
    array.elements.push_back(x);
  }
  return array;
}

void ExpectAgreement(const std::string& text, const std::string& target) {
  SCOPED_TRACE(absl::StrCat(target, "\n", text));
  const absl::StatusOr<tile::Program> program = tile::Parse(text);
  ASSERT_TRUE(program.ok()) << program.status();
  ASSERT_EQ(tile::Verify(*program), absl::OkStatus());
  const absl::StatusOr<std::string> object =
      jit::RecompileKernel(text, {*jit::FindTarget(target), program->numerics});
  ASSERT_TRUE(object.ok()) << object.status();
  const auto loader = jit::CodeLoader::Create({});
  ASSERT_TRUE(loader.ok()) << loader.status();
  const auto kernel = (*loader)->Load(*object, "interleaved");
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  std::vector<reference::Array> arrays;
  std::vector<reference::Memory> memory;
  std::vector<void*> buffers;
  for (tile::RefId ref : program->Parameters()) {
    arrays.push_back(Numbered(program->refs[ref].type));
    memory.emplace_back(arrays.back().type.byte_size());
    memory.back().Store(0, arrays.back());
    buffers.push_back(memory.back().data());
  }
  reference::Memory scratch(1 << 20);
  (*kernel)->entry()(buffers.data(), scratch.data(), 0, program->grid_steps().number(),
                     0);
  const absl::Status done = reference::Evaluate(*program, absl::MakeSpan(arrays));
  ASSERT_TRUE(done.ok()) << done;
  for (size_t a = 0; a < arrays.size(); ++a) {
    const reference::Agreement agreement =
        reference::Compare(arrays[a], memory[a].data());
    EXPECT_EQ(agreement.difference, "") << "array " << a;
    EXPECT_EQ(agreement.unknown, 0);
  }
}

// `count` values of 5 x `length`: rows of two arrays, turn by turn.
std::string Values(const std::string& element, int count, int length, int steps) {
  const std::string type = absl::StrCat("tensor<5x", length, "x", element, ">");
  std::vector<int> values;
  for (int v = 0; v < count; ++v) values.push_back(v % 2);
  return absl::StrCat("numerics ieee parallel\nr0 hbm in ", type, "\nr1 hbm in ", type,
                      "\nr2 hbm out tensor<5x", length * count, "x", element,
                      ">\n0 = load r0 : ", type, "\n1 = load r1 : ", type,
                      "\nnest outer=[5, ", length, "] grid=", steps,
                      " lanes=outer\n  pass\n    store r2 <- interleave (",
                      absl::StrJoin(values, ", "), ")\n");
}

TEST(InterleavedStores, GoWhereTheReferencePutsThem) {
  for (const char* target : {"native", kPlainTarget}) {
    for (const char* element : {"f32", "bf16", "i8", "i64", "complex<f32>"}) {
      for (int count : {2, 3, 8, 9, 33}) {
        ExpectAgreement(Values(element, count, 64, 1), target);
        ExpectAgreement(Values(element, count, 37, 3), target);
      }
    }
  }
}

TEST(InterleavedStores, StandBesideOthersInAPass) {
  for (const char* target : {"native", kPlainTarget}) {
    ExpectAgreement(R"(numerics ieee parallel
r0 hbm in tensor<100xf32>
r1 hbm out tensor<100x2xf32>
r2 hbm out tensor<100xf32>
r3 hbm out tensor<300xf32>
0 = load r0 : tensor<100xf32>
1 = scalar stablehlo.negate (0) : tensor<100xf32>
2 = reverse (0) a=[0] : tensor<100xf32>
nest outer=[100] grid=2 lanes=outer
  pass
    store r1 <- interleave (1, 0)
    store r2 <- 2
    store r3 <- interleave (0, 2, 1)
)",
                    target);
  }
}

// Lanes along rows, beside a sum of them, and one after the other.
TEST(InterleavedStores, HoldInPassesOverRows) {
  for (const char* target : {"native", kPlainTarget}) {
    for (const char* lanes : {"inner", "outer"}) {
      ExpectAgreement(absl::StrCat(R"(numerics ieee parallel
r0 hbm in tensor<6x40xi32>
r1 hbm out tensor<6x80xi32>
r2 hbm out tensor<6x2xi32>
0 = load r0 : tensor<6x40xi32>
1 = scalar stablehlo.negate (0) : tensor<6x40xi32>
2 = constant 0x00000000 : tensor<i32>
3 = result a=[0, 0] : tensor<6xi32>
4 = scalar stablehlo.negate (3) : tensor<6xi32>
nest outer=[6] grid=1 lanes=)",
                                   lanes, R"(
  pass inner=[40]
    store r1 <- interleave (0, 1)
    reduce#0 (0) init (2) stablehlo.add
  pass
    store r2 <- interleave (3, 4)
)"),
                      target);
    }
  }
}

// The last window leaves its array.
TEST(InterleavedStores, HoldInWindowsAndScratch) {
  for (const char* target : {"native", kPlainTarget}) {
    ExpectAgreement(R"(numerics ieee parallel
r0 hbm in tensor<20x8xf32>
r1 hbm out tensor<20x16xf32>
r2 vmem in tensor<8x8xf32> window of r0 block=[8, 8] kept=[0, 1] at (3, 1)
r3 vmem out tensor<8x16xf32> window of r1 block=[8, 16] kept=[0, 1] at (3, 1)
r4 vmem in tensor<2x64xf32>
0 = counter a=[0] : tensor<i32>
1 = constant 0x00000000 : tensor<i32>
2 = constant 0x08000000 : tensor<i32>
3 = scalar stablehlo.multiply (0, 2) : tensor<i32>
4 = load r2 : tensor<8x8xf32>
5 = scalar stablehlo.negate (4) : tensor<8x8xf32>
6 = load r4 : tensor<8x8x2xf32>
7 = slice (6) a=[0, 0, 0] b=[1, 1, 1] : tensor<8x8x1xf32>
8 = slice (6) a=[0, 0, 1] b=[1, 1, 1] : tensor<8x8x1xf32>
grid [3]
  nest outer=[8, 8] grid=1 lanes=outer
    pass
      store r4 <- interleave (4, 5)
  nest outer=[8, 8, 1] grid=1 lanes=outer
    pass
      store r3 <- interleave (8, 7)
)",
                    target);
  }
}

}  // namespace
}  // namespace tilewright::runtime
