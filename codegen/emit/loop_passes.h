// The only IR passes: everything but loops is emitted in final form.
#pragma once

namespace llvm {
class Module;
}

namespace tilewright::codegen {

// Turns a loop kernel's local variables into values, and what is left of its
// one-element loops into straight code.
void KeepLoopStateInRegisters(llvm::Module& module);

}  // namespace tilewright::codegen
