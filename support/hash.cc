#include "support/hash.h"

// The functions themselves: the interface that is to replace them, EVP, first sets up
// tables of all that OpenSSL knows, which takes a process longer than its hashes.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#include <xxhash.h>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace tilewright {

std::string Sha256(absl::string_view bytes) {
  std::string digest(kSha256Bytes, '\0');
  SHA256_CTX context;
  SHA256_Init(&context);
  SHA256_Update(&context, bytes.data(), bytes.size());
  SHA256_Final(reinterpret_cast<unsigned char*>(digest.data()), &context);
  return digest;
}

std::string Sha256Hex(const void* data, size_t size) {
  return absl::BytesToHexString(
      Sha256(absl::string_view(static_cast<const char*>(data), size)));
}

std::string ContentName(absl::string_view text) {
  return absl::StrCat(Sha256Hex(text), "-", text.size());
}

std::string Xxh3(absl::string_view bytes) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
  return std::string(reinterpret_cast<const char*>(canonical.digest), kXxh3Bytes);
}

std::string Xxh3Hex(absl::string_view bytes) {
  return absl::BytesToHexString(Xxh3(bytes));
}

}  // namespace tilewright
