// Tile programs as kernels that a library can be asked for.
#pragma once

#include "codegen/emit.h"
#include "jit/kernel_library.h"
#include "tile/program.h"

namespace tilewright::jit {

// A request that emits `program` when the kernel is nowhere. Both arguments are
// referred to, not copied: they outlive the request.
KernelRequest RequestFor(const tile::Program& program,
                         const codegen::EmitOptions& options, std::string name,
                         std::string identity, std::string text);

}  // namespace tilewright::jit
