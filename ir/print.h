// Programs as text.
#pragma once

#include <string>

#include "ir/program.h"

namespace tilewright::ir {

// StableHLO text in generic form that the StableHLO front end parses back into
// an equal program: values renumbered in order, no locations, the entry named
// @main. Large constants are printed as hex. Sizes that are no numbers are "?".
std::string Print(const Program& program);

// The text that names a program by content: Print() with constants of more
// than 16 elements replaced by the SHA-256 of their bytes, without the
// program's name, and with sizes of symbols s0, s1, ... and what is known of these. Equal
// programs give equal text, in every process.
std::string CanonicalText(const Program& program);

// One operation (with its regions) as Print() shows it, for messages and dumps.
std::string PrintOperation(const Program& program, const Operation& operation);

}  // namespace tilewright::ir
