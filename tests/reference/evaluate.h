// A reference for tile programs: what their definition (tile/program.h) says that they
// compute, one element at a time. It shares nothing with the emitter, and is slow.
#pragma once

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "tests/reference/element.h"
#include "tile/program.h"

namespace tilewright::reference {

// Runs a program that passes tile::Verify on its refs in HBM, in order; what it writes
// is theirs afterwards. Their types are the refs'.
//
// Aborted where control depends on a value that is not known; Unimplemented for
// programs with checks; Internal where the program reads what is not there.
absl::Status Evaluate(const tile::Program& program, absl::Span<Array> arrays);

// Elements that an evaluation has to do with, roughly.
double CostOf(const tile::Program& program);

}  // namespace tilewright::reference
