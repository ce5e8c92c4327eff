#include "codegen/analysis/copy_notes.h"

#include <algorithm>

#include "tile/visit.h"

namespace tilewright::codegen {

CopyNotes::CopyNotes(const tile::Program& program) {
  if (!program.debug) return;
  ForEachStatement(program.statements, [&](const tile::Statement& s) {
    const auto* const dma = s.As<tile::Dma>();
    if (dma == nullptr) return;
    copies = true;
    for (tile::RefId ref : {dma->source, dma->copy.ref}) {
      rank = std::max<int64_t>(rank, program.refs[ref].type.rank());
    }
  });
}

}  // namespace tilewright::codegen
