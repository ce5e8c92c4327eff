// Every kind of statement, checked by hand.
#include <cmath>

#include "tests/reference/harness.h"

namespace tilewright::reference {
namespace {

using ir::OpKind;
using ::testing::ElementsAre;
using tile::Builder;
using tile::ExprId;
using tile::Program;
using tile::RefId;
using tile::Statement;
using tile::StoreStatement;
using tile::StoreTo;

const Numbers kSix = {1, 2, 3, 4, 5, 6};

ExprId Int(Builder& b, int64_t value) {
  return b.Constant(ir::IntegerSplat(ir::Scalar(kI32), value));
}

// A region of scalars of one type.
tile::Region RegionOf(Builder& b, OpKind kind, ElementType type) {
  const ExprId x = b.Parameter(ir::Scalar(type), 0), y = b.Parameter(ir::Scalar(type), 1);
  return {2, {b.Scalar(kind, {x, y}, ir::Scalar(type))}};
}

tile::Region LessOf(Builder& b, ElementType type, int parameters) {
  const ExprId x = b.Parameter(ir::Scalar(type), 0), y = b.Parameter(ir::Scalar(type), 1);
  return {parameters, {b.Compare(tile::kLt, tile::OrderOf(type), x, y)}};
}

TEST(Nests, ReduceRowsAndKnowTheResultInLaterPasses) {
  Program p;
  Builder b(&p);
  const RefId x = b.Input({kF32, {2, 3}}), y = b.Output({kF32, {2, 3}});
  tile::LoopNestWriter rows(&b, {2});
  rows.BeginPass({3});
  const ExprId load = b.Load(x);
  const ExprId sum =
      rows.Reduce(tile::CombinerReducer(&b, OpKind::kAdd, kF32), load, {kF32, {2}});
  rows.BeginPass({3});
  const ExprId spread = b.Broadcast(sum, {2, 3}, {0});
  rows.Write(StoreTo(y, b.Scalar(OpKind::kSubtract, {spread, load}, {kF32, {2, 3}})));
  b.Append(std::move(rows).Done());
  EXPECT_THAT(NumbersOf(RunProgram(p, {ArrayOf(kF32, {2, 3}, kSix)})[1]),
              ElementsAre(5, 4, 3, 11, 10, 9));
}

TEST(Nests, InterleaveSeveralValues) {
  Program p;
  Builder b(&p);
  const RefId x = b.Input({kI32, {2, 3}}), y = b.Output({kI32, {2, 9}});
  const ExprId load = b.Load(x);
  const ExprId negative = b.Scalar(OpKind::kNegate, {load}, {kI32, {2, 3}});
  const ExprId square = b.Scalar(OpKind::kMultiply, {load, load}, {kI32, {2, 3}});
  b.Append(StoreStatement(&b, tile::StoreInterleaved(y, {load, negative, square})));
  EXPECT_THAT(NumbersOf(RunProgram(p, {ArrayOf(kI32, {2, 3}, kSix)})[1]),
              ElementsAre(1, -1, 1, 2, -2, 4, 3, -3, 9, 4, -4, 16, 5, -5, 25, 6, -6, 36));
}

TEST(Nests, KeepRowsInScratch) {
  Program p;
  Builder b(&p);
  const RefId x = b.Input({kI32, {2, 3}}), y = b.Output({kI32, {2, 3}});
  tile::LoopNestWriter rows(&b, {2});
  rows.BeginPass({3});
  const ExprId load = b.Load(x);
  const ExprId kept =
      rows.Keep(b.Scalar(OpKind::kMultiply, {load, load}, {kI32, {2, 3}}));
  rows.BeginPass({3});
  rows.Write(StoreTo(y, b.Reverse(kept, {1})));
  b.Append(std::move(rows).Done());
  EXPECT_THAT(NumbersOf(RunProgram(p, {ArrayOf(kI32, {2, 3}, kSix)})[1]),
              ElementsAre(9, 4, 1, 36, 25, 16));
}

TEST(Nests, ReduceSeveralArraysByARegionInIndexOrder) {
  // The last place of the largest.
  Program p;
  Builder b(&p);
  const RefId x = b.Input({kI32, {4}}), y = b.Output({kI32, {}});
  const RefId place = b.Output({kI32, {}});
  const ir::TensorType scalar = ir::Scalar(kI32);
  std::vector<ExprId> v;
  for (int i = 0; i < 4; ++i) v.push_back(b.Parameter(scalar, i));
  const ExprId keep = b.Compare(tile::kGt, tile::kSignedOrder, v[0], v[2]);
  const tile::Region region = {4,
                               {b.Scalar(OpKind::kSelect, {keep, v[0], v[2]}, scalar),
                                b.Scalar(OpKind::kSelect, {keep, v[1], v[3]}, scalar)}};
  tile::LoopNestWriter nest(&b, {});
  nest.BeginPass({4});
  const std::vector<ExprId> results =
      nest.Reduce({{Int(b, -100), Int(b, -1)}, {}, region},
                  {b.Load(x), b.Iota({kI32, {4}}, 0)}, {scalar, scalar});
  nest.BeginPass();
  nest.Write(StoreTo(y, results[0]));
  nest.Write(StoreTo(place, results[1]));
  b.Append(std::move(nest).Done());
  const std::vector<Array> out = RunProgram(p, {ArrayOf(kI32, {4}, {3, 7, 7, 1})});
  EXPECT_THAT(NumbersOf(out[1]), ElementsAre(7));
  EXPECT_THAT(NumbersOf(out[2]), ElementsAre(2));
}

TEST(Nests, AReductionOfNothingIsItsInitialValue) {
  Program p;
  Builder b(&p);
  const RefId x = b.Input({kF32, {2, 0}}), y = b.Output({kF32, {2}});
  tile::LoopNestWriter rows(&b, {2});
  rows.BeginPass({0});
  const ExprId least = rows.Reduce(tile::CombinerReducer(&b, OpKind::kMinimum, kF32),
                                   b.Load(x), {kF32, {2}});
  rows.BeginPass();
  rows.Write(StoreTo(y, least));
  b.Append(std::move(rows).Done());
  EXPECT_THAT(NumbersOf(RunProgram(p, {ArrayOf(kF32, {2, 0}, {})})[1]),
              ElementsAre(INFINITY, INFINITY));
}

TEST(Nests, ASumOfNarrowFloatsIsRoundedOnce) {
  const ElementType bf16 = ElementType::kBF16;
  Program p;
  Builder b(&p);
  const RefId x = b.Input({bf16, {3}}), y = b.Output({bf16, {}});
  tile::LoopNestWriter nest(&b, {});
  nest.BeginPass({3});
  const ExprId sum =
      nest.Reduce(tile::CombinerReducer(&b, OpKind::kAdd, bf16), b.Load(x), {bf16, {}});
  nest.BeginPass();
  nest.Write(StoreTo(y, sum));
  b.Append(std::move(nest).Done());
  const Array out = RunProgram(p, {ArrayOf(bf16, {3}, {256, 1, 1})})[1];
  EXPECT_THAT(NumbersOf(out), ElementsAre(258));  // 256 where each sum is rounded
  EXPECT_TRUE(IsExact(out.elements[0]));
}

TEST(Stores, MayLieAtOffsetsAndInOtherOrder) {
  Program p;
  Builder b(&p);
  const RefId x = b.Input({kI32, {2, 3}}), y = b.Output({kI32, {4, 4}});
  const RefId z = b.Output({kI32, {4}}), t = b.Output({kI32, {3, 2}});
  const ExprId load = b.Load(x);
  b.Append(StoreStatement(&b, tile::StoreAt(y, load, Dims{1, 1})));
  const ExprId last = b.Reshape(b.Slice(load, {1, 2}, {1, 1}, {1, 1}), {2});
  b.Append(StoreStatement(&b, tile::StoreAt(z, last, std::vector<ExprId>{Int(b, 99)})));
  b.Append(StoreStatement(&b, tile::StoreTransposed(t, load, {2, 3}, {1, 0})));
  const std::vector<Array> out = RunProgram(p, {ArrayOf(kI32, {2, 3}, kSix)});
  EXPECT_THAT(NumbersOf(out[1]),
              ElementsAre(0, 0, 0, 0, 0, 1, 2, 3, 0, 4, 5, 6, 0, 0, 0, 0));
  EXPECT_THAT(NumbersOf(out[2]), ElementsAre(0, 0, 5, 6));  // clamped
  EXPECT_THAT(NumbersOf(out[3]), ElementsAre(1, 4, 2, 5, 3, 6));
}

TEST(Matmuls, MultiplyWhatIsRoundedToTheMultiplicand) {
  Program p;
  Builder b(&p);
  const RefId x = b.Input({kF32, {2, 1}}), y = b.Input({kF32, {1, 2}});
  const RefId z = b.Output({kF32, {2, 2}});
  const ExprId lhs = b.Reshape(b.Load(x), {1, 2, 1}),
               rhs = b.Reshape(b.Load(y), {1, 1, 2});
  tile::ProductWriter product(&b, {lhs, rhs, kF32, ElementType::kBF16});
  const ExprId result = product.Result({1, 2, 2});
  product.Write(StoreTo(z, b.Scalar(OpKind::kNegate, {result}, {kF32, {1, 2, 2}})));
  b.Append(std::move(product).Done());
  const std::vector<Array> out =
      RunProgram(p, {ArrayOf(kF32, {2, 1}, {257, 3}), ArrayOf(kF32, {1, 2}, {2, 1})});
  EXPECT_THAT(NumbersOf(out[2]), ElementsAre(-512, -256, -6, -3));  // 257 is 256 in bf16
}

TEST(Matmuls, OfNoProductsAreZero) {
  Program p;
  Builder b(&p);
  const RefId z = b.Output({kF32, {2, 2}});
  const ExprId lhs = b.Zero({kF32, {1, 2, 0}}), rhs = b.Zero({kF32, {1, 0, 2}});
  tile::ProductWriter product(&b, {lhs, rhs});
  product.Write(StoreTo(z, product.Result({1, 2, 2})));
  b.Append(std::move(product).Done());
  EXPECT_THAT(NumbersOf(RunProgram(p, {})[0]), ElementsAre(0, 0, 0, 0));
}

TEST(Scans, RunAlongADimensionEitherWay) {
  for (const bool reverse : {false, true}) {
    Program p;
    Builder b(&p);
    const RefId x = b.Input({kI32, {3, 2}}), y = b.Output({kI32, {3, 2}});
    b.Append(tile::ScanStatement(&b, tile::CombinerReducer(&b, OpKind::kAdd, kI32), 0,
                                 reverse, {b.Load(x)}, {y}));
    const Numbers out = NumbersOf(RunProgram(p, {ArrayOf(kI32, {3, 2}, kSix)})[1]);
    if (reverse) {
      EXPECT_THAT(out, ElementsAre(9, 12, 8, 10, 5, 6));
    } else {
      EXPECT_THAT(out, ElementsAre(1, 2, 4, 6, 9, 12));
    }
  }
}

TEST(Sorts, OfKeysKnowTheOthersWhereTheSortIsStable) {
  for (const bool stable : {true, false}) {
    Program p;
    Builder b(&p);
    const RefId x = b.Input({kI32, {4}});
    const RefId keys = b.Output({kI32, {4}}), places = b.Output({kI32, {4}});
    b.Append(tile::SortStatement(&b, LessOf(b, kI32, 4), 0, stable,
                                 {b.Load(x), b.Iota({kI32, {4}}, 0)}, {keys, places}));
    const std::vector<Array> out = RunProgram(p, {ArrayOf(kI32, {4}, {2, 1, 2, 0})});
    EXPECT_THAT(NumbersOf(out[1]), ElementsAre(0, 1, 2, 2));
    EXPECT_EQ(out[2].elements[0].re, 3u);
    EXPECT_EQ(out[2].elements[1].re, 1u);
    EXPECT_EQ(IsUnknown(out[2].elements[2]), !stable);
    if (stable) EXPECT_THAT(NumbersOf(out[2]), ElementsAre(3, 1, 0, 2));
  }
}

TEST(Sorts, KeepTheFirstElementsOfRows) {
  Program p;
  Builder b(&p);
  const RefId x = b.Input({kI32, {2, 3}}), y = b.Output({kI32, {2, 1}});
  b.Append(tile::SortStatement(&b, LessOf(b, kI32, 2), 1, true, {b.Load(x)}, {y}));
  EXPECT_THAT(NumbersOf(RunProgram(p, {ArrayOf(kI32, {2, 3}, {3, 1, 2, 5, 6, 4})})[1]),
              ElementsAre(1, 4));
}

TEST(Sorts, ByAComparatorThatIsNoOrderGiveNothingThatIsKnown) {
  Program p;
  Builder b(&p);
  const RefId x = b.Input({kI32, {3}}), y = b.Output({kI32, {3}});
  const tile::Region always = {2, {b.Constant(ir::IntegerSplat(ir::Scalar(kI1), 1))}};
  b.Append(tile::SortStatement(&b, always, 0, true, {b.Load(x)}, {y}));
  const Array out = RunProgram(p, {ArrayOf(kI32, {3}, {1, 2, 3})})[1];
  EXPECT_TRUE(IsUnknown(out.elements[0]));
}

TEST(Scatters, ApplyUpdatesInOrderAndDropWhatIsOutside) {
  Program p;
  Builder b(&p);
  const RefId i = b.Input({kI32, {4, 1}}), u = b.Input({kI32, {4}});
  const RefId y = b.Output({kI32, {3}});
  tile::Scatter s;
  s.inserted_window_dims = {0};
  s.scatter_dims_to_operand_dims = {0};
  s.index_vector_dim = 1;
  s.indices = b.Load(i);
  s.updates = {b.Load(u)};
  s.region = RegionOf(b, OpKind::kSubtract, kI32);
  s.outputs = {y};
  b.Append(tile::ScatterStatement(s, 1));
  const std::vector<Array> out =
      RunProgram(p, {ArrayOf(kI32, {4, 1}, {1, 3, 1, -1}),
                     ArrayOf(kI32, {4}, {1, 2, 4, 8}), ArrayOf(kI32, {3}, {10, 20, 30})});
  EXPECT_THAT(NumbersOf(out[2]), ElementsAre(10, 15, 30));
}

TEST(Scatters, OfWindowsUpdateTheirElementsInside) {
  Program p;
  Builder b(&p);
  const RefId i = b.Input({kI32, {1}}), u = b.Input({kI32, {2}});
  const RefId y = b.Output({kI32, {3}});
  tile::Scatter s;
  s.update_window_dims = {0};
  s.scatter_dims_to_operand_dims = {0};
  s.index_vector_dim = 0;
  s.indices = b.Load(i);
  s.updates = {b.Load(u)};
  s.region = RegionOf(b, OpKind::kAdd, kI32);
  s.outputs = {y};
  b.Append(tile::ScatterStatement(s, 1));
  const std::vector<Array> out =
      RunProgram(p, {ArrayOf(kI32, {1}, {2}), ArrayOf(kI32, {2}, {5, 7}),
                     ArrayOf(kI32, {3}, {10, 20, 30})});
  EXPECT_THAT(NumbersOf(out[2]), ElementsAre(10, 20, 35));
}

// Two windows of two elements that overlap in one: [1, 2] at 0, then [3, 4] at 1.
TEST(Scatters, ApplyAWholeWindowBeforeTheNext) {
  Program p;
  Builder b(&p);
  const RefId i = b.Input({kI32, {2, 1}}), u = b.Input({kI32, {2, 2}});
  const RefId y = b.Output({kI32, {3}});
  tile::Scatter s;
  s.update_window_dims = {0};  // u[window, index vector]
  s.scatter_dims_to_operand_dims = {0};
  s.index_vector_dim = 1;
  s.indices = b.Load(i);
  s.updates = {b.Load(u)};
  s.region = {2, {b.Parameter(ir::Scalar(kI32), 1)}};
  s.outputs = {y};
  b.Append(tile::ScatterStatement(s, 1));
  const std::vector<Array> out =
      RunProgram(p, {ArrayOf(kI32, {2, 1}, {0, 1}), ArrayOf(kI32, {2, 2}, {1, 3, 2, 4}),
                     ArrayOf(kI32, {3}, {0, 0, 0})});
  EXPECT_THAT(NumbersOf(out[2]), ElementsAre(1, 3, 4));
}

TEST(SelectAndScatters, GiveASourceToTheFirstLargestOfItsWindow) {
  Program p;
  Builder b(&p);
  const RefId x = b.Input({kI32, {4}}), g = b.Input({kI32, {2}});
  const RefId y = b.Output({kI32, {4}});
  tile::SelectAndScatter s;
  s.window = {2};
  s.strides = {2};
  s.low_padding = {0};
  s.operand = b.Load(x);
  s.source = b.Load(g);
  const ExprId v = b.Parameter(ir::Scalar(kI32), 0), w = b.Parameter(ir::Scalar(kI32), 1);
  s.select = {2, {b.Compare(tile::kGe, tile::kSignedOrder, v, w)}};
  s.scatter = RegionOf(b, OpKind::kAdd, kI32);
  s.output = y;
  b.Append(tile::SelectAndScatterStatement(s));
  const std::vector<Array> out =
      RunProgram(p, {ArrayOf(kI32, {4}, {3, 3, 1, 2}), ArrayOf(kI32, {2}, {10, 20})});
  EXPECT_THAT(NumbersOf(out[2]), ElementsAre(10, 0, 0, 20));
}

// Doubles a number until it is at least 100.
TEST(Whiles, GoOnAsLongAsTheirPredicateHolds) {
  Program p;
  p.parallel = false;
  Builder b(&p, Builder::Refs::kChange);
  const RefId x = b.Input({kI32, {}}), y = b.Output({kI32, {}});
  const RefId state = b.Scratch({kI32, {}}), proceed = b.Scratch({kI1, {}});
  b.Append(StoreStatement(&b, StoreTo(state, b.Load(x))));
  const ExprId less =
      b.Compare(tile::kLt, tile::kSignedOrder, b.Load(state), Int(b, 100));
  const ExprId twice =
      b.Scalar(OpKind::kAdd, {b.Load(state), b.Load(state)}, ir::Scalar(kI32));
  b.Append(tile::WhileStatement({StoreStatement(&b, StoreTo(proceed, less))}, proceed,
                                {StoreStatement(&b, StoreTo(state, twice))}));
  b.Append(StoreStatement(&b, StoreTo(y, b.Load(state))));
  EXPECT_THAT(NumbersOf(RunProgram(p, {ArrayOf(kI32, {}, {7})})[1]), ElementsAre(112));
}

TEST(Whiles, ThatDependOnAnUncertainValueAreGivenUp) {
  Program p;
  p.parallel = false;
  Builder b(&p, Builder::Refs::kChange);
  const RefId x = b.Input({kI1, {}});
  b.Append(tile::WhileStatement({}, x, {}));
  std::vector<Array> arrays = {ArrayOf(kI1, {}, {0})};
  EXPECT_TRUE(Evaluate(p, absl::MakeSpan(arrays)).ok());
  arrays[0].elements[0] = kUnknown;
  EXPECT_TRUE(absl::IsAborted(Evaluate(p, absl::MakeSpan(arrays))));
}

TEST(Chains, HandOnWhatTheirStagesLeaveInPieces) {
  Program p;
  Builder b(&p);
  const RefId x = b.Input({kI32, {4}}), y = b.Output({kI32, {4}});
  tile::Ref piece = {tile::Memory::kVmem, {kI32, {4}}};
  piece.pieces = 2;
  const RefId handed = p.AddRef(piece);
  const auto twice = [&](RefId from, RefId to) {
    const ExprId load = b.Load(from);
    Statement s = StoreStatement(
        &b, StoreTo(to, b.Scalar(OpKind::kAdd, {load, load}, {kI32, {4}})));
    s.grid_steps = 2;
    return s;
  };
  b.Append(tile::ChainStatement({twice(x, handed), twice(handed, y)}, 2));
  EXPECT_THAT(NumbersOf(RunProgram(p, {ArrayOf(kI32, {4}, {1, 2, 3, 4})})[1]),
              ElementsAre(4, 8, 12, 16));
}

// Blocks of two of five elements, beside a counter of the grid's points.
TEST(Grids, SeeBlocksPaddedWithZerosAndDropWhatIsBeyondTheEdge) {
  Program p;
  p.parallel = false;
  Builder b(&p, Builder::Refs::kChange);
  const RefId x = b.Input({kI32, {5}}), y = b.Output({kI32, {5}});
  const ExprId start =
      b.Scalar(OpKind::kMultiply, {b.Counter(0), Int(b, 2)}, ir::Scalar(kI32));
  const auto window = [&](RefId array, bool is_output) {
    tile::Ref ref = {tile::Memory::kVmem, {kI32, {2}}, is_output};
    ref.window = tile::Window{array, {2}, {0}, {start}};
    return p.AddRef(ref);
  };
  const RefId in = window(x, false), out = window(y, true);
  const ExprId sum = b.Scalar(
      OpKind::kAdd, {b.Load(in), b.Broadcast(b.Counter(0), {2}, {})}, {kI32, {2}});
  tile::Grid grid;
  grid.sizes = {3};
  grid.sequential = {false};
  grid.body = {StoreStatement(&b, StoreTo(out, sum))};
  b.Append(tile::GridStatement(grid));
  EXPECT_THAT(NumbersOf(RunProgram(p, {ArrayOf(kI32, {5}, {10, 20, 30, 40, 50})})[1]),
              ElementsAre(10, 20, 31, 41, 52));
}

// Sums rounds of a loop, every other one: scratch lasts along sequential dimensions.
TEST(Grids, KeepScratchAlongSequentialDimensions) {
  Program p;
  p.parallel = false;
  Builder b(&p, Builder::Refs::kChange);
  const RefId y = b.Output({kI32, {2}});
  const RefId sum = b.Scratch({kI32, {}});
  tile::Ref element = {tile::Memory::kVmem, {kI32, {}}, true};
  element.window = tile::Window{y, {1}, {}, {b.Counter(0)}};
  const RefId out = p.AddRef(element);
  const auto add = [&](ExprId value) {
    return StoreStatement(
        &b, StoreTo(sum, b.Scalar(OpKind::kAdd, {b.Load(sum), value}, ir::Scalar(kI32))));
  };
  const ExprId first = b.Compare(tile::kEq, tile::kSignedOrder, b.Counter(1), Int(b, 0));
  const ExprId odd = b.Compare(
      tile::kEq, tile::kSignedOrder,
      b.Scalar(OpKind::kAnd, {b.Counter(2), Int(b, 1)}, ir::Scalar(kI32)), Int(b, 1));
  tile::Grid grid;
  grid.sizes = {2, 3};
  grid.sequential = {false, true};
  grid.body = {
      tile::IfStatement(first, {StoreStatement(&b, StoreTo(sum, Int(b, 0)))}, {}),
      tile::ForStatement(
          2, Int(b, 0), Int(b, 4),
          {tile::IfStatement(odd, {add(b.Counter(2))}, {add(Int(b, 10))})}),
      StoreStatement(&b, StoreTo(out, b.Load(sum)))};
  b.Append(tile::GridStatement(grid));
  // Of each turn 1 + 3 and twice 10.
  EXPECT_THAT(NumbersOf(RunProgram(p, {})[0]), ElementsAre(72, 72));
}

TEST(Grids, CopyBetweenMemories) {
  Program p;
  p.parallel = false;
  Builder b(&p, Builder::Refs::kChange);
  const RefId x = b.Input({kI32, {4}}), y = b.Output({kI32, {2}});
  const RefId there = b.Scratch({kI32, {2}});
  const RefId semaphore = p.AddRef({tile::Memory::kSmem, {kI32, {1}}});
  tile::Dma dma;
  dma.source = x;
  dma.copy = StoreTo(there, b.DynamicSlice(b.Load(x), {Int(b, 1)}, {2}));
  dma.semaphore = semaphore;
  dma.slot = Int(b, 0);
  tile::Dma wait = dma;
  wait.wait = true;
  tile::Grid grid;
  grid.sizes = {1};
  grid.sequential = {false};
  grid.body = {tile::DmaStatement(dma), tile::DmaStatement(wait),
               StoreStatement(&b, StoreTo(y, b.Load(there)))};
  b.Append(tile::GridStatement(grid));
  EXPECT_THAT(NumbersOf(RunProgram(p, {ArrayOf(kI32, {4}, {1, 2, 3, 4})})[1]),
              ElementsAre(2, 3));
}

TEST(Scratch, HoldsNothingThatIsKnownBeforeItIsWritten) {
  Program p;
  p.parallel = false;
  Builder b(&p, Builder::Refs::kChange);
  const RefId y = b.Output({kI32, {}}), scratch = b.Scratch({kI32, {}});
  b.Append(StoreStatement(&b, StoreTo(y, b.Load(scratch))));
  EXPECT_TRUE(IsUnknown(RunProgram(p, {})[0].elements[0]));
}

}  // namespace
}  // namespace tilewright::reference
