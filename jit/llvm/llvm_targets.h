// LLVM's back ends.
#pragma once

namespace tilewright::jit {

// Registers those that code is made for: x86-64 and AArch64. Thread-safe; the
// first call does it.
void InitializeLlvmTargets();

}  // namespace tilewright::jit
