#include "plan/launch.h"

#include <cstring>
#include <string>

#include "absl/strings/str_cat.h"
#include "ir/size/text.h"
#include "support/status_macros.h"

namespace tilewright::plan {
namespace {

constexpr size_t kMaxBuffers = 1 << 16;

}  // namespace

absl::Status CheckLaunch(const Launch& launch) {
  std::string why;
  const auto symbols = static_cast<int64_t>(launch.symbols.size());
  // Of what no values are known, no bounds are.
  const auto fits = [&](const ir::Size& size, int64_t limit) {
    bool known = !size.refused();
    ir::ForEachSymbol(size, [&](ir::SymbolId id) { known = known && id < symbols; });
    return known && (!size.is_number() || (size.number() >= 0 && size.number() <= limit));
  };
  if (!fits(launch.scratch_bytes, kMaxBytes)) {
    why = absl::StrCat(ir::NamedText(launch.scratch_bytes, {}), " bytes of scratch");
  }
  if (!fits(launch.grid_steps, kMaxGridSteps)) {
    why = absl::StrCat(ir::NamedText(launch.grid_steps, {}), " grid steps");
  }
  if (launch.buffers.size() > kMaxBuffers) {
    why = absl::StrCat(launch.buffers.size(), " buffers");
  }
  for (const KernelBuffer& buffer : launch.buffers) {
    if (!fits(buffer.bytes, kMaxBytes)) {
      why = absl::StrCat("a buffer of ", ir::NamedText(buffer.bytes, {}), " bytes");
    }
  }
  const bool has_sizes =
      launch.sizes >= 0 && static_cast<size_t>(launch.sizes) < launch.buffers.size() &&
      !launch.buffers[launch.sizes].written &&
      launch.buffers[launch.sizes].bytes == symbols * int64_t{sizeof(int64_t)};
  if (symbols == 0 ? launch.sizes != -1 : !has_sizes) {
    why = absl::StrCat(symbols, " symbols without their values");
  }
  for (const ir::SymbolFacts& facts : launch.symbols) {
    if (facts.multiple_of < 1) why = absl::StrCat("multiples of ", facts.multiple_of);
  }
  return why.empty() ? absl::OkStatus() : absl::InvalidArgumentError(why);
}

absl::StatusOr<std::vector<int64_t>> SizesOf(const Plan& plan, const KernelStep& call) {
  const Launch& launch = plan.kernels[call.kernel].launch;
  std::vector<int64_t> values(launch.symbols.size());
  if (values.empty()) return values;
  const BufferRef& at = call.buffers[launch.sizes];
  const auto bytes = static_cast<int64_t>(values.size() * sizeof(int64_t));
  const bool is_constant = at.space == Space::kConstant && at.index >= 0 &&
                           static_cast<size_t>(at.index) < plan.constants.size() &&
                           !plan.constants[at.index].is_splat();
  const auto held = static_cast<int64_t>(
      is_constant ? plan.constants[at.index].bytes().size() : size_t{0});
  if (!is_constant || at.offset % int64_t{sizeof(int64_t)} != 0 || at.offset < 0 ||
      at.offset > held || bytes > held - at.offset) {
    return absl::InvalidArgumentError("its kernel's sizes are no constant");
  }
  std::memcpy(values.data(), plan.constants[at.index].bytes().data() + at.offset, bytes);
  for (size_t s = 0; s < values.size(); ++s) {
    TW_RETURN_IF_ERROR(
        ir::CheckFacts(launch.symbols[s], absl::StrCat("s", s), values[s]));
  }
  return values;
}

absl::StatusOr<int64_t> GridStepsOf(const Launch& launch,
                                    absl::Span<const int64_t> sizes) {
  TW_ASSIGN_OR_RETURN(const int64_t count, ir::Evaluate(launch.grid_steps, {}, sizes));
  if (count < 0 || count > kMaxGridSteps) {
    return absl::InvalidArgumentError(absl::StrCat(count, " grid steps"));
  }
  return count;
}

absl::StatusOr<int64_t> ScratchBytesOf(const Launch& launch,
                                       absl::Span<const int64_t> sizes) {
  TW_ASSIGN_OR_RETURN(const int64_t bytes, ir::Evaluate(launch.scratch_bytes, {}, sizes));
  if (bytes < 0 || bytes > kMaxBytes) {
    return absl::InvalidArgumentError(absl::StrCat(bytes, " bytes of scratch"));
  }
  return bytes;
}

}  // namespace tilewright::plan
