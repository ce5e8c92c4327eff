#include "runtime/run/open_kernel.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/container/inlined_vector.h"
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

}  // namespace

bool OpenKernel::Fits(absl::Span<const int64_t> sizes) const {
  if (sizes.size() != facts_.size()) return false;
  bool fits = true;
  for (size_t s = 0; s < sizes.size(); ++s) fits = fits && Keeps(sizes[s], facts_[s]);
  return fits;
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

absl::Status OpenKernel::SizeStep(const Step& step, absl::Span<const int64_t> sizes,
                                  Sized* sized) const {
  Sized::Step now = {sized->values.size()};
  for (const ir::SymbolId symbol : step.symbols) sized->values.push_back(sizes[symbol]);
  if (step.kernel == nullptr) {
    if (!step.copied.Compute(sizes, &now.amount)) {
      return absl::InvalidArgumentError("a copy of more bytes than 64 bits count");
    }
    sized->steps.push_back(now);
    return absl::OkStatus();
  }
  const auto own = absl::MakeConstSpan(sized->values).subspan(now.values);
  int64_t scratch = 0;
  const bool fits = step.grid_steps.Compute(own, &now.amount) && now.amount >= 1 &&
                    now.amount <= plan::kMaxGridSteps &&
                    step.scratch.Compute(own, &scratch) && scratch >= 0 &&
                    scratch <= plan::kMaxBytes;
  if (!fits) {
    TW_ASSIGN_OR_RETURN(const int64_t steps, plan::GridStepsOf(step.launch, own));
    TW_ASSIGN_OR_RETURN(const int64_t bytes, plan::ScratchBytesOf(step.launch, own));
    return absl::InvalidArgumentError(absl::StrCat("a grid of ", steps, " steps with ",
                                                   bytes, " bytes of scratch each"));
  }
  sized->most_grid_steps = std::max(sized->most_grid_steps, now.amount);
  sized->scratch_bytes =
      std::max(sized->scratch_bytes, RoundUp(scratch, TW_BUFFER_ALIGNMENT));
  sized->steps.push_back(now);
  return absl::OkStatus();
}

// Each lies in the first gap between those that are there at the same time.
absl::Status OpenKernel::PlaceTemporaries(absl::Span<const int64_t> sizes,
                                          Sized* sized) const {
  struct Placed {
    int64_t begin, end;
    size_t last;
  };
  std::vector<Placed> placed;  // by place
  for (const Temporary& temporary : temporaries_) {
    int64_t bytes = 0;
    const bool fits =
        temporary.bytes.Compute(sizes, &bytes) && bytes >= 0 && bytes <= plan::kMaxBytes;
    bytes = fits ? RoundUp(bytes, TW_BUFFER_ALIGNMENT) : 0;
    placed.erase(
        std::remove_if(placed.begin(), placed.end(),
                       [&](const Placed& other) { return other.last < temporary.first; }),
        placed.end());
    int64_t begin = 0;
    auto next = placed.begin();
    for (; next != placed.end() && next->begin - begin < bytes; ++next) begin = next->end;
    placed.insert(next, {begin, begin + bytes, temporary.last});
    sized->temporaries.push_back(begin);
    sized->temporary_bytes = std::max(sized->temporary_bytes, begin + bytes);
    if (!fits || sized->temporary_bytes > plan::kMaxBytes) {
      return absl::InvalidArgumentError(absl::StrCat(
          "temporary memory of more than ", plan::kMaxBytes, " bytes is not to be had"));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<OpenKernel::Sized> OpenKernel::At(absl::Span<const int64_t> sizes) const {
  if (!Fits(sizes)) return Refusal(sizes);
  Sized sized;
  TW_RETURN_IF_ERROR(PlaceTemporaries(sizes, &sized));
  for (const Step& step : steps_) TW_RETURN_IF_ERROR(SizeStep(step, sizes, &sized));
  return sized;
}

absl::Status OpenKernel::Run(const Sized& sized, absl::Span<void* const> arguments,
                             const Crew& crew, void* temporary) const {
  if (arguments.size() != arguments_) {
    return absl::InvalidArgumentError(
        absl::StrCat(arguments.size(), " arrays for a program of ", arguments_));
  }
  if (crew.scratch_bytes < sized.scratch_bytes) {
    return absl::InvalidArgumentError(absl::StrCat(crew.scratch_bytes,
                                                   " bytes of scratch where ",
                                                   sized.scratch_bytes, " are wanted"));
  }
  absl::InlinedVector<void*, 16> temporaries(sized.temporaries.size());
  for (size_t t = 0; t < sized.temporaries.size(); ++t) {
    temporaries[t] = static_cast<char*>(temporary) + sized.temporaries[t];
  }
  const ScopedFloatState float_state(crew.numerics);
  for (size_t s = 0; s < steps_.size(); ++s) {
    RunStep(steps_[s], sized, sized.steps[s], arguments, temporaries.data(), crew);
  }
  return absl::OkStatus();
}

void OpenKernel::RunStep(const Step& step, const Sized& sized, const Sized::Step& now,
                         absl::Span<void* const> arguments, void* const* temporaries,
                         const Crew& crew) const {
  void* buffers[kMostParameters];
  for (size_t p = 0; p < step.parameters.size(); ++p) {
    const Parameter& parameter = step.parameters[p];
    switch (parameter.kind) {
      case Parameter::Kind::kSizes:
        // Kernels read them.
        buffers[p] = const_cast<int64_t*>(sized.values.data() + now.values);
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
    RunGrid(step.kernel->entry(), now.amount, buffers, crew);
  } else if (buffers[0] != buffers[1]) {
    // A donated input may be the output itself.
    CopyMemory(buffers[1], buffers[0], now.amount, crew);
  }
}

}  // namespace tilewright::runtime
