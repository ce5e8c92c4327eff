#include "cache/store/admit.h"

#include <utility>

namespace tilewright::cache {

std::optional<Entry> Admit(std::string bytes, absl::string_view manifest, Policy policy,
                           const MacKey* key, Counters* misses) {
  absl::StatusOr<Entry> entry = Entry::Decode(std::move(bytes));
  if (!entry.ok()) {
    ++(absl::IsUnimplemented(entry.status()) ? misses->unknown_format : misses->damaged);
    return std::nullopt;
  }
  if (entry->manifest() != manifest) {
    ++misses->collisions;
    return std::nullopt;
  }
  if (policy == Policy::kOwner) return *std::move(entry);
  switch (entry->CheckSignature(key)) {
    case Signature::kVerified:
      return *std::move(entry);
    case Signature::kNone:
      ++misses->without_mac;
      break;
    case Signature::kOtherKey:
      ++misses->other_key;
      break;
    case Signature::kForged:
      ++misses->forged;
      break;
  }
  return std::nullopt;
}

}  // namespace tilewright::cache
