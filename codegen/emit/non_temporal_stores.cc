#include "codegen/emit/non_temporal_stores.h"

#include <algorithm>

#include "llvm/IR/IntrinsicsX86.h"
#include "support/abi.h"
#include "support/round.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::RefId;

namespace {

// Half as much again as what the last cache keeps of what is written: an array as large
// as that is written as fast either way, twice as large a third faster past it. And what
// two cores' second caches keep twice over: smaller arrays are found there by who reads
// them next. Not facts of the host: hosts of one kind that differ in this only share
// their code.
int64_t LeastBytes(const EmitOptions& options) {
  return std::max(int64_t{options.processor.last_cache} * 3 / 2 << 20,
                  4 * options.l2_bytes);
}

// Of the steps that a call runs, so that the share that a thread writes is twice its
// second cache: of many threads each keeps its own.
int64_t LeastSteps(int64_t array_bytes, int64_t steps, const EmitOptions& options) {
  const int64_t bytes = DivideUp(2 * options.l2_bytes, TW_CALLS_PER_SHARE);
  return DivideUp(bytes, std::max<int64_t>(array_bytes / steps, 1));
}

bool IsRead(const tile::Program& program, RefId ref) {
  return std::any_of(program.exprs.begin(), program.exprs.end(),
                     [ref](const tile::Expr& e) { return e.Loads(ref); });
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
          ref.type.shape.is_static() && ref.type.byte_size() >= LeastBytes(options) &&
          !IsRead(program, store.ref)) {
        refs.push_back(store.ref);
      }
    }
  }
  return refs;
}

Value* NonTemporalStoresServe(Evaluator& eval, const std::vector<RefId>& refs,
                              const ir::Size& steps, Value* begin, Value* end) {
  llvm::IRBuilder<>& b = eval.kb().ir();
  const tile::Program& program = eval.program();
  Value* const called = b.CreateSub(end, begin);
  Value* serves = b.getTrue();
  for (RefId ref : refs) {
    const int64_t bytes = program.refs[ref].type.byte_size();
    Value* const least =
        b.getInt64(LeastSteps(bytes, steps.number(), eval.kb().options()));
    serves = b.CreateAnd(serves, b.CreateICmpSGE(called, least));
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
