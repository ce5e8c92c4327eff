#include "codegen/emit/kernel_checks.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "absl/algorithm/container.h"
#include "codegen/analysis/aligned.h"
#include "support/abi.h"
#include "support/check.h"
#include "support/overloaded.h"
#include "tile/visit.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::ExprId;
using tile::RefId;
using tile::Statement;

namespace {

const tile::Grid& GridOf(const tile::Program& program) {
  const auto* const grid = program.statements[0].As<tile::Grid>();
  TW_CHECK(grid != nullptr);  // tile::Verify: a program with checks has one
  return *grid;
}

}  // namespace

KernelChecks::KernelChecks(Evaluator& eval)
    : eval_(eval),
      kb_(eval.kb()),
      b_(eval.kb().ir()),
      program_(eval.program()),
      grid_(GridOf(eval.program())),
      copied_(eval.program().refs.size(), false),
      notes_(eval.program()) {
  ForEachStatement(program_.statements, [&](const Statement& s) {
    const int number = static_cast<int>(numbers_.size()) + 1;
    numbers_[&s] = number;
    const auto count_on = [this](RefId semaphore) {
      if (absl::c_linear_search(semaphores_, semaphore)) return;
      semaphores_.push_back(semaphore);
    };
    if (const auto* signal = s.As<tile::Signal>()) count_on(signal->semaphore);
    const auto* const dma = s.As<tile::Dma>();
    if (dma == nullptr) return;
    count_on(dma->semaphore);
    copied_[dma->source] = copied_[dma->copy.ref] = true;
  });
}

Value* KernelChecks::ReportWord(Value* word) {
  const auto report = static_cast<RefId>(program_.refs.size()) - 1;
  return b_.CreateGEP(b_.getInt64Ty(), eval_.pointer(report), word);
}
Value* KernelChecks::ReportWord(int64_t word) { return ReportWord(kb_.I64(word)); }

void KernelChecks::KeepPoint(int64_t word, const Values& indices) {
  const auto rank =
      std::min<int64_t>(static_cast<int64_t>(indices.size()), TW_REPORT_MOST_INDICES);
  b_.CreateStore(kb_.I64(rank), ReportWord(word));
  for (int64_t d = 0; d < rank; ++d) {
    b_.CreateStore(indices[d], ReportWord(word + 1 + d));
  }
}

void KernelChecks::Fail(Value* bad, const Mistake& mistake) {
  kb_.If(bad, [&] {
    Value* const kept = b_.CreateLoad(b_.getInt64Ty(), ReportWord(int64_t{0}));
    kb_.If(b_.CreateICmpEQ(kept, kb_.I64(TW_CHECK_NONE)), [&] {
      b_.CreateStore(kb_.I64(mistake.check), ReportWord(int64_t{0}));
      b_.CreateStore(mistake.ref, ReportWord(TW_REPORT_REF));
      b_.CreateStore(kb_.I64(statement_), ReportWord(TW_REPORT_STATEMENT));
      if (mistake.other_statement != nullptr) {
        b_.CreateStore(mistake.other_statement, ReportWord(TW_REPORT_OTHER_STATEMENT));
      }
      for (size_t i = 0; i < mistake.figures.size(); ++i) {
        b_.CreateStore(mistake.figures[i],
                       ReportWord(TW_REPORT_FIGURES + static_cast<int64_t>(i)));
      }
      if (known_ != kNoPoint) {
        Values point;
        for (int d = 0; d < grid_.sizes.rank(); ++d) {
          const bool is_known = known_ == kPoint || !grid_.sequential[d];
          point.push_back(is_known ? eval_.counter(d).base : kb_.I64(-1));
        }
        KeepPoint(TW_REPORT_POINT, point);
      }
      if (mistake.other_point) KeepPoint(TW_REPORT_OTHER_POINT, mistake.other_point());
    });
  });
}

void KernelChecks::BeginStep(Value* step) {
  step_ = step;
  known_ = kStep;
  statement_ = 0;
  b_.CreateStore(b_.getInt32(0), eval_.unwritten());
  for (size_t r = 0; r < program_.refs.size(); ++r) {
    const auto ref = static_cast<RefId>(r);
    SetShadow(ref, AtFirst(ref));
  }
  if (notes_.copies) b_.CreateStore(kb_.I64(0), eval_.copies());
  for (RefId ref : semaphores_) {
    b_.CreateMemSet(eval_.pointer(ref), b_.getInt8(0),
                    program_.refs[ref].type.byte_size(), llvm::Align(1));
  }
}

void KernelChecks::BeginPoint() {
  known_ = kPoint;
  statement_ = 0;
}

void KernelChecks::EndStep() {
  known_ = kStep;
  statement_ = 0;
  for (RefId ref : semaphores_) {
    const int64_t count = program_.refs[ref].type.num_elements();
    kb_.For(kb_.I64(0), kb_.I64(count), 1, 1,
            [&](const LaneIndex& slot) { NothingLeft(ref, slot.base); });
  }
}

void KernelChecks::Window(RefId ref, const std::vector<Value*>& start) {
  const tile::Window& window = *program_.refs[ref].window;
  const ir::Dims& array = program_.refs[window.array].type.dims();
  for (size_t d = 0; d < start.size(); ++d) {
    const int64_t last = window.may_straddle ? array[d] - 1 : array[d] - window.block[d];
    const int64_t before = window.may_precede ? window.block[d] - 1 : 0;
    // Unsigned: what is negative is beyond every end.
    Value* const bad = last < 0
                           ? static_cast<Value*>(b_.getTrue())
                           : b_.CreateICmpUGT(b_.CreateAdd(start[d], kb_.I64(before)),
                                              kb_.I64(last + before));
    Fail(bad, {TW_CHECK_WINDOW,
               kb_.I64(ref),
               {kb_.I64(static_cast<int64_t>(d)), start[d], kb_.I64(window.block[d]),
                kb_.I64(array[d])}});
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
  kb_.If(moved, [&] {
    SetShadow(ref, AtFirst(ref));
    if (!copied_[ref]) return;
    ForEachCopy([&](Value* copy) {
      Value* const reads =
          b_.CreateICmpEQ(CopyField(copy, CopyNotes::kFrom), kb_.I64(ref));
      Value* const writes =
          b_.CreateICmpEQ(CopyField(copy, CopyNotes::kTo), kb_.I64(ref));
      Fail(b_.CreateOr(reads, writes), {TW_CHECK_IN_FLIGHT,
                                        kb_.I64(ref),
                                        {kb_.I64(TW_MOVE_WINDOW)},
                                        CopyField(copy, CopyNotes::kStatement)});
    });
  });
}

Shadow KernelChecks::AtFirst(RefId ref) const {
  return program_.refs[ref].is_updated ? Shadow::kCame : Shadow::kNothing;
}

void KernelChecks::SetShadow(RefId ref, Shadow holds) {
  if (eval_.shadow(ref) == nullptr) return;
  b_.CreateMemSet(eval_.shadow(ref), b_.getInt8(static_cast<uint8_t>(holds)),
                  program_.refs[ref].type.num_elements(), llvm::Align(1));
}

void KernelChecks::AfterStatement(const Statement& s) {
  statement_ = numbers_.at(&s);
  // These write all of their outputs, and say so here.
  const bool whole = s.Is<tile::Scan>() || s.Is<tile::Sort>();
  if (whole) ForEachRef(s, [this](RefId ref) { SetShadow(ref, Shadow::kHolds); });
  Value* const first =
      b_.CreateSExt(b_.CreateLoad(b_.getInt32Ty(), eval_.unwritten()), b_.getInt64Ty());
  kb_.If(b_.CreateICmpNE(first, kb_.I64(0)), [&] {
    if (notes_.copies) {
      // Of the copy that writes it.
      Value* const ref = b_.CreateSub(kb_.I64(-1), first);
      ForEachCopy([&](Value* copy) {
        Fail(b_.CreateICmpEQ(CopyField(copy, CopyNotes::kTo), ref),
             {TW_CHECK_IN_FLIGHT,
              ref,
              {kb_.I64(TW_READ_TARGET)},
              CopyField(copy, CopyNotes::kStatement)});
      });
    }
    Fail(b_.getTrue(), {TW_CHECK_UNWRITTEN, b_.CreateSub(first, kb_.I64(1))});
  });
}

void KernelChecks::BeforeStatement(const Statement& s) {
  statement_ = numbers_.at(&s);
  kb_.set_lanes(1);
  std::vector<ExprId> roots;
  const auto store = [&](const tile::Store& x) {
    roots.insert(roots.end(), x.values.begin(), x.values.end());
    if (x.dynamic_offset.empty()) return;
    roots.insert(roots.end(), x.dynamic_offset.begin(), x.dynamic_offset.end());
    ir::Dims extents = program_.exprs[x.value()].type.dims();
    for (size_t d = 0; d < extents.size(); ++d) {
      extents[d] = x.Extent(d, extents[d]).number();
    }
    Part(x.ref, x.dynamic_offset.data(), extents);
  };
  std::visit(
      Overloaded{
          [&](const tile::LoopNest& nest) {
            for (const tile::Pass& pass : nest.passes) {
              for (const tile::Store& x : pass.stores) store(x);
              for (const tile::Reduce& reduce : pass.reduces) {
                roots.insert(roots.end(), reduce.inputs.begin(), reduce.inputs.end());
              }
            }
          },
          [&](const tile::Matmul& matmul) {
            roots = {matmul.lhs, matmul.rhs};
            for (const tile::Store& x : matmul.stores) store(x);
          },
          [&](const tile::For& loop) { roots = {loop.begin, loop.end}; },
          [&](const tile::If& branch) { roots = {branch.predicate}; },
          [&](const tile::Dma& dma) { store(dma.copy); },
          [&](const tile::Signal& signal) { roots = {signal.slot, signal.amount}; },
          [](const auto&) {}},
      s.node);
  ForEachExprUnder(program_, std::move(roots), [&](ExprId id) {
    const tile::Expr& e = program_.exprs[id];
    if (!e.Is<tile::DynamicSlice>()) return;
    if (const auto* from = program_.exprs[e.operands[0]].As<tile::Load>()) {
      Part(from->ref, e.operands.data() + 1, e.type.dims());
    }
  });
  if (s.Is<tile::Dma>()) return;
  ForEachStore(s, [&](const tile::Store& x) {
    if (copied_[x.ref]) NotOnTheWay(TargetOf(x), /*written=*/true);
  });
}

void KernelChecks::Part(RefId ref, const ExprId* start, const ir::Dims& sizes) {
  const ir::Dims& whole = program_.refs[ref].type.dims();
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (program_.exprs[start[d]].Is<tile::Constant>()) continue;
    kb_.set_lanes(1);
    Value* const at =
        b_.CreateSExt(eval_.EvaluateScalar(start[d]).value.re, b_.getInt64Ty());
    Fail(b_.CreateICmpUGT(at, kb_.I64(whole[d] - sizes[d])),
         {TW_CHECK_PART,
          kb_.I64(ref),
          {kb_.I64(static_cast<int64_t>(d)), at, kb_.I64(sizes[d]), kb_.I64(whole[d])}});
  }
}

}  // namespace tilewright::codegen
