#include "codegen/emit/non_temporal_stores.h"

#include <algorithm>

#include "llvm/IR/IntrinsicsX86.h"
#include "support/abi.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::RefId;

namespace {

// An array as large as a last cache (32 MiB is much) is written as fast either way;
// twice as large, it is written a third faster past it. Not a fact of the host: hosts
// of one kind that differ in this only share their code.
constexpr int64_t kLeastBytes = 48 << 20;

bool IsRead(const tile::Program& program, RefId ref) {
  return std::any_of(program.exprs.begin(), program.exprs.end(),
                     [ref](const tile::Expr& e) {
                       return e.kind == tile::ExprKind::kLoad && e.ref == ref;
                     });
}

}  // namespace

std::vector<RefId> RefsStoredNonTemporally(const tile::Program& program,
                                           const tile::LoopNest& nest,
                                           const EmitOptions& options) {
  std::vector<RefId> refs;
  if (!options.scalar.target.x86 || program.debug) return refs;
  for (const tile::Pass& pass : nest.passes) {
    for (const tile::Store& store : pass.stores) {
      const tile::Ref& ref = program.refs[store.ref];
      if (ref.memory == tile::Memory::kHbm && !ref.is_updated && store.is_plain() &&
          ref.type.byte_size() >= kLeastBytes && !IsRead(program, store.ref)) {
        refs.push_back(store.ref);
      }
    }
  }
  return refs;
}

Value* NonTemporalStoresServe(Evaluator& eval, const std::vector<RefId>& refs) {
  llvm::IRBuilder<>& b = eval.kb().ir();
  const tile::Program& program = eval.program();
  Value* serves = b.getTrue();
  for (RefId ref : refs) {
    Value* const address = b.CreatePtrToInt(eval.pointer(ref), b.getInt64Ty());
    Value* const beyond = b.CreateAnd(address, b.getInt64(TW_BUFFER_ALIGNMENT - 1));
    serves = b.CreateAnd(serves, b.CreateICmpEQ(beyond, b.getInt64(0)));
    for (RefId other : program.Parameters()) {
      if (program.refs[other].is_output) continue;
      serves =
          b.CreateAnd(serves, b.CreateICmpNE(eval.pointer(other), eval.pointer(ref)));
    }
  }
  return serves;
}

void FenceStores(llvm::IRBuilder<>& b) {
  b.CreateIntrinsic(llvm::Intrinsic::x86_sse_sfence, {}, {});
}

}  // namespace tilewright::codegen
