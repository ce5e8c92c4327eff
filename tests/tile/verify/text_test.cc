// Texts of programs that are sound, and what of one changed word is refused for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tile/text/parse.h"
#include "tile/verify/verify.h"

namespace tilewright::tile {
namespace {

using ::testing::HasSubstr;

struct Change {
  std::string from, to, message;
};

// `text` is sound; with each change, of the first place where `from` is, it is not.
void ExpectRefused(const std::string& text, const std::vector<Change>& changes) {
  const absl::StatusOr<Program> sound = Parse(text);
  ASSERT_TRUE(sound.ok()) << sound.status();
  EXPECT_EQ(Verify(*sound), absl::OkStatus());
  for (const Change& change : changes) {
    std::string changed = text;
    const size_t at = changed.find(change.from);
    ASSERT_NE(at, std::string::npos) << change.from;
    changed.replace(at, change.from.size(), change.to);
    const absl::StatusOr<Program> program = Parse(changed);
    ASSERT_TRUE(program.ok()) << program.status();
    const absl::Status status = Verify(*program);
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal)
        << change.from << " -> " << change.to;
    EXPECT_THAT(std::string(status.message()), HasSubstr(change.message))
        << change.from << " -> " << change.to;
  }
}

TEST(VerifyText, DataMovement) {
  ExpectRefused(
      R"(numerics tpu parallel
r0 hbm in tensor<4x6xf32>
r1 hbm in tensor<i32>
r2 hbm out tensor<6x4xf32>
0 = load r0 : tensor<4x6xf32>
1 = load r1 : tensor<i32>
2 = constant 0x00000000 : tensor<f32>
3 = slice (0) a=[0, 1] b=[1, 2] : tensor<4x3xf32>
4 = pad (3, 2) a=[-1, 2] b=[0, 1] : tensor<3x9xf32>
5 = reverse (0) a=[1] : tensor<4x6xf32>
6 = concatenate (3, 0) a=[1] : tensor<4x9xf32>
7 = dynamic_slice (6, 1, 1) : tensor<4x6xf32>
8 = dynamic_update_slice (0, 3, 1, 1) : tensor<4x6xf32>
9 = window (0, 2) a=[1, 1] b=[1, 1] c=[0, 1] d=[1, 1] : tensor<4x6x1x1xf32>
10 = reshape (9) : tensor<4x6xf32>
11 = broadcast (1) : tensor<4x6xi32>
12 = scalar stablehlo.convert (11) : tensor<4x6xf32>
13 = scalar stablehlo.add (12, 8) : tensor<4x6xf32>
14 = transpose (13) a=[1, 0] : tensor<6x4xf32>
15 = iota a=[0] : tensor<4x6xi32>
16 = scalar stablehlo.compare (11, 15) a=[2] b=[2] : tensor<4x6xi1>
17 = scalar stablehlo.reduce_precision (0) a=[5] b=[10] : tensor<4x6xf32>
nest outer=[6, 4] grid=1 lanes=outer
  pass
    store r2 <- 14
)",
      {{"a=[0, 1] b=[1, 2]", "a=[0, 2] b=[1, 2]", "expression 3"},
       {"a=[0, 1] b=[1, 2]", "a=[0, -1] b=[1, 2]", "expression 3"},
       {"a=[0, 1] b=[1, 2]", "a=[0, 1] b=[1, 0]", "expression 3"},
       {"a=[0, 1] b=[1, 2]", "a=[0, 1] b=[1, 9223372036854775807]", "expression 3"},
       {"pad (3, 2)", "pad (3, 0)", "expression 4"},
       {"b=[0, 1] : tensor<3x9", "b=[0, -1] : tensor<3x9", "expression 4"},
       {"a=[-1, 2]", "a=[-9223372036854775807, 2]", "expression 4"},
       {"reverse (0) a=[1]", "reverse (0) a=[2]", "expression 5"},
       {"(3, 0) a=[1]", "(3, 0) a=[0]", "expression 6"},
       {"(3, 0) a=[1]", "(3, 1) a=[1]", "expression 6"},
       {"(6, 1, 1)", "(6, 1)", "expression 7"},
       {"(6, 1, 1)", "(6, 1, 2)", "expression 7"},
       {"(6, 1, 1)", "(3, 1, 1)", "expression 7"},
       {"(0, 3, 1, 1)", "(0, 6, 1, 1)", "expression 8"},
       {"(0, 3, 1, 1)", "(0, 1, 1, 1)", "expression 8"},
       {"c=[0, 1] d=[1, 1]", "c=[0, 1] d=[1, 0]", "expression 9"},
       {"a=[1, 1] b=[1, 1] c", "a=[0, 1] b=[1, 1] c", "expression 9"},
       {"broadcast (1)", "broadcast (1) a=[0]", "expression 11"},
       {"convert (11)", "convert (1)", "expression 12"},
       {"add (12, 8)", "add (12, 11)", "expression 13"},
       {"add (12, 8)", "add (12)", "expression 13"},
       {"add (12, 8)", "exponential (11)", "expression 13"},
       {"add (12, 8)", "gather (12, 8)", "expression 13"},
       {"iota a=[0]", "iota a=[2]", "expression 15"},
       {"compare (11, 15) a=[2]", "compare (11, 15) a=[6]", "expression 16"},
       {"a=[2] b=[2]", "a=[2] b=[3]", "expression 16"},
       {"a=[5] b=[10]", "a=[0] b=[10]", "expression 17"},
       {"a=[5] b=[10]", "a=[5] b=[65]", "expression 17"},
       {"add (12, 8)", "compare (12, 8) a=[0] b=[0]", "expression 13"}});
}

TEST(VerifyText, GathersAndScatters) {
  ExpectRefused(
      R"(numerics tpu serial
r0 hbm in tensor<8x5xf32>
r1 hbm in tensor<3x1xi32>
r2 hbm inout tensor<8x5xf32>
0 = load r0 : tensor<8x5xf32>
1 = load r1 : tensor<3x1xi32>
2 = gather (0, 1) offset=[1] collapsed=[0] map=[0] vector=1 : tensor<3x5xf32>
3 = parameter a=[0] : tensor<f32>
4 = parameter a=[1] : tensor<f32>
5 = scalar stablehlo.add (3, 4) : tensor<f32>
scatter update_window=[1] inserted=[0] map=[0] vector=1 indices 1 updates (2) region(2) -> (5) -> (2) grid=1
)",
      {{"offset=[1]", "offset=[0]", "expression 2"},
       {"offset=[1]", "offset=[0, 1]", "expression 2"},
       {"collapsed=[0]", "collapsed=[2]", "expression 2"},
       {"map=[0] vector=1 :", "map=[2] vector=1 :", "expression 2"},
       {"vector=1 :", "vector=2 :", "expression 2"},
       {"vector=1 :", "vector=-1 :", "expression 2"},
       {"vector=1 : tensor<3x5xf32>", "vector=1 : tensor<3x6xf32>", "expression 2"},
       {"update_window=[1]", "update_window=[0]", "do not fit"},
       {"inserted=[0]", "inserted=[2]", "do not fit"},
       {"map=[0] vector=1 indices", "map=[0, 1] vector=1 indices", "do not fit"},
       {"indices 1", "indices 0", "do not fit"},
       {"updates (2)", "updates (2, 2)", "a scatter of 2 arrays"},
       {"updates (2)", "updates (0)", "do not fit"},
       {"-> (2) grid", "-> (0) grid", "it is not written"},
       {"region(2) -> (5)", "region(3) -> (5)", "region of 3 parameters"},
       {"region(2) -> (5)", "region(2) -> (5, 5)", "2 results"},
       {"region(2) -> (5)", "region(2) -> (0)", "a region that gives"},
       {"parameter a=[1]", "parameter a=[2]", "expression 4"},
       {"grid=1", "grid=0", "a statement of 0 steps"}});
}

TEST(VerifyText, RowsAndResults) {
  ExpectRefused(
      R"(numerics tpu parallel
r0 hbm in tensor<4x8xf32>
r1 vmem in tensor<8xf32>
r2 hbm out tensor<4x8xf32>
0 = load r0 : tensor<4x8xf32>
1 = constant 0x00000080 : tensor<f32>
2 = load r1 : tensor<8xf32>
3 = broadcast (2) a=[1] : tensor<4x8xf32>
4 = result a=[0, 0] : tensor<4xf32>
5 = broadcast (4) a=[0] : tensor<4x8xf32>
6 = scalar stablehlo.divide (3, 5) : tensor<4x8xf32>
nest outer=[4] grid=2 lanes=inner
  pass inner=[8]
    store r1 <- 0
    reduce#0 (0) init (1) stablehlo.add
  pass inner=[8]
    store r2 <- 6
)",
      {{"r1 vmem in tensor<8xf32>\nr2", "r1 smem in tensor<8xf32>\nr2", "another size"},
       {"store r1 <- 0", "store r1 <- 6", "there is no reduction or product 0"},
       {"result a=[0, 0]", "result a=[1, 0]", "no reduction or product 1"},
       {"result a=[0, 0]", "result a=[0, 1]", "with value 1"},
       {"result a=[0, 0] : tensor<4xf32>\n5 = broadcast (4) a=[0]",
        "result a=[0, 0] : tensor<8xf32>\n5 = broadcast (4) a=[1]",
        "is 4 results of f32"},
       {"(0) init (1)", "(0, 0) init (1)", "a reduction of 2 arrays"},
       {"(0) init (1)", "(0, 0) init (1, 1)", "by stablehlo.add"},
       {"(0) init (1)", "(0) init (2)", "begins with an array"},
       {"init (1) stablehlo.add", "init (1) stablehlo.subtract", "by stablehlo.subtract"},
       {"init (1) stablehlo.add", "init (1) stablehlo.and", "by stablehlo.and"},
       {"init (1) stablehlo.add", "init (1) region(2) -> (1, 1)", "a region of"},
       {"inner=[8]", "inner=[2, 4]", "a loop nest over [4, 2, 4]"},
       {"inner=[8]", "inner=[-8]", "a loop nest over [4, -8]"},
       {"store r2 <- 6", "store r0 <- 6", "it is not written"},
       {"store r2 <- 6", "store r2 <- 6 offset=[0, 1]", "leaves dimension 1"},
       {"store r2 <- 6", "store r2 <- 6(1, 1)", "its place is no index"},
       {"store r2 <- 6", "store r2 <- 6 shape=[4, 8] permutation=[0, 0]",
        "permuted by [0, 0]"},
       {"grid=2", "grid=99999999999999999", "steps"}});
}

TEST(VerifyText, Products) {
  ExpectRefused(R"(numerics tpu parallel
r0 hbm in tensor<1x12x32xf32>
r1 hbm in tensor<1x2x16x16x2xbf16>
r2 hbm out tensor<1x12x32xf32>
0 = load r0 : tensor<1x12x32xf32>
1 = load r1 : tensor<1x2x16x16x2xbf16>
2 = transpose (1) a=[0, 2, 4, 1, 3] : tensor<1x16x2x2x16xbf16>
3 = reshape (2) : tensor<1x32x32xbf16>
4 = result a=[0, 0] : tensor<1x12x32xf32>
matmul#0 [1, 12, 32, 32] 0 x 3 bf16 -> f32 segment=16 panel=16 block=[12, 16] grid=2
  store r2 <- 4
)",
                {{"0 x 3", "3 x 0", "left side"},
                 {"0 x 3", "0 x 0", "right side"},
                 {"bf16 -> f32", "f16 -> f32", "a matmul of f16 in f32"},
                 {"bf16 -> f32", "i16 -> f32", "a matmul of i16 in f32"},
                 {"bf16 -> f32", "bf16 -> bf16", "a matmul of bf16 in bf16"},
                 {"segment=16", "segment=17", "segments of 17 of 32"},
                 {"panel=16", "panel=8", "panels of 8"},
                 {"block=[12, 16] grid=2", "block=[12, 8] grid=4", "panels of 16"},
                 {"block=[12, 16]", "block=[13, 16]", "block is [13, 16]"},
                 {"block=[12, 16]", "block=[0, 16]", "block is [0, 16]"},
                 {"grid=2", "grid=3", "a statement of 3 steps"},
                 {"result a=[0, 0] : tensor<1x12x32xf32>",
                  "result a=[0, 0] : tensor<1x12x32xi32>", "another element type"},
                 {"  store r2 <- 4\n", "", "goes nowhere"}});
}

TEST(VerifyText, GridsWindowsAndLoops) {
  ExpectRefused(
      R"(numerics ieee parallel
r0 hbm in tensor<20x8xf32>
r1 hbm out tensor<20x8xf32>
r2 vmem in tensor<8x8xf32> window of r0 block=[8, 8] kept=[0, 1] at (2, 1)
r3 vmem out tensor<8xf32> window of r1 block=[1, 8] kept=[1] at (0, 1) inside
r4 smem in tensor<2xi32>
0 = counter a=[0] : tensor<i32>
1 = constant 0x00000000 : tensor<i32>
2 = scalar stablehlo.multiply (0, 1) : tensor<i32>
3 = load r2 : tensor<8x8xf32>
4 = counter a=[1] : tensor<i32>
5 = dynamic_slice (3, 4, 1) : tensor<1x8xf32>
6 = reshape (5) : tensor<8xf32>
7 = scalar stablehlo.compare (4, 1) a=[0] b=[2] : tensor<i1>
8 = load r0 : tensor<20x8xf32>
9 = load r1 : tensor<20x8xf32>
grid [3]
  for counter 1 from 1 to 0
    nest outer=[8] grid=1 lanes=outer
      pass
        store r3 <- 6
    if 7
      dma start from r0 store r1 <- 8 semaphore r4[1]
)",
      {{"window of r0", "window of r2", "a window of what is no array"},
       {"block=[8, 8]", "block=[8, 4]", "has a block of [8, 4]"},
       {"block=[1, 8] kept=[1]", "block=[2, 8] kept=[1]", "a block of [2, 8]"},
       {"kept=[0, 1]", "kept=[0, 2]", "keeps dimension 2"},
       {"at (2, 1)", "at (2)", "at 1 places"},
       {"at (2, 1)", "at (2, 3)", "its window's place is no index"},
       {"at (2, 1)", "at (4, 1)", "no loop around it counts this"},
       {"r3 vmem out", "r3 vmem in", "it is not written"},
       {"r1 hbm out tensor<20x8xf32>\nr2", "r1 hbm in tensor<20x8xf32>\nr2",
        "of an array that is not"},
       {"inside", "inside copied", "copied, without checks"},
       {"at (2, 1)", "at (2, 1) early padding 1",
        "padding is no constant of its element"},
       {"at (2, 1)", "at (2, 1) padding 99", "padding is no constant of its element"},
       {"r1 hbm out tensor<20x8xf32>\n", "r1 hbm out tensor<20x8xf32> before r0\n",
        "is no array that r0 may have been"},
       {"dma start from r0 store r1 <- 8 semaphore r4[1]", "signal r3[1] by 1",
        "a semaphore is r3"},
       {"dma start from r0 store r1 <- 8 semaphore r4[1]", "signal wait r4[1] by 7",
        "a signal of no number"},
       {"store r1 <- 8", "store r1 <- 8 stride=[1, 0]", "a stride of [1, 0]"},
       {"store r1 <- 8", "store r1 <- 8 stride=[2, 1]", "it leaves dimension 0"},
       {"store r1 <- 8", "store r1 <- 8 stride=[1]", "an offset of 1 dimensions"},
       {"counter a=[1]", "counter a=[2]", "no loop around it counts this"},
       {"from 1 to 0", "from 1 to 7", "a loop's bounds are no indices"},
       {"for counter 1", "for counter 0", "two loops count 0"},
       {"if 7", "if 4", "a branch on tensor<i32>"},
       {"grid [3]", "grid [0]", "a grid of [0]"},
       {"grid [3]", "grid [4294967296, 4294967296]", "a grid of"},
       {"semaphore r4", "semaphore r3", "semaphore is r3"},
       {"r4[1]", "r4[7]", "has no number"},
       {"store r1 <- 8", "store r2 <- 3", "it is not written"},
       {"grid [3]\n", "grid [3]\n  grid [3]\n", "not all of its program"},
       {"numerics ieee parallel", "numerics ieee parallel debug", "has no report"}});
}

TEST(VerifyText, LoopsSortsAndScans) {
  ExpectRefused(
      R"(numerics tpu serial
r0 vmem in tensor<i1>
r1 hbm out tensor<6x3xf32>
r2 hbm in tensor<6x3xf32>
0 = load r2 : tensor<6x3xf32>
1 = parameter a=[0] : tensor<f32>
2 = parameter a=[1] : tensor<f32>
3 = scalar stablehlo.compare (1, 2) a=[5] b=[1] : tensor<i1>
4 = constant 0x00000000 : tensor<f32>
5 = constant 0x00 : tensor<i1>
while r0
  nest grid=1 lanes=outer
    pass
      store r0 <- 5
do
  sort dim=0 stable (0) region(2) -> (3) -> (1) grid=1
  scan dim=1 reduce#0 (0) init (4) stablehlo.add -> (1) grid=1
)",
      {{"while r0", "while r1", "a loop on tensor<6x3xf32>"},
       {"dim=0 stable", "dim=2 stable", "along dimension 2"},
       {"region(2) -> (3)", "region(2) -> (4)", "a region that gives"},
       {"region(2) -> (3)", "region(4) -> (3)", "a region of 4"},
       {"store r0 <- 5", "store r0 <- 3", "outside of its region"},
       {"-> (1) grid=1\n  scan", "-> (2) grid=1\n  scan", "it is not written"},
       {"-> (1) grid=1\n  scan", "-> (0) grid=1\n  scan", "a sort of"},
       {"scan dim=1", "scan dim=-1", "along dimension -1"},
       {"r1 hbm out tensor<6x3xf32>", "r1 hbm out tensor<3x6xf32>", "a sort of"},
       {"do\n", "do\n  chain grid=1\n", "a chain is not all"}});
}

TEST(VerifyText, ChainsAndPieces) {
  ExpectRefused(R"(numerics tpu parallel
r0 hbm in tensor<8x4xf32>
r1 vmem in tensor<8x4xf32> pieces=2
r2 hbm out tensor<8x4xf32>
0 = load r0 : tensor<8x4xf32>
1 = load r1 : tensor<8x4xf32>
chain grid=2
  nest outer=[8] grid=2 lanes=inner
    pass inner=[4]
      store r1 <- 0
  nest outer=[8] grid=2 lanes=inner
    pass inner=[4]
      store r2 <- 1
)",
                {{"pieces=2", "pieces=4", "4 pieces, which are no chain's"},
                 {"pieces=2", "pieces=3", "3 pieces of"},
                 {"pieces=2", "pieces=0", "0 pieces of"},
                 {"r1 vmem", "r1 hbm", "2 pieces of"},
                 {"chain grid=2", "chain grid=3", "a chain of 3 steps"}});
}

// What is recursive stays so bounded.
TEST(VerifyText, DepthIsBounded) {
  std::string text =
      "numerics tpu serial\nr0 hbm in tensor<f32>\n0 = load r0 : tensor<f32>\n";
  for (int e = 1; e <= kMaxExprDepth + 1; ++e) {
    text += absl::StrCat(e, " = scalar stablehlo.negate (", e - 1, ") : tensor<f32>\n");
  }
  const absl::StatusOr<Program> program = Parse(text);
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_THAT(std::string(Verify(*program).message()), HasSubstr("operations deep"));
}

// Symbols are known, and their values are at hand.
TEST(VerifyText, SizesOfSymbols) {
  ExpectRefused(
      R"(numerics tpu parallel
r0 hbm in tensor<(s0)xf32>
r1 hbm out tensor<(s0)xf32>
r2 hbm in tensor<1xi64>
0 = load r0 : tensor<(s0)xf32>
nest outer=[(s0)] grid=(s0) lanes=inner
  pass
    store r1 <- 0
sizes r2 s0 >= 2
)",
      {{"sizes r2 s0 >= 2\n", "", "no array is a tensor<?xf32>"},
       {"sizes r2", "sizes r1", "is not what has the values of 1 symbols"},
       {"sizes r2", "sizes r7", "is not what has the values of 1 symbols"},
       {"tensor<1xi64>", "tensor<2xi64>", "is not what has the values"},
       {"r1 hbm out tensor<(s0)xf32>", "r1 hbm out tensor<(s0 + 1)xf32>", ""},
       {"r1 hbm out tensor<(s0)xf32>", "r1 hbm out tensor<(s0 - 3)xf32>", ""},
       {"grid=(s0)", "grid=(s0 - 2)", ""}});
}

// Of a grid the sizes, and those of arrays that points see blocks of.
TEST(VerifyText, GridsOfSymbols) {
  ExpectRefused(
      R"(numerics tpu parallel
r0 hbm in tensor<(s0)x16xf32>
r1 vmem in tensor<8x16xf32> window of r0 block=[8, 16] kept=[0, 1] at (0, 1)
r2 hbm out tensor<(s0)x16xf32>
r3 vmem out tensor<8x16xf32> window of r2 block=[8, 16] kept=[0, 1] at (0, 1)
r4 hbm in tensor<1xi64>
0 = counter a=[0] : tensor<i32>
1 = constant 0x00000000 : tensor<i32>
2 = load r1 : tensor<8x16xf32>
grid [(floordiv(s0 + 7, 8)), 2 sequential]
  nest outer=[8, 16] grid=1 lanes=outer
    pass
      store r3 <- 2
sizes r4 s0 >= 1
)",
      {{"floordiv(s0 + 7, 8)", "s0 - 1", "a grid of [(s0 - 1), 2]"},
       {"floordiv(s0 + 7, 8)", "floordiv(s0, s0 - 1)", "symbols that are not there"},
       {"outer=[8, 16]", "outer=[(s0), 16]", "a grid's point of sizes"},
       {"r1 vmem in tensor<8x16xf32>", "r1 vmem in tensor<(s0)x16xf32>",
        "a window of sizes that are no numbers"},
       {"sizes r4", "sizes r2", "is not what has the values of 1 symbols"}});
}

// A depth and a shape that stores see are sizes like others.
TEST(VerifyText, ProductsOfOpenDepth) {
  ExpectRefused(
      R"(numerics tpu parallel
r0 hbm in tensor<(s0)x7x(s1)xf32>
r1 hbm in tensor<(s0)x(s1)x16xf32>
r2 hbm out tensor<7x(s0)x16xf32>
r3 hbm in tensor<2xi64>
0 = load r0 : tensor<(s0)x7x(s1)xf32>
1 = load r1 : tensor<(s0)x(s1)x16xf32>
2 = result a=[0, 0] : tensor<(s0)x7x16xf32>
matmul#0 [(s0), 7, 16, (s1)] 0 x 1 f32 -> f32 block=[7, 16] grid=(s0)
  store r2 <- 2 shape=[(s0), 7, 16] permutation=[1, 0, 2]
sizes r3 s0 >= 2; s1 >= 2
)",
      {{"16, (s1)]", "16, (s1 + 1)]", "a matmul's left side is"},
       {"16, (s1)]", "16, 70]", "a matmul's left side is"},
       {"f32 -> f32 block", "f32 -> f32 segment=16 block", "in segments of 16 of (s1)"},
       {"f32 -> f32 block", "f32 -> f32 panel=16 block", "in panels of 16"},
       {"shape=[(s0), 7, 16]", "shape=[(s0), 7, 8]", "permuted by [1, 0, 2]"},
       {"shape=[(s0), 7, 16]", "shape=[(-s0), -7, 16]", "permuted by [1, 0, 2]"},
       {"shape=[(s0), 7, 16]", "shape=[(s0), 7]", "permuted by [1, 0, 2]"}});
}

}  // namespace
}  // namespace tilewright::tile
