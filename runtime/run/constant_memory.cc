#include "runtime/run/constant_memory.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "plan/held.h"
#include "support/status_macros.h"

namespace tilewright::runtime {
namespace {

// Every element of the literal, which may be a splat.
void Spread(const ir::Literal& literal, char* to) {
  const absl::Span<const uint8_t> bytes = literal.bytes();
  const int64_t size = literal.type().byte_size();
  if (size == 0) return;
  int64_t filled = static_cast<int64_t>(bytes.size());
  std::memcpy(to, bytes.data(), bytes.size());
  while (filled < size) {
    const int64_t more = std::min(filled, size - filled);
    std::memcpy(to + filled, to, static_cast<size_t>(more));
    filled += more;
  }
}

}  // namespace

absl::StatusOr<ConstantMemory> ConstantMemory::Take(plan::Plan* plan, Block::Kind kind) {
  ConstantMemory memory;
  for (ir::Literal& literal : plan->constants) {
    TW_ASSIGN_OR_RETURN(Block block,
                        Block::Allocate(literal.type().byte_size(), "a constant", kind));
    Spread(literal, static_cast<char*>(block.data()));
    memory.constants_.push_back(std::move(block));
    literal = literal.TypeOnly();
  }
  for (const int64_t bytes : plan->prepared) {
    TW_ASSIGN_OR_RETURN(Block block, Block::Allocate(bytes, "a prepared constant", kind));
    memory.prepared_.push_back(std::move(block));
  }
  return memory;
}

void ConstantMemory::KeepForRuns(const plan::Plan& plan) {
  const std::vector<bool> read = plan::ConstantsOfRuns(plan);
  for (size_t i = 0; i < read.size(); ++i) {
    if (!read[i]) constants_[i] = Block();
  }
}

}  // namespace tilewright::runtime
