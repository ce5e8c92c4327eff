// Features of this machine that its kernel tells and that LLVM does not ask for.
#pragma once

#include <vector>

#include "absl/strings/string_view.h"

namespace tilewright::jit {

// LLVM's names of them: "bf16". None on x86-64, whose processors tell themselves.
std::vector<absl::string_view> FeaturesFromAuxiliaryVector();

}  // namespace tilewright::jit
