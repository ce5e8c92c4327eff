#include "runtime/eager/history/intervals.h"

namespace tilewright::eager {

void Intervals::End(uint32_t last, uint64_t number) {
  if (behind_ > 0) {
    Known& known = known_[behind_ - 1];
    known.held = held_;
    known.taken += known.taken / kForgets;
    if (known.operations == 0 || taken_ < known.taken) {
      known.operations = number - begin_;
      known.taken = taken_;
    }
  }
  behind_ = last + size_t{1};
  begin_ = number;
  taken_ = Time(0);
  held_ = false;
  if (known_.size() < behind_) known_.resize(behind_);
  const Known& next = known_[behind_ - 1];
  const bool is_short =
      next.operations > 0 && next.taken + next.operations * kLook <= kShort;
  last_ = is_short ? number + next.operations : 0;
  begins_held_ = next.held;
}

void Intervals::Clear() { *this = Intervals(); }

}  // namespace tilewright::eager
