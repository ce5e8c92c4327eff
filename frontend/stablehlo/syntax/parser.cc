#include "frontend/stablehlo/syntax/parser.h"

#include <charconv>
#include <utility>

#include "absl/strings/str_cat.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {

Parser::Parser(const Source& source, const ParseLimits& limits)
    : source_(source), limits_(limits), lexer_(source.text()) {
  token_ = lexer_.Lex(0);
}

void Parser::Advance() { token_ = lexer_.Lex(token_.end); }

void Parser::MoveTo(Offset offset) { token_ = lexer_.Lex(offset); }

bool Parser::Eat(char punctuation) {
  if (!token_.Is(punctuation)) return false;
  Advance();
  return true;
}

bool Parser::EatWord(absl::string_view word) {
  if (!token_.IsWord(word)) return false;
  Advance();
  return true;
}

absl::Status Parser::Expected(absl::string_view what) const {
  if (token_.kind == TokenKind::kError) {
    return source_.Invalid(token_.begin, token_.text);
  }
  if (token_.kind == TokenKind::kEnd) {
    return source_.Invalid(token_.begin, absl::StrCat(what,
                                                      " is expected, found the "
                                                      "end of the text"));
  }
  absl::string_view found =
      source_.text().substr(token_.begin, token_.end - token_.begin);
  const bool long_text = found.size() > 40;
  return source_.Invalid(token_.begin,
                         absl::StrCat(what, " is expected, found '", found.substr(0, 40),
                                      long_text ? "..." : "", "'"));
}

absl::Status Parser::Expect(char punctuation) {
  if (Eat(punctuation)) return absl::OkStatus();
  return Expected(absl::StrCat("'", std::string(1, punctuation), "'"));
}

absl::Status Parser::ExpectWord(absl::string_view word) {
  if (EatWord(word)) return absl::OkStatus();
  return Expected(absl::StrCat("'", word, "'"));
}

absl::Status Parser::ExpectArrow() {
  if (token_.kind != TokenKind::kArrow) return Expected("'->'");
  Advance();
  return absl::OkStatus();
}

absl::Status Parser::CheckDepth() const {
  if (depth_ <= limits_.max_nesting) return absl::OkStatus();
  return source_.Invalid(
      token_.begin, absl::StrCat("nested deeper than the limit of ", limits_.max_nesting,
                                 " (max_nesting)"));
}

// Aliases let a short text stand for a large tree: nodes are counted, not read
// off the text's length.
absl::Status Parser::CountNodes(int64_t count) {
  nodes_ += count;
  const int64_t limit = 8 * limits_.max_operations;
  if (nodes_ <= limit) return absl::OkStatus();
  return source_.Invalid(token_.begin,
                         absl::StrCat("the text has more than ", limit,
                                      " types and attributes (8 * max_operations)"));
}

absl::StatusOr<int64_t> Parser::ParseInteger() {
  const bool negative = Eat('-');
  if (token_.kind != TokenKind::kInteger) return Expected("an integer");
  absl::string_view digits = token_.text;
  int base = 10;
  if (digits.size() > 2 && digits[1] == 'x') {
    digits.remove_prefix(2);
    base = 16;
  }
  uint64_t value = 0;
  const char* end = digits.data() + digits.size();
  const std::from_chars_result result = std::from_chars(digits.data(), end, value, base);
  constexpr uint64_t kLargest = uint64_t{1} << 63;
  // ui64 attributes beyond int64 keep their bits.
  if (result.ec != std::errc() || (negative && value > kLargest)) {
    return Expected("an integer of 64 bits");
  }
  Advance();
  return static_cast<int64_t>(negative ? ~value + 1 : value);
}

absl::StatusOr<absl::string_view> Parser::SkipBalanced() {
  const Offset begin = token_.begin;
  const absl::string_view text = source_.text();
  std::string open;
  Offset i = begin;
  while (i < text.size()) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{' || c == '<') {
      open.push_back(c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : '>');
    } else if (c == '-' && i + 1 < text.size() && text[i + 1] == '>') {
      ++i;
    } else if (c == ')' || c == ']' || c == '}' || c == '>') {
      if (open.empty() || open.back() != c) {
        return source_.Invalid(
            i, absl::StrCat("'", std::string(1, c), "' closes no bracket"));
      }
      open.pop_back();
      if (open.empty()) {
        MoveTo(i + 1);
        return text.substr(begin, i + 1 - begin);
      }
    } else if (c == '"') {
      const Token string = lexer_.Lex(i);
      if (string.kind == TokenKind::kError) {
        return source_.Invalid(i, string.text);
      }
      i = string.end;
      continue;
    } else if (c == '/' && i + 1 < text.size() && text[i + 1] == '/') {
      i = lexer_.SkipSpace(i);
      continue;
    }
    ++i;
  }
  return source_.Invalid(begin, "this bracket is never closed");
}

absl::Status Parser::SkipLocation() {
  if (!token_.IsWord("loc")) return absl::OkStatus();
  Advance();
  if (!token_.Is('(')) return Expected("'('");
  return SkipBalanced().status();
}

absl::StatusOr<int32_t> Parser::ParseLocation() {
  if (!token_.IsWord("loc")) return -1;
  locations_.push_back(token_.begin);
  TW_RETURN_IF_ERROR(SkipLocation());
  return static_cast<int32_t>(locations_.size()) - 1;
}

absl::StatusOr<ValueUse> Parser::ParseUse() {
  if (token_.kind != TokenKind::kPercentId) return Expected("a value (%name)");
  ValueUse use{token_.text, 0, token_.begin};
  const Offset end = token_.end;
  Advance();
  // `%0#1`: the index follows without space.
  if (token_.kind == TokenKind::kHashId && token_.begin == end) {
    const char* first = token_.text.data();
    const char* last = first + token_.text.size();
    const std::from_chars_result result = std::from_chars(first, last, use.index);
    if (result.ec != std::errc() || result.ptr != last) {
      return Expected("the number of a result");
    }
    Advance();
  }
  return use;
}

absl::Status Parser::ParseUses(std::vector<ValueUse>* uses) {
  if (token_.kind != TokenKind::kPercentId) return absl::OkStatus();
  while (true) {
    TW_ASSIGN_OR_RETURN(ValueUse use, ParseUse());
    uses->push_back(use);
    if (!token_.Is(',')) return absl::OkStatus();
    const Token next = lexer_.Lex(token_.end);
    const bool goes_on =
        next.kind == TokenKind::kPercentId || next.kind == TokenKind::kError;
    if (!goes_on) return absl::OkStatus();
    Advance();
  }
}

absl::StatusOr<Op> Parser::ParseOp() {
  Op op;
  if (++ops_ > limits_.max_operations) {
    return source_.Invalid(token_.begin,
                           absl::StrCat("more than ", limits_.max_operations,
                                        " operations (max_operations)"));
  }
  if (token_.kind == TokenKind::kPercentId) {
    do {
      if (token_.kind != TokenKind::kPercentId) return Expected("a value (%name)");
      ValueDef def{token_.text, 1, token_.begin};
      Advance();
      if (Eat(':')) {
        TW_ASSIGN_OR_RETURN(def.count, ParseInteger());
        if (def.count < 1 || def.count > (1 << 20)) {
          return source_.Invalid(def.at, "a value has 1 to 1048576 results");
        }
      }
      op.results.push_back(def);
    } while (Eat(','));
    TW_RETURN_IF_ERROR(Expect('='));
  }
  op.at = token_.begin;
  TW_RETURN_IF_ERROR(ParseOpBody(&op));
  TW_ASSIGN_OR_RETURN(op.location, ParseLocation());
  TW_RETURN_IF_ERROR(CheckResultCount(op));
  return op;
}

absl::Status Parser::ParseOpBody(Op* op) {
  if (token_.kind == TokenKind::kString) return ParseGenericOp(op);
  if (token_.kind != TokenKind::kBareId) return Expected("an operation");
  op->name = token_.text;
  // The func dialect's prefix may be left out.
  if (op->name == "call") op->name = "func.call";
  if (op->name == "return") op->name = "func.return";
  Advance();
  return ParsePrettyOp(op);
}

absl::Status Parser::CheckResultCount(const Op& op) const {
  int64_t named = 0;
  for (const ValueDef& def : op.results) named += def.count;
  if (op.results.empty() || named == static_cast<int64_t>(op.result_types.size())) {
    return absl::OkStatus();
  }
  return source_.Invalid(op.at,
                         absl::StrCat("'", op.name, "' has ", op.result_types.size(),
                                      " results, but ", named, " are named"));
}

// "name"(operands) <{properties}> ({regions}) {attributes} : (types) -> types
absl::Status Parser::ParseGenericOp(Op* op) {
  op->name = token_.text;
  if (op->name.substr(0, 6) == "check." || op->name.substr(0, 12) == "interpreter.") {
    has_expectations_ = true;
  }
  Advance();
  TW_RETURN_IF_ERROR(Expect('('));
  TW_RETURN_IF_ERROR(ParseUses(&op->operands));
  TW_RETURN_IF_ERROR(Expect(')'));
  if (token_.Is('[')) {
    return source_.Unsupported(token_.begin, "successor blocks are not supported");
  }
  if (Eat('<')) {
    TW_RETURN_IF_ERROR(ParseDict(op->attributes.Own()));
    TW_RETURN_IF_ERROR(Expect('>'));
  }
  if (Eat('(')) {
    do {
      op->regions.emplace_back();
      TW_RETURN_IF_ERROR(ParseRegion(&op->regions.back()));
    } while (Eat(','));
    TW_RETURN_IF_ERROR(Expect(')'));
  }
  TW_RETURN_IF_ERROR(ParseOptionalDict(op->attributes.Own()));
  TW_RETURN_IF_ERROR(Expect(':'));
  const Offset at = token_.begin;
  TW_ASSIGN_OR_RETURN(TypeClause clause, ParseTypeClause());
  if (!clause.has_arrow) return source_.Invalid(at, "a function type is expected");
  return ApplyTypeClause(TypeForm::kSame, at, std::move(clause), op);
}

absl::Status Parser::ParseRegion(SyntaxRegion* region) {
  const Level level(this);
  TW_RETURN_IF_ERROR(CheckDepth());
  TW_RETURN_IF_ERROR(Expect('{'));
  if (token_.kind == TokenKind::kCaretId) {
    Advance();
    if (token_.Is('(')) TW_RETURN_IF_ERROR(ParseArguments(&region->arguments));
    TW_RETURN_IF_ERROR(Expect(':'));
  }
  return ParseOpsUntilBrace(region);
}

absl::Status Parser::ParseOpsUntilBrace(SyntaxRegion* region) {
  while (!token_.Is('}')) {
    if (token_.kind == TokenKind::kCaretId) {
      return source_.Unsupported(token_.begin,
                                 "regions of more than one block are not supported");
    }
    if (token_.kind == TokenKind::kEnd) return Expected("'}'");
    TW_ASSIGN_OR_RETURN(Op op, ParseOp());
    region->ops.push_back(std::move(op));
  }
  region->end = token_.begin;
  Advance();
  return absl::OkStatus();
}

// (%a: type, %b: type), each possibly with a location
absl::Status Parser::ParseArguments(std::vector<Argument>* arguments) {
  TW_RETURN_IF_ERROR(Expect('('));
  if (Eat(')')) return absl::OkStatus();
  do {
    if (token_.kind != TokenKind::kPercentId) return Expected("an argument (%name)");
    Argument argument;
    argument.name = token_.text;
    argument.at = token_.begin;
    Advance();
    TW_RETURN_IF_ERROR(Expect(':'));
    TW_ASSIGN_OR_RETURN(argument.type, ParseType());
    TW_RETURN_IF_ERROR(ParseOptionalDict(&argument.attributes));
    TW_RETURN_IF_ERROR(SkipLocation());
    arguments->push_back(std::move(argument));
  } while (Eat(','));
  return Expect(')');
}

}  // namespace tilewright::stablehlo
