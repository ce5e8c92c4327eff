#include "tile/canonical.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tile/verify/verify.h"

namespace tilewright::tile {
namespace {

constexpr ir::ElementType kF32 = ir::ElementType::kF32;

Expr Of(ExprNode node, std::vector<ExprId> operands = {}) {
  return {std::move(node), {kF32, {4}}, std::move(operands)};
}

// z = x - y of four numbers each; `backwards`: parts are made in another order, and
// there are more of them than anybody needs.
Program Difference(bool backwards) {
  Program p;
  std::vector<Ref> refs = {{Memory::kHbm, {kF32, {4}}, false},
                           {Memory::kHbm, {kF32, {4}}, false},
                           {Memory::kHbm, {kF32, {4}}, true}};
  RefId x = 0, y = 1, z = 2;
  if (backwards) {
    std::swap(x, z);
    std::swap(refs[0], refs[2]);
    refs.push_back({Memory::kVmem, {kF32, {9}}, false});
  }
  p.refs = refs;
  ExprId a, b;
  if (backwards) {
    b = p.Add(Of(Load{y}));
    p.Add(Of(Load{x}));
    a = p.Add(Of(Load{x}));
  } else {
    a = p.Add(Of(Load{x}));
    b = p.Add(Of(Load{y}));
  }
  Store store;
  store.ref = z;
  store.values = {p.Add(Of(Scalar{ir::OpKind::kSubtract}, {a, b}))};
  p.statements = {{LoopNest{.outer = {4}, .passes = {{.stores = {store}}}}}};
  return p;
}

TEST(Canonicalize, GivesEqualStatementsEqualTextInWhateverOrderTheirPartsWereMade) {
  Program plain = Difference(false), backwards = Difference(true);
  EXPECT_NE(Print(plain), Print(backwards));
  EXPECT_EQ(Canonicalize(&plain), (std::vector<RefId>{0, 1, 2}));
  // The output comes last, and the scratch that nobody uses is gone.
  EXPECT_EQ(Canonicalize(&backwards), (std::vector<RefId>{2, 1, 0, -1}));
  EXPECT_EQ(Print(plain), Print(backwards));
  EXPECT_TRUE(Verify(backwards).ok()) << Verify(backwards);
}

TEST(Canonicalize, KeepsWhatIsDifferentApart) {
  Program plain = Difference(false), other = Difference(true);
  std::swap(other.exprs.back().operands[0], other.exprs.back().operands[1]);
  Canonicalize(&plain);
  Canonicalize(&other);
  // y - x, but of inputs in the other order: the same program of other arguments.
  EXPECT_EQ(Print(plain), Print(other));
  other.exprs.back().node = Scalar{ir::OpKind::kAdd};
  EXPECT_NE(Print(plain), Print(other));
}

}  // namespace
}  // namespace tilewright::tile
