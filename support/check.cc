#include "support/check.h"

#include <cstdio>
#include <cstdlib>

#include "support/work_note.h"

namespace tilewright {

void CheckFailed(const char* file, int line, const char* condition) {
  const char* const work = WorkInProgress();
  std::fprintf(stderr, "%s:%d: internal error%s%s%s: %s\n", file, line,
               *work == '\0' ? "" : " in ", work,
               *work == '\0' ? "" : "; --cluster=off may serve meanwhile", condition);
  std::abort();
}

}  // namespace tilewright
