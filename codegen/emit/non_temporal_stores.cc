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

// That the share of an array that a thread writes is twice its second cache: of many
// threads each keeps its own. Of the steps that a call runs.
int64_t LeastBytesOfCall(const EmitOptions& options) {
  return DivideUp(2 * options.l2_bytes, TW_CALLS_PER_SHARE);
}

bool IsRead(const tile::Program& program, RefId ref) {
  return std::any_of(program.exprs.begin(), program.exprs.end(),
                     [ref](const tile::Expr& e) { return e.Loads(ref); });
}

}  // namespace

std::vector<RefId> RefsStoredWhole(const tile::Program& program,
                                   const tile::LoopNest& nest) {
  std::vector<RefId> refs;
  if (program.debug) return refs;
  for (const tile::Pass& pass : nest.passes) {
    for (const tile::Store& store : pass.stores) {
      const tile::Ref& ref = program.refs[store.ref];
      if (ref.memory == tile::Memory::kHbm && !ref.is_updated && store.is_plain() &&
          !IsRead(program, store.ref)) {
        refs.push_back(store.ref);
      }
    }
  }
  return refs;
}

std::vector<RefId> RefsStoredNonTemporally(const tile::Program& program,
                                           const tile::LoopNest& nest,
                                           const EmitOptions& options) {
  std::vector<RefId> refs;
  if (!options.scalar.target.x86) return refs;
  for (const RefId ref : RefsStoredWhole(program, nest)) {
    const ir::TensorType& type = program.refs[ref].type;
    if (!type.shape.is_static() || type.byte_size() >= LeastBytes(options)) {
      refs.push_back(ref);
    }
  }
  return refs;
}

Value* OverlapsNoInput(Evaluator& eval, const std::vector<RefId>& refs) {
  llvm::IRBuilder<>& b = eval.kb().ir();
  const tile::Program& program = eval.program();
  Value* none = b.getTrue();
  for (RefId ref : refs) {
    for (RefId other : program.Parameters()) {
      if (program.refs[other].is_output || other == program.sizes) continue;
      none = b.CreateAnd(none, b.CreateICmpNE(eval.pointer(other), eval.pointer(ref)));
    }
  }
  return none;
}

Value* NonTemporalStoresServe(Evaluator& eval, const std::vector<RefId>& refs,
                              const ir::Size& steps, Value* begin, Value* end) {
  KernelBuilder& kb = eval.kb();
  llvm::IRBuilder<>& b = kb.ir();
  const EmitOptions& options = kb.options();
  Value* const called = b.CreateSub(end, begin);
  Value* serves = b.getTrue();
  const auto at_least = [&](Value* x, Value* least) {
    serves = b.CreateAnd(serves, b.CreateICmpSGE(x, least));
  };
  for (RefId ref : refs) {
    const ir::TensorType& type = eval.program().refs[ref].type;
    const ir::Size bytes = NumElements(type.shape) * ir::StorageBytes(type.element);
    if (bytes.is_number() && steps.is_number()) {
      const int64_t of_step = std::max<int64_t>(bytes.number() / steps.number(), 1);
      at_least(called, kb.I64(DivideUp(LeastBytesOfCall(options), of_step)));
    } else {
      // What overflows decides no value.
      Value* const all = kb.ValueOf(bytes);
      at_least(all, kb.I64(LeastBytes(options)));
      at_least(b.CreateMul(called, all),
               b.CreateMul(kb.ValueOf(steps), kb.I64(LeastBytesOfCall(options))));
    }
    Value* const address = b.CreatePtrToInt(eval.pointer(ref), b.getInt64Ty());
    Value* const beyond = b.CreateAnd(address, b.getInt64(TW_BUFFER_ALIGNMENT - 1));
    serves = b.CreateAnd(serves, b.CreateICmpEQ(beyond, b.getInt64(0)));
  }
  return b.CreateAnd(serves, OverlapsNoInput(eval, refs));
}

void FenceStores(llvm::IRBuilder<>& b) {
  b.CreateIntrinsic(llvm::Intrinsic::x86_sse_sfence, {}, {});
}

}  // namespace tilewright::codegen
