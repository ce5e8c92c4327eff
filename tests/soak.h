// Whether the long form of tests was asked for: TILEWRIGHT_SOAK=1, as `./dev soak` has
// it.
#pragma once

#include <cstdlib>

namespace tilewright {

inline bool Soaks() { return std::getenv("TILEWRIGHT_SOAK") != nullptr; }

}  // namespace tilewright
