// Tensors as .npy files.
//
// Types that npy lacks are stored as the integer type of the same width: bf16
// as u2, the fp8 types as u1, 2- and 4-bit integers as i1 or u1.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tilewright/export.h"
#include "tilewright/types.h"

namespace tilewright {

// Row-major elements, whatever the order in the file was.
struct Array {
  // The element type that the file names: u16 for a stored bf16. Files of raw
  // bytes ("V1", "V2"), as some writers store bf16 and fp8, read as unsigned.
  TensorType type;
  std::vector<uint8_t> bytes;
};

// InvalidArgument, which begins with `what`, for anything that is not a whole
// little-endian array: a wrong magic, a version above 3, a header that does not
// parse, a type that programs do not have, a size other than the header's.
TILEWRIGHT_EXPORT absl::StatusOr<Array> ParseNpy(absl::Span<const uint8_t> file,
                                                 const std::string& what = "array");
// NotFound, PermissionDenied and the like name the path.
TILEWRIGHT_EXPORT absl::StatusOr<Array> ReadNpy(const std::string& path);

// The elements of `array` as `wanted`, when the shapes are equal and the file's
// type is the wanted one or the one it is stored as. InvalidArgument otherwise,
// with both types; also for values that the wanted type does not have.
TILEWRIGHT_EXPORT absl::StatusOr<std::vector<uint8_t>> ElementsAs(
    const TensorType& wanted, Array array);

TILEWRIGHT_EXPORT std::string FormatNpy(const TensorType& type,
                                        absl::Span<const uint8_t> bytes);
// As WriteFile.
TILEWRIGHT_EXPORT absl::Status WriteNpy(const std::string& path, const TensorType& type,
                                        absl::Span<const uint8_t> bytes);

// Writes to what `path` names. A file is written anew beside itself and renamed: readers
// see all of it or none. Links are followed; devices, FIFOs and open descriptors
// (/dev/stdout) are written to as they are. Errors name the path.
TILEWRIGHT_EXPORT absl::Status WriteFile(const std::string& path, std::string_view bytes);

}  // namespace tilewright
