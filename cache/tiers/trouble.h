// What a place further out did wrong, in words.
#pragma once

#include <string>

#include "cache/store/counters.h"

namespace tilewright::cache {

// "23 entries damaged, 5 look-ups failed, 48 not asked"; "" where all is well. Unsigned
// entries and those of another key are misses that somebody should know of, too.
std::string TroubleText(const Counters& counters);

}  // namespace tilewright::cache
