// Values of a region replaced by others.
#pragma once

#include <map>

#include "ir/program.h"

namespace tilewright::pjrt {

// In operands and results of the region, and of those inside of it.
void ReplaceValues(const std::map<ir::ValueId, ir::ValueId>& replaced,
                   ir::Region* region);

}  // namespace tilewright::pjrt
