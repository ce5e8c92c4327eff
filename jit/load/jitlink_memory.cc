#include "jit/load/jitlink_memory.h"

#include <cstring>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/Orc/Shared/AllocationActions.h"
#include "llvm/Support/Error.h"

namespace tilewright::jit {
namespace {

using llvm::jitlink::BasicLayout;
using llvm::jitlink::LinkGraph;
using llvm::orc::shared::WrapperFunctionCall;

llvm::Error ToLlvm(const absl::Status& status) {
  return llvm::make_error<llvm::StringError>(std::string(status.message()),
                                             llvm::inconvertibleErrorCode());
}

bool IsWritable(llvm::orc::MemProt protection) {
  return (static_cast<unsigned>(protection) &
          static_cast<unsigned>(llvm::orc::MemProt::Write)) != 0;
}

llvm::Error Refusal(const char* why) {
  return llvm::make_error<llvm::StringError>(why, llvm::inconvertibleErrorCode());
}

}  // namespace

// What a finished allocation's address points at.
struct SlabMemoryManager::Finished {
  SlabMemory::Range range;
  std::vector<WrapperFunctionCall> deallocation_actions;
};

class SlabMemoryManager::InFlight : public JITLinkMemoryManager::InFlightAlloc {
 public:
  InFlight(std::shared_ptr<SlabMemory> memory, SlabMemory::Range range, LinkGraph& graph)
      : memory_(std::move(memory)), range_(range), graph_(&graph) {}

  void abandon(OnAbandonedFunction on_abandoned) override {
    memory_->Free(range_);
    on_abandoned(llvm::Error::success());
  }

  void finalize(OnFinalizedFunction on_finalized) override {
    if (absl::Status status = memory_->Seal(range_); !status.ok()) {
      memory_->Free(range_);
      on_finalized(ToLlvm(status));
      return;
    }
    llvm::Expected<std::vector<WrapperFunctionCall>> actions =
        llvm::orc::shared::runFinalizeActions(graph_->allocActions());
    if (!actions) {
      memory_->Free(range_);
      on_finalized(actions.takeError());
      return;
    }
    Finished* const finished = new Finished{range_, std::move(*actions)};
    on_finalized(FinalizedAlloc(llvm::orc::ExecutorAddr::fromPtr(finished)));
  }

 private:
  std::shared_ptr<SlabMemory> memory_;
  SlabMemory::Range range_;
  LinkGraph* graph_;
};

void SlabMemoryManager::allocate(const llvm::jitlink::JITLinkDylib* dylib,
                                 LinkGraph& graph, OnAllocatedFunction on_allocated) {
  BasicLayout layout(graph);
  size_t total = 0;
  for (auto& [group, segment] : layout.segments()) {
    if (IsWritable(group.getMemProt())) {
      on_allocated(Refusal("the object has writable data"));
      return;
    }
    if (segment.Alignment.value() > 4096) {
      on_allocated(Refusal("the object wants an alignment of more than a page"));
      return;
    }
    total = llvm::alignTo(total, segment.Alignment);
    total += segment.ContentSize + segment.ZeroFillSize;
  }
  absl::StatusOr<SlabMemory::Range> range = memory_->Allocate(total);
  if (!range.ok()) {
    on_allocated(ToLlvm(range.status()));
    return;
  }
  size_t offset = 0;
  for (auto& [group, segment] : layout.segments()) {
    const size_t start = llvm::alignTo(offset, segment.Alignment);
    // The gap and what the object leaves out are zero: no other kernel's bytes.
    std::memset(range->start + offset, 0, start - offset);
    segment.WorkingMem = range->start + start;
    segment.Addr = llvm::orc::ExecutorAddr::fromPtr(range->start + start);
    offset = start + segment.ContentSize + segment.ZeroFillSize;
    std::memset(range->start + start + segment.ContentSize, 0, segment.ZeroFillSize);
  }
  std::memset(range->start + offset, 0, range->bytes - offset);
  if (llvm::Error error = layout.apply()) {
    memory_->Free(*range);
    on_allocated(std::move(error));
    return;
  }
  on_allocated(std::make_unique<InFlight>(memory_, *range, graph));
}

void SlabMemoryManager::deallocate(std::vector<FinalizedAlloc> allocations,
                                   OnDeallocatedFunction on_deallocated) {
  llvm::Error errors = llvm::Error::success();
  for (FinalizedAlloc& allocation : allocations) {
    std::unique_ptr<Finished> finished(allocation.release().toPtr<Finished*>());
    if (llvm::Error error =
            llvm::orc::shared::runDeallocActions(finished->deallocation_actions)) {
      errors = llvm::joinErrors(std::move(errors), std::move(error));
    }
    memory_->Free(finished->range);
  }
  on_deallocated(std::move(errors));
}

}  // namespace tilewright::jit
