#include "frontend/stablehlo/syntax/lexer.h"

#include "absl/strings/ascii.h"

namespace tilewright::stablehlo {
namespace {

bool IsIdStart(char c) { return absl::ascii_isalpha(c) || c == '_'; }
bool IsIdPart(char c) {
  return absl::ascii_isalnum(c) || c == '_' || c == '$' || c == '.';
}
bool IsValueIdPart(char c) { return IsIdPart(c) || c == '-'; }

}  // namespace

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Offset Lexer::SkipSpace(Offset offset) const {
  while (offset < text_.size()) {
    const char c = text_[offset];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++offset;
    } else if (c == '/' && offset + 1 < text_.size() && text_[offset + 1] == '/') {
      const size_t line_end = text_.find('\n', offset);
      offset = line_end == absl::string_view::npos ? static_cast<Offset>(text_.size())
                                                   : static_cast<Offset>(line_end);
    } else {
      break;
    }
  }
  return offset;
}

Token Lexer::Make(TokenKind kind, Offset begin, Offset end, Offset text_begin) const {
  return {kind, begin, end, text_.substr(text_begin, end - text_begin)};
}

Token Lexer::Error(Offset begin, absl::string_view what) const {
  return {TokenKind::kError, begin, begin, what};
}

Token Lexer::LexNumber(Offset begin) const {
  Offset i = begin;
  const auto at = [this](Offset k) { return k < text_.size() ? text_[k] : '\0'; };
  if (at(i) == '0' && at(i + 1) == 'x' && HexDigit(at(i + 2)) >= 0) {
    i += 2;
    while (HexDigit(at(i)) >= 0) ++i;
    return Make(TokenKind::kInteger, begin, i, begin);
  }
  while (absl::ascii_isdigit(at(i))) ++i;
  if (at(i) != '.' || !absl::ascii_isdigit(at(i + 1))) {
    if (at(i) != '.') return Make(TokenKind::kInteger, begin, i, begin);
  }
  ++i;
  while (absl::ascii_isdigit(at(i))) ++i;
  if (at(i) == 'e' || at(i) == 'E') {
    Offset k = i + 1;
    if (at(k) == '+' || at(k) == '-') ++k;
    if (absl::ascii_isdigit(at(k))) {
      while (absl::ascii_isdigit(at(k))) ++k;
      i = k;
    }
  }
  return Make(TokenKind::kFloat, begin, i, begin);
}

Token Lexer::LexString(Offset begin, TokenKind kind, Offset quote) const {
  Offset i = quote + 1;
  while (i < text_.size()) {
    const char c = text_[i];
    if (c == '"') {
      Token token = Make(kind, begin, i, quote + 1);
      token.end = i + 1;
      return token;
    }
    if (c == '\n') break;
    i += c == '\\' ? 2 : 1;
  }
  return Error(begin, "the string has no closing quote on its line");
}

Token Lexer::LexPrefixed(Offset begin, TokenKind kind) const {
  Offset i = begin + 1;
  if (i < text_.size() && absl::ascii_isdigit(text_[i])) {
    while (i < text_.size() && absl::ascii_isdigit(text_[i])) ++i;
  } else if (kind == TokenKind::kPercentId || kind == TokenKind::kCaretId) {
    while (i < text_.size() && IsValueIdPart(text_[i])) ++i;
  } else {
    while (i < text_.size() && IsIdPart(text_[i])) ++i;
  }
  if (i == begin + 1) return Error(begin, "a name is expected after this sign");
  return Make(kind, begin, i, begin + 1);
}

Token Lexer::Lex(Offset offset) const {
  const Offset begin = SkipSpace(offset);
  if (begin >= text_.size()) {
    return {TokenKind::kEnd, begin, begin, "end of text"};
  }
  const char c = text_[begin];
  const char next = begin + 1 < text_.size() ? text_[begin + 1] : '\0';
  if (IsIdStart(c)) {
    Offset i = begin;
    while (i < text_.size() && IsIdPart(text_[i])) ++i;
    return Make(TokenKind::kBareId, begin, i, begin);
  }
  if (absl::ascii_isdigit(c)) return LexNumber(begin);
  switch (c) {
    case '"':
      return LexString(begin, TokenKind::kString, begin);
    case '%':
      return LexPrefixed(begin, TokenKind::kPercentId);
    case '^':
      return LexPrefixed(begin, TokenKind::kCaretId);
    case '!':
      return LexPrefixed(begin, TokenKind::kBangId);
    case '@':
      if (next == '"') return LexString(begin, TokenKind::kAtId, begin + 1);
      return LexPrefixed(begin, TokenKind::kAtId);
    case '#':
      if (next == '-' && begin + 2 < text_.size() && text_[begin + 2] == '}') {
        return Make(TokenKind::kTrailerEnd, begin, begin + 3, begin);
      }
      return LexPrefixed(begin, TokenKind::kHashId);
    case '-':
      if (next == '>') return Make(TokenKind::kArrow, begin, begin + 2, begin);
      return Make(TokenKind::kPunctuation, begin, begin + 1, begin);
    case '{':
      if (next == '-' && begin + 2 < text_.size() && text_[begin + 2] == '#') {
        return Make(TokenKind::kTrailerStart, begin, begin + 3, begin);
      }
      return Make(TokenKind::kPunctuation, begin, begin + 1, begin);
    case '}':
    case '(':
    case ')':
    case '[':
    case ']':
    case '<':
    case '>':
    case ',':
    case ':':
    case '=':
    case '+':
    case '*':
    case '?':
    case '/':
    case '|':
      return Make(TokenKind::kPunctuation, begin, begin + 1, begin);
    default:
      return Error(begin, "this character cannot begin anything here");
  }
}

std::string Unescape(absl::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      out.push_back(text[i]);
      continue;
    }
    const char c = text[++i];
    if (c == 'n') {
      out.push_back('\n');
    } else if (c == 't') {
      out.push_back('\t');
    } else if (i + 1 < text.size() && HexDigit(c) >= 0 && HexDigit(text[i + 1]) >= 0) {
      out.push_back(static_cast<char>(HexDigit(c) * 16 + HexDigit(text[i + 1])));
      ++i;
    } else {
      out.push_back(c);
    }
  }
  return out;
}

}  // namespace tilewright::stablehlo
