#include "support/warn.h"

#include <cstdint>
#include <cstdio>

#include "absl/strings/str_format.h"

namespace tilewright {
namespace {

// Bytes of the character that `text` begins with, 0 where it is none that may be shown.
size_t ShownBytes(absl::string_view text) {
  const auto at = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  if (at(0) < 0x80) return at(0) >= 0x20 && at(0) != 0x7f ? 1 : 0;
  const size_t size = at(0) < 0xc2   ? 0
                      : at(0) < 0xe0 ? 2
                      : at(0) < 0xf0 ? 3
                      : at(0) < 0xf5 ? 4
                                     : 0;
  if (size == 0 || size > text.size()) return 0;
  uint32_t code = at(0) & (0xff >> (size + 1));
  for (size_t i = 1; i < size; ++i) {
    if ((at(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (at(i) & 0x3f);
  }
  // U+0080 to U+009F are commands; what is below would have a shorter form.
  constexpr uint32_t kFirst[] = {0, 0, 0xa0, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  return code >= kFirst[size] && code <= 0x10ffff && !is_surrogate ? size : 0;
}

}  // namespace

std::string Printable(absl::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const size_t size = ShownBytes(text);
    if (size > 0) {
      shown.append(text.data(), size);
      text.remove_prefix(size);
    } else {
      absl::StrAppendFormat(&shown, "\\x%02x", static_cast<unsigned char>(text[0]));
      text.remove_prefix(1);
    }
  }
  return shown;
}

void Warn(absl::string_view warning) {
  std::fprintf(stderr, "tilewright: warning: %s\n", Printable(warning).c_str());
}

}  // namespace tilewright
