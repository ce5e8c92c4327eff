#include "codegen/arena.h"

#include <algorithm>
#include <numeric>

#include "support/abi.h"

namespace tilewright::codegen {

int Arena::Add(int64_t bytes, int time) {
  constexpr int64_t kAlign = TW_BUFFER_ALIGNMENT;
  buffers_.push_back(
      {std::max((bytes + kAlign - 1) / kAlign * kAlign, kAlign), time, time, 0});
  return static_cast<int>(buffers_.size()) - 1;
}

void Arena::Use(int buffer, int time) {
  buffers_[buffer].last = std::max(buffers_[buffer].last, time);
}

void Arena::CloseLoop(int begin, int end) {
  for (Buffer& b : buffers_) {
    if (b.first < begin && b.last >= begin) b.last = std::max(b.last, end);
  }
}

int64_t Arena::Assign() {
  // Large buffers first, each at the lowest place that is free for its life.
  std::vector<int> order(buffers_.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [this](int x, int y) {
    if (buffers_[x].bytes != buffers_[y].bytes)
      return buffers_[x].bytes > buffers_[y].bytes;
    return x < y;
  });
  int64_t size = 0;
  std::vector<int> placed;  // by offset
  for (int n : order) {
    Buffer& b = buffers_[n];
    int64_t at = 0;
    for (int other : placed) {
      const Buffer& o = buffers_[other];
      if (o.last < b.first || o.first > b.last) continue;
      if (o.offset >= at + b.bytes) break;
      at = std::max(at, o.offset + o.bytes);
    }
    b.offset = at;
    size = std::max(size, at + b.bytes);
    placed.insert(std::upper_bound(placed.begin(), placed.end(), n,
                                   [this](int x, int y) {
                                     return buffers_[x].offset < buffers_[y].offset;
                                   }),
                  n);
  }
  return size;
}

}  // namespace tilewright::codegen
