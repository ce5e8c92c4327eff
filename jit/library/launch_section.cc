#include "jit/library/launch_section.h"

#include <utility>

#include "absl/status/status.h"
#include "plan/serialize.h"
#include "support/hash.h"
#include "support/status_macros.h"

namespace tilewright::jit {

std::string LaunchSection(const plan::Launch& launch, absl::string_view object) {
  return plan::SerializeLaunch({launch, Xxh3(object)});
}

absl::StatusOr<plan::Launch> LaunchOf(const cache::Entry& entry) {
  if (!entry.has_section(cache::SectionKind::kLaunch)) {
    return absl::DataLossError("it does not say how its kernel is launched");
  }
  TW_ASSIGN_OR_RETURN(
      plan::ObjectLaunch found,
      plan::DeserializeLaunch(entry.section(cache::SectionKind::kLaunch)));
  if (Xxh3(entry.section(cache::SectionKind::kObject)) != found.object_checksum) {
    return absl::DataLossError("its object is not the one that its launch is of");
  }
  return std::move(found.launch);
}

}  // namespace tilewright::jit
