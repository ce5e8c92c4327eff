#include "codegen/schedule/arena.h"

#include <algorithm>
#include <climits>
#include <functional>
#include <numeric>

#include "codegen/analysis/aligned.h"

namespace tilewright::codegen {

int Arena::Add(int64_t bytes, int time) {
  buffers_.push_back({std::max<int64_t>(bytes, 1), time, time, {}});
  return static_cast<int>(buffers_.size()) - 1;
}

void Arena::Use(int buffer, int time) {
  buffers_[buffer].last = std::max(buffers_[buffer].last, time);
}

int Arena::AddAliasedOutput(int64_t bytes) {
  aliased_.push_back({bytes, INT_MAX, {}});
  return static_cast<int>(aliased_.size()) - 1;
}

void Arena::UseAliasedOutput(int alias, int time) {
  aliased_[alias].first = std::min(aliased_[alias].first, time);
}

void Arena::CloseLoop(int begin, int end) {
  for (Buffer& b : buffers_) {
    if (b.first < begin && b.last >= begin) b.last = std::max(b.last, end);
  }
  for (AliasedOutput& alias : aliased_) {
    if (alias.first >= begin && alias.first <= end) alias.first = begin;
  }
}

int64_t Arena::LowestOffset(const Buffer& buffer, const std::vector<int>& placed) const {
  int64_t at = 0;
  for (int other : placed) {
    const Buffer& o = buffers_[other];
    if (o.last < buffer.first || o.first > buffer.last) continue;
    if (o.place.offset >= at + buffer.bytes) break;
    at = std::max(at, Aligned(o.place.offset + o.bytes));
  }
  return at;
}

void Arena::PutAt(int buffer, Place place, std::vector<int>* placed) {
  buffers_[buffer].place = place;
  placed->insert(std::upper_bound(placed->begin(), placed->end(), buffer,
                                  [this](int x, int y) {
                                    return buffers_[x].place.offset <
                                           buffers_[y].place.offset;
                                  }),
                 buffer);
}

bool Arena::Lend(int buffer, int alias) {
  const Buffer& b = buffers_[buffer];
  AliasedOutput& output = aliased_[alias];
  const bool ends_in_it = b.ends_in == alias && output.first == b.last;
  if (output.first <= b.last && !ends_in_it) return false;
  const int64_t at = LowestOffset(b, output.placed);
  if (at + b.bytes > output.bytes || (ends_in_it && at > 0)) return false;
  PutAt(buffer, {alias, at}, &output.placed);
  return true;
}

int64_t Arena::Assign() {
  // Large buffers first, each at the lowest place that is free for its life, in the
  // output that it ends in or the smallest that has one.
  const auto sorted = [](const auto& all, const auto& before) {
    std::vector<int> order(all.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int x, int y) {
      return all[x].bytes != all[y].bytes ? before(all[x].bytes, all[y].bytes) : x < y;
    });
    return order;
  };
  const std::vector<int> order = sorted(buffers_, std::greater<>());
  const std::vector<int> by_size = sorted(aliased_, std::less<>());
  const auto lend = [&](int n) {
    const int heir = buffers_[n].ends_in;
    return (heir >= 0 && Lend(n, heir)) ||
           std::any_of(by_size.begin(), by_size.end(), [&](int l) { return Lend(n, l); });
  };
  int64_t size = 0;
  std::vector<int> placed;  // in the block, by offset
  for (int n : order) {
    if (lend(n)) continue;
    const int64_t at = LowestOffset(buffers_[n], placed);
    PutAt(n, {-1, at}, &placed);
    size = std::max(size, Aligned(at + buffers_[n].bytes));
  }
  return size;
}

}  // namespace tilewright::codegen
