#include "runtime/eager/arrays/region.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "runtime/eager/arrays/moves.h"
#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

using ir::CheckedBuilder;
using ir::Dims;
using ir::ValueId;

// Arrays that are remembered of one region.
constexpr size_t kMostKnown = 16;

Dims Permuted(const Dims& list, const Dims& order) {
  Dims permuted;
  for (const int64_t d : order) permuted.push_back(list[d]);
  return permuted;
}

// A strided array as a block of a row-major one that is the whole region.
struct Block {
  Dims walked;          // dimensions with more than one place, the largest stride first
  Dims kept;            // the same, in logical order
  Dims whole;           // the region's shape
  Dims start;           // of the block in it
  Dims sizes;           // its sizes: one more than `walked` has
  bool shared = false;  // elements share places
};

// None where strides do not nest, or the block would begin behind its own end.
std::optional<Block> BlockOf(const Access& access, int64_t count) {
  const Dims& sizes = access.layout.logical.dims();
  const Dims& strides = access.layout.strides;
  Block block;
  for (const int64_t d : access.layout.order) {
    if (sizes[d] == 1) continue;
    if (strides[d] == 0) {
      block.shared = true;
    } else {
      block.walked.push_back(d);
    }
  }
  block.kept = block.walked;
  std::sort(block.kept.begin(), block.kept.end());
  int64_t outer = count;
  int64_t rest = access.offset;
  for (const int64_t d : block.walked) {
    if (outer % strides[d] != 0) return std::nullopt;
    block.whole.push_back(outer / strides[d]);
    block.start.push_back(rest / strides[d]);
    block.sizes.push_back(sizes[d]);
    if (block.start.back() + sizes[d] > block.whole.back()) return std::nullopt;
    outer = strides[d];
    rest %= strides[d];
  }
  block.whole.push_back(outer);
  block.start.push_back(rest);
  block.sizes.push_back(1);
  return block;
}

// Places of `walked` among `kept`, and back.
Dims OrderOf(const Dims& from, const Dims& among) {
  Dims order;
  for (const int64_t d : from) {
    order.push_back(std::find(among.begin(), among.end(), d) - among.begin());
  }
  return order;
}

bool SameAccess(const Access& a, const Access& b) {
  return a.offset == b.offset && a.layout.logical == b.layout.logical &&
         a.layout.strides == b.layout.strides;
}

}  // namespace

const Region::Known* Region::Find(const Access& access) const {
  for (const Known& known : known_) {
    if (SameAccess(known.access, access)) return &known;
  }
  return nullptr;
}

void Region::Forget(int64_t begin, int64_t end) {
  const auto meets = [&](const Known& known) {
    return known.access.offset < end && begin < known.access.offset + known.span;
  };
  known_.erase(std::remove_if(known_.begin(), known_.end(), meets), known_.end());
}

absl::StatusOr<ValueId> Region::Read(const Access& access, CheckedBuilder* builder) {
  if (const Known* const known = Find(access); known != nullptr) return known->value;
  ValueId value = -1;
  if (IsWhole(access)) {
    TW_ASSIGN_OR_RETURN(const ValueId array,
                        AppendReshape(builder, memory_, access.layout.memory.dims()));
    TW_ASSIGN_OR_RETURN(value, ReadArray(access.layout, array, builder));
  } else {
    TW_ASSIGN_OR_RETURN(value, ReadPart(access, builder));
  }
  if (known_.size() == kMostKnown) known_.erase(known_.begin());
  known_.push_back({access, access.span(), value});
  return value;
}

absl::StatusOr<ValueId> Region::ReadPart(const Access& access,
                                         CheckedBuilder* builder) const {
  const std::optional<Block> block = BlockOf(access, count_);
  if (!block.has_value()) {
    TW_ASSIGN_OR_RETURN(ValueId flat, AppendReshape(builder, memory_, {count_}));
    TW_ASSIGN_OR_RETURN(flat,
                        AppendSlice(builder, flat, {access.offset}, {access.span()}));
    TW_ASSIGN_OR_RETURN(flat, AppendReshape(builder, flat, access.layout.memory.dims()));
    return ReadArray(access.layout, flat, builder);
  }
  TW_ASSIGN_OR_RETURN(ValueId array, AppendReshape(builder, memory_, block->whole));
  TW_ASSIGN_OR_RETURN(array, AppendSlice(builder, array, block->start, block->sizes));
  Dims sizes = block->sizes;
  sizes.pop_back();
  TW_ASSIGN_OR_RETURN(array, AppendReshape(builder, array, std::move(sizes)));
  TW_ASSIGN_OR_RETURN(
      array, AppendTranspose(builder, array, OrderOf(block->kept, block->walked)));
  const ir::TensorType& logical = access.layout.logical;
  if (!block->shared) return AppendReshape(builder, array, logical.dims());
  return AppendBroadcast(builder, array, logical, block->kept);
}

absl::Status Region::Write(const Access& access, ValueId value, CheckedBuilder* builder) {
  if (IsWhole(access)) {
    TW_ASSIGN_OR_RETURN(memory_, WriteArray(access.layout, value, -1, builder));
  } else {
    TW_ASSIGN_OR_RETURN(memory_, WritePart(access, value, builder));
  }
  // One value for all who read it, the program's result among them.
  TW_ASSIGN_OR_RETURN(memory_, AppendReshape(builder, memory_, dims_));
  written_ = true;
  const int64_t span = access.span();
  Forget(access.offset, access.offset + span);
  // Of elements that share a place the last one stays: that is not the array written.
  const Dims& sizes = access.layout.logical.dims();
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] != 1 && access.layout.strides[d] == 0) return absl::OkStatus();
  }
  if (!IsWhole(access) && !BlockOf(access, count_).has_value()) return absl::OkStatus();
  if (known_.size() == kMostKnown) known_.erase(known_.begin());
  known_.push_back({access, span, value});
  return absl::OkStatus();
}

absl::StatusOr<ValueId> Region::WritePart(const Access& access, ValueId value,
                                          CheckedBuilder* builder) const {
  const std::optional<Block> block = BlockOf(access, count_);
  if (!block.has_value() || block->shared) {
    TW_ASSIGN_OR_RETURN(const ValueId flat, AppendReshape(builder, memory_, {count_}));
    TW_ASSIGN_OR_RETURN(ValueId part,
                        AppendSlice(builder, flat, {access.offset}, {access.span()}));
    TW_ASSIGN_OR_RETURN(part, AppendReshape(builder, part, access.layout.memory.dims()));
    TW_ASSIGN_OR_RETURN(part, WriteArray(access.layout, value, part, builder));
    TW_ASSIGN_OR_RETURN(part, AppendReshape(builder, part, {access.span()}));
    return AppendUpdate(builder, flat, part, {access.offset});
  }
  const Dims& sizes = access.layout.logical.dims();
  TW_ASSIGN_OR_RETURN(ValueId update,
                      AppendReshape(builder, value, Permuted(sizes, block->kept)));
  TW_ASSIGN_OR_RETURN(
      update, AppendTranspose(builder, update, OrderOf(block->walked, block->kept)));
  TW_ASSIGN_OR_RETURN(update, AppendReshape(builder, update, block->sizes));
  TW_ASSIGN_OR_RETURN(const ValueId array, AppendReshape(builder, memory_, block->whole));
  return AppendUpdate(builder, array, update, block->start);
}

absl::StatusOr<ValueId> Region::Memory(CheckedBuilder* builder) const {
  return AppendReshape(builder, memory_, dims_);
}

}  // namespace tilewright::eager
