// What StableHLO means by an attribute that is not there.
#pragma once

#include "ir/program.h"

namespace tilewright::ir {

// Fills in the attributes that `operation` leaves out: equal programs are equal then,
// however much of them an exporter wrote. The operands are values of `program`.
void AddDefaultAttributes(const Program& program, Operation* operation);

}  // namespace tilewright::ir
