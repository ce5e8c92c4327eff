// Programs of symbols that are one kernel, as eager operations are.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "ir/program.h"
#include "ir/size/size_function.h"
#include "jit/compile.h"
#include "jit/load/code_loader.h"
#include "runtime/run/constant_memory.h"
#include "runtime/run/run_plan.h"

namespace tilewright::runtime {

// Compiled once, and run with any sizes from there on: between sizes and the kernel's
// first instruction there is no plan, no look-up and no memory to be had. Immutable; may
// run on many threads at once.
class OpenKernel {
 public:
  // `options.sizes` are those at hand, none of them 0 or 1; the kernel is the same for
  // others. Unimplemented, with the cause, for a program that is more than one kernel, or
  // whose kernel has to know its sizes.
  static absl::StatusOr<std::unique_ptr<const OpenKernel>> Make(
      const ir::Program& program, const jit::CompileOptions& options);

  // `arguments`: memory of the program's inputs and then of its outputs, which has room
  // for their types at these sizes and is aligned as kernels want it (support/abi.h).
  // Outputs overlap nothing but the input that the program gives up for them. `sizes` are
  // the values of the program's symbols: InvalidArgument, naming symbol and value, where
  // they break what is known of them, and for a grid that is too large.
  // `crew.scratch_bytes` is at least what ScratchBytes says.
  absl::Status Run(absl::Span<const int64_t> sizes, absl::Span<void* const> arguments,
                   const Crew& crew) const;

  // Of each worker, in whole lines. The errors are Run's.
  absl::StatusOr<int64_t> ScratchBytes(absl::Span<const int64_t> sizes) const;
  // Of the kernel's text: what its entry in the cache is named by.
  const std::string& identity() const { return identity_; }
  const jit::CompileStats& stats() const { return stats_; }

  static constexpr size_t kMostSymbols = 32;
  static constexpr size_t kMostParameters = 64;

 private:
  // Where a parameter of the kernel is.
  struct Parameter {
    int32_t argument = -1;     // of `arguments`, or:
    void* constant = nullptr;  // of the program; null: the array of sizes
  };

  OpenKernel() : steps_(ir::Size(1)), scratch_(ir::Size(0)) {}
  absl::Status Refusal(absl::Span<const int64_t> sizes, int64_t scratch) const;

  ir::SymbolList symbols_;
  std::vector<ir::SymbolFacts> facts_;
  std::vector<ir::SymbolId> kernel_symbols_;
  std::vector<Parameter> parameters_;
  size_t arguments_ = 0;
  plan::Launch launch_;
  ir::SizeFunction steps_;  // of the kernel's symbols, as the next
  ir::SizeFunction scratch_;
  std::string identity_;
  jit::CompileStats stats_;
  ConstantMemory constants_;
  std::shared_ptr<const jit::LoadedKernel> kernel_;
};

}  // namespace tilewright::runtime
