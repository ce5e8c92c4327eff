// Content hashes: as bytes, and as lower-case hex.
#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace tilewright {

inline constexpr size_t kSha256Bytes = 32;
inline constexpr size_t kXxh3Bytes = 16;

// 256-bit, cryptographic: identity of content that decides what is executed.
std::string Sha256(absl::string_view bytes);
std::string Sha256Hex(const void* data, size_t size);
inline std::string Sha256Hex(absl::string_view bytes) {
  return Sha256Hex(bytes.data(), bytes.size());
}

// "<64 hex digits>-<bytes>": names a text by its content, and tells its length.
std::string ContentName(absl::string_view text);

// 128-bit, not cryptographic: file names and checksums.
std::string Xxh3(absl::string_view bytes);
std::string Xxh3Hex(absl::string_view bytes);

}  // namespace tilewright
