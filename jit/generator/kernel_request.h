// One kernel that is wanted.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "tile/program.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace tilewright::plan {
struct Launch;
}  // namespace tilewright::plan

namespace tilewright::jit {

struct KernelRequest {
  std::string name;      // for people; not part of identity
  std::string identity;  // ContentName(text); plan::Kernel::identity
  // The tile program's text, kept with the object: for people, and to compile it again
  // (jit/library/recompile.h). May be empty.
  std::string text;
  // What is emitted when the kernel is nowhere. Referred to, not copied: it outlives the
  // request. Null: then a kernel that is nowhere is NotFound.
  const tile::Program* program = nullptr;
  // Makes the module, in the given context, in place of `program`. Called on any
  // thread, at most once for requests of equal identity (again when dumping).
  std::function<absl::StatusOr<std::unique_ptr<llvm::Module>>(llvm::LLVMContext&)> emit;
  // How it is to be launched, where that is known: a kernel that is launched otherwise is
  // another, whatever it is called. Referred to, as `program`.
  const plan::Launch* launch = nullptr;
  // The source operations and their places, for errors of our own. May be empty.
  std::string origin = "";
  // What it is wanted for, kept with what is made (cache/format/label.h). May be empty.
  std::string label = "";

  bool can_be_emitted() const { return program != nullptr || emit != nullptr; }
};

}  // namespace tilewright::jit
