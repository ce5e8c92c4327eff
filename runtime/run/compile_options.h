// How a host of programs has them compiled: by names, and by the environment.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/run/executable.h"
#include "support/numerics.h"

namespace tilewright::runtime {

// For a chip, with the target of TILEWRIGHT_TARGET and the cache of the settings. The
// errors are jit::FindTarget's.
absl::StatusOr<CompileOptions> CompileOptionsFor(absl::string_view chip,
                                                 Numerics numerics);

// One line that names all that decides what is made of a program: the compiler, the
// target, the chip, the numerics. Equal where executables are of use to each other.
std::string DescribeCompiler(const CompileOptions& options);

}  // namespace tilewright::runtime
