// .npy files: whatever the bytes, an error or a whole array that is written and
// read back as itself.
#include <cstdint>
#include <cstdlib>

#include "support/check.h"
#include "tilewright/npy.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tilewright;  // NOLINT(google-build-using-namespace)
  absl::StatusOr<Array> array = ParseNpy(absl::MakeConstSpan(data, size));
  if (!array.ok()) return 0;
  TW_CHECK(static_cast<int64_t>(array->bytes.size()) == array->type.byte_size());
  std::string text = FormatNpy(array->type, array->bytes);
  absl::StatusOr<Array> again = ParseNpy(
      absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
  TW_CHECK(again.ok());
  TW_CHECK(again->type == array->type && again->bytes == array->bytes);
  return 0;
}
