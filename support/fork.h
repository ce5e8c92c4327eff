// What a forked child may use of what its parent made.
#pragma once

#include <cstdint>
#include <functional>

namespace tilewright {

// How many forks lie between the process that first asked and this one. A thread that was
// started at another generation does not exist here.
uint64_t ForkGeneration();

// A lock that no thread holds while the process forks, or a child would wait for it for
// ever. The last member of what has the lock, so that it goes first.
class ForkHook {
 public:
  // `unlock` runs in parent and child.
  ForkHook(std::function<void()> lock, std::function<void()> unlock);
  ~ForkHook();
  ForkHook(const ForkHook&) = delete;
  ForkHook& operator=(const ForkHook&) = delete;

 private:
  friend struct ForkHandlers;
  const std::function<void()> lock_;
  const std::function<void()> unlock_;
};

}  // namespace tilewright
