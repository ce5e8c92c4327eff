// A program for one value of each of its sizes.
#pragma once

#include <cstdint>
#include <set>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "ir/program.h"

namespace tilewright::ir {

// `program`, which is verified, with values[s] for symbol s in all its types: it has no
// symbols, and verifies. InvalidArgument, naming symbols and values, where these break
// what is known of a symbol or make a type larger than types may be.
absl::StatusOr<Program> Specialize(Program program, absl::Span<const int64_t> values);

// The same for some of the symbols: the others stay, and so does the list. The values are
// allowed ones.
Program SpecializeSome(Program program, absl::Span<const int64_t> values,
                       const std::set<SymbolId>& symbols);

// The same of ir::Typical sizes, whatever is known of them: for estimates.
Program Typical(Program program);

}  // namespace tilewright::ir
