// Signatures of cache entries: HMAC-SHA256 with a key that a team shares.
//
// Whoever holds the key can sign, and so forge: it tells a team's entries from
// others', not one member's from another's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::cache {

inline constexpr size_t kMacBytes = 32;
inline constexpr size_t kKeyIdBytes = 16;
// Fewest and most bytes of a key, trailing line ends not counted.
inline constexpr size_t kMinKeyBytes = 16;
inline constexpr size_t kMaxKeyBytes = 4096;

// What makes an entry be believed.
enum class Policy {
  kOwner,        // the files' owner and modes; signatures are not looked at
  kMacRequired,  // a signature that our key verifies
};

// "owner", "mac-required".
std::optional<Policy> FindPolicy(absl::string_view name);

// Immutable and thread-safe. The key's bytes are wiped from memory at the end, and
// appear in no message.
class MacKey {
 public:
  // FailedPrecondition, with the command that mends it, for a file that is not the
  // user's own or that others may read or write; InvalidArgument for too few or too
  // many bytes; NotFound and others as the system says.
  static absl::StatusOr<std::shared_ptr<const MacKey>> FromFile(const std::string& path);
  // Of the file that the setting key-file names; null when it names none.
  static absl::StatusOr<std::shared_ptr<const MacKey>> FromSettings();
  // InvalidArgument as for FromFile.
  static absl::StatusOr<std::shared_ptr<const MacKey>> FromBytes(absl::string_view key);

  virtual ~MacKey() = default;

  // kMacBytes bytes.
  virtual std::string Sign(absl::string_view bytes) const = 0;
  // In a time that does not depend on where the two differ.
  bool Verify(absl::string_view bytes, absl::string_view mac) const;
  // Names the key without giving it away: kKeyIdBytes bytes of a hash of it.
  const std::string& id() const { return id_; }

 protected:
  std::string id_;
};

}  // namespace tilewright::cache
