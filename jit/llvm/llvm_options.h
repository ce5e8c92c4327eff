// LLVM's own options, for those who tune code generation: what
// TILEWRIGHT_LLVM_OPTIONS says, as llc takes it ("-enable-misched=false ...").
#pragma once

#include <string>

#include "absl/status/status.h"

namespace tilewright::jit {

// The options, single spaces between them; "" for none. Part of every key. Read at
// the first call.
const std::string& LlvmOptions();

// Hands them to LLVM; the first call does it. InvalidArgument, with LLVM's words, for
// options that it does not have or that end the process. Thread-safe.
absl::Status ApplyLlvmOptions();

}  // namespace tilewright::jit
