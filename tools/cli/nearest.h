// "Did you mean ...?"
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tilewright::tools {

// The candidate that is a few slips of the hand away from `word` (letters that are
// missing, added, wrong or swapped), or that `word` begins; empty where none is near.
// `most`: how many slips; 0: a third of the letters.
std::string Nearest(const std::string& word, const std::vector<std::string>& candidates,
                    size_t most = 0);

// "; did you mean 'run'?", or nothing.
std::string DidYouMean(const std::string& word,
                       const std::vector<std::string>& candidates);

}  // namespace tilewright::tools
