// From buffers by number to buffers by place.
#pragma once

#include <cstdint>
#include <vector>

#include "codegen/schedule/arena.h"
#include "plan/plan.h"

namespace tilewright::codegen {

// References to the arena's buffers, whose index was the buffer's number, become
// ranges of the arena's block or of the outputs that lend memory to it; `outputs`
// says which output an aliased output is.
void ResolvePlaces(const Arena& arena, const std::vector<int32_t>& outputs,
                   std::vector<plan::Step>* steps);

}  // namespace tilewright::codegen
