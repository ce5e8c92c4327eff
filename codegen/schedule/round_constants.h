// Constants that a kernel rounds as it reads them: rounded once.
#pragma once

#include <functional>
#include <optional>

#include "codegen/schedule/pack_constants.h"

namespace tilewright::codegen {

// If the kernel reads a large value, which is known, only to round its elements to a
// narrower type, says how to round it, and makes the kernel read that instead. Changes no
// value.
std::optional<Packing> SplitRounding(const std::function<bool(ir::ValueId)>& is_known,
                                     LoweredCluster* kernel);

}  // namespace tilewright::codegen
