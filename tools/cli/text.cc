#include "tools/cli/text.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace tilewright::tools {
namespace {

template <typename T>
std::string IntegerText(const uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return absl::StrCat(value);
}

std::string FloatText(ElementType type, const uint8_t* bytes) {
  double value = DecodeFloat(type, bytes);
  if (std::isnan(value)) return "nan";
  switch (type) {
    case ElementType::kF64:
      return absl::StrFormat("%.17g", value);
    case ElementType::kF32:
      return absl::StrFormat("%.9g", value);
    default:
      return absl::StrFormat("%.5g", value);
  }
}

}  // namespace

std::string ValueText(ElementType type, const uint8_t* bytes) {
  switch (ClassOf(type)) {
    case ElementClass::kBool:
      return *bytes == 0 ? "false" : *bytes == 1 ? "true" : absl::StrCat("byte ", *bytes);
    case ElementClass::kSigned:
      switch (BytesPerElement(type)) {
        case 1:
          return absl::StrCat(static_cast<int>(static_cast<int8_t>(*bytes)));
        case 2:
          return IntegerText<int16_t>(bytes);
        case 4:
          return IntegerText<int32_t>(bytes);
        default:
          return IntegerText<int64_t>(bytes);
      }
    case ElementClass::kUnsigned:
      switch (BytesPerElement(type)) {
        case 1:
          return absl::StrCat(static_cast<int>(*bytes));
        case 2:
          return IntegerText<uint16_t>(bytes);
        case 4:
          return IntegerText<uint32_t>(bytes);
        default:
          return IntegerText<uint64_t>(bytes);
      }
    case ElementClass::kFloat:
      return FloatText(type, bytes);
    case ElementClass::kComplex: {
      ElementType part = RealPart(type);
      return absl::StrCat("(", FloatText(part, bytes), ", ",
                          FloatText(part, bytes + BytesPerElement(part)), ")");
    }
    case ElementClass::kToken:
      return "token";
  }
  return "";
}

std::string IndexText(const std::vector<int64_t>& dims, int64_t position) {
  std::vector<int64_t> index(dims.size());
  for (size_t d = dims.size(); d-- > 0;) {
    if (dims[d] <= 0) break;
    index[d] = position % dims[d];
    position /= dims[d];
  }
  std::string text = "[";
  for (size_t d = 0; d < index.size(); ++d) {
    absl::StrAppend(&text, d == 0 ? "" : ", ", index[d]);
  }
  return text + "]";
}

std::string Preview(const TensorType& type, absl::Span<const uint8_t> bytes,
                    int64_t max_elements) {
  int size = BytesPerElement(type.element);
  int64_t count = type.num_elements();
  int64_t shown = size == 0 ? 0 : std::min(count, max_elements);
  std::string text = "[";
  for (int64_t i = 0; i < shown; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ", ", ValueText(type.element, &bytes[i * size]));
  }
  return absl::StrCat(text, shown < count ? ", ...]" : "]");
}

namespace {

// Bytes of the character that `text` begins with; 0 where it is one that terminals obey,
// or none in UTF-8.
size_t ShownBytes(absl::string_view text) {
  const auto at = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = at(0);
  if (first < 0x80) {
    return (first >= 0x20 && first != 0x7f) || first == '\n' || first == '\t' ? 1 : 0;
  }
  const size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || size > text.size()) return 0;
  for (size_t i = 1; i < size; ++i) {
    if ((at(i) & 0xc0) != 0x80) return 0;
  }
  // U+0080 to U+009F are commands; then forms that are too long, surrogates, beyond the
  // last character.
  const uint8_t second = at(1);
  const bool is_none =
      (first == 0xc2 && second < 0xa0) || (first == 0xe0 && second < 0xa0) ||
      (first == 0xed && second >= 0xa0) || (first == 0xf0 && second < 0x90) ||
      (first == 0xf4 && second >= 0x90);
  return is_none ? 0 : size;
}

}  // namespace

std::string Printable(const std::string& text) {
  std::string shown;
  for (absl::string_view rest = text; !rest.empty();) {
    const size_t size = ShownBytes(rest);
    if (size == 0) {
      absl::StrAppendFormat(&shown, "\\x%02x", static_cast<uint8_t>(rest[0]));
    } else {
      shown.append(rest.data(), size);
    }
    rest.remove_prefix(std::max<size_t>(size, 1));
  }
  return shown;
}

std::string BytesText(int64_t bytes) {
  constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB"};
  double value = static_cast<double>(bytes);
  int unit = 0;
  while (value >= 1000 && unit < 4) {
    value /= 1000;
    ++unit;
  }
  return unit == 0 ? absl::StrCat(bytes, " B")
                   : absl::StrFormat("%.2f %s", value, kUnits[unit]);
}

std::string NotStoredText(const CompileReport& report) {
  return absl::StrCat(CountText(report.not_stored, "entry", "entries"),
                      " could not be stored in the cache; see tilewright cache doctor");
}

std::string CountText(int64_t count, const std::string& one, const std::string& many) {
  return absl::StrCat(count, " ", count == 1 ? one : many);
}

std::string BaseName(const std::string& path) {
  size_t end = path.find_last_not_of('/');
  if (end == std::string::npos) return path;
  std::string trimmed = path.substr(0, end + 1);
  return trimmed.substr(trimmed.find_last_of('/') + 1);  // npos + 1 is 0
}

}  // namespace tilewright::tools
