// One kernel that is wanted.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "codegen/emit.h"
#include "tile/program.h"

namespace tilewright::jit {

struct KernelRequest {
  std::string name;      // for people; not part of identity
  std::string identity;  // ContentName(text); plan::Kernel::identity
  // The tile program's text, kept with the object for people. May be empty.
  std::string text;
  // What is emitted when the kernel is nowhere. Referred to, not copied: both outlive
  // the request. Null: then a kernel that is nowhere is NotFound.
  const tile::Program* program = nullptr;
  const codegen::EmitOptions* options = nullptr;
  // Makes the module, in the given context, in place of `program`. Called on any
  // thread, at most once for requests of equal identity (again when dumping).
  std::function<absl::StatusOr<std::unique_ptr<llvm::Module>>(llvm::LLVMContext&)> emit;
  // The source operations and their places, for errors of our own. May be empty.
  std::string origin = "";

  bool can_be_emitted() const { return program != nullptr || emit != nullptr; }
};

}  // namespace tilewright::jit
