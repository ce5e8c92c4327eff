// Features of this machine that its kernel tells and that LLVM does not ask for.
#pragma once

#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace tilewright::jit {

// LLVM's names of them, "bf16", and whether there are such. None on x86-64, whose
// processors tell themselves.
std::vector<std::pair<absl::string_view, bool>> FeaturesFromAuxiliaryVector();

}  // namespace tilewright::jit
