// Which compiler this is.
#pragma once

#include "absl/strings/string_view.h"

namespace tilewright::jit {

// A hash over the sources that decide what plans and objects are made of a
// program (cmake/emitter_id.cmake lists them), taken when they were built.
absl::string_view EmitterId();

}  // namespace tilewright::jit
