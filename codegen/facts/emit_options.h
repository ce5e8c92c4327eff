// What the emitter reads of the facts that decide code (codegen/facts/code_facts.h).
#pragma once

#include <cstdint>

#include "codegen/facts/target.h"
#include "support/numerics.h"

namespace tilewright::codegen {

struct ScalarOptions {
  Numerics numerics = Numerics::kTpu;
  VectorTarget target;
  bool slow_underflow = false;  // Processor's
};

struct EmitOptions {
  ScalarOptions scalar;
  Processor processor;
  // Host cache sizes that sub-tiling uses, bytes per core.
  int64_t l1_bytes = 32 << 10;
  int64_t l2_bytes = 1 << 20;
};

// The name of the function that an emitted module exports; of type
// tw_kernel_v2 (support/abi.h).
inline constexpr char kKernelSymbol[] = "tw_kernel";
// What that function has where sizes are known when it runs.
inline constexpr char kOpenSizesAttribute[] = "tilewright-open-sizes";

}  // namespace tilewright::codegen
