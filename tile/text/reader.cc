#include "tile/text/reader.h"

#include <algorithm>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "ir/size/text.h"
#include "tile/verify/verify.h"

namespace tilewright::tile {
namespace {

// Levels of indentation: of statements, and of the parts of the innermost.
constexpr size_t kMaxLevels = kMaxStatementDepth + 2;

bool IsWordPart(char c) { return absl::ascii_isalnum(c) || c == '_' || c == '.'; }

// How much of the text its first characters of a kind are.
template <typename Test>
absl::string_view Leading(absl::string_view text, const Test& test) {
  return text.substr(0, std::find_if_not(text.begin(), text.end(), test) - text.begin());
}

// Symbols are called s0, s1, ...: how many there are at least is kept in *count.
absl::StatusOr<ir::SymbolId> SymbolNamed(absl::string_view name, int* count) {
  constexpr int kMostSymbols = 1024;
  ir::SymbolId id = -1;
  const bool numbered = absl::ConsumePrefix(&name, "s") && absl::SimpleAtoi(name, &id);
  if (!numbered || id < 0 || id >= kMostSymbols) {
    return absl::InvalidArgumentError("no symbol of a tile text");
  }
  *count = std::max(*count, id + 1);
  return id;
}

std::string LineAndColumn(absl::string_view text, size_t at) {
  const absl::string_view before = text.substr(0, at);
  const size_t line = std::count(before.begin(), before.end(), '\n') + 1;
  const size_t start = before.rfind('\n');
  const size_t column = at - (start == absl::string_view::npos ? 0 : start + 1) + 1;
  return absl::StrCat(line, ":", column);
}

}  // namespace

// --- Lines ----------------------------------------------------------------------------

void LineReader::Begin(size_t begin, size_t end) {
  at_ = begin;
  end_ = end;
}

void LineReader::End() {
  SkipSpaces();
  if (at_ < end_) Expected("the end of the line");
}

void LineReader::Expected(absl::string_view what) {
  if (!ok()) return;
  SkipSpaces();
  constexpr size_t kShown = 30;
  const absl::string_view word = Leading(Rest(), IsWordPart);
  const absl::string_view found =
      word.empty() ? Rest().substr(0, 1) : word.substr(0, kShown);
  status_ = absl::InvalidArgumentError(absl::StrCat(
      "tile text:", LineAndColumn(text_, at_), ": expected ", what, ", there is ",
      found.empty() ? "nothing" : absl::StrCat("'", absl::CHexEscape(found), "'")));
}

void LineReader::SkipSpaces() {
  while (at_ < end_ && absl::ascii_isspace(text_[at_])) ++at_;
}

absl::string_view LineReader::Identifier() const { return Leading(Rest(), IsWordPart); }

bool LineReader::Begins(absl::string_view text, bool) {
  if (!ok()) return false;
  SkipSpaces();
  text = absl::StripAsciiWhitespace(text);
  if (!absl::StartsWith(Rest(), text)) return false;
  // A word ends where the text's does.
  const absl::string_view behind = Rest().substr(text.size());
  return text.empty() || behind.empty() || !IsWordPart(text.back()) ||
         !IsWordPart(behind[0]);
}

bool LineReader::Has(absl::string_view text, bool) {
  if (!Begins(text)) return false;
  at_ += absl::StripAsciiWhitespace(text).size();
  return true;
}

LineReader& LineReader::Text(absl::string_view text) {
  if (!Has(text)) Expected(absl::StrCat("'", absl::StripAsciiWhitespace(text), "'"));
  return *this;
}

LineReader& LineReader::Flag(absl::string_view text, bool& set) {
  set = Has(text);
  return *this;
}

LineReader& LineReader::FlagUnless(absl::string_view text, bool& set) {
  set = !Has(text);
  return *this;
}

LineReader& LineReader::Positive(absl::string_view text, int64_t& number) {
  if (Has(text)) Number(number);
  return *this;
}

int64_t LineReader::NumberUpTo(int64_t most) {
  if (!ok()) return 0;
  SkipSpaces();
  const bool negative = absl::StartsWith(Rest(), "-");
  const size_t length =
      (negative ? 1 : 0) +
      Leading(Rest().substr(negative ? 1 : 0), absl::ascii_isdigit).size();
  int64_t number = 0;
  if (!absl::SimpleAtoi(Rest().substr(0, length), &number) || number > most ||
      number < -most - 1) {
    Expected(length == 0 ? "a number" : absl::StrCat("a number of at most ", most));
    return 0;
  }
  at_ += length;
  return number;
}

LineReader& LineReader::Exactly(int64_t wanted) {
  const size_t at = at_;
  int64_t number = 0;
  Number(number);
  if (!ok() || number == wanted) return *this;
  at_ = at;
  Expected(absl::StrCat("the number ", wanted));
  return *this;
}

LineReader& LineReader::Ref(RefId& ref) {
  SkipSpaces();
  const absl::string_view name = Identifier();
  if (name.size() < 2 || name[0] != 'r' || !absl::ascii_isdigit(name[1])) {
    Expected("a ref, as r0");
    return *this;
  }
  ++at_;
  return Number(ref);
}

LineReader& LineReader::Ids(std::vector<int32_t>& ids) {
  Text("(");
  if (Has(")")) return *this;
  do {
    Number(ids.emplace_back());
  } while (Has(","));
  return Text(")");
}

LineReader& LineReader::MaybeIds(absl::string_view text, std::vector<int32_t>& ids) {
  return Begins("(") ? Text(text).Ids(ids) : *this;
}

LineReader& LineReader::List(absl::string_view label, ir::Dims& dims) {
  if (!Has(absl::StrCat(label, "=["))) return *this;
  do {
    Number(dims.emplace_back());
  } while (Has(","));
  return Text("]");
}

LineReader& LineReader::List(absl::string_view label, ir::Shape& shape) {
  if (!Has(absl::StrCat(label, "=["))) return *this;
  do {
    ir::Size size;
    Number(size);
    shape.Append(size);
  } while (Has(","));
  return Text("]");
}

LineReader& LineReader::Number(ir::Size& size) {
  if (!Begins("(")) {
    int64_t number = 0;
    Number(number);
    size = number;
    return *this;
  }
  int open = 0;
  const absl::string_view text = Leading(Rest(), [&open](char c) {
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    return open > 0;
  });
  const absl::StatusOr<ir::Size> read = ir::ParseSize(
      text.substr(1),
      [this](absl::string_view name) { return SymbolNamed(name, &symbols_); });
  if (!read.ok() || read->is_number() || read->refused()) {
    Expected("a size of symbols, as (8*s0 + s1)");
    return *this;
  }
  size = *read;
  at_ += text.size();
  return Text(")");
}

LineReader& LineReader::Facts(ir::SymbolList& symbols) {
  for (int i = 0; i < symbols_; ++i) symbols.Add(absl::StrCat("s", i));
  for (int i = 0; i < symbols_ && ok(); ++i) {
    if (!Has(absl::StrCat("s", i))) continue;
    const size_t begin = at_;
    const ir::SymbolFacts facts = FactsOfOne();
    if (ok() && !symbols.Learn(i, facts).ok()) {
      at_ = begin;
      Expected("facts that a number keeps");
    }
    Has(";");
  }
  return *this;
}

ir::SymbolFacts LineReader::FactsOfOne() {
  ir::SymbolFacts facts;
  do {
    if (Has(">=")) {
      Number(facts.at_least);
    } else if (Has("<=")) {
      Number(facts.at_most);
    } else {
      Text("multiple of").Number(facts.multiple_of);
    }
  } while (Has(","));
  return facts;
}

LineReader& LineReader::Op(ir::OpKind& op) {
  SkipSpaces();
  const absl::string_view name = Identifier();
  const std::optional<ir::OpKind> found = ir::FindOpKind(name);
  if (!found.has_value()) {
    Expected("an operation");
    return *this;
  }
  op = *found;
  at_ += name.size();
  return *this;
}

LineReader& LineReader::Element(ir::ElementType& element) {
  SkipSpaces();
  absl::string_view name = Identifier();
  if (absl::StartsWith(Rest(), "complex<")) name = Rest().substr(0, Rest().find('>') + 1);
  const std::optional<ir::ElementType> found = ir::FindElementType(name);
  if (!found.has_value() || *found == ir::ElementType::kToken) {
    Expected("an element type");
    return *this;
  }
  element = *found;
  at_ += name.size();
  return *this;
}

LineReader& LineReader::Type(ir::TensorType& type) {
  const size_t begin = at_;
  Text("tensor<");
  // A size, "x" and what follows are one word.
  while (ok() && !Rest().empty() &&
         (absl::ascii_isdigit(Rest()[0]) || Rest()[0] == '(')) {
    ir::Size size;
    Number(size);
    type.shape.Append(size);
    if (!absl::StartsWith(Rest(), "x")) Expected("'x' after a size");
    if (ok()) ++at_;
  }
  Element(type.element).Text(">");
  if (ok() && !IsBounded(type.shape)) {
    at_ = begin;
    Expected(absl::StrCat("a type of at most ", kMaxElements, " elements and rank ",
                          kMaxRank));
  }
  return *this;
}

LineReader& LineReader::Splat(ir::Literal& splat, ir::TensorType& type) {
  SkipSpaces();
  const size_t begin = at_;
  const absl::string_view digits =
      absl::StartsWith(Rest(), "0x")
          ? Leading(Rest().substr(2), [](char c) { return absl::ascii_isxdigit(c); })
          : absl::string_view();
  if (digits.empty() || digits.size() % 2 != 0) {
    Expected("an element's bytes, as 0x0000803f");
    return *this;
  }
  at_ += 2 + digits.size();
  Text(" : ").Type(type);
  if (!ok()) return *this;
  const std::string bytes = absl::HexStringToBytes(digits);
  absl::StatusOr<ir::Literal> made = ir::Literal::Create(
      type, std::vector<uint8_t>(bytes.begin(), bytes.end()), /*is_splat=*/true);
  if (!made.ok()) {
    at_ = begin;
    Expected(absl::StrCat(ir::StorageBytes(type.element), " bytes of one element"));
    return *this;
  }
  splat = *std::move(made);
  return *this;
}

size_t LineReader::IndexAmong(absl::Span<const absl::string_view> names) {
  if (!ok()) return 0;
  SkipSpaces();
  const absl::string_view word = Identifier();
  const auto found = std::find(names.begin(), names.end(), word);
  if (found == names.end()) {
    Expected(absl::StrJoin(names, " or "));
    return 0;
  }
  at_ += word.size();
  return static_cast<size_t>(found - names.begin());
}

// --- Which lines there are
// ----------------------------------------------------------------

TextReader::TextReader(absl::string_view text) : text_(text), line_(text) { Next(); }

absl::Status TextReader::Done() {
  if (has_line_ && line_.ok()) {
    line_.Begin(begin_, end_);
    line_.Expected("a part of the statement before, or another statement");
  }
  return line_.status();
}

void TextReader::Next() {
  has_line_ = false;
  while (next_ < text_.size()) {
    const absl::string_view line =
        Leading(text_.substr(next_), [](char c) { return c != '\n'; });
    at_indent_ = Leading(line, [](char c) { return c == ' '; }).size();
    begin_ = next_ + at_indent_;
    end_ = next_ + line.size();
    next_ = std::min(end_ + 1, text_.size());
    const absl::string_view words =
        absl::StripAsciiWhitespace(text_.substr(begin_, end_ - begin_));
    has_line_ = !words.empty() && !absl::StartsWith(words, "//");
    if (has_line_) return;
  }
  begin_ = end_ = text_.size();
}

bool TextReader::IsHere() const {
  return line_.ok() && has_line_ && at_indent_ == indent_;
}

bool TextReader::IsNumbered(absl::string_view prefix) const {
  const absl::string_view words = text_.substr(begin_, end_ - begin_);
  return IsHere() && absl::StartsWith(words, prefix) && words.size() > prefix.size() &&
         absl::ascii_isdigit(words[prefix.size()]);
}

absl::string_view TextReader::FirstWord() const {
  return Leading(text_.substr(begin_, end_ - begin_),
                 [](char c) { return absl::ascii_isalpha(c) || c == '_'; });
}

bool TextReader::Expect(absl::string_view what) {
  if (IsHere()) return true;
  line_.Begin(begin_, end_);
  line_.Expected(what);
  return false;
}

void TextReader::Statements(std::vector<Statement>& statements) {
  constexpr absl::string_view kOthers[] = {"do", "else", "sizes"};
  while (IsHere() && !absl::c_linear_search(kOthers, FirstWord())) {
    Walk(*this, statements.emplace_back());
  }
}

void TextReader::Word(absl::string_view word) {
  if (!Expect(absl::StrCat("'", word, "'"))) return;
  line_.Begin(begin_, end_);
  line_.Text(word).End();
  Next();
}

bool TextReader::Maybe(absl::string_view word, bool) {
  if (!IsHere() || FirstWord() != word) return false;
  Word(word);
  return line_.ok();
}

bool TextReader::Enter() {
  if (indent_ >= 2 * kMaxLevels) {
    line_.Begin(begin_, end_);
    line_.Expected(
        absl::StrCat("at most ", kMaxStatementDepth, " statements in each other"));
  }
  if (!line_.ok()) return false;
  indent_ += 2;
  return true;
}

}  // namespace tilewright::tile
