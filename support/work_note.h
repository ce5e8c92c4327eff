// What a thread is at, for the last words of a process that dies of it.
#pragma once

#include <cstddef>

#include "absl/strings/string_view.h"

namespace tilewright {

// While it lives, this thread is at `what`: "stablehlo.add (m.py:3:1)". Inner notes hide
// outer ones. Cheap: the words are copied to memory of the thread's own, shortened if
// they are long.
class WorkNote {
 public:
  explicit WorkNote(absl::string_view what);
  ~WorkNote();
  WorkNote(const WorkNote&) = delete;
  WorkNote& operator=(const WorkNote&) = delete;

 private:
  static constexpr size_t kBytes = 240;
  friend char* WorkNoteBuffer();

  char before_[kBytes];
};

// The innermost note of the calling thread, "" if there is none. A handler of signals may
// ask.
const char* WorkInProgress();

// Where the calling thread's note is. A module has its own copy of this code: it is
// handed the function of the library that loads it, so that both speak of one note.
char* WorkNoteBuffer();
void ShareWorkNotes(char* (*buffer)());

}  // namespace tilewright
