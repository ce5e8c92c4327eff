#include "codegen/emit/statement_emitter.h"

#include <variant>

#include "support/overloaded.h"
#include "support/round.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::Statement;

StatementEmitter::StatementEmitter(Evaluator& evaluator, Value* scratch)
    : eval_(evaluator),
      kb_(evaluator.kb()),
      program_(evaluator.program()),
      scratch_(scratch),
      analysis_(evaluator.program()) {
  if (program_.debug) checks_.emplace(evaluator);
}

void StatementEmitter::Emit(const Statement& s, Value* begin, Value* end,
                            Value* resumes) {
  const SourceLines::Scope source = eval_.From(s);
  kb_.set_lanes(1);
  const ir::Size& steps = s.grid_steps;
  std::visit(
      Overloaded{
          [&](const tile::LoopNest& nest) { EmitLoopNest(nest, steps, begin, end); },
          [&](const tile::Matmul& matmul) { EmitMatmul(matmul, begin, end, resumes); },
          [&](const tile::Scan& scan) { EmitScan(scan, steps, begin, end); },
          [&](const tile::Sort& sort) { EmitSort(sort, steps, begin, end); },
          [&](const tile::Scatter& scatter) { EmitScatter(scatter, steps, begin, end); },
          [&](const tile::SelectAndScatter& scatter) { EmitSelectAndScatter(scatter); },
          [&](const tile::While& loop) { EmitWhile(loop); },
          [&](const tile::Chain& chain) { EmitChain(chain, begin, end, resumes); },
          [&](const tile::Grid& grid) { EmitGrid(grid, begin, end); },
          [&](const tile::For& loop) { EmitFor(loop); },
          [&](const tile::If& branch) { EmitIf(branch); },
          [&](const tile::Dma& dma) { EmitDma(dma); },
          // What is done when it starts is waited for by nobody.
          [&](const tile::Signal& signal) {
            if (program_.debug) KernelChecks(eval_).Signal(signal);
          },
      },
      s.node);
}

std::pair<Value*, Value*> StatementEmitter::GridRange(const ir::Size& total,
                                                      int64_t multiple,
                                                      const ir::Size& steps, Value* begin,
                                                      Value* end) {
  llvm::IRBuilder<>& b = kb_.ir();
  Value* const all = kb_.ValueOf(total);
  if (steps == 1) return {kb_.I64(0), all};
  // Every step has its share of the units, so that no thread is left without.
  Value* const units = kb_.ValueOf(ir::CeilDivide(total, multiple));
  const auto bound = [&](Value* step) {
    Value* const unit = b.CreateSDiv(b.CreateMul(step, units), kb_.ValueOf(steps));
    Value* const at = b.CreateMul(unit, kb_.I64(multiple));
    return b.CreateSelect(b.CreateICmpSLT(at, all), at, all);
  };
  if (steps.is_number()) return {bound(begin), bound(end)};
  // Of few units one call runs all steps, and to divide would take a part of its time.
  Value* const every = b.CreateAnd(b.CreateICmpEQ(begin, kb_.I64(0)),
                                   b.CreateICmpEQ(end, kb_.ValueOf(steps)));
  const KernelBuilder::Values range = kb_.Choose(
      every, [&] { return KernelBuilder::Values{kb_.I64(0), all}; },
      [&] { return KernelBuilder::Values{bound(begin), bound(end)}; });
  return {range[0], range[1]};
}

void StatementEmitter::EmitInOrder(const std::vector<Statement>& statements) {
  // Of long lists, which loops' bodies of short statements would all be one block of.
  constexpr size_t kLong = 64, kTogether = 32;
  for (size_t i = 0; i < statements.size(); ++i) {
    const Statement& s = statements[i];
    eval_.Forget();
    if (statements.size() > kLong && i > 0 && i % kTogether == 0) kb_.BeginBlock();
    if (checks_.has_value()) checks_->BeforeStatement(s);
    Emit(s, kb_.I64(0), kb_.ValueOf(s.grid_steps));
    if (checks_.has_value()) checks_->AfterStatement(s);
  }
  eval_.Forget();
}

void StatementEmitter::EmitWhile(const tile::While& loop) {
  kb_.WhileLoop(
      [&]() -> Value* {
        EmitInOrder(loop.condition);
        kb_.set_lanes(1);
        const Lanes predicate = eval_.LoadLanes(eval_.pointer(loop.predicate),
                                                ir::ElementType::kI1, kb_.Constant(0));
        return predicate.re;
      },
      [&] { EmitInOrder(loop.body); });
}

}  // namespace tilewright::codegen
