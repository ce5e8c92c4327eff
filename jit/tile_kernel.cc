#include "jit/tile_kernel.h"

#include <utility>

#include "llvm/IR/Module.h"

namespace tilewright::jit {

KernelRequest RequestFor(const tile::Program& program,
                         const codegen::EmitOptions& options, std::string name,
                         std::string identity, std::string text) {
  KernelRequest request{std::move(name), std::move(identity), std::move(text), nullptr};
  request.emit = [&program, &options](llvm::LLVMContext& context) {
    return codegen::EmitKernel(program, options, context);
  };
  return request;
}

}  // namespace tilewright::jit
