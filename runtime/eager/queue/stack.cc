#include "runtime/eager/queue/stack.h"

#include <pthread.h>

#include <cstdint>

namespace tilewright::eager {
namespace {

// Where the calling thread's stack ends, which grows down to it; the end of all addresses
// where that is unknown.
uintptr_t StackEnd() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return UINTPTR_MAX;
  void* end = nullptr;
  size_t bytes = 0;
  const bool known = pthread_attr_getstack(&attributes, &end, &bytes) == 0;
  pthread_attr_destroy(&attributes);
  return known ? reinterpret_cast<uintptr_t>(end) : UINTPTR_MAX;
}

}  // namespace

size_t StackLeft() {
  thread_local const uintptr_t end = StackEnd();
  const uintptr_t here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return here > end ? here - end : 0;
}

}  // namespace tilewright::eager
