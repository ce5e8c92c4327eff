// Tokens of MLIR text.
#pragma once

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "frontend/stablehlo/syntax/source.h"

namespace tilewright::stablehlo {

enum class TokenKind : uint8_t {
  kEnd,
  kBareId,     // stablehlo.add, dense, i32
  kPercentId,  // %arg0, %0 (without the sign in `text`; "#1" is a token apart)
  kAtId,       // @main, @"any name" (text: with quotes and escapes removed by
               // Unquote, without the sign)
  kHashId,     // #loc1, #stablehlo.gather, #1 (without the sign)
  kBangId,     // !stablehlo.token (without the sign)
  kCaretId,    // ^bb0
  kInteger,    // 12, 0xFF
  kFloat,      // 1.5e-3
  kString,     // text: between the quotes, escapes as written
  kArrow,      // ->
  kPunctuation,
  kTrailerStart,  // {-#
  kTrailerEnd,    // #-}
  kError,         // text: what is wrong
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  Offset begin = 0;
  Offset end = 0;
  absl::string_view text;

  bool Is(char punctuation) const {
    return kind == TokenKind::kPunctuation && text[0] == punctuation;
  }
  bool IsWord(absl::string_view word) const {
    return kind == TokenKind::kBareId && text == word;
  }
};

// Lexes one token at a time from any offset. Stateless but for the position.
class Lexer {
 public:
  explicit Lexer(absl::string_view text) : text_(text) {}

  // The token at or after `offset`, past white space and comments.
  Token Lex(Offset offset) const;
  // The first offset at or after `offset` that is neither white space nor
  // within a comment.
  Offset SkipSpace(Offset offset) const;
  absl::string_view text() const { return text_; }

 private:
  Token Make(TokenKind kind, Offset begin, Offset end, Offset text_begin) const;
  Token Error(Offset begin, absl::string_view what) const;
  Token LexNumber(Offset begin) const;
  Token LexString(Offset begin, TokenKind kind, Offset quote) const;
  Token LexPrefixed(Offset begin, TokenKind kind) const;

  absl::string_view text_;
};

// The value of a hexadecimal digit; -1 of any other character.
int HexDigit(char c);
// A string token's content with \n, \t, \\, \" and \XX (hex) replaced.
std::string Unescape(absl::string_view text);

}  // namespace tilewright::stablehlo
