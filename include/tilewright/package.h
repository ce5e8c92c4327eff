// Packages: models that PyTorch exported (tilewright.torch.package.save), as folders of a
// program, its weights, and what both are.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tilewright/buffer.h"
#include "tilewright/device.h"
#include "tilewright/export.h"
#include "tilewright/program.h"
#include "tilewright/types.h"

namespace tilewright {

// A tensor that a package's program takes or gives.
struct PackageValue {
  std::string name;  // of the parameter, of the model's argument, or of its result
  TensorType type;   // with kOpenSize for sizes that are open
  // Where some are, what all of them are made of: "s0", "2*s0 + 1", "16".
  std::vector<std::string> sizes;
};

// A number that sizes are made of, which inputs say.
struct PackageSymbol {
  static constexpr int64_t kUnbounded = std::numeric_limits<int64_t>::max();

  std::string name;
  int64_t least = 0;
  int64_t most = kUnbounded;
};

// Immutable and cheap to copy; may be used from many threads.
class TILEWRIGHT_EXPORT Package {
 public:
  // Whether `path` is a folder with a package.json.
  static bool IsPackage(const std::string& path);
  // NotFound and PermissionDenied name the file; DataLoss a folder that is no package, or
  // a file in it that is not the one that was saved; Unimplemented a package of a newer
  // version. Weights are not read.
  static absl::StatusOr<Package> Open(const std::string& folder);

  // Takes the weights, and then the inputs. It is open where sizes of these are.
  const Program& program() const;
  // "tpu" or "ieee": those of the device that saved it.
  const std::string& numerics() const;
  const std::vector<PackageValue>& weights() const;
  const std::vector<PackageValue>& inputs() const;
  // Of open sizes.
  const std::vector<PackageSymbol>& symbols() const;
  // Types of what the program takes, for inputs of these types: what Program::At and
  // Executable::At want. InvalidArgument where a model cannot have been exported for
  // them: it names input, size, symbol and value.
  absl::StatusOr<std::vector<TensorType>> ProgramTypes(
      absl::Span<const TensorType> inputs) const;
  // Types of the inputs where symbols have these values. InvalidArgument names a symbol
  // whose bounds its value breaks.
  absl::StatusOr<std::vector<TensorType>> InputTypes(
      absl::Span<const int64_t> symbols) const;
  // The model's own, behind them what its buffers have become, num_buffers() of them, and
  // last what CheckOutputs looks at.
  const std::vector<PackageValue>& outputs() const;
  int num_results() const;  // the model's own
  int num_buffers() const;
  // Whether a run could compute these outputs of its inputs: OutOfRange says that an
  // index was none, and of which operation.
  absl::Status CheckOutputs(absl::Span<const Buffer> outputs) const;

  // Reads the weights. DataLoss names a file that is not the one that was saved.
  absl::StatusOr<std::vector<Buffer>> LoadWeights(const Device& device) const;

  struct Impl;
  explicit Package(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace tilewright
