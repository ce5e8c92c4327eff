#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "ir/size/expression.h"
#include "ir/size/text.h"
#include "support/status_macros.h"

namespace tilewright::ir {
namespace {

using Symbols = absl::FunctionRef<absl::StatusOr<SymbolId>(absl::string_view)>;

class SizeParser {
 public:
  SizeParser(absl::string_view text, Symbols symbols) : text_(text), symbols_(symbols) {}

  absl::StatusOr<Size> Whole() {
    TW_ASSIGN_OR_RETURN(Size size, Sum());
    if (at_ < text_.size()) return Unexpected("an operator");
    return size;
  }

 private:
  static constexpr int kNesting = 64;

  absl::Status Error(absl::string_view what) const {
    return absl::InvalidArgumentError(
        absl::StrCat("size '", text_, "', column ", at_ + 1, ": ", what));
  }
  absl::Status Unexpected(absl::string_view wanted) const {
    return Error(absl::StrCat(wanted, " is expected",
                              at_ < text_.size()
                                  ? absl::StrCat(", not '", text_.substr(at_, 1), "'")
                                  : std::string()));
  }

  void SkipSpace() {
    while (at_ < text_.size() && absl::ascii_isspace(text_[at_])) ++at_;
  }
  bool Take(char wanted) {
    SkipSpace();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    SkipSpace();
    return true;
  }
  absl::string_view TakeWhile(bool (*belongs)(unsigned char)) {
    const size_t start = at_;
    while (at_ < text_.size() && belongs(static_cast<unsigned char>(text_[at_]))) ++at_;
    const absl::string_view taken = text_.substr(start, at_ - start);
    SkipSpace();
    return taken;
  }

  // What has become too large is not worth reading on.
  static absl::StatusOr<Size> Checked(Size size) {
    TW_RETURN_IF_ERROR(size.status());
    return size;
  }

  absl::StatusOr<Size> Sum() {
    if (++depth_ > kNesting) return Error("brackets are nested deeper than 64");
    Size sum;
    bool negative = Take('-');
    do {
      TW_ASSIGN_OR_RETURN(const Size product, Product());
      TW_ASSIGN_OR_RETURN(sum, Checked(negative ? sum - product : sum + product));
      negative = Take('-');
    } while (negative || Take('+'));
    --depth_;
    return sum;
  }

  absl::StatusOr<Size> Product() {
    TW_ASSIGN_OR_RETURN(Size product, Power());
    while (Take('*')) {
      TW_ASSIGN_OR_RETURN(const Size factor, Power());
      TW_ASSIGN_OR_RETURN(product, Checked(product * factor));
    }
    return product;
  }

  absl::StatusOr<Size> Power() {
    TW_ASSIGN_OR_RETURN(const Size base, Factor());
    if (!Take('^')) return base;
    TW_ASSIGN_OR_RETURN(const int64_t power, Number());
    if (power > SizeLimits::kDegree) return Error("a power is above 16");
    Size result = 1;
    for (int64_t i = 0; i < power; ++i) {
      TW_ASSIGN_OR_RETURN(result, Checked(result * base));
    }
    return result;
  }

  absl::StatusOr<int64_t> Number() {
    SkipSpace();
    const absl::string_view digits =
        TakeWhile([](unsigned char c) { return absl::ascii_isdigit(c); });
    int64_t number = 0;
    if (digits.empty()) return Unexpected("a number");
    if (!absl::SimpleAtoi(digits, &number)) {
      return Error(absl::StrCat(digits, " does not fit into 64 bits"));
    }
    return number;
  }

  absl::StatusOr<Size> Factor() {
    SkipSpace();
    if (Take('(')) {
      TW_ASSIGN_OR_RETURN(Size inner, Sum());
      if (!Take(')')) return Unexpected("')'");
      return inner;
    }
    const bool letter =
        at_ < text_.size() && (absl::ascii_isalpha(text_[at_]) || text_[at_] == '_');
    if (!letter) {
      TW_ASSIGN_OR_RETURN(const int64_t number, Number());
      return Size(number);
    }
    const absl::string_view name = TakeWhile(
        [](unsigned char c) { return absl::ascii_isalnum(c) || c == '_' || c == '.'; });
    if (Take('(')) return Call(name);
    TW_ASSIGN_OR_RETURN(const SymbolId id, symbols_(name));
    if (id < 0) return Error(absl::StrCat("'", name, "' is no symbol"));
    return Size::OfSymbol(id);
  }

  absl::StatusOr<Size> Call(absl::string_view name) {
    std::vector<Size> operands;
    do {
      if (operands.size() > SizeLimits::kOperands) return Error("too many operands");
      TW_ASSIGN_OR_RETURN(operands.emplace_back(), Sum());
    } while (Take(','));
    if (!Take(')')) return Unexpected("')'");
    if (name == "max") return Checked(Max(operands));
    if (name == "min") return Checked(Min(operands));
    if (operands.size() == 2) {
      if (name == "floordiv") return Checked(FloorDivide(operands[0], operands[1]));
      if (name == "ceildiv") return Checked(CeilDivide(operands[0], operands[1]));
      if (name == "mod") return Checked(Remainder(operands[0], operands[1]));
    }
    return Error(absl::StrCat("'", name, "' of ", operands.size(),
                              " sizes is no function; there are floordiv, ceildiv and "
                              "mod of two, max and min"));
  }

  const absl::string_view text_;
  const Symbols symbols_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

bool IsSymbolName(absl::string_view text) {
  if (text.empty() || text.size() > 64 || !absl::ascii_isalpha(text[0])) return false;
  for (const char c : text) {
    if (!absl::ascii_isalnum(c) && c != '_') return false;
  }
  for (const absl::string_view taken : {"floordiv", "ceildiv", "mod", "max", "min"}) {
    if (text == taken) return false;
  }
  return true;
}

absl::StatusOr<Size> ParseSize(absl::string_view text, Symbols symbol) {
  constexpr size_t kMaxLength = size_t{1} << 16;
  if (text.size() > kMaxLength) {
    return absl::ResourceExhaustedError("the text of a size is longer than 65536 bytes");
  }
  return SizeParser(text, symbol).Whole();
}

}  // namespace tilewright::ir
