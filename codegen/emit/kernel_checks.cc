#include "codegen/emit/kernel_checks.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "codegen/analysis/aligned.h"
#include "support/abi.h"
#include "support/overloaded.h"
#include "tile/visit.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::ExprId;
using tile::RefId;
using tile::Statement;

namespace {

void CollectSemaphores(const std::vector<Statement>& statements,
                       std::set<RefId>* semaphores) {
  for (const Statement& s : statements) {
    if (const auto* dma = s.As<tile::Dma>()) semaphores->insert(dma->semaphore);
    if (const auto* signal = s.As<tile::Signal>()) semaphores->insert(signal->semaphore);
    ForEachBody(s, [&](const std::vector<Statement>& body) {
      CollectSemaphores(body, semaphores);
    });
  }
}

}  // namespace

Value* KernelChecks::Report() const {
  return eval_.pointer(static_cast<RefId>(program_.refs.size()) - 1);
}

std::vector<RefId> KernelChecks::Semaphores() const {
  std::set<RefId> semaphores;
  CollectSemaphores(program_.statements, &semaphores);
  return {semaphores.begin(), semaphores.end()};
}

void KernelChecks::Fail(Value* bad, int check, Value* ref,
                        const std::vector<Value*>& figures) {
  const auto at = [&](int64_t word) {
    return b_.CreateGEP(b_.getInt64Ty(), Report(), kb_.I64(word));
  };
  kb_.If(bad, [&] {
    Value* const kept = b_.CreateLoad(b_.getInt64Ty(), at(0));
    kb_.If(b_.CreateICmpEQ(kept, kb_.I64(TW_CHECK_NONE)), [&] {
      b_.CreateStore(kb_.I64(check), at(0));
      b_.CreateStore(ref, at(1));
      for (size_t i = 0; i < figures.size(); ++i) {
        b_.CreateStore(figures[i], at(TW_REPORT_FIGURES + static_cast<int64_t>(i)));
      }
      const int64_t room = TW_REPORT_WORDS - TW_REPORT_POINT - 1;
      const auto* const grid = program_.statements[0].As<tile::Grid>();
      const int64_t rank =
          grid == nullptr ? 0 : std::min(static_cast<int64_t>(grid->sizes.size()), room);
      b_.CreateStore(kb_.I64(rank), at(TW_REPORT_POINT));
      for (int64_t d = 0; d < rank; ++d) {
        b_.CreateStore(eval_.counter(d).base, at(TW_REPORT_POINT + 1 + d));
      }
    });
  });
}

void KernelChecks::BeginStep() {
  b_.CreateStore(b_.getInt32(0), eval_.unwritten());
  for (size_t r = 0; r < program_.refs.size(); ++r) {
    SetShadow(static_cast<RefId>(r), 0);
  }
  for (RefId ref : Semaphores()) {
    b_.CreateMemSet(eval_.pointer(ref), b_.getInt8(0),
                    program_.refs[ref].type.byte_size(), llvm::Align(1));
  }
}

void KernelChecks::EndStep() {
  for (RefId ref : Semaphores()) {
    const int64_t count = program_.refs[ref].type.num_elements();
    kb_.For(kb_.I64(0), kb_.I64(count), 1, 1, [&](const LaneIndex& slot) {
      Value* const at = b_.CreateGEP(b_.getInt32Ty(), eval_.pointer(ref), slot.base);
      Value* const left = b_.CreateLoad(b_.getInt32Ty(), at);
      Fail(b_.CreateICmpNE(left, b_.getInt32(0)), TW_CHECK_NOT_AWAITED, kb_.I64(ref),
           {b_.CreateSExt(left, b_.getInt64Ty()), slot.base});
    });
  }
}

void KernelChecks::Window(RefId ref, const std::vector<Value*>& start) {
  const tile::Window& window = *program_.refs[ref].window;
  const ir::Dims& array = program_.refs[window.array].type.dims;
  for (size_t d = 0; d < start.size(); ++d) {
    const int64_t last = window.may_straddle ? array[d] - 1 : array[d] - window.block[d];
    const int64_t before = window.may_precede ? window.block[d] - 1 : 0;
    // Unsigned: what is negative is beyond every end.
    Value* const bad = last < 0
                           ? static_cast<Value*>(b_.getTrue())
                           : b_.CreateICmpUGT(b_.CreateAdd(start[d], kb_.I64(before)),
                                              kb_.I64(last + before));
    Fail(bad, TW_CHECK_WINDOW, kb_.I64(ref),
         {kb_.I64(static_cast<int64_t>(d)), start[d], kb_.I64(window.block[d]),
          kb_.I64(array[d])});
  }
}

void KernelChecks::Moved(RefId ref, const std::vector<Value*>& start) {
  // After the shadow itself: where the window was.
  Value* const places =
      b_.CreateGEP(b_.getInt8Ty(), eval_.shadow(ref),
                   kb_.I64(Aligned(program_.refs[ref].type.num_elements())));
  Value* moved = b_.getFalse();
  for (size_t d = 0; d < start.size(); ++d) {
    Value* const at =
        b_.CreateGEP(b_.getInt64Ty(), places, kb_.I64(static_cast<int64_t>(d)));
    Value* const before = b_.CreateLoad(b_.getInt64Ty(), at);
    moved = b_.CreateOr(moved, b_.CreateICmpNE(before, start[d]));
    b_.CreateStore(start[d], at);
  }
  kb_.If(moved, [&] { SetShadow(ref, 0); });
}

void KernelChecks::SetShadow(RefId ref, uint8_t holds) {
  if (eval_.shadow(ref) == nullptr) return;
  b_.CreateMemSet(eval_.shadow(ref), b_.getInt8(holds),
                  program_.refs[ref].type.num_elements(), llvm::Align(1));
}

void KernelChecks::AfterStatement(const Statement& s) {
  // These write all of their outputs, and say so here.
  const bool whole = s.Is<tile::Scan>() || s.Is<tile::Sort>();
  if (whole) ForEachRef(s, [this](RefId ref) { SetShadow(ref, 1); });
  Value* const first = b_.CreateLoad(b_.getInt32Ty(), eval_.unwritten());
  Value* const ref = b_.CreateSub(b_.CreateSExt(first, b_.getInt64Ty()), kb_.I64(1));
  Fail(b_.CreateICmpNE(first, b_.getInt32(0)), TW_CHECK_UNWRITTEN, ref, {});
}

void KernelChecks::BeforeStatement(const Statement& s) {
  std::vector<ExprId> roots;
  const auto store = [&](const tile::Store& x) {
    roots.insert(roots.end(), x.values.begin(), x.values.end());
    if (x.dynamic_offset.empty()) return;
    roots.insert(roots.end(), x.dynamic_offset.begin(), x.dynamic_offset.end());
    ir::Dims extents = program_.exprs[x.value()].type.dims;
    for (size_t d = 0; d < extents.size(); ++d) extents[d] = x.Extent(d, extents[d]);
    Part(x.ref, x.dynamic_offset.data(), extents);
  };
  std::visit(
      Overloaded{[&](const tile::LoopNest& nest) {
                   for (const tile::Pass& pass : nest.passes) {
                     for (const tile::Store& x : pass.stores) store(x);
                     for (const tile::Reduce& reduce : pass.reduces) {
                       roots.insert(roots.end(), reduce.inputs.begin(),
                                    reduce.inputs.end());
                     }
                   }
                 },
                 [&](const tile::Matmul& matmul) {
                   roots = {matmul.lhs, matmul.rhs};
                   for (const tile::Store& x : matmul.stores) store(x);
                 },
                 [&](const tile::For& loop) { roots = {loop.begin, loop.end}; },
                 [&](const tile::If& branch) { roots = {branch.predicate}; },
                 [&](const tile::Dma& dma) { store(dma.copy); }, [](const auto&) {}},
      s.node);
  ForEachExprUnder(program_, std::move(roots), [&](ExprId id) {
    const tile::Expr& e = program_.exprs[id];
    if (!e.Is<tile::DynamicSlice>()) return;
    if (const auto* from = program_.exprs[e.operands[0]].As<tile::Load>()) {
      Part(from->ref, e.operands.data() + 1, e.type.dims);
    }
  });
}

void KernelChecks::Part(RefId ref, const ExprId* start, const ir::Dims& sizes) {
  const ir::Dims& whole = program_.refs[ref].type.dims;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (program_.exprs[start[d]].Is<tile::Constant>()) continue;
    kb_.set_lanes(1);
    Value* const at =
        b_.CreateSExt(eval_.EvaluateScalar(start[d]).value.re, b_.getInt64Ty());
    Fail(b_.CreateICmpUGT(at, kb_.I64(whole[d] - sizes[d])), TW_CHECK_PART, kb_.I64(ref),
         {kb_.I64(static_cast<int64_t>(d)), at, kb_.I64(sizes[d]), kb_.I64(whole[d])});
  }
}

void KernelChecks::Copy(const tile::Dma& dma) {
  const int64_t bytes =
      std::min<int64_t>(program_.exprs[dma.copy.value()].type.byte_size(), INT32_MAX / 2);
  const int64_t slots = program_.refs[dma.semaphore].type.num_elements();
  const LaneIndex slot = eval_.ClampedIndex(eval_.EvaluateScalar(dma.slot), slots - 1);
  Value* const at =
      b_.CreateGEP(b_.getInt32Ty(), eval_.pointer(dma.semaphore), slot.base);
  Value* const before = b_.CreateLoad(b_.getInt32Ty(), at);
  Value* const amount = b_.getInt32(static_cast<uint32_t>(bytes));
  if (!dma.wait) {
    b_.CreateStore(b_.CreateAdd(before, amount), at);
    return;
  }
  Value* const bad = b_.CreateICmpSLT(before, amount);
  Value* const left = b_.CreateSub(before, amount);
  b_.CreateStore(b_.CreateSelect(bad, before, left), at);
  Fail(bad, TW_CHECK_NO_COPY, kb_.I64(dma.copy.ref),
       {kb_.I64(bytes), b_.CreateSExt(before, b_.getInt64Ty()), slot.base});
}

}  // namespace tilewright::codegen
