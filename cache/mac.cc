#include "cache/mac.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "cache/private_file.h"
#include "support/check.h"
#include "support/files.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

constexpr char kVariable[] = "TILEWRIGHT_CACHE_KEY_FILE";

const unsigned char* Bytes(absl::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

// OpenSSL's HMAC, with the key already in it: each signature is made in a copy.
class OpensslKey : public MacKey {
 public:
  explicit OpensslKey(absl::string_view key) {
    mac_ = EVP_MAC_fetch(nullptr, OSSL_MAC_NAME_HMAC, nullptr);
    TW_CHECK(mac_ != nullptr);
    keyed_ = EVP_MAC_CTX_new(mac_);
    TW_CHECK(keyed_ != nullptr);
    char digest[] = OSSL_DIGEST_NAME_SHA2_256;
    const std::array<OSSL_PARAM, 2> parameters = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_end()};
    TW_CHECK(EVP_MAC_init(keyed_, Bytes(key), key.size(), parameters.data()) == 1);
    // A signature over a text that no entry begins with.
    id_ = Sign("tilewright cache key").substr(0, kKeyIdBytes);
  }
  ~OpensslKey() override {
    EVP_MAC_CTX_free(keyed_);  // wipes the key
    EVP_MAC_free(mac_);
  }
  OpensslKey(const OpensslKey&) = delete;
  OpensslKey& operator=(const OpensslKey&) = delete;

  std::string Sign(absl::string_view bytes) const override {
    EVP_MAC_CTX* const context = EVP_MAC_CTX_dup(keyed_);
    TW_CHECK(context != nullptr);
    std::string mac(kMacBytes, '\0');
    size_t length = 0;
    TW_CHECK(EVP_MAC_update(context, Bytes(bytes), bytes.size()) == 1);
    TW_CHECK(EVP_MAC_final(context, reinterpret_cast<unsigned char*>(mac.data()), &length,
                           mac.size()) == 1);
    TW_CHECK(length == kMacBytes);
    EVP_MAC_CTX_free(context);
    return mac;
  }

 private:
  EVP_MAC* mac_ = nullptr;
  EVP_MAC_CTX* keyed_ = nullptr;
};

// Wiped and closed on every way out.
struct KeyBuffer {
  ~KeyBuffer() { OPENSSL_cleanse(bytes.data(), bytes.size()); }
  std::array<char, kMaxKeyBytes + 3> bytes;
  size_t size = 0;
  absl::string_view View() const { return absl::string_view(bytes.data(), size); }
};

struct OpenFile {
  ~OpenFile() {
    if (file >= 0) close(file);
  }
  int file = -1;
};

}  // namespace

std::optional<Policy> FindPolicy(absl::string_view name) {
  if (name == "owner") return Policy::kOwner;
  if (name == "mac-required") return Policy::kMacRequired;
  return std::nullopt;
}

bool MacKey::Verify(absl::string_view bytes, absl::string_view mac) const {
  if (mac.size() != kMacBytes) return false;
  const std::string right = Sign(bytes);
  return CRYPTO_memcmp(right.data(), mac.data(), kMacBytes) == 0;
}

absl::StatusOr<std::shared_ptr<const MacKey>> MacKey::FromBytes(absl::string_view key) {
  while (!key.empty() && (key.back() == '\n' || key.back() == '\r')) key.remove_suffix(1);
  if (key.size() < kMinKeyBytes || key.size() > kMaxKeyBytes) {
    return absl::InvalidArgumentError(absl::StrCat("key of ", key.size(), " bytes; from ",
                                                   kMinKeyBytes, " to ", kMaxKeyBytes,
                                                   " are taken"));
  }
  return std::shared_ptr<const MacKey>(std::make_shared<OpensslKey>(key));
}

absl::StatusOr<std::shared_ptr<const MacKey>> MacKey::FromFile(const std::string& path) {
  OpenFile opened;
  TW_ASSIGN_OR_RETURN(opened.file, OpenPrivateFile("key file", path));
  KeyBuffer key;
  while (key.size < key.bytes.size()) {
    const ssize_t got =
        read(opened.file, key.bytes.data() + key.size, key.bytes.size() - key.size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError(errno, "cannot read key file", path);
    if (got == 0) break;
    key.size += static_cast<size_t>(got);
  }
  absl::StatusOr<std::shared_ptr<const MacKey>> made = FromBytes(key.View());
  if (made.ok()) return made;
  return absl::InvalidArgumentError(absl::StrCat(
      "key file ", path, ": ", made.status().message(),
      ". Make one with: (umask 077; openssl rand -base64 32 > '", path, "')"));
}

absl::StatusOr<std::shared_ptr<const MacKey>> MacKey::FromEnvironment() {
  const char* const path = std::getenv(kVariable);
  if (path == nullptr || *path == '\0') return std::shared_ptr<const MacKey>();
  return FromFile(path);
}

}  // namespace tilewright::cache
