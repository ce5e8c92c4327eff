#include "cache/format/mac.h"

// As in support/hash.cc.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "cache/format/private_file.h"
#include "cache/settings/settings.h"
#include "support/files.h"
#include "support/shell_quote.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

constexpr size_t kBlockBytes = SHA256_CBLOCK;

// HMAC (RFC 2104): H(key ^ opad, H(key ^ ipad, bytes)). Both hashes with the key already
// in them; each signature is made in copies.
class HmacSha256Key : public MacKey {
 public:
  explicit HmacSha256Key(absl::string_view key) {
    std::array<unsigned char, kBlockBytes> block = {};
    if (key.size() > block.size()) {
      SHA256_CTX context;
      SHA256_Init(&context);
      SHA256_Update(&context, key.data(), key.size());
      SHA256_Final(block.data(), &context);
    } else {
      std::memcpy(block.data(), key.data(), key.size());
    }
    Begin(&inner_, block, 0x36);
    Begin(&outer_, block, 0x5c);
    OPENSSL_cleanse(block.data(), block.size());
    // A signature over a text that no entry begins with.
    id_ = Sign("tilewright cache key").substr(0, kKeyIdBytes);
  }
  ~HmacSha256Key() override {
    OPENSSL_cleanse(&inner_, sizeof inner_);
    OPENSSL_cleanse(&outer_, sizeof outer_);
  }
  HmacSha256Key(const HmacSha256Key&) = delete;
  HmacSha256Key& operator=(const HmacSha256Key&) = delete;

  std::string Sign(absl::string_view bytes) const override {
    std::string mac(kMacBytes, '\0');
    auto* const digest = reinterpret_cast<unsigned char*>(mac.data());
    SHA256_CTX context = inner_;
    SHA256_Update(&context, bytes.data(), bytes.size());
    SHA256_Final(digest, &context);
    context = outer_;
    SHA256_Update(&context, digest, mac.size());
    SHA256_Final(digest, &context);
    OPENSSL_cleanse(&context, sizeof context);
    return mac;
  }

 private:
  static void Begin(SHA256_CTX* context, std::array<unsigned char, kBlockBytes> block,
                    unsigned char pad) {
    for (unsigned char& byte : block) byte ^= pad;
    SHA256_Init(context);
    SHA256_Update(context, block.data(), block.size());
    OPENSSL_cleanse(block.data(), block.size());
  }

  SHA256_CTX inner_;
  SHA256_CTX outer_;
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
  if (key.find_first_not_of(key[0]) == absl::string_view::npos) {
    return absl::InvalidArgumentError("a key of equal bytes, which anybody guesses");
  }
  return std::shared_ptr<const MacKey>(std::make_shared<HmacSha256Key>(key));
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
      ". Make one with: (umask 077; openssl rand -base64 32 > ", ShellQuoted(path), ")"));
}

absl::StatusOr<std::shared_ptr<const MacKey>> MacKey::FromSettings() {
  const std::string path = FindSetting(SettingId::kKeyFile).value;
  if (path.empty()) return std::shared_ptr<const MacKey>();
  return FromFile(path);
}

}  // namespace tilewright::cache
