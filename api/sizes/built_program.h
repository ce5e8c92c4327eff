// Programs of symbols that were built, and what they are at sizes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "ir/open/linear_size.h"
#include "ir/program.h"
#include "tilewright/types.h"

namespace tilewright::api {

class BuiltProgram {
 public:
  // `program` is verified. InvalidArgument names a symbol that is no size of an input.
  static absl::StatusOr<BuiltProgram> Create(ir::Program program);

  const ir::Program& program() const { return program_; }

  struct Sized {
    ir::Program program;  // of numbers
    // What kernels for all sizes are made of, and its symbols' values. None where one is
    // 0 or 1, which mean something else to many operations.
    std::optional<ir::Program> symbolic;
    std::vector<int64_t> sizes;
  };
  // InvalidArgument names the input, its size and the symbol that do not fit.
  absl::StatusOr<Sized> At(absl::Span<const TensorType> inputs) const;

 private:
  absl::Status CheckTypes(absl::Span<const TensorType> inputs) const;
  // Of symbols, by the sizes that tell them.
  absl::StatusOr<ir::Dims> ValuesAt(absl::Span<const TensorType> inputs) const;
  absl::Status CheckSizes(absl::Span<const TensorType> inputs,
                          const ir::Dims& values) const;

  ir::Program program_;
  std::vector<ir::TensorType> inputs_;
  std::vector<ir::TellingSize> telling_;  // by symbol
};

}  // namespace tilewright::api
