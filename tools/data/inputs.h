// The tensors that a program is given, and those it is compared with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tilewright/buffer.h"
#include "tilewright/device.h"
#include "tilewright/npy.h"
#include "tilewright/program.h"

namespace tilewright::tools {

// The files in0.npy, in1.npy, ... (prefix "in") of a folder, until one is
// missing. NotFound when the folder is no folder.
absl::StatusOr<std::vector<std::string>> NumberedFiles(const std::string& folder,
                                                       const std::string& prefix);

// DataLoss, naming the path, when a file is there but is no array; file errors
// as they are.
absl::StatusOr<std::vector<Array>> ReadArrays(const std::vector<std::string>& paths);

// Device buffers with the arrays' elements. InvalidArgument, naming the input
// and the file, when one does not fit the program.
absl::StatusOr<std::vector<Buffer>> BuffersFrom(const Device& device,
                                                const std::vector<TensorType>& types,
                                                std::vector<Array> arrays,
                                                const std::vector<std::string>& paths);

// A golden file as the program has it, where the two differ in ways that the
// writers of golden cases have: a scalar stored as one element of rank 1, and
// 64-bit integers that fit the program's narrower type. Otherwise unchanged.
Array Adapted(const TensorType& wanted, Array array);

// Values that depend on seed, position and type only: floats uniform in
// [-0.25, 0.25), which stay tame through deep programs; booleans; signed
// integers in [0, 8), which index almost anything; unsigned ones of all bits.
absl::StatusOr<std::vector<Buffer>> RandomBuffers(const Device& device,
                                                  const std::vector<TensorType>& types,
                                                  uint64_t seed);

}  // namespace tilewright::tools
