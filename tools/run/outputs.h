// What a run gave: written, compared, shown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tilewright/buffer.h"
#include "tilewright/program.h"
#include "tools/cli/exit_code.h"
#include "tools/data/compare.h"

namespace tilewright::tools {

// An output that is not what it was expected to be.
struct OutputMismatch {
  int output = 0;
  Mismatch what;
};

struct RunFailure : Failure {
  RunFailure(Failure failure) : Failure(std::move(failure)) {}  // NOLINT(*-explicit-*)

  std::vector<OutputMismatch> mismatches;
};

// Of the user; negative: an output's own, by its type, and 0.
struct GivenTolerance {
  double relative = -1;
  double absolute = -1;
};

// The first `results` of `outputs` as out0.npy, ... in a folder, which is made with those
// around it where it is missing.
std::optional<RunFailure> WriteOutputs(const std::string& folder,
                                       const std::vector<Buffer>& outputs, int results);

// All outputs that differ from the folder's out0.npy, ... by more than the tolerance.
std::optional<RunFailure> CompareWith(const std::string& folder,
                                      const std::vector<Buffer>& outputs, int results,
                                      const GivenTolerance& tolerance);

// What the program's text says of its own values.
std::optional<RunFailure> CheckExpectations(const Program& program,
                                            const std::vector<Buffer>& outputs);

// A line each, with as many of the first elements as fit `width` characters (0: any).
std::string OutputsText(const std::vector<Buffer>& outputs, int results, int width);

}  // namespace tilewright::tools
