// A program's text and the program are the same thing.
#include "tile/text/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tile/text/format.h"
#include "tile/verify/verify.h"

namespace tilewright::tile {
namespace {

using ir::Dims;
using ir::ElementType;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Program Parsed(absl::string_view text) {
  absl::StatusOr<Program> program = Parse(text);
  EXPECT_TRUE(program.ok()) << program.status() << "\n" << text;
  return program.ok() ? *std::move(program) : Program();
}

std::string ErrorOf(absl::string_view text) {
  const absl::StatusOr<Program> program = Parse(text);
  EXPECT_EQ(program.status().code(), absl::StatusCode::kInvalidArgument) << text;
  return std::string(program.status().message());
}

constexpr char kSoftmax[] = R"(numerics ieee parallel
r0 hbm in tensor<4x8xf32>
r1 vmem in tensor<8xf32>
r2 hbm out tensor<4x8xf32>
0 = load r0 : tensor<4x8xf32>
1 = scalar stablehlo.exponential (0) : tensor<4x8xf32>
2 = constant 0x00000080 : tensor<f32>
3 = load r1 : tensor<8xf32>
4 = broadcast (3) a=[1] : tensor<4x8xf32>
5 = result a=[0, 0] : tensor<4xf32>
6 = broadcast (5) a=[0] : tensor<4x8xf32>
7 = scalar stablehlo.divide (4, 6) : tensor<4x8xf32>
nest outer=[4] grid=2 lanes=inner
  pass inner=[8]
    store r1 <- 1
    reduce#0 (1) init (2) stablehlo.add
  pass inner=[8]
    store r2 <- 7
)";

TEST(Parse, GivesTheProgramThatTheTextIsOf) {
  const Program p = Parsed(kSoftmax);
  EXPECT_EQ(p.numerics, Numerics::kIeee);
  EXPECT_TRUE(p.parallel);
  EXPECT_FALSE(p.debug);
  ASSERT_EQ(p.refs.size(), 3u);
  EXPECT_EQ(p.refs[1].memory, Memory::kVmem);
  EXPECT_EQ(p.refs[2].type, (ir::TensorType{ElementType::kF32, {4, 8}}));
  EXPECT_TRUE(p.refs[2].is_output);
  ASSERT_EQ(p.exprs.size(), 8u);
  EXPECT_TRUE(p.exprs[0].Loads(0));
  EXPECT_EQ(std::get<Scalar>(p.exprs[1].node).op, ir::OpKind::kExponential);
  EXPECT_THAT(std::get<Constant>(p.exprs[2].node).literal.bytes(),
              ElementsAre(0, 0, 0, 0x80));
  EXPECT_THAT(p.exprs[7].operands, ElementsAre(4, 6));
  ASSERT_EQ(p.statements.size(), 1u);
  const LoopNest& nest = std::get<LoopNest>(p.statements[0].node);
  EXPECT_EQ(p.grid_steps(), 2);
  EXPECT_EQ(nest.outer, Dims{4});
  EXPECT_FALSE(nest.lanes_outer);
  ASSERT_EQ(nest.passes.size(), 2u);
  EXPECT_EQ(nest.passes[0].stores[0].ref, 1);
  EXPECT_TRUE(nest.passes[0].reduces[0].has_combiner);
  EXPECT_EQ(nest.passes[0].reduces[0].combiner, ir::OpKind::kAdd);
  EXPECT_EQ(Verify(p), absl::OkStatus());
  EXPECT_EQ(Print(p), kSoftmax);
}

// One line of each kind and form, with lists there and left out.
constexpr const char* kExprs[] = {
    "constant 0x01 : tensor<i1>",
    "constant 0x000080ff0000803f : tensor<3xcomplex<f32>>",
    "iota a=[1] : tensor<2x3xi32>",
    "load r0 : tensor<3x2xf32>",
    "scalar stablehlo.add (0, 1) : tensor<f32>",
    "scalar stablehlo.compare (0, 1) a=[2] b=[3] : tensor<2xi1>",
    "scalar chlo.erf_inv (0) : tensor<bf16>",
    "broadcast (1) : tensor<2x3xf8E4M3B11FNUZ>",
    "broadcast (1) a=[0, 2] : tensor<2x3x4xui64>",
    "reshape (1) : tensor<0x7xi4>",
    "transpose (1) a=[1, 0] : tensor<2x3xf64>",
    "slice (0) a=[1, 0] b=[1, 2] : tensor<1x1xf32>",
    "reverse (0) a=[0] : tensor<2xf32>",
    "pad (0, 1) a=[-1, 2] b=[0, 3] : tensor<9x9xf32>",
    "concatenate (0, 1, 0) a=[1] : tensor<2x9xf32>",
    "dynamic_slice (0, 1, 2) : tensor<1x2xf32>",
    "dynamic_update_slice (0, 1, 2, 2) : tensor<4x4xf32>",
    "gather (0, 1) vector=0 : tensor<f32>",
    ("gather (0, 1) offset=[1] collapsed=[0] batching=[2] indices_batching=[1] "
     "map=[0, 1] vector=2 : tensor<4x5xf32>"),
    "window (0, 1) a=[1] b=[2] c=[-3] d=[4] : tensor<5x6xf32>",
    "result a=[3, 1] : tensor<4xf32>",
    "counter a=[2] : tensor<i32>",
    "parameter a=[1] : tensor<i32>",
};

TEST(Parse, EveryExpressionIsWhatItsLineSays) {
  std::string text = "numerics tpu serial\n";
  int number = 0;
  for (const char* line : kExprs) absl::StrAppend(&text, number++, " = ", line, "\n");
  const Program p = Parsed(text);
  EXPECT_EQ(Print(p), text);
  std::vector<bool> seen(std::size(kExprNames), false);
  for (const Expr& e : p.exprs) seen[e.node.index()] = true;
  EXPECT_THAT(seen, ::testing::Each(true)) << "give every kind a line";
}

constexpr const char* kRefs[] = {
    "hbm in tensor<f32>",
    "hbm out tensor<4x4xf32>",
    "hbm inout tensor<4x4xi1>",
    "vmem in tensor<8x2xf32> pieces=4",
    "smem in tensor<3xi32>",
    "vmem in tensor<2x2xf32> window of r1 block=[2, 2] kept=[0, 1] at (0, 1)",
    "vmem out tensor<2xf32> window of r1 block=[2, 1] kept=[0] at (0, 1) inside whole",
    "vmem inout tensor<f32> window of r0 at () copied",
    "vmem in tensor<2xf32> window of r1 block=[2, 1] kept=[0] at (0, 1) early padding 3",
    "hbm in tensor<4x4xi1> before r2",
};

TEST(Parse, EveryRefIsWhatItsLineSays) {
  std::string text = "numerics tpu serial debug\n";
  int number = 0;
  for (const char* line : kRefs) absl::StrAppend(&text, "r", number++, " ", line, "\n");
  const Program p = Parsed(text);
  EXPECT_EQ(Print(p), text);
  EXPECT_TRUE(p.debug);
  EXPECT_TRUE(p.refs[2].is_updated && p.refs[2].is_output);
  EXPECT_EQ(p.refs[3].pieces, 4);
  EXPECT_TRUE(p.refs[6].window->inside);
  EXPECT_FALSE(p.refs[6].window->may_straddle);
  EXPECT_TRUE(p.refs[7].window->copied && p.refs[7].window->may_straddle);
  EXPECT_TRUE(p.refs[8].window->may_precede && !p.refs[7].window->may_precede);
  EXPECT_EQ(p.refs[8].window->padding, 3);
  EXPECT_EQ(p.refs[9].before, 2);
}

// Statements of every kind, those with others inside among them.
constexpr char kStatements[] = R"(numerics tpu serial
nest grid=1 lanes=outer
  pass
nest outer=[2, 3] grid=7 lanes=inner
  pass inner=[4]
    store r1 <- 0 shape=[2, 3] permutation=[1, 0]
    store r1 <- 0 offset=[0, 1]
    store r1 <- 0(1, 2)
    store r1 <- 0 stride=[1, 3] offset=[0, 1]
    store r1 <- 0 stride=[2, 1](1, 2)
    store r1 <- interleave (0, 2, 1)
    reduce#12 (1, 2) init (3, 4) region(4) -> (5, 6)
    reduce#13 (1) init (3) stablehlo.maximum
    reduce#14 (1) init (3) stablehlo.add rows
    reduce#15 (1) init (3) stablehlo.add columns
    reduce#16 (1) init (3) stablehlo.add products
    reduce#17 (1) init (3) stablehlo.add pairs
  pass
    store r2 <- 9
matmul#3 [1, 2, 3, 4] 5 x 6 bf16 -> f32 block=[2, 3] grid=1
  store r1 <- 2
matmul#4 [1, 2, 3, 4] 5 x 6 f64 -> f64 segment=16 panel=32 block=[2, 3] grid=9
scan dim=1 reverse reduce#7 (1) init (2) stablehlo.add -> (3) grid=4
scan dim=0 reduce#8 (1) init (2) region(2) -> (5) -> (3) grid=4
sort dim=0 stable (1, 2) region(4) -> (3) -> (4, 5) grid=2
sort dim=0 (1) region(2) -> (3) -> (4) grid=2
scatter vector=1 indices 4 updates (5, 6) region(4) -> (7, 8) -> (0, 1) grid=3
scatter update_window=[1] inserted=[0] batching=[1] indices_batching=[0] map=[0]\
 vector=1 indices 4 updates (5) region(2) -> (7) -> (0) grid=1
select_and_scatter window=[2, 1] strides=[2, 1] low=[-1, 0] 3 4 region(2) -> (5)\
 region(2) -> (6) -> r3
select_and_scatter 3 4 region(2) -> (5) region(2) -> (6) -> r3
while r3
do
while r3
  while r4
  do
    nest grid=1 lanes=outer
  nest grid=1 lanes=outer
do
  nest grid=1 lanes=outer
chain grid=8
  nest outer=[8] grid=8 lanes=outer
    pass
  matmul#0 [1, 2, 3, 4] 5 x 6 f32 -> f32 block=[2, 3] grid=8
grid [4, 8 sequential, 2]
  for counter 3 from 1 to 2
    if 4
      dma start from r1 store r2 <- 5(6) semaphore r3[7]
      signal r3[7] by 8
      signal wait r3[7] by 9
    else
      dma wait from r1 store r2 <- 5 semaphore r3[7]
  if 4
    for counter 3 from 1 to 2
    for counter 4 from 1 to 2
grid []
)";

TEST(Parse, EveryStatementIsWhatItsLinesSay) {
  std::string text = kStatements;
  for (size_t at; (at = text.find("\\\n")) != std::string::npos;) text.erase(at, 2);
  const Program p = Parsed(text);
  EXPECT_EQ(Print(p), text);
  std::vector<bool> seen(std::size(kStatementNames), false);
  const Statement& last = p.statements[p.statements.size() - 2];
  const Grid& grid = std::get<Grid>(last.node);
  const For& loop = std::get<For>(grid.body[0].node);
  const If& branch = std::get<If>(loop.body[0].node);
  for (const std::vector<Statement>* list :
       {&p.statements, &grid.body, &loop.body, &branch.then}) {
    for (const Statement& s : *list) seen[s.node.index()] = true;
  }
  EXPECT_THAT(seen, ::testing::Each(true)) << "give every kind a line";
  EXPECT_EQ(last.grid_steps, 8);  // the points of what is not sequential
  EXPECT_THAT(grid.sequential, ElementsAre(false, true, false));
  EXPECT_EQ(p.statements.back().grid_steps, 1);
  EXPECT_EQ(std::get<Dma>(branch.otherwise[0].node).wait, true);
  EXPECT_EQ(std::get<Dma>(branch.then[0].node).copy.dynamic_offset,
            std::vector<ExprId>{6});
}

// A program whose sizes are known when it runs.
constexpr char kOpen[] = R"(numerics tpu parallel
r0 hbm in tensor<(s0)x(s1)xf32>
r1 hbm out tensor<(s0)x(s1)xf32>
r2 hbm in tensor<2xi64>
0 = load r0 : tensor<(s0)x(s1)xf32>
1 = scalar stablehlo.abs (0) : tensor<(s0)x(s1)xf32>
nest outer=[(s0)] grid=(floordiv(s0 + 7, 8)) lanes=inner
  pass inner=[(s1)]
    store r1 <- 1
sizes r2 s0 >= 2; s1 >= 8, <= 4096, multiple of 8
)";

TEST(Parse, ReadsSizesOfSymbols) {
  const Program p = Parsed(kOpen);
  EXPECT_EQ(Verify(p), absl::OkStatus());
  EXPECT_EQ(p.sizes, 2);
  ASSERT_EQ(p.symbols.count(), 2);
  EXPECT_EQ(p.symbols[0].facts, (ir::SymbolFacts{2}));
  EXPECT_EQ(p.symbols[1].facts, (ir::SymbolFacts{8, 4096, 8}));
  EXPECT_EQ(p.grid_steps(), ir::CeilDivide(ir::Size::OfSymbol(0), 8));
  EXPECT_EQ(Print(p), kOpen);
}

TEST(Parse, RefusesSizesThatAreNone) {
  const struct {
    std::string from, to, error;
  } kCases[] = {
      {"tensor<(s0)", "tensor<(s0", "expected a size of symbols"},
      {"tensor<(s0)", "tensor<(3)", "2:18: expected a size of symbols"},
      {"tensor<(s0)", "tensor<(n)", "expected a size of symbols"},
      {"tensor<(s0)", "tensor<(s9999999)", "expected a size of symbols"},
      {"tensor<(s0)", "tensor<(floordiv(s0, 0))", "expected a size of symbols"},
      {"tensor<(s0)", "tensor<(s1)", "s0 is not the symbol that is met as number 0"},
      {"tensor<(s0)", "tensor<(s0 + s2)", "s1 is not the symbol"},
      {">= 2;", ">= two;", "10:16: expected a number, there is 'two'"},
      {">= 2;", "> 2;", "10:13: expected 'multiple of'"},
      {">= 2;", ">= 2, <= 1;", "expected facts that a number keeps"},
      {"of 8", "of 0", "expected facts that a number keeps"},
      {"of 8", "of 8; s2 >= 1", "expected the end of the line, there is 's2'"},
  };
  for (const auto& [from, to, error] : kCases) {
    std::string text = kOpen;
    text.replace(text.find(from), from.size(), to);
    EXPECT_THAT(ErrorOf(text), HasSubstr(error)) << from << " -> " << to;
  }
}

TEST(Parse, PassesOverCommentsBlankLinesAndSpaces) {
  EXPECT_EQ(Print(Parsed("\n// reduce.7\n   \nnumerics  tpu\tserial \r\n\n  // here\n"
                         "r0 hbm  in tensor< f32 >\n0  =  load r0:tensor<f32>\n"
                         "// and here\nnest   grid=1  lanes=outer\n  pass\n\n"
                         "    store r0<-0")),
            "numerics tpu serial\nr0 hbm in tensor<f32>\n0 = load r0 : tensor<f32>\n"
            "nest grid=1 lanes=outer\n  pass\n    store r0 <- 0\n");
}

TEST(Parse, SaysWhereAndWhatItExpected) {
  const std::string head = "numerics tpu serial\nr0 hbm in tensor<4xf32>\n";
  const struct {
    std::string text, error;
  } kCases[] = {
      {"", "1:1: expected a line of the program, there is nothing"},
      {"numerics", "1:9: expected tpu or ieee, there is nothing"},
      {"numerics gpu serial", "1:10: expected tpu or ieee, there is 'gpu'"},
      {"numerics tpu", "1:13: expected 'serial', there is nothing"},
      {"numerics tpu serial now", "1:21: expected the end of the line, there is 'now'"},
      {head + "r2 hbm in tensor<4xf32>", "3:2: expected the number 1, there is '2'"},
      {head + "r1 disk in tensor<4xf32>",
       "3:4: expected hbm or vmem or smem, there is 'disk'"},
      {head + "r1 hbm in tensor<4x?xf32>",
       "3:20: expected an element type, there is '?'"},
      {head + "r1 hbm in tensor<4f32>",
       "3:19: expected 'x' after a size, there is 'f32'"},
      {head + "r1 hbm in tensor<4xf31>",
       "3:20: expected an element type, there is 'f31'"},
      {head + "r1 hbm in tensor<-4xf32>", "3:18: expected an element type, there is '-'"},
      {head + "r1 hbm in tensor<99999999999999999999xf32>",
       "3:18: expected a number of at most 9223372036854775807"},
      {head + "r1 hbm in tensor<4294967296x4294967296xf32>",
       "3:11: expected a type of at most 36028797018963968 elements"},
      {head + "1 = load r0 : tensor<4xf32>", "3:1: expected the number 0, there is '1'"},
      {head + "0 = fetch r0 : tensor<4xf32>", "3:5: expected constant or iota or"},
      {head + "0 = load 0 : tensor<4xf32>", "3:10: expected a ref, as r0, there is '0'"},
      {head + "0 = load r3000000000 : tensor<4xf32>",
       "3:11: expected a number of at most 2147483647"},
      {head + "0 = scalar add (1, 2) : tensor<4xf32>",
       "3:12: expected an operation, there is 'add'"},
      {head + "0 = reshape (1, x) : tensor<4xf32>",
       "3:17: expected a number, there is 'x'"},
      {head + "0 = reshape (1 : tensor<4xf32>", "3:16: expected ')', there is ':'"},
      {head + "0 = slice (0) a=[] : tensor<4xf32>", "3:18: expected a number"},
      {head + "0 = reshape (1) a=[1] : tensor<4xf32>",
       "3:17: expected ':', there is 'a'"},
      {head + "0 = iota : tensor<4xi32>", "3:10: expected 'a=[', there is ':'"},
      {head + "0 = iota a=[0, 1] : tensor<4xi32>", "3:14: expected ']', there is ','"},
      {head + "0 = scalar stablehlo.compare (1, 2) : tensor<i1>",
       "3:37: expected 'a=[', there is ':'"},
      {head + "0 = scalar stablehlo.reduce_precision (1) a=[5] : tensor<f32>",
       "3:49: expected 'b=[', there is ':'"},
      {head + "0 = constant 0x0 : tensor<f32>", "3:14: expected an element's bytes"},
      {head + "0 = constant 0x00 : tensor<f32>",
       "3:14: expected 4 bytes of one element, there is '0x00'"},
      {head + "nests grid=1", "3:1: expected nest or matmul or"},
      {head + "nest grid=1 lanes=both", "3:13: expected 'lanes=inner'"},
      {head + "nest grid=1 lanes=outer\n    pass",
       "4:5: expected a part of the statement before, or another statement"},
      {head + "nest grid=1 lanes=outer\n  store r0 <- 0", "4:3: expected a part of"},
      {head + "while r0\n  if 0\nif 0", "5:1: expected 'do', there is 'if'"},
      {head + "if 0\ndo", "4:1: expected a part of"},
      {head + "grid [3, ]", "3:10: expected a number, there is ']'"},
      {head + "for counter 0 to 1", "3:15: expected 'from', there is 'to'"},
      {head + "\x01", "3:1: expected nest or matmul or"},
      {head + "  nest grid=1 lanes=outer\x01",
       "3:3: expected a part of the statement before, or another statement, there is "
       "'nest'"},
  };
  for (const auto& c : kCases) {
    EXPECT_THAT(ErrorOf(c.text), HasSubstr(absl::StrCat("tile text:", c.error)))
        << c.text;
  }
}

TEST(Parse, RefusesWhatIsTooDeepOrTooLong) {
  std::string deep = "numerics tpu serial\n";
  for (int depth = 0; depth < 500; ++depth) {
    absl::StrAppend(&deep, std::string(2 * depth, ' '), "if 0\n");
  }
  EXPECT_THAT(ErrorOf(deep), HasSubstr("at most 100 statements in each other"));
  EXPECT_THAT(ErrorOf(std::string(kMaxTextBytes + 1, ' ')), HasSubstr("are the most"));
}

}  // namespace
}  // namespace tilewright::tile
