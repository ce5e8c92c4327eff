#include "support/hash.h"

// The functions themselves: the interface that is to replace them, EVP, first sets up
// tables of all that OpenSSL knows, which takes a process longer than its hashes.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#include <xxhash.h>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace tilewright {

std::string Sha256Hex(const void* data, size_t size) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256_CTX context;
  SHA256_Init(&context);
  SHA256_Update(&context, data, size);
  SHA256_Final(digest, &context);
  return absl::BytesToHexString(
      absl::string_view(reinterpret_cast<const char*>(digest), sizeof digest));
}

std::string ContentName(absl::string_view text) {
  return absl::StrCat(Sha256Hex(text), "-", text.size());
}

std::string Xxh3Hex(absl::string_view bytes) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
  return absl::BytesToHexString(absl::string_view(
      reinterpret_cast<const char*>(canonical.digest), sizeof canonical.digest));
}

}  // namespace tilewright
