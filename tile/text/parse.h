// Tile programs from their text.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tile/program.h"

namespace tilewright::tile {

// Largest text that is read, in bytes.
inline constexpr size_t kMaxTextBytes = size_t{8} << 20;

// What Print gives, and // comments on lines of their own: Print(*Parse(Print(p))) is
// Print(p). The program has no name, and says of no matmul that its precision was
// DEFAULT. Any text may be given. InvalidArgument, with line and column and what was
// expected there; whether the program makes sense is for tile/verify/verify.h to say.
absl::StatusOr<Program> Parse(absl::string_view text);

}  // namespace tilewright::tile
