#include "jit/llvm/fatal_error.h"

#include <csetjmp>
#include <cstdio>
#include <mutex>

#include "absl/strings/ascii.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"

namespace tilewright::jit {
namespace {

struct Recovery {
  std::jmp_buf place;
  std::string* error = nullptr;
};

thread_local Recovery* current = nullptr;

// LLVM ends the process if this returns. It must leave no destructor behind, too:
// what is jumped over is LLVM's only.
void HandleFatalError(void* /*data*/, const char* reason, bool /*diagnose*/) {
  Recovery* const recovery = current;
  if (recovery == nullptr) {
    std::fprintf(stderr, "tilewright: LLVM gives up: %s\n", reason);
    return;
  }
  *recovery->error = std::string(absl::StripAsciiWhitespace(reason));
  std::longjmp(recovery->place, 1);
}

}  // namespace

bool RunCatchingFatalErrors(absl::FunctionRef<void()> work, std::string* error) {
  static std::once_flag once;
  std::call_once(once, [] { llvm::install_fatal_error_handler(HandleFatalError); });
  Recovery recovery;
  recovery.error = error;
  const void* const stack = llvm::SavePrettyStackState();
  current = &recovery;
  // Nothing that changes after this line is read after the jump.
  const bool jumped = setjmp(recovery.place) != 0;
  if (!jumped) work();
  current = nullptr;
  if (jumped) llvm::RestorePrettyStackState(stack);
  return !jumped;
}

}  // namespace tilewright::jit
