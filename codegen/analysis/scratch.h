// The scratch memory of kernels.
#pragma once

#include <cstdint>
#include <vector>

#include "codegen/analysis/program_analysis.h"
#include "codegen/facts/emit_options.h"
#include "tile/program.h"

namespace tilewright::codegen {

// Bytes of scratch that a thread needs to run the program's kernel: of its symbols, where
// rows of open sizes lie there.
ir::Size ScratchBytes(const tile::Program& program, const EmitOptions& options);

// Where in a chain's scratch its stages have theirs: products in places of their own, for
// they may keep there what the next step reads again, all others in one.
struct ChainScratch {
  ChainScratch(ProgramAnalysis& analysis, const tile::Chain& chain,
               const EmitOptions& options);

  std::vector<int64_t> offsets;  // of stages, bytes
  int64_t bytes = 0;
};

// Bytes of scratch that a VMEM ref takes.
ir::Size PieceBytes(const tile::Ref& ref);
// Whether the ref has memory in scratch: its own, or a copy of the window where it
// leaves its array.
bool TakesScratch(const tile::Ref& ref);

// How often scratch has what the ref holds: of an output's copy that parallel points may
// write parts of also as it came, to tell what was written.
int64_t TimesInScratch(const tile::Program& program, const tile::Ref& ref);

// Bytes that say what a ref holds where the program is compiled with checks: one an
// element and, of a window, where it was. 0: there are none.
int64_t ShadowBytes(const tile::Program& program, const tile::Ref& ref);

}  // namespace tilewright::codegen
