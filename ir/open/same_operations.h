// When operations of two programs are the same.
#pragma once

#include "ir/program.h"

namespace tilewright::ir {

// Of literals: types, bytes and whether they are splats.
bool SameValue(const AttributeValue& a, const AttributeValue& b);
bool SameAttributes(const Attributes& a, const Attributes& b);

// Arguments and results.
bool SameEnds(const Region& a, const Region& b);

}  // namespace tilewright::ir
