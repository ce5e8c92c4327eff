// Every fact, besides the program, that decides the code that is made of it. What
// codegen is told and what names an entry of the cache (jit/library/keys.h) are made of
// these structs and nothing else: a fact that is forgotten in a key cannot be heard of
// in codegen.
#pragma once

#include <string>

#include "codegen/facts/emit_options.h"
#include "codegen/facts/kernel_calls.h"
#include "codegen/facts/target.h"
#include "support/numerics.h"

namespace tilewright::codegen {

// Of a kernel, besides its tile program.
struct KernelFacts {
  Target target;
  Numerics numerics = Numerics::kTpu;
};

// Of a whole program: its plan and so its kernels.
struct CodeFacts {
  KernelFacts kernel;
  std::string chip = "v5e";  // chip/chip.h
  bool cluster = true;       // false: one kernel an operation
  KernelSet kernels;         // that the program may call
};

EmitOptions EmitOptionsFor(const KernelFacts& facts);

}  // namespace tilewright::codegen
