// StableHLO programs made at random, and data for them: functions of a seed alone.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"
#include "tests/reference/element.h"

namespace tilewright::reference {

// A verified program of some ten operations: elementwise operations of all classes and
// types, data movement, gathers and scatters, reductions (several of the same data and
// of different types beside each other), windows, scans, sorts, products in all layouts,
// convolutions, loops and branches. Sizes are 0 and 1 in every place now and then, and
// others around the numbers of lanes.
ir::Program RandomProgram(uint32_t seed);

// Products of products in all layouts, along one dimension or several, of matrices and
// of vectors, and between them what moves, scales and normalizes rows: what rewrites
// bring to another order.
ir::Program RandomProducts(uint32_t seed);

// Data of the program's inputs. Most of it is multiples of an eighth, whose sums are
// exact in any order; some has infinities, NaNs, zeros of both signs and subnormals.
std::vector<Array> RandomInputs(const ir::Program& program, uint32_t seed);

}  // namespace tilewright::reference
