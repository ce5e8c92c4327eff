// manifest.json of a golden case.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tilewright/types.h"

namespace tilewright::tools {

struct Manifest {
  std::vector<TensorType> inputs;
  std::vector<TensorType> outputs;
  // Each output's own tolerance, relative to its largest magnitude; nullopt: that of the
  // program's types.
  std::vector<std::optional<double>> output_rtol;
};

// {"inputs": [{"dtype": "bfloat16", "shape": [2, 3]}, ...], "outputs": [...]}; an output
// may have an "rtol"; other fields are for people. Element types have NumPy's names (with
// those of ml_dtypes) or StableHLO's. InvalidArgument, naming the path, otherwise.
absl::StatusOr<Manifest> ReadManifest(const std::string& path);

}  // namespace tilewright::tools
