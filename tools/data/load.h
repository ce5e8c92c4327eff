// Programs and their inputs from files, with the exit code each error means.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tilewright/npy.h"
#include "tilewright/package.h"
#include "tilewright/program.h"
#include "tools/cli/exit_code.h"

namespace tilewright::tools {

// What tells the sizes that a program leaves open.
struct SizesAtHand {
  std::vector<TensorType> input_types;  // where there are inputs, else:
  std::vector<int64_t> sizes;           // of `?`, in order; one number is for all
};

// "-".
bool IsStandardInput(const std::string& path);
// How messages name a program's file.
std::string ProgramName(const std::string& path);

// The program in `path` ("-": standard input), with the sizes at hand where it leaves any
// open; of a package, which is given too where it is asked for, the program of weights
// and inputs.
std::optional<Failure> LoadProgram(const std::string& path, const std::string& entry,
                                   const SizesAtHand& at_hand,
                                   std::optional<Program>* program,
                                   std::optional<Package>* package = nullptr);

// What a program is compiled for where nobody chose: "tpu", or what its package was saved
// with.
std::string NumericsOf(const std::optional<Package>& package);

// A file that is missing or damaged is kInputOutput, the rest as FailureOf.
Failure InputFailure(const absl::Status& status);

}  // namespace tilewright::tools
