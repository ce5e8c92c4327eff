// What jax.export serializes: a flatbuffer around a portable artifact.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::bytecode {

// Whether `bytes` are such a flatbuffer. No text is one, and no bytecode.
bool IsExport(absl::string_view bytes);

// The bytecode inside. InvalidArgument where there is none.
absl::StatusOr<absl::string_view> ModuleOfExport(absl::string_view bytes,
                                                 const std::string& file_name);

}  // namespace tilewright::bytecode
