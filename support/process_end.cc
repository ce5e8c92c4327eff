#include "support/process_end.h"

#include <atomic>

namespace tilewright {
namespace {

std::atomic<bool> ends{false};

}  // namespace

void BeginProcessEnd() { ends.store(true, std::memory_order_release); }
bool ProcessEnds() { return ends.load(std::memory_order_acquire); }

}  // namespace tilewright
