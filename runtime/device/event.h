// A moment in a client's work: when a run has ended.
#pragma once

#include <cstdint>

namespace tilewright::runtime {

// A number of one of a client's streams, in one word that can be read and written at
// once. Its client says whether it has come. The zero event has always come, without an
// error.
struct Event {
  uint64_t word = 0;

  static constexpr int kStreamBits = 10;
  static constexpr int kMaxStreams = 1 << kStreamBits;
  static Event Of(int stream, uint64_t number) {
    return {number << kStreamBits | static_cast<uint64_t>(stream)};
  }
  int stream() const { return static_cast<int>(word & (kMaxStreams - 1)); }
  uint64_t number() const { return word >> kStreamBits; }

  friend bool operator==(const Event&, const Event&) = default;
};

}  // namespace tilewright::runtime
