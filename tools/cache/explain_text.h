// What `cache explain` says, for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include "tilewright/cache.h"
#include "tools/cache/verbs.h"

namespace tilewright::tools {

// One of several that are explained together.
struct ExplainedProgram {
  std::string file;
  CacheExplanation explanation;
  std::string failure;  // why it could not be read; ""
};

bool AllHit(const CacheExplanation& explanation);
Json VerdictJson(const CacheVerdict& verdict);
// A program that was never seen is a line. `quiet`: counts alone.
std::string ExplanationText(const CacheExplanation& explanation, bool quiet);
// A line a program, and what they have in common.
std::string CausesText(const std::vector<ExplainedProgram>& programs);

}  // namespace tilewright::tools
