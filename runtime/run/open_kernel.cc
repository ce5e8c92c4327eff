#include "runtime/run/open_kernel.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "plan/launch.h"
#include "support/abi.h"
#include "support/float_state.h"
#include "support/round.h"
#include "support/status_macros.h"

namespace tilewright::runtime {
namespace {

bool Keeps(int64_t value, const ir::SymbolFacts& facts) {
  return value >= facts.at_least && value <= facts.at_most &&
         (facts.multiple_of == 1 || value % facts.multiple_of == 0);
}

// The values of a kernel's symbols.
struct Values {
  Values(const std::vector<ir::SymbolId>& symbols, absl::Span<const int64_t> sizes)
      : count(symbols.size()) {
    for (size_t k = 0; k < count; ++k) values[k] = sizes[symbols[k]];
  }
  absl::Span<const int64_t> span() const { return {values, count}; }

  int64_t values[OpenKernel::kMostSymbols];
  const size_t count;
};

}  // namespace

bool OpenKernel::Fits(absl::Span<const int64_t> sizes) const {
  if (sizes.size() != facts_.size()) return false;
  bool fits = true;
  for (size_t s = 0; s < sizes.size(); ++s) fits = fits && Keeps(sizes[s], facts_[s]);
  return fits;
}

absl::StatusOr<int64_t> OpenKernel::MostOf(ir::SizeFunction Step::* figure, int64_t limit,
                                           absl::Span<const int64_t> sizes) const {
  if (sizes.size() != facts_.size()) return Refusal(sizes);
  int64_t most = 0;
  for (const Step& step : steps_) {
    const Values own(step.symbols, sizes);
    int64_t value = 0;
    if (!(step.*figure).Compute(own.span(), &value) || value < 0 || value > limit) {
      return Refusal(step, sizes, 0);
    }
    most = std::max(most, value);
  }
  return most;
}

absl::StatusOr<int64_t> OpenKernel::ScratchBytes(absl::Span<const int64_t> sizes) const {
  TW_ASSIGN_OR_RETURN(const int64_t most, MostOf(&Step::scratch, plan::kMaxBytes, sizes));
  return RoundUp(most, TW_BUFFER_ALIGNMENT);
}

absl::StatusOr<int64_t> OpenKernel::MostGridSteps(absl::Span<const int64_t> sizes) const {
  return MostOf(&Step::grid_steps, std::numeric_limits<int64_t>::max(), sizes);
}

absl::StatusOr<int64_t> OpenKernel::TemporaryBytes(
    absl::Span<const int64_t> sizes) const {
  if (!Fits(sizes)) return Refusal(sizes);
  int64_t sum = 0;
  for (const ir::SizeFunction& temporary : temporaries_) {
    int64_t bytes = 0;
    const bool fits =
        temporary.Compute(sizes, &bytes) && bytes >= 0 && bytes <= plan::kMaxBytes;
    sum += fits ? RoundUp(bytes, TW_BUFFER_ALIGNMENT) : 0;
    if (!fits || sum > plan::kMaxBytes) {
      return absl::InvalidArgumentError(absl::StrCat(
          "temporary memory of more than ", plan::kMaxBytes, " bytes is not to be had"));
    }
  }
  return sum;
}

absl::Status OpenKernel::Refusal(absl::Span<const int64_t> sizes) const {
  if (sizes.size() != facts_.size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        sizes.size(), " sizes for a program of ", facts_.size(), " symbols"));
  }
  TW_RETURN_IF_ERROR(symbols_.Check(sizes));
  for (size_t s = 0; s < sizes.size(); ++s) {
    TW_RETURN_IF_ERROR(ir::CheckFacts(facts_[s], symbols_[s].name, sizes[s]));
  }
  return absl::OkStatus();
}

absl::Status OpenKernel::Refusal(const Step& step, absl::Span<const int64_t> sizes,
                                 int64_t scratch) const {
  TW_RETURN_IF_ERROR(Refusal(sizes));
  const Values own(step.symbols, sizes);
  TW_ASSIGN_OR_RETURN(const int64_t steps, plan::GridStepsOf(step.launch, own.span()));
  TW_ASSIGN_OR_RETURN(const int64_t bytes, plan::ScratchBytesOf(step.launch, own.span()));
  return absl::InvalidArgumentError(absl::StrCat("a grid of ", steps, " steps with ",
                                                 bytes, " bytes of scratch each, of ",
                                                 scratch));
}

absl::Status OpenKernel::Run(absl::Span<const int64_t> sizes,
                             absl::Span<void* const> arguments, const Crew& crew,
                             void* temporary) const {
  if (arguments.size() != arguments_) {
    return absl::InvalidArgumentError(
        absl::StrCat(arguments.size(), " arrays for a program of ", arguments_));
  }
  if (!Fits(sizes)) return Refusal(sizes);
  void* temporaries[kMostTemporaries];
  char* place = static_cast<char*>(temporary);
  for (size_t t = 0; t < temporaries_.size(); ++t) {
    int64_t bytes = 0;
    temporaries_[t].Compute(sizes, &bytes);
    temporaries[t] = place;
    place += RoundUp(bytes, TW_BUFFER_ALIGNMENT);
  }
  const ScopedFloatState float_state(crew.numerics);
  for (const Step& step : steps_) {
    TW_RETURN_IF_ERROR(RunStep(step, sizes, arguments, temporaries, crew));
  }
  return absl::OkStatus();
}

absl::Status OpenKernel::RunStep(const Step& step, absl::Span<const int64_t> sizes,
                                 absl::Span<void* const> arguments,
                                 void* const* temporaries, const Crew& crew) const {
  Values own(step.symbols, sizes);
  int64_t steps = 0, scratch = 0;
  const bool fits = step.grid_steps.Compute(own.span(), &steps) && steps >= 1 &&
                    steps <= plan::kMaxGridSteps &&
                    step.scratch.Compute(own.span(), &scratch) && scratch >= 0 &&
                    scratch <= crew.scratch_bytes;
  if (!fits) return Refusal(step, sizes, crew.scratch_bytes);
  void* buffers[kMostParameters];
  for (size_t p = 0; p < step.parameters.size(); ++p) {
    const Parameter& parameter = step.parameters[p];
    switch (parameter.kind) {
      case Parameter::Kind::kSizes:
        buffers[p] = own.values;
        break;
      case Parameter::Kind::kConstant:
        buffers[p] = parameter.constant;
        break;
      case Parameter::Kind::kArgument:
        buffers[p] = arguments[parameter.index];
        break;
      case Parameter::Kind::kTemporary:
        buffers[p] = temporaries[parameter.index];
        break;
    }
  }
  if (step.kernel != nullptr) {
    RunGrid(step.kernel->entry(), steps, buffers, crew);
    return absl::OkStatus();
  }
  int64_t bytes = 0;
  if (!step.copied.Compute(sizes, &bytes)) return Refusal(sizes);
  // A donated input may be the output itself.
  if (buffers[0] != buffers[1]) CopyMemory(buffers[1], buffers[0], bytes, crew);
  return absl::OkStatus();
}

}  // namespace tilewright::runtime
