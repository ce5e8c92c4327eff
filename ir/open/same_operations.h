// When operations of two programs are the same.
#pragma once

#include "ir/program.h"

namespace tilewright::ir {

// Types, bytes and whether they are splats, of literals.
bool SameAttributes(const Attributes& a, const Attributes& b);

// Arguments and results.
bool SameEnds(const Region& a, const Region& b);

}  // namespace tilewright::ir
