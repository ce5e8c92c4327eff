// JITLink's view of SlabMemory.
#pragma once

#include <memory>
#include <vector>

#include "jit/load/slab_memory.h"
#include "llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h"

namespace tilewright::jit {

// All of a graph's segments go into one range, which is sealed when the graph
// is finished: code and its constants lie together. Graphs with writable
// segments are refused.
class SlabMemoryManager : public llvm::jitlink::JITLinkMemoryManager {
 public:
  explicit SlabMemoryManager(std::shared_ptr<SlabMemory> memory)
      : memory_(std::move(memory)) {}

  void allocate(const llvm::jitlink::JITLinkDylib* dylib, llvm::jitlink::LinkGraph& graph,
                OnAllocatedFunction on_allocated) override;
  void deallocate(std::vector<FinalizedAlloc> allocations,
                  OnDeallocatedFunction on_deallocated) override;
  // The synchronous forms.
  using JITLinkMemoryManager::allocate;
  using JITLinkMemoryManager::deallocate;

 private:
  class InFlight;
  struct Finished;

  std::shared_ptr<SlabMemory> memory_;
};

}  // namespace tilewright::jit
