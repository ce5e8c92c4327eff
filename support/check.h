// Checks for what cannot happen. Never for what a user can write: that is a
// Status.
#pragma once

#define TW_CHECK(condition)                                      \
  do {                                                           \
    if (!(condition)) {                                          \
      ::tilewright::CheckFailed(__FILE__, __LINE__, #condition); \
    }                                                            \
  } while (false)

namespace tilewright {

// Ends the process, with what it was at (support/work_note.h) and what may serve.
[[noreturn]] void CheckFailed(const char* file, int line, const char* condition);

}  // namespace tilewright
