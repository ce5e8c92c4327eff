// What callers set of a compiler by name: jax.jit(compiler_options={...}).
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace tilewright::pjrt {

// Of one of XLA's OptionOverrideProto.
enum class FlagKind { kText, kBool, kInteger, kNumber };

struct CompilerFlag {
  std::string name;
  FlagKind kind = FlagKind::kText;
  std::string text;  // as messages show the value, whichever its kind
};

// Flags are XLA's, and mean nothing to this compiler: what is right is taken, and changes
// nothing. InvalidArgument, in XLA's words, for names that are none of XLA's and values
// that are none of the flag's type, as far as that is known here.
absl::Status CheckCompilerFlag(const CompilerFlag& flag);

// Reads and checks one entry of the map of CompileOptionsProto.
absl::Status CheckFlagEntry(absl::string_view bytes);

}  // namespace tilewright::pjrt
