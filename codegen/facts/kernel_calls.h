// Calls of kernels that were written with the authoring API: custom calls of
// "tilewright_kernel" whose backend_config is the kernel's name.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "ir/program.h"
#include "tile/author/kernel.h"

namespace tilewright::codegen {

// The kernels that a program may call.
struct KernelSet {
  std::map<std::string, std::shared_ptr<const tile::Kernel>> by_name;
  bool debug = false;  // they are compiled with checks
};

// The name of the kernel that the operation calls; empty: it calls none.
std::string CalledKernel(const ir::Operation& op);
// Those of the whole program, regions included.
std::set<std::string> CalledKernels(const ir::Program& program);

// NotFound for a kernel that is not in the set; InvalidArgument where operands or
// results do not have its types.
absl::Status CheckKernelCall(const ir::Program& program, const ir::Operation& op,
                             const KernelSet& kernels);

}  // namespace tilewright::codegen
