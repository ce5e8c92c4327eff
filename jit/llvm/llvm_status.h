// LLVM's errors as absl::Status.
#pragma once

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tilewright::jit {

// Consumes `error`, which must not be success. "<what>: <LLVM's words>".
inline absl::Status ToStatus(llvm::Error error, absl::StatusCode code,
                             absl::string_view what) {
  return absl::Status(code, absl::StrCat(what, ": ", llvm::toString(std::move(error))));
}

inline llvm::StringRef ToRef(absl::string_view text) {
  return llvm::StringRef(text.data(), text.size());
}

inline absl::string_view ToView(llvm::StringRef text) {
  return absl::string_view(text.data(), text.size());
}

}  // namespace tilewright::jit
