// What a program records between two places where it stops.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

namespace tilewright::eager {

// By the operation that it begins behind, an interval is thought to be like those before
// it. It decides who runs what is recorded, and when, but no result. For who takes from
// the queue.
class Intervals {
 public:
  using Time = std::chrono::steady_clock::duration;

  // Something of this one took so long to run.
  void Add(Time taken) { taken_ += taken; }
  // An operation was taken, and is held back now or has run.
  void Take(uint64_t number, bool held) {
    if (number == begin_ + 1) held_ = held;
  }
  // It ends behind operation `number`, of structure `last`, and the next one begins.
  void End(uint32_t last, uint64_t number);
  // Nothing is known of this one.
  void Lose() {
    behind_ = 0;
    last_ = 0;
  }
  void Clear();

  // Whether this one, to operation `last`, is run by who stops there in less time than it
  // takes to wake another thread.
  bool is_short() const { return last_ > 0; }
  uint64_t last() const { return last_; }
  // Whether it begins with an operation that is held back.
  bool begins_held() const { return begins_held_; }

 private:
  static constexpr Time kShort = std::chrono::microseconds(25);
  // What was fast once counts for less each time.
  static constexpr int kForgets = 8;
  // What it takes to look at an operation.
  static constexpr Time kLook = std::chrono::nanoseconds(200);

  // The fastest one of late, of which there was one if it has operations.
  struct Known {
    bool held = false;
    uint64_t operations = 0;
    Time taken{0};
  };

  std::vector<Known> known_;
  size_t behind_ = 0;   // of these, where this one began: its number and 1; 0: nowhere
  uint64_t begin_ = 0;  // the operation before it
  Time taken_{0};
  bool held_ = false;
  uint64_t last_ = 0;
  bool begins_held_ = false;
};

}  // namespace tilewright::eager
