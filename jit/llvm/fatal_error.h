// LLVM's fatal errors ("cannot select", ...), which would end the process.
#pragma once

#include <string>

#include "absl/functional/function_ref.h"

namespace tilewright::jit {

// Runs `work` on this thread. False, with LLVM's words, if LLVM met an error that
// it does not return from: `work` is then left in the midst, without a destructor
// run. Whatever it was working on is lost: it may be neither used nor freed. That
// costs memory, once for each kernel that LLVM cannot compile; the process goes on.
//
// `work` holds no lock of ours while LLVM runs. Not to be nested.
bool RunCatchingFatalErrors(absl::FunctionRef<void()> work, std::string* error);

}  // namespace tilewright::jit
