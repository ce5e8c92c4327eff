#include "support/work_note.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace tilewright {
namespace {

std::atomic<char* (*)()> shared{nullptr};

char* Current() {
  char* (*const buffer)() = shared.load(std::memory_order_relaxed);
  return buffer != nullptr ? buffer() : WorkNoteBuffer();
}

}  // namespace

char* WorkNoteBuffer() {
  thread_local char note[WorkNote::kBytes] = "";
  return note;
}

void ShareWorkNotes(char* (*buffer)()) { shared = buffer; }

const char* WorkInProgress() { return Current(); }

WorkNote::WorkNote(absl::string_view what) {
  char* const note = Current();
  std::memcpy(before_, note, std::strlen(note) + 1);
  const size_t size = std::min(what.size(), kBytes - 1);
  std::memcpy(note, what.data(), size);
  note[size] = '\0';
}

WorkNote::~WorkNote() { std::memcpy(Current(), before_, std::strlen(before_) + 1); }

}  // namespace tilewright
