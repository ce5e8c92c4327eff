#include "codegen/analysis/scratch.h"

#include <algorithm>
#include <vector>

#include "codegen/analysis/aligned.h"
#include "codegen/analysis/copy_notes.h"
#include "codegen/analysis/loop_nest_shape.h"
#include "codegen/analysis/matmul_tiling.h"
#include "codegen/analysis/program_analysis.h"
#include "codegen/analysis/sort_plan.h"
#include "codegen/analysis/window.h"
#include "tile/visit.h"

namespace tilewright::codegen {

using tile::Statement;

ir::Size PieceBytes(const tile::Ref& ref) {
  const ir::Size bytes = NumElements(ref.type.shape) * ir::StorageBytes(ref.type.element);
  return ref.pieces == 1 ? bytes : ir::FloorDivide(bytes, ref.pieces);
}

namespace {

ir::Size StatementScratch(ProgramAnalysis& analysis, const Statement& s,
                          const EmitOptions& options);

ir::Size LargestScratch(ProgramAnalysis& analysis,
                        const std::vector<Statement>& statements,
                        const EmitOptions& options) {
  ir::Size bytes = 0;
  for (const Statement& s : statements) {
    bytes = ir::Max({bytes, StatementScratch(analysis, s, options)});
  }
  return bytes;
}

ir::Size StatementScratch(ProgramAnalysis& analysis, const Statement& s,
                          const EmitOptions& options) {
  const tile::Program& program = analysis.program;
  ir::Size bytes = 0;
  if (const auto* nest = s.As<tile::LoopNest>()) {
    if (ReducesMajorDimension(program, *nest)) return MajorReductionBytes(program, *nest);
    for (tile::RefId ref : RowRefs(program, *nest)) {
      bytes = bytes + Aligned(PieceBytes(program.refs[ref])) * (kMostRowsAtOnce - 1);
    }
  } else if (const auto* matmul = s.As<tile::Matmul>()) {
    bytes = MatmulTiling(*matmul, analysis, options).scratch_bytes;
  } else if (const auto* chain = s.As<tile::Chain>()) {
    bytes = ChainScratch(analysis, *chain, options).bytes;
  } else if (const auto* sort = s.As<tile::Sort>()) {
    bytes = SortScratchBytes(*sort, program);
  } else {
    tile::ForEachBody(s, [&](const std::vector<Statement>& body) {
      bytes = ir::Max({bytes, LargestScratch(analysis, body, options)});
    });
  }
  return bytes;
}

}  // namespace

ChainScratch::ChainScratch(ProgramAnalysis& analysis, const tile::Chain& chain,
                           const EmitOptions& options) {
  for (const Statement& stage : chain.stages) {
    offsets.push_back(bytes);
    if (stage.Is<tile::Matmul>()) {
      bytes += Aligned(StatementScratch(analysis, stage, options).number());
    }
  }
  int64_t others = 0;
  for (size_t i = 0; i < offsets.size(); ++i) {
    if (chain.stages[i].Is<tile::Matmul>()) continue;
    offsets[i] = bytes;
    others =
        std::max(others, StatementScratch(analysis, chain.stages[i], options).number());
  }
  bytes += others;
}

bool TakesScratch(const tile::Ref& ref) {
  return ref.memory != tile::Memory::kHbm &&
         !(ref.window.has_value() && ref.window->inside);
}

int64_t TimesInScratch(const tile::Program& program, const tile::Ref& ref) {
  if (!ref.window.has_value() || ref.window->inside || !ref.is_output) return 1;
  const auto* const grid = program.statements[0].As<tile::Grid>();
  return grid != nullptr && MayMeet(program, *grid, *ref.window) ? 2 : 1;
}

int64_t ShadowBytes(const tile::Program& program, const tile::Ref& ref) {
  if (!program.debug || ref.memory == tile::Memory::kHbm) return 0;
  if (!ref.window.has_value()) return Aligned(ref.type.num_elements());
  if (!ref.window->copied) return 0;
  const auto places = static_cast<int64_t>(ref.window->start.size() * sizeof(int64_t));
  return Aligned(ref.type.num_elements()) + Aligned(places);
}

ir::Size ScratchBytes(const tile::Program& program, const EmitOptions& options) {
  ir::Size refs = program.debug ? Aligned(int64_t{sizeof(int32_t)}) : 0;
  refs = refs + Aligned(CopyNotes(program).bytes());
  for (const tile::Ref& ref : program.refs) {
    if (TakesScratch(ref)) {
      refs = refs + Aligned(PieceBytes(ref) * TimesInScratch(program, ref));
    }
    refs = refs + ShadowBytes(program, ref);
  }
  ProgramAnalysis analysis(program);
  return refs + LargestScratch(analysis, program.statements, options);
}

}  // namespace tilewright::codegen
