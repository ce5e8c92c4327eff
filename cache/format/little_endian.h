// Integers in files.
#pragma once

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace tilewright::cache {

inline void PutU32(std::string* out, uint32_t value) {
  for (int i = 0; i < 4; ++i) out->push_back(static_cast<char>(value >> (8 * i)));
}
inline void PutU64(std::string* out, uint64_t value) {
  for (int i = 0; i < 8; ++i) out->push_back(static_cast<char>(value >> (8 * i)));
}

// At offsets that the caller has bounded.
inline uint32_t U32(absl::string_view bytes, uint64_t at) {
  uint32_t value = 0;
  for (int i = 3; i >= 0; --i) value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
  return value;
}
inline uint64_t U64(absl::string_view bytes, uint64_t at) {
  return uint64_t{U32(bytes, at + 4)} << 32 | U32(bytes, at);
}

}  // namespace tilewright::cache
