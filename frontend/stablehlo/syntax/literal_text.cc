#include "frontend/stablehlo/syntax/literal_text.h"

#include <charconv>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/syntax/float_text.h"
#include "frontend/stablehlo/syntax/lexer.h"
#include "frontend/stablehlo/syntax/literal_bytes.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

using ir::ElementType;
using ir::TensorType;

bool IsScalarChar(char c) {
  return absl::ascii_isalnum(c) || c == '-' || c == '+' || c == '.';
}

// Bits of one real scalar, or nullopt with `*problem` set.
class ScalarParser {
 public:
  explicit ScalarParser(ElementType type) : type_(type), info_(ir::Info(type)) {}

  std::optional<uint64_t> Parse(absl::string_view text, std::string* problem) const {
    if (text == "true" || text == "false") {
      if (type_ == ElementType::kI1) return text == "true";
      *problem = absl::StrCat("'", text, "' stands for an i1 element, not ", info_.name);
      return std::nullopt;
    }
    if (info_.type_class == ir::TypeClass::kFloat) return Float(text, problem);
    return Integer(text, problem);
  }

 private:
  std::optional<uint64_t> Float(absl::string_view text, std::string* problem) const {
    if (text.size() > 2 && text[0] == '0' && text[1] == 'x') {
      uint64_t bits = 0;
      if (!Magnitude(text.substr(2), 16, &bits) ||
          (info_.bits < 64 && bits >> info_.bits != 0)) {
        *problem = absl::StrCat("'", text, "' is no bit pattern of ", info_.bits,
                                " bits, as ", info_.name, " has");
        return std::nullopt;
      }
      return bits;
    }
    std::optional<uint64_t> bits;
    // MLIR tells decimals from integers by the point.
    if (text.find('.') != absl::string_view::npos) bits = FloatBits(text, type_);
    if (!bits) {
      *problem = absl::StrCat("a decimal of type ", info_.name,
                              ", with its point, is expected, found '", text, "'");
    }
    return bits;
  }

  static bool Magnitude(absl::string_view digits, int base, uint64_t* value) {
    const char* end = digits.data() + digits.size();
    const std::from_chars_result result =
        std::from_chars(digits.data(), end, *value, base);
    return !digits.empty() && result.ec == std::errc() && result.ptr == end;
  }

  // Any value of the type's width: 255 and -1 are the same i8, as in MLIR.
  std::optional<uint64_t> Integer(absl::string_view text, std::string* problem) const {
    absl::string_view digits = text;
    const bool negative = !digits.empty() && digits[0] == '-';
    if (negative) digits.remove_prefix(1);
    const bool hex = digits.size() > 2 && digits[0] == '0' && digits[1] == 'x';
    if (hex) digits.remove_prefix(2);
    uint64_t value = 0;
    if (!Magnitude(digits, hex ? 16 : 10, &value)) {
      *problem = absl::StrCat("an integer of type ", info_.name, " is expected, found '",
                              text, "'");
      return std::nullopt;
    }
    const uint64_t ones =
        info_.bits == 64 ? ~uint64_t{0} : (uint64_t{1} << info_.bits) - 1;
    const uint64_t smallest = uint64_t{1} << (info_.bits - 1);  // magnitude
    const bool is_unsigned = info_.type_class == ir::TypeClass::kUnsigned;
    if (negative ? is_unsigned || value > smallest : value > ones) {
      *problem = absl::StrCat("'", text, "' does not fit ", info_.name);
      return std::nullopt;
    }
    return negative ? (~value + 1) & ones : value;
  }

  ElementType type_;
  const ir::ElementTypeInfo& info_;
};

// Walks nested lists without recursion: `counts_` holds, for each open bracket,
// how many items it has had.
class DenseParser {
 public:
  DenseParser(const Source& source, Offset begin, Offset end, const TensorType& type,
              int64_t max_bytes)
      : source_(source),
        text_(source.text()),
        pos_(begin),
        end_(end),
        type_(type),
        max_bytes_(max_bytes),
        complex_(ir::IsComplex(type.element)),
        scalar_(ir::RealPart(type.element)),
        scalar_bytes_(ir::StorageBytes(ir::RealPart(type.element))) {}

  absl::StatusOr<ir::Literal> Parse() {
    TW_RETURN_IF_ERROR(CheckSize());
    SkipSpace();
    if (pos_ == end_) return Finish(/*is_splat=*/false);
    if (text_[pos_] == '"') return Hex();
    if (text_[pos_] != '[') {
      TW_RETURN_IF_ERROR(Element());
      SkipSpace();
      if (pos_ != end_) return Error("one value or a list in brackets is expected");
      return Finish(/*is_splat=*/true);
    }
    if (count_ <= (int64_t{1} << 16)) {
      bytes_.reserve(count_ * ir::StorageBytes(type_.element));
    }
    TW_RETURN_IF_ERROR(Lists());
    SkipSpace();
    if (pos_ != end_) return Error("nothing is expected after the list");
    return Finish(/*is_splat=*/false);
  }

 private:
  absl::Status Error(absl::string_view what) const { return source_.Invalid(pos_, what); }

  void SkipSpace() {
    while (pos_ < end_) {
      const char c = text_[pos_];
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        ++pos_;
      } else if (c == '/' && pos_ + 1 < end_ && text_[pos_ + 1] == '/') {
        while (pos_ < end_ && text_[pos_] != '\n') ++pos_;
      } else {
        return;
      }
    }
  }

  absl::Status CheckSize() {
    if (!ir::BoundedProduct(type_.dims(), ir::kMaxTensorBytes, &count_)) {
      return Error(absl::StrCat("a constant needs a static type of bounded size, not ",
                                ir::ToString(type_)));
    }
    return absl::OkStatus();
  }

  absl::Status Lists() {
    const int rank = type_.rank();
    std::vector<int64_t> counts;
    bool item_expected = false;  // after a comma
    bool item_allowed = true;    // not directly after an item
    do {
      SkipSpace();
      if (pos_ >= end_) return Error("the list has no closing ']'");
      const char c = text_[pos_];
      if (c == ']') {
        if (item_expected) return Error("a value is expected after ','");
        const int64_t want = type_.dims()[counts.size() - 1];
        // Lists of a type without elements may stop at any level: `[]`.
        if (counts.back() != want && count_ != 0) {
          return Error(absl::StrCat("the list has ", counts.back(), " items, ",
                                    ir::ToString(type_), " wants ", want));
        }
        counts.pop_back();
        ++pos_;
        item_allowed = false;
      } else if (c == ',') {
        if (item_allowed || counts.empty()) return Error("a value is expected");
        ++pos_;
        item_allowed = item_expected = true;
        continue;
      } else {
        if (!item_allowed) return Error("',' or ']' is expected");
        if (!counts.empty() && ++counts.back() > type_.dims()[counts.size() - 1]) {
          return Error(absl::StrCat("the list has more than the ",
                                    type_.dims()[counts.size() - 1], " items of ",
                                    ir::ToString(type_)));
        }
        if (c == '[') {
          if (static_cast<int>(counts.size()) == rank) {
            return Error(absl::StrCat("the lists are nested deeper than the rank of ",
                                      ir::ToString(type_)));
          }
          counts.push_back(0);
          ++pos_;
          item_allowed = true;
        } else {
          if (static_cast<int>(counts.size()) != rank) {
            return Error(
                absl::StrCat("'[' is expected: the lists are nested less deep "
                             "than the rank of ",
                             ir::ToString(type_)));
          }
          TW_RETURN_IF_ERROR(Element());
          item_allowed = false;
        }
      }
      item_expected = false;
    } while (!counts.empty());
    return absl::OkStatus();
  }

  absl::Status Element() {
    if (static_cast<int64_t>(bytes_.size()) >= max_bytes_) {
      return Error(
          absl::StrCat("the constant exceeds the limit of ", max_bytes_, " bytes"));
    }
    if (!complex_) return Scalar();
    if (text_[pos_] != '(') return Error("'(' of a complex value is expected");
    ++pos_;
    SkipSpace();
    TW_RETURN_IF_ERROR(Scalar());
    SkipSpace();
    if (pos_ >= end_ || text_[pos_] != ',') return Error("',' is expected");
    ++pos_;
    SkipSpace();
    TW_RETURN_IF_ERROR(Scalar());
    SkipSpace();
    if (pos_ >= end_ || text_[pos_] != ')') return Error("')' is expected");
    ++pos_;
    return absl::OkStatus();
  }

  absl::Status Scalar() {
    Offset stop = pos_;
    while (stop < end_ && IsScalarChar(text_[stop])) ++stop;
    if (stop == pos_) return Error("a number is expected");
    std::string problem;
    const std::optional<uint64_t> bits =
        scalar_.Parse(text_.substr(pos_, stop - pos_), &problem);
    if (!bits) return Error(problem);
    if (IsSubByte(type_.element)) {
      bytes_.push_back(ExtendSmall(static_cast<uint8_t>(*bits), type_.element));
    } else {
      const size_t old_size = bytes_.size();
      bytes_.resize(old_size + scalar_bytes_);
      std::memcpy(bytes_.data() + old_size, &*bits, scalar_bytes_);
    }
    pos_ = stop;
    return absl::OkStatus();
  }

  absl::StatusOr<ir::Literal> Hex() {
    const Offset at = pos_;
    const size_t close = text_.substr(0, end_).find('"', pos_ + 1);
    if (close == absl::string_view::npos) return Error("the string is not closed");
    const absl::string_view body = text_.substr(pos_ + 1, close - pos_ - 1);
    pos_ = static_cast<Offset>(close + 1);
    SkipSpace();
    if (pos_ != end_) return Error("nothing is expected after the string");
    if (body.size() < 2 || body[0] != '0' || body[1] != 'x') {
      return source_.Invalid(at, "a string of elements begins with 0x");
    }
    return LiteralFromHex(source_, at, body.substr(2), type_, max_bytes_);
  }

  absl::StatusOr<ir::Literal> Finish(bool is_splat) {
    if (!is_splat && count_ > 0 && bytes_.empty()) {
      return Error(absl::StrCat("values of ", ir::ToString(type_), " are expected"));
    }
    // A splat of a type without elements has none.
    if (is_splat && count_ == 0) {
      bytes_.clear();
      is_splat = false;
    }
    absl::StatusOr<ir::Literal> literal =
        ir::Literal::Create(type_, std::move(bytes_), is_splat);
    if (!literal.ok()) return Error(literal.status().message());
    return literal;
  }

  const Source& source_;
  absl::string_view text_;
  Offset pos_;
  Offset end_;
  const TensorType& type_;
  int64_t max_bytes_;
  int64_t count_ = 0;
  bool complex_;
  ScalarParser scalar_;
  int scalar_bytes_;
  std::vector<uint8_t> bytes_;
};

}  // namespace

absl::StatusOr<ir::Literal> ParseDense(const Source& source, Offset begin, Offset end,
                                       const TensorType& type, int64_t max_bytes) {
  return DenseParser(source, begin, end, type, max_bytes).Parse();
}

absl::StatusOr<ir::Literal> LiteralFromHex(const Source& source, Offset at,
                                           absl::string_view digits,
                                           const TensorType& type, int64_t max_bytes) {
  int64_t count = 0;
  if (!ir::BoundedProduct(type.dims(), ir::kMaxTensorBytes, &count)) {
    return source.Invalid(
        at, absl::StrCat("a constant needs a static type of bounded size, not ",
                         ir::ToString(type)));
  }
  const int64_t size = static_cast<int64_t>(digits.size() / 2);
  const int64_t element = ir::StorageBytes(type.element);
  const bool is_splat = size == element && count != 1 && count != 0;
  if (size > max_bytes) {
    return source.Invalid(
        at, absl::StrCat("the constant exceeds the limit of ", max_bytes, " bytes"));
  }
  // Dividing first: the product of count and element may be large.
  if (digits.size() % 2 != 0 ||
      (!is_splat && (size % element != 0 || size / element != count))) {
    return source.Invalid(
        at,
        absl::StrCat(ir::ToString(type), " wants ", element, " bytes for each of ", count,
                     " elements; the string has ", digits.size(), " hexadecimal digits"));
  }
  std::vector<uint8_t> bytes(size);
  for (int64_t i = 0; i < size; ++i) {
    const int high = HexDigit(digits[2 * i]);
    const int low = HexDigit(digits[2 * i + 1]);
    if (high < 0 || low < 0) {
      return source.Invalid(at, absl::StrCat("byte ", i,
                                             " of the string is not two "
                                             "hexadecimal digits"));
    }
    uint8_t byte = static_cast<uint8_t>(high * 16 + low);
    if (type.element == ElementType::kI1) {
      byte = byte != 0 ? 1 : 0;
    } else if (IsSubByte(type.element)) {
      byte = ExtendSmall(byte, type.element);
    }
    bytes[i] = byte;
  }
  return ir::Literal::Create(type, std::move(bytes), is_splat);
}

}  // namespace tilewright::stablehlo
