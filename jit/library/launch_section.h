// What a kernel's entry keeps of how it is launched (plan::ObjectLaunch), and its checks.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cache/format/entry.h"
#include "plan/plan.h"

namespace tilewright::jit {

std::string LaunchSection(const plan::Launch& launch, absl::string_view object);

// The launch of the entry's object. DataLoss when there is none, or when it is of another
// object.
absl::StatusOr<plan::Launch> LaunchOf(const cache::Entry& entry);

}  // namespace tilewright::jit
