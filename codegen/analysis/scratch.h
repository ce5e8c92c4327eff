// The scratch memory of kernels.
#pragma once

#include <cstdint>

#include "codegen/facts/emit_options.h"
#include "tile/program.h"

namespace tilewright::codegen {

// Bytes of scratch that a thread needs to run the program's kernel.
int64_t ScratchBytes(const tile::Program& program, const EmitOptions& options);

// Bytes of scratch that a VMEM ref takes.
int64_t PieceBytes(const tile::Ref& ref);
// Whether the ref has memory in scratch: its own, or a copy of the window where it
// leaves its array.
bool TakesScratch(const tile::Ref& ref);

// Bytes that say what a ref holds where the program is compiled with checks: one an
// element and, of a window, where it was. 0: there are none.
int64_t ShadowBytes(const tile::Program& program, const tile::Ref& ref);

}  // namespace tilewright::codegen
