// Calls of kernels that were written with the authoring API: custom calls of
// "tilewright_kernel" whose backend_config is the kernel's name.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "ir/program.h"
#include "tile/author/kernel.h"

namespace tilewright::codegen {

// The kernels that a program may call.
struct KernelSet {
  using Kernels = std::vector<std::shared_ptr<const tile::Kernel>>;
  // By the name that calls say; of several the call's types say which one.
  std::map<std::string, Kernels> by_name;
  bool debug = false;  // they are compiled with checks
};

// Whether both compute the same, whatever their operands' names.
bool SameContent(const tile::Kernel& x, const tile::Kernel& y);
// Adds a kernel, once.
void AddKernel(std::shared_ptr<const tile::Kernel> kernel, KernelSet::Kernels* kernels);
// "scale#4c1d...": a name that no author can give, for calls of a kernel beside another
// one of its name.
std::string NameByContent(const tile::Kernel& kernel);

// The name of the kernel that the operation calls; empty: it calls none.
std::string CalledKernel(const ir::Operation& op);
// Those of the whole program, regions included.
std::set<std::string> CalledKernels(const ir::Program& program);

// What the kernel's symbols are where these are its inputs: sizes of `symbols`, or
// numbers. InvalidArgument, naming the operand, where the kernel does not take them.
absl::StatusOr<std::vector<ir::Size>> SizesAt(const tile::Kernel& kernel,
                                              absl::Span<const ir::TensorType> inputs,
                                              const ir::SymbolList& symbols);
// The types of its outputs there.
std::vector<ir::TensorType> OutputsAt(const tile::Kernel& kernel,
                                      absl::Span<const ir::Size> sizes);
// InvalidArgument, naming the output, where these are others.
absl::Status CheckOutputs(const tile::Kernel& kernel, absl::Span<const ir::Size> sizes,
                          absl::Span<const ir::TensorType> outputs,
                          const ir::SymbolList& symbols);

struct KernelCall {
  const tile::Kernel* kernel = nullptr;
  std::vector<ir::Size> sizes;  // that its symbols are
};
// The kernel that the operation calls. NotFound for one that is not in the set;
// InvalidArgument where operands or results do not have its types, and where those of
// several kernels fit.
absl::StatusOr<KernelCall> FindKernel(const ir::Program& program, const ir::Operation& op,
                                      const KernelSet& kernels);

}  // namespace tilewright::codegen
