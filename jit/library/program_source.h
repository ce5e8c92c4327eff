// Programs as text that can be parsed again.
#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "ir/program.h"

namespace tilewright::jit {

// Constants beyond this are not kept in the cache with their program.
inline constexpr size_t kMaxSourceConstantBytes = size_t{1} << 20;

// What the canonical text leaves out: the whole program's text, where
// `canonical_text` names constants by their hash and they are not too large;
// otherwise "".
std::string SourceOf(const ir::Program& program, absl::string_view canonical_text);

}  // namespace tilewright::jit
