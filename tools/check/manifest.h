// manifest.json of a golden case.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tilewright/types.h"

namespace tilewright::tools {

struct Manifest {
  std::vector<TensorType> inputs;
  std::vector<TensorType> outputs;
};

// {"inputs": [{"dtype": "bfloat16", "shape": [2, 3]}, ...], "outputs": [...]};
// other fields are for people. Element types have NumPy's names (with those of
// ml_dtypes) or StableHLO's. InvalidArgument, naming the path, otherwise.
absl::StatusOr<Manifest> ReadManifest(const std::string& path);

}  // namespace tilewright::tools
