// Custom calls that nothing here computes.
#pragma once

#include "absl/strings/string_view.h"
#include "ir/program.h"
#include "support/refusals.h"

namespace tilewright::codegen {

// Adds the region's calls, and those within it, of what is neither a library routine nor
// a kernel that was handed over. `program`: whose places they have.
void AddUnknownCalls(const ir::Program& program, const ir::Region& region,
                     Refusals* refusals);

// Whether calls of this target may be computed.
bool KnowsCall(absl::string_view target);

}  // namespace tilewright::codegen
