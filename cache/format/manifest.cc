#include "cache/format/manifest.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "support/check.h"
#include "support/hash.h"

namespace tilewright::cache {
namespace {

bool IsField(absl::string_view field) {
  if (field.empty()) return false;
  for (char c : field) {
    if (!absl::ascii_islower(c) && !absl::ascii_isdigit(c) && c != '_' && c != '.') {
      return false;
    }
  }
  return true;
}

bool MustEscape(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '%' || c == 0x7f;
}

void AppendEscaped(absl::string_view value, std::string* text) {
  while (!value.empty()) {
    const size_t plain = static_cast<size_t>(
        std::find_if(value.begin(), value.end(), MustEscape) - value.begin());
    text->append(value.data(), plain);
    value.remove_prefix(plain);
    if (value.empty()) return;
    absl::StrAppendFormat(text, "%%%02x", static_cast<unsigned char>(value[0]));
    value.remove_prefix(1);
  }
}

bool Unescape(absl::string_view text, std::string* value) {
  while (!text.empty()) {
    const size_t plain = std::min(text.find('%'), text.size());
    value->append(text.data(), plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    if (text.size() < 3 || !absl::ascii_isxdigit(text[1]) ||
        !absl::ascii_isxdigit(text[2])) {
      return false;
    }
    value->append(absl::HexStringToBytes(text.substr(1, 2)));
    text.remove_prefix(3);
  }
  return true;
}

}  // namespace

void Manifest::Set(absl::string_view field, absl::string_view value) {
  TW_CHECK(IsField(field));
  fields_[std::string(field)] = std::string(value);
}

const std::string& Manifest::Get(absl::string_view field) const {
  static const std::string* const kNone = new std::string();
  const auto found = fields_.find(std::string(field));
  return found == fields_.end() ? *kNone : found->second;
}

std::string Manifest::Text() const {
  std::string text;
  for (const auto& [field, value] : fields_) {
    absl::StrAppend(&text, field, "=");
    AppendEscaped(value, &text);
    text.push_back('\n');
  }
  return text;
}

std::string Manifest::Name() const { return Xxh3Hex(Text()); }

absl::StatusOr<Manifest> Manifest::Parse(absl::string_view text) {
  if (text.size() > kMaxManifestBytes) {
    return absl::DataLossError(
        absl::StrCat("manifest of ", text.size(), " bytes; at most ", kMaxManifestBytes));
  }
  Manifest manifest;
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    const size_t equals = line.find('=');
    std::string value;
    if (equals == absl::string_view::npos || !IsField(line.substr(0, equals)) ||
        !Unescape(line.substr(equals + 1), &value)) {
      return absl::DataLossError("manifest: a line is not field=value");
    }
    // Sorted, or it is refused below.
    manifest.fields_.emplace_hint(manifest.fields_.end(), line.substr(0, equals),
                                  std::move(value));
  }
  // Order, repetitions, spelling and the last line's end are all settled here.
  if (manifest.Text() != text) {
    return absl::DataLossError("manifest: not in its one spelling");
  }
  return manifest;
}

}  // namespace tilewright::cache
