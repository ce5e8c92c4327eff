// What options take, and what is said of anything else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "CLI/Validators.hpp"

namespace tilewright::tools {

// One of these words. Help and completion list them.
CLI::Validator OneOf(const std::vector<std::string>& words);
// What --target takes.
CLI::Validator TargetName();
// A whole number from `low` to `high`, in decimal digits.
CLI::Validator WholeNumber(int64_t low, int64_t high);
// A number that is neither negative nor infinite.
CLI::Validator NotNegative();
// What CompileOptions::label can be.
CLI::Validator Label();
// A number above 0.
CLI::Validator Duration();

}  // namespace tilewright::tools
