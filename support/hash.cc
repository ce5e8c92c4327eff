#include "support/hash.h"

#include <openssl/evp.h>
#include <xxhash.h>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "support/check.h"

namespace tilewright {

std::string Sha256Hex(const void* data, size_t size) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  TW_CHECK(EVP_Digest(data, size, digest, &length, EVP_sha256(), nullptr) == 1);
  return absl::BytesToHexString(
      absl::string_view(reinterpret_cast<const char*>(digest), length));
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
