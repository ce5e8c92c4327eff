// Short rows whose length is known when the kernel runs: a vector or two each, some rows
// side by side, which the general code for a row would take most of its time to find out.
#include <algorithm>
#include <optional>

#include "absl/algorithm/container.h"
#include "codegen/analysis/loop_nest_shape.h"
#include "codegen/emit/masks.h"
#include "codegen/emit/statement_emitter.h"
#include "llvm/IR/Intrinsics.h"
#include "tile/visit.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::LoopNest;
using tile::Pass;

// Where passes agree on the length of a row, in code that stays small.
StatementEmitter::ShortRows StatementEmitter::ShortRowsOf(const LoopNest& nest) {
  constexpr int kCost = 400;
  if (program_.debug) return {};
  const VectorTarget& target = kb_.options().scalar.target;
  ShortRows rows{.most = INT64_MAX};
  std::optional<ir::Size> length;
  int64_t cost = 0;
  for (const Pass& pass : nest.passes) {
    if (pass.inner.rank() == 0) continue;
    const ir::Size own = pass.inner[0];
    if (pass.inner.rank() > 1 || own.is_number() || !ByCombiners(pass) ||
        (length.has_value() && !(own == *length))) {
      return {};
    }
    length = own;
    const bool masked = absl::c_all_of(pass.stores, [&](const tile::Store& store) {
      return HasMasks(target, program_.refs[store.ref].type.element);
    });
    const bool reads_over = ReadsOver(nest, pass);
    if (!masked || !(reads_over || MasksAreCheap(pass))) return {};
    const int lanes = LanesAlong(pass, UsualExtent(own));
    if (lanes < kMostRowsAtOnce) return {};
    const int vectors = FewVectors(pass, kMostRowsAtOnce);
    const int64_t few = int64_t{vectors} * lanes;
    rows.most = std::min(rows.most, few);
    if (reads_over) rows.read = std::max(rows.read, few);
    cost += int64_t{vectors} * kMostRowsAtOnce * CostOf(Roots(pass));
  }
  if (!length.has_value() || cost > kCost) return {};
  if (kb_.IsAtLeast(*length, rows.most + 1)) return {};
  rows.all = kb_.IsBelow(*length, rows.most + 1);
  return rows;
}

// Whether a pass reads elements behind its row, of the next ones, in place of dear masks:
// they lie in the same array, and no operation minds what it is given.
bool StatementEmitter::ReadsOver(const LoopNest& nest, const Pass& pass) {
  if (!pass.stores.empty() || MasksAreCheap(pass)) return false;
  const ir::Shape domain = Domain(nest, pass);
  bool all = true;
  tile::ForEachExprUnder(program_, Roots(pass), [&](tile::ExprId id) {
    const tile::Expr& e = program_.exprs[id];
    if (const auto* const load = e.As<tile::Load>()) {
      const tile::Ref& ref = program_.refs[load->ref];
      const bool whole = ref.memory == tile::Memory::kHbm && !ref.is_output &&
                         ref.before < 0 && !ref.window.has_value() &&
                         e.type.shape == domain;
      all = all && (whole || e.type.rank() == 0);
    } else {
      all = all && ir::IsFloat(e.type.element) &&
            (e.Is<tile::Scalar>() || e.Is<tile::Constant>() || e.Is<tile::Broadcast>() ||
             e.Is<tile::ResultOf>());
    }
  });
  return all;
}

Value* StatementEmitter::ShortRowsEnd(const LoopNest& nest, const ShortRows& rows,
                                      Value* lo, Value* hi) {
  llvm::IRBuilder<>& b = kb_.ir();
  const auto reduces = absl::c_find_if(
      nest.passes, [](const Pass& pass) { return pass.inner.rank() > 0; });
  Value* const length = kb_.ValueOf(reduces->inner[0]);
  const auto bound = [&](llvm::Intrinsic::ID id, Value* x, Value* y) {
    return b.CreateBinaryIntrinsic(id, x, y);
  };
  if (rows.read > 0) {
    // Behind the last of them there are as many elements as are read.
    Value* const some = bound(llvm::Intrinsic::smax, length, kb_.I64(1));
    Value* const behind = b.CreateUDiv(b.CreateAdd(some, kb_.I64(rows.read - 1)), some);
    Value* const all = kb_.ValueOf(NumElements(nest.outer));
    hi = bound(llvm::Intrinsic::smin, hi, b.CreateSub(all, behind));
  }
  Value* const none = kb_.I64(0);
  Value* const count = bound(llvm::Intrinsic::smax, none, b.CreateSub(hi, lo));
  Value* const whole = b.CreateAnd(count, kb_.I64(-int64_t{kMostRowsAtOnce}));
  // Rows of none are not among them.
  Value* const is_short =
      b.CreateICmpULT(b.CreateSub(length, kb_.I64(1)), kb_.I64(rows.most));
  return b.CreateAdd(lo, b.CreateSelect(is_short, whole, none));
}

}  // namespace tilewright::codegen
