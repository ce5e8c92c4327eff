// The page of `cache report`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tilewright/cache.h"

namespace tilewright::tools {

struct PageFacts {
  CacheInfo info;
  CacheStatistics statistics;
  std::vector<CacheEntry> entries;
  int64_t now = 0;  // seconds since 1970
};

// One HTML page that needs nothing else: no script, no network. Readable on light
// and on dark ground.
std::string CachePage(const PageFacts& facts);

}  // namespace tilewright::tools
