// The facts that decide an entry's bytes, as text.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::cache {

// Longest manifest text, in bytes.
inline constexpr size_t kMaxManifestBytes = 16 << 10;

// Fields with values; its text is one `field=value` line per field, sorted by
// field. Two things are the same thing exactly when their texts are equal.
class Manifest {
 public:
  // Fields are [a-z0-9_.]+. Characters of `value` that would break the line
  // structure (below space, '%', DEL) are written as %xx.
  void Set(absl::string_view field, absl::string_view value);
  // "" when there is none.
  const std::string& Get(absl::string_view field) const;
  const std::map<std::string, std::string>& fields() const { return fields_; }

  std::string Text() const;
  // The entry's name: XXH3-128 of the text, 32 hex digits.
  std::string Name() const;

  // The inverse of Text. DataLoss unless Text would give `text` again.
  static absl::StatusOr<Manifest> Parse(absl::string_view text);

 private:
  std::map<std::string, std::string> fields_;
};

}  // namespace tilewright::cache
