// The floating-point control state of a thread, set for the time of a scope.
#pragma once

#include <cstdint>

#include "support/numerics.h"

namespace tilewright {

// On construction rounding is to nearest even and no exception traps, whatever
// the caller had set. With kTpu subnormal operands and results are zeros
// (x86: FTZ and DAZ; aarch64: FZ and FZ16), with kIeee they live. The
// destructor restores the state found, sticky exception flags included: what
// runs inside leaves no trace in the caller's thread.
//
// Belongs to one thread and one scope; scopes nest.
class ScopedFloatState {
 public:
  explicit ScopedFloatState(Numerics numerics);
  ~ScopedFloatState();
  ScopedFloatState(const ScopedFloatState&) = delete;
  ScopedFloatState& operator=(const ScopedFloatState&) = delete;

 private:
  uint64_t saved_;
};

}  // namespace tilewright
