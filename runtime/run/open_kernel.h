// Small programs of symbols, as eager operations are: a kernel or a few, one after the
// other.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
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
  // `options.sizes` are those at hand, none of them 0 or 1; the kernels are the same for
  // others. Unimplemented, with the cause, for a program that is more than kernels and
  // copies, of which one has to know its sizes, or where values share memory in parts.
  static absl::StatusOr<std::unique_ptr<const OpenKernel>> Make(
      const ir::Program& program, const jit::CompileOptions& options);

  // `arguments`: memory of the program's inputs and then of its outputs, which has room
  // for their types at these sizes and is aligned as kernels want it (support/abi.h).
  // Outputs overlap nothing but the input that the program gives up for them. `sizes` are
  // the values of the program's symbols: InvalidArgument, naming symbol and value, where
  // they break what is known of them, and for a grid that is too large.
  // `crew.scratch_bytes` is at least what ScratchBytes says, and `temporary` has
  // TemporaryBytes, from a multiple of TW_BUFFER_ALIGNMENT on.
  absl::Status Run(absl::Span<const int64_t> sizes, absl::Span<void* const> arguments,
                   const Crew& crew, void* temporary = nullptr) const;

  // Of each worker, in whole lines. The errors are Run's.
  absl::StatusOr<int64_t> ScratchBytes(absl::Span<const int64_t> sizes) const;
  // Of what one kernel hands to the next.
  absl::StatusOr<int64_t> TemporaryBytes(absl::Span<const int64_t> sizes) const;
  // Of the kernel that has most of them. The errors are Run's.
  absl::StatusOr<int64_t> MostGridSteps(absl::Span<const int64_t> sizes) const;
  // See plan::UpdatesInPlace.
  bool UpdatesInPlace(int input, int output) const {
    return absl::c_linear_search(updates_, std::pair(input, output));
  }
  size_t kernels() const { return steps_.size(); }
  const jit::CompileStats& stats() const { return stats_; }

  static constexpr size_t kMostSymbols = 32;
  static constexpr size_t kMostParameters = 64;
  static constexpr size_t kMostTemporaries = 32;

 private:
  friend class OpenKernelMaker;

  // Where a parameter of a kernel is.
  struct Parameter {
    enum class Kind : uint8_t { kSizes, kConstant, kArgument, kTemporary };
    Kind kind = Kind::kSizes;
    int32_t index = 0;         // of `arguments`, or of temporaries
    void* constant = nullptr;  // of the program
  };
  // A kernel; what it counts is in its own symbols. Or, without one, a copy of its first
  // parameter to its second.
  struct Step {
    std::vector<ir::SymbolId> symbols;
    std::vector<Parameter> parameters;
    plan::Launch launch;
    ir::SizeFunction grid_steps;
    ir::SizeFunction scratch;
    std::shared_ptr<const jit::LoadedKernel> kernel;
    ir::SizeFunction copied;  // bytes, of the program's symbols
  };

  OpenKernel() = default;
  bool Fits(absl::Span<const int64_t> sizes) const;
  // The largest of all steps, each of which has to be at least 0 and within the limit.
  absl::StatusOr<int64_t> MostOf(ir::SizeFunction Step::* figure, int64_t limit,
                                 absl::Span<const int64_t> sizes) const;
  absl::Status RunStep(const Step& step, absl::Span<const int64_t> sizes,
                       absl::Span<void* const> arguments, void* const* temporaries,
                       const Crew& crew) const;
  absl::Status Refusal(absl::Span<const int64_t> sizes) const;
  absl::Status Refusal(const Step& step, absl::Span<const int64_t> sizes,
                       int64_t scratch) const;

  ir::SymbolList symbols_;
  std::vector<ir::SymbolFacts> facts_;
  size_t arguments_ = 0;
  std::vector<Step> steps_;
  std::vector<ir::SizeFunction> temporaries_;  // bytes, of the program's symbols
  std::vector<std::pair<int, int>> updates_;   // inputs and the outputs that they become
  jit::CompileStats stats_;
  ConstantMemory constants_;
};

}  // namespace tilewright::runtime
