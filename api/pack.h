// The pack: common operations at usual sizes, to be compiled ahead and shipped, so that a
// first iteration finds them in the cache.
#pragma once

#include <string>
#include <vector>

namespace tilewright::api {

struct PackProgram {
  std::string name;  // "softmax_f32 512x768"
  std::string text;  // StableHLO
};

// Every template of examples/pack at every size that is usual for it.
std::vector<PackProgram> PackPrograms();

}  // namespace tilewright::api
