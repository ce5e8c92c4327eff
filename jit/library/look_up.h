// What was asked of the cache, for people.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cache/format/manifest.h"

namespace tilewright::jit {

struct LookUp {
  enum class Outcome { kHit, kMiss, kRefused };
  Outcome outcome = Outcome::kMiss;
  std::string name;
  cache::Manifest manifest;
  // Of a refusal what was wrong; of a miss filled in by KernelLibrary::Explain.
  std::string cause;
  std::string nearest;  // the entry that a miss was compared with; ""
};

// One for each thing that was asked for: what was asked for twice, since a plan was found
// and was no use, is what came of it in the end, and why it was refused before.
std::vector<LookUp> Distinct(const std::vector<LookUp>& look_ups);

// A line for each, behind what the file has: time, process, outcome, kind, key, name,
// label and cause with tabs between. Written at once, so that lines of several processes
// stay whole. Returns why it could not be; "" when it could.
std::string AppendLookUps(const std::string& path, const std::vector<LookUp>& look_ups,
                          absl::string_view label);

}  // namespace tilewright::jit
