// What a report says of the cache: why it did not have what was asked for.
#pragma once

#include <string>

#include "nlohmann/json.hpp"
#include "tilewright/compile.h"

namespace tilewright::tools {

// A line for each cause, with how many there were; "" where all was found.
std::string MissesText(const CompileReport& report);
nlohmann::ordered_json MissesJson(const CompileReport& report);

}  // namespace tilewright::tools
