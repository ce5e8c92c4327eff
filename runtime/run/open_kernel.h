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

// Compiled once, and run with any sizes from there on: from sizes to the kernel's first
// instruction there is no plan and no look-up. Immutable; may run on many threads at
// once.
class OpenKernel {
 public:
  // `options.sizes` are those at hand, none of them 0 or 1; the kernels are the same for
  // others. Unimplemented, with the cause, for a program that is more than kernels and
  // copies, of which one has to know its sizes, or where values share memory in parts.
  static absl::StatusOr<std::unique_ptr<const OpenKernel>> Make(
      const ir::Program& program, const jit::CompileOptions& options);

  // What follows from sizes, computed once for all runs with them.
  struct Sized {
    int64_t scratch_bytes = 0;    // of each worker, in whole lines
    int64_t temporary_bytes = 0;  // of what one kernel hands to the next
    int64_t most_grid_steps = 0;  // of the kernel that has most of them

    // Of a step: its own symbols' values, from an index of `values` on, and what it does:
    // grid steps, or bytes that are copied.
    struct Step {
      size_t values = 0;
      int64_t amount = 0;
    };
    std::vector<Step> steps;
    std::vector<int64_t> values;
    std::vector<int64_t> temporaries;  // where they begin
  };

  // `sizes` are the values of the program's symbols: InvalidArgument, naming symbol and
  // value, where they break what is known of them, and for what is too large.
  absl::StatusOr<Sized> At(absl::Span<const int64_t> sizes) const;

  // `arguments`: memory of the program's inputs and then of its outputs, which has room
  // for their types at these sizes and is aligned as kernels want it (support/abi.h).
  // Outputs overlap nothing but the input that the program gives up for them. `sized` is
  // this one's. Crew and `temporary` have at least the bytes that it says; what is
  // temporary begins at a multiple of TW_BUFFER_ALIGNMENT.
  absl::Status Run(const Sized& sized, absl::Span<void* const> arguments,
                   const Crew& crew, void* temporary = nullptr) const;

  // See plan::UpdatesInPlace.
  bool UpdatesInPlace(int input, int output) const {
    return absl::c_linear_search(updates_, std::pair(input, output));
  }
  size_t kernels() const { return steps_.size(); }
  const jit::CompileStats& stats() const { return stats_; }

  static constexpr size_t kMostSymbols = 32;
  static constexpr size_t kMostParameters = 256;
  static constexpr size_t kMostTemporaries = 4096;

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

  // Memory that steps from `first` to `last` share.
  struct Temporary {
    ir::SizeFunction bytes;  // of the program's symbols
    size_t first = 0, last = 0;
  };

  OpenKernel() = default;
  bool Fits(absl::Span<const int64_t> sizes) const;
  absl::Status PlaceTemporaries(absl::Span<const int64_t> sizes, Sized* sized) const;
  absl::Status SizeStep(const Step& step, absl::Span<const int64_t> sizes,
                        Sized* sized) const;
  void RunStep(const Step& step, const Sized& sized, const Sized::Step& now,
               absl::Span<void* const> arguments, void* const* temporaries,
               const Crew& crew) const;
  absl::Status Refusal(absl::Span<const int64_t> sizes) const;

  ir::SymbolList symbols_;
  std::vector<ir::SymbolFacts> facts_;
  size_t arguments_ = 0;
  std::vector<Step> steps_;
  std::vector<Temporary> temporaries_;        // in the order of `first`
  std::vector<std::pair<int, int>> updates_;  // inputs and the outputs that they become
  jit::CompileStats stats_;
  ConstantMemory constants_;
};

}  // namespace tilewright::runtime
