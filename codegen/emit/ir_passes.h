// The only IR passes: all else is emitted in final form.
#pragma once

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace tilewright::codegen {

// Turns a loop kernel's local variables into values, and what is left of its
// one-element loops into straight code.
void KeepLoopStateInRegisters(llvm::Module& module);

// Takes away what nothing uses: addresses and masks that no store came to need, each of
// which instruction selection would look at.
void LeaveOutUnused(llvm::Function& function);

}  // namespace tilewright::codegen
