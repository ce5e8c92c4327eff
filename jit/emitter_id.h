// Which compiler this is.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace tilewright::jit {

// A hash over the sources that decide what plans and objects are made of a
// program (cmake/emitter_id.cmake lists them), taken when they were built.
absl::string_view EmitterId();

// Of the LLVM library that is loaded, which may be newer than its headers.
std::string LlvmVersion();

}  // namespace tilewright::jit
