#include "tilewright/npy.h"

#include <cctype>
#include <cstring>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "api/convert.h"
#include "ir/values.h"
#include "support/files.h"
#include "support/output_file.h"
#include "support/status_macros.h"

// file    := "\x93NUMPY" major:u8 minor:u8 length header
// length  := u16 (version 1), u32 (versions 2 and 3); little-endian
// header  := a Python dictionary literal with exactly the keys 'descr' (a
//            string), 'fortran_order' (True or False), 'shape' (a tuple of
//            integers), padded with spaces and a newline; then the elements

namespace tilewright {
namespace {

constexpr absl::string_view kMagic("\x93NUMPY", 6);
constexpr int kMaxRank = 64;
constexpr size_t kMaxHeader = 1 << 16;

struct Header {
  std::string descr;
  bool fortran_order = false;
  std::vector<int64_t> shape;
};

// Reads the header's dictionary; every method is false on anything unexpected.
class HeaderReader {
 public:
  explicit HeaderReader(absl::string_view text) : rest_(text) {}

  bool Read(Header* header) {
    bool has_descr = false, has_order = false, has_shape = false;
    if (!Take('{')) return false;
    while (!Take('}')) {
      std::string key;
      if (!Text(&key) || !Take(':')) return false;
      if (key == "descr" && !has_descr) {
        has_descr = Text(&header->descr);
        if (!has_descr) return false;
      } else if (key == "fortran_order" && !has_order) {
        has_order = Flag(&header->fortran_order);
        if (!has_order) return false;
      } else if (key == "shape" && !has_shape) {
        has_shape = Shape(&header->shape);
        if (!has_shape) return false;
      } else {
        return false;
      }
      if (!Take(',')) {
        if (!Take('}')) return false;
        break;
      }
    }
    SkipSpace();
    return rest_.empty() && has_descr && has_order && has_shape;
  }

 private:
  void SkipSpace() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) {
      rest_.remove_prefix(1);
    }
  }
  bool Take(char c) {
    SkipSpace();
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool Text(std::string* text) {
    SkipSpace();
    if (rest_.empty() || (rest_[0] != '\'' && rest_[0] != '"')) return false;
    size_t end = rest_.find(rest_[0], 1);
    if (end == absl::string_view::npos) return false;
    *text = std::string(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return true;
  }
  bool Word(absl::string_view word) {
    if (rest_.substr(0, word.size()) != word) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool Flag(bool* flag) {
    SkipSpace();
    *flag = Word("True");
    return *flag || Word("False");
  }
  bool Shape(std::vector<int64_t>* shape) {
    if (!Take('(')) return false;
    while (!Take(')')) {
      SkipSpace();
      size_t digits = 0;
      while (digits < rest_.size() &&
             std::isdigit(static_cast<unsigned char>(rest_[digits]))) {
        ++digits;
      }
      int64_t dim = 0;
      if (digits == 0 || !absl::SimpleAtoi(rest_.substr(0, digits), &dim)) return false;
      rest_.remove_prefix(digits);
      if (rest_.substr(0, 1) == "L") rest_.remove_prefix(1);  // Python 2's long
      shape->push_back(dim);
      if (shape->size() > kMaxRank) return false;
      if (!Take(',')) {
        if (!Take(')')) return false;
        break;
      }
    }
    return true;
  }

  absl::string_view rest_;
};

struct Descr {
  absl::string_view text;  // without the byte order
  ElementType type;
};
constexpr Descr kDescrs[] = {
    {"b1", ElementType::kI1},  {"i1", ElementType::kI8},    {"u1", ElementType::kU8},
    {"i2", ElementType::kI16}, {"u2", ElementType::kU16},   {"i4", ElementType::kI32},
    {"u4", ElementType::kU32}, {"i8", ElementType::kI64},   {"u8", ElementType::kU64},
    {"f2", ElementType::kF16}, {"f4", ElementType::kF32},   {"f8", ElementType::kF64},
    {"c8", ElementType::kC64}, {"c16", ElementType::kC128}, {"V1", ElementType::kU8},
    {"V2", ElementType::kU16},
};

// The type a file has for a program's type.
ElementType StoredAs(ElementType type) {
  switch (ClassOf(type)) {
    case ElementClass::kSigned:
      return BytesPerElement(type) == 1 ? ElementType::kI8 : type;
    case ElementClass::kUnsigned:
      return BytesPerElement(type) == 1 ? ElementType::kU8 : type;
    case ElementClass::kFloat:
      if (type == ElementType::kBF16) return ElementType::kU16;
      return BytesPerElement(type) == 1 ? ElementType::kU8 : type;
    case ElementClass::kBool:
    case ElementClass::kComplex:
    case ElementClass::kToken:
      return type;
  }
  return type;
}

absl::string_view DescrOf(ElementType type) {
  for (const Descr& row : kDescrs) {
    if (row.type == StoredAs(type)) return row.text;
  }
  return "";
}

absl::StatusOr<ElementType> TypeOf(absl::string_view descr, const std::string& what) {
  absl::string_view order = descr.substr(0, 1);
  absl::string_view name = descr.substr(std::min<size_t>(1, descr.size()));
  for (const Descr& row : kDescrs) {
    if (row.text != name) continue;
    if (order == "<" || (order == "|" && BytesPerElement(row.type) <= 2)) return row.type;
    if (order == ">") {
      return absl::InvalidArgumentError(
          absl::StrCat(what, ": big-endian elements (", descr, ") are not read"));
    }
  }
  return absl::InvalidArgumentError(
      absl::StrCat(what, ": element type \"", descr, "\" is none that programs have"));
}

// Elements in column-major order as row-major.
std::vector<uint8_t> FromColumnMajor(const TensorType& type, const uint8_t* bytes) {
  size_t size = static_cast<size_t>(BytesPerElement(type.element));
  int64_t count = type.num_elements();
  std::vector<uint8_t> result(static_cast<size_t>(type.byte_size()));
  std::vector<int64_t> index(type.dims.size(), 0);
  std::vector<int64_t> strides(type.dims.size(), 1);
  for (size_t d = 1; d < strides.size(); ++d) {
    strides[d] = strides[d - 1] * type.dims[d - 1];
  }
  for (int64_t i = 0; i < count; ++i) {
    int64_t source = 0;
    for (size_t d = 0; d < index.size(); ++d) source += index[d] * strides[d];
    std::memcpy(&result[static_cast<size_t>(i) * size], bytes + source * size, size);
    for (size_t d = index.size(); d-- > 0;) {
      if (++index[d] < type.dims[d]) break;
      index[d] = 0;
    }
  }
  return result;
}

}  // namespace

absl::StatusOr<Array> ParseNpy(absl::Span<const uint8_t> file, const std::string& what) {
  auto bad = [&](absl::string_view cause) {
    return absl::InvalidArgumentError(absl::StrCat(what, ": ", cause));
  };
  absl::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  if (text.substr(0, kMagic.size()) != kMagic)
    return bad("not a .npy file (wrong magic)");
  if (file.size() < 10) return bad("truncated in the header");
  int major = file[6];
  if (major < 1 || major > 3) return bad(absl::StrCat("unknown .npy version ", major));
  size_t length = file[8] | file[9] << 8;
  size_t begin = 10;
  if (major > 1) {
    if (file.size() < 12) return bad("truncated in the header");
    length |= static_cast<size_t>(file[10]) << 16 | static_cast<size_t>(file[11]) << 24;
    begin = 12;
  }
  if (length > kMaxHeader) return bad("header beyond 65536 bytes");
  if (file.size() - begin < length) return bad("truncated in the header");

  Header header;
  if (!HeaderReader(text.substr(begin, length)).Read(&header)) {
    return bad("malformed header");
  }
  Array array;
  TW_ASSIGN_OR_RETURN(array.type.element, TypeOf(header.descr, what));
  array.type.dims = std::move(header.shape);
  size_t have = file.size() - begin - length;
  int64_t want = array.type.byte_size();
  if (want < 0 || static_cast<uint64_t>(want) != have) {
    return bad(absl::StrCat("has ", have, " bytes of elements where ",
                            array.type.ToString(), " takes ", want,
                            static_cast<uint64_t>(want) > have ? " (truncated)" : ""));
  }
  const uint8_t* elements = file.data() + begin + length;
  if (header.fortran_order && array.type.dims.size() > 1) {
    array.bytes = FromColumnMajor(array.type, elements);
  } else {
    array.bytes.assign(elements, elements + have);
  }
  return array;
}

absl::StatusOr<Array> ReadNpy(const std::string& path) {
  TW_ASSIGN_OR_RETURN(std::string bytes, ReadFile(path));
  return ParseNpy(
      absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()),
      path);
}

absl::StatusOr<std::vector<uint8_t>> ElementsAs(const TensorType& wanted, Array array) {
  if (array.type.dims != wanted.dims ||
      (array.type.element != wanted.element &&
       array.type.element != StoredAs(wanted.element))) {
    return absl::InvalidArgumentError(
        absl::StrCat("is ", array.type.ToString(), ", expected ", wanted.ToString()));
  }
  TW_RETURN_IF_ERROR(ir::CheckValues(api::Inside(wanted), array.bytes));
  return std::move(array.bytes);
}

std::string FormatNpy(const TensorType& type, absl::Span<const uint8_t> bytes) {
  std::string header =
      absl::StrCat("{'descr': '", BytesPerElement(type.element) == 1 ? "|" : "<",
                   DescrOf(type.element), "', 'fortran_order': False, 'shape': (");
  for (int64_t dim : type.dims) absl::StrAppend(&header, dim, ", ");
  if (type.dims.size() > 1) header.resize(header.size() - 2);
  if (type.dims.size() == 1) header.pop_back();
  absl::StrAppend(&header, "), }");
  // The elements start at a multiple of 64.
  header.append(63 - (10 + header.size()) % 64, ' ');
  header.push_back('\n');
  std::string file(kMagic);
  file.append({'\x01', '\x00', static_cast<char>(header.size() & 0xff),
               static_cast<char>(header.size() >> 8)});
  file += header;
  file.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return file;
}

absl::Status WriteNpy(const std::string& path, const TensorType& type,
                      absl::Span<const uint8_t> bytes) {
  return WriteOutput(path, FormatNpy(type, bytes));
}

absl::Status WriteFile(const std::string& path, std::string_view bytes) {
  return WriteOutput(path, api::Inside(bytes));
}

}  // namespace tilewright
