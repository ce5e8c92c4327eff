#include "runtime/routines/lapack.h"

#include "support/fork.h"

namespace tilewright::runtime::lapack {

std::mutex& Turn::Lock() {
  // Neither ends before the process: a queue may run while it exits.
  static std::mutex& mutex = *new std::mutex;
  static const ForkHook& hook =
      *new ForkHook([] { mutex.lock(); }, [] { mutex.unlock(); });
  (void)hook;
  return mutex;
}

}  // namespace tilewright::runtime::lapack
