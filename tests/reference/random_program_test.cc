// Random programs are functions of their seed, and reach what they are for.
#include "tests/reference/random_program.h"

#include <gtest/gtest.h>

#include <set>

#include "ir/print.h"

namespace tilewright::reference {
namespace {

TEST(RandomPrograms, AreFunctionsOfTheirSeed) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(ir::Print(RandomProgram(seed)), ir::Print(RandomProgram(seed)));
  }
  EXPECT_NE(ir::Print(RandomProgram(1)), ir::Print(RandomProgram(2)));
}

struct Seen {
  std::set<ir::OpKind> kinds;
  std::set<ElementType> types;
  bool empty_contraction = false;  // of a side that is a transpose or a broadcast
  bool siblings = false;           // reductions of one value's types beside each other

  void Visit(const ir::Program& program, const ir::Region& region) {
    std::set<ir::ValueId> moved;
    std::set<ElementType> reduced;
    for (const ir::Operation& op : region.operations) {
      kinds.insert(op.kind);
      if (op.kind == ir::OpKind::kTranspose || op.kind == ir::OpKind::kBroadcastInDim) {
        moved.insert(op.results[0]);
      }
      if (op.kind == ir::OpKind::kReduce) {
        reduced.insert(program.type(op.operands[0]).element);
        siblings = siblings || reduced.size() > 2;
      }
      if (op.kind == ir::OpKind::kDotGeneral) {
        const auto& contracted =
            op.attributes.Ints(ir::AttributeName::kLhsContractingDimensions);
        for (int64_t d : contracted) {
          const bool empty = program.type(op.operands[0]).dims()[d] == 0;
          empty_contraction = empty_contraction || (empty && moved.count(op.operands[0]));
        }
      }
      for (const ir::Region& inner : op.regions) Visit(program, inner);
    }
  }
};

TEST(RandomPrograms, HaveEveryOperationThatTheyAreFor) {
  Seen seen;
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    const ir::Program program = RandomProgram(seed);
    for (const ir::TensorType& type : program.values) seen.types.insert(type.element);
    seen.Visit(program, program.body);
  }
  for (int k = 0; k < ir::OpKindCount(); ++k) {
    const auto kind = static_cast<ir::OpKind>(k);
    if (ir::IsElementwise(kind)) EXPECT_TRUE(seen.kinds.count(kind)) << ir::Name(kind);
  }
  using enum ir::OpKind;
  for (ir::OpKind kind : {kConstant,
                          kIota,
                          kBitcastConvert,
                          kBroadcastInDim,
                          kConcatenate,
                          kDynamicSlice,
                          kDynamicUpdateSlice,
                          kGather,
                          kPad,
                          kReshape,
                          kReverse,
                          kSlice,
                          kTranspose,
                          kDotGeneral,
                          kConvolution,
                          kReduce,
                          kReduceWindow,
                          kSelectAndScatter,
                          kScatter,
                          kSort,
                          kWhile,
                          kIf,
                          kCase}) {
    EXPECT_TRUE(seen.kinds.count(kind)) << ir::Name(kind);
  }
  EXPECT_GT(seen.types.size(), 25u);
  EXPECT_TRUE(seen.empty_contraction);
  EXPECT_TRUE(seen.siblings);
}

}  // namespace
}  // namespace tilewright::reference
