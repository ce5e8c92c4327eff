// What a kernel with checks keeps in its last ref, after the report itself
// (support/abi.h): who wrote the elements of its outputs.
#pragma once

#include <cstdint>

#include "tile/program.h"

namespace tilewright::tile {

// The word that is used on the way.
int64_t ReportNote();
// The word from which on an i32 for each element of the output, an array in HBM, says
// which of the grid's parallel points wrote it, from 1.
int64_t ReportWriters(const Program& program, RefId output);
// Words of the report of a program whose refs are these so far.
int64_t ReportWords(const Program& program);

}  // namespace tilewright::tile
