// Texts of tile programs, changed a little.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "ir/op_kind.h"

namespace tilewright::tile {

// One change or two, of a number, an element type, an operation or a word: most of a text
// stays as it is, so that much of what comes of it parses, and some of it makes sense.
class Mutation {
 public:
  Mutation(absl::string_view text, unsigned int seed)
      : tokens_(Split(text)), random_(seed) {}

  std::string Done() {
    for (size_t changes = 1 + Any(2); changes > 0 && !tokens_.empty(); --changes) {
      Change();
    }
    std::string out;
    for (const std::string& token : tokens_) out += token;
    return out;
  }

 private:
  static bool IsWordPart(char c) {
    return absl::ascii_isalnum(c) || c == '_' || c == '.';
  }
  static bool IsNumber(const std::string& token) { return absl::ascii_isdigit(token[0]); }

  // Words, numbers and single characters; of "4x8xf32" and "r12", sizes, types, numbers.
  static std::vector<std::string> Split(absl::string_view text) {
    const auto digit = [&](size_t at) {
      return at < text.size() && absl::ascii_isdigit(text[at]);
    };
    std::vector<std::string> tokens;
    for (size_t i = 0; i < text.size();) {
      const bool alone =
          (text[i] == 'r' && digit(i + 1)) || (text[i] == 'x' && i > 0 && digit(i - 1));
      size_t end = i + 1;
      if (digit(i)) {
        while (digit(end)) ++end;
      } else if (IsWordPart(text[i]) && !alone) {
        while (end < text.size() && IsWordPart(text[end])) ++end;
      }
      tokens.emplace_back(text.substr(i, end - i));
      i = end;
    }
    return tokens;
  }

  size_t Any(size_t count) { return random_() % count; }
  template <typename All>
  std::string AnyOf(const All& all) {
    return std::string(all[Any(std::size(all))]);
  }

  std::string Instead(const std::string& from) {
    static constexpr absl::string_view kNumbers[] = {
        "0", "1", "2", "3", "4", "8", "16", "31", "64", "1000003", "4294967296"};
    static constexpr absl::string_view kTypes[] = {
        "i1",   "i4",     "i8",       "i16",  "i32", "i64", "ui8", "ui32",
        "ui64", "f8E5M2", "f8E4M3FN", "bf16", "f16", "f32", "f64", "complex<f32>"};
    const std::string other = AnyOf(tokens_);
    if (IsNumber(from)) return Any(2) == 0 && IsNumber(other) ? other : AnyOf(kNumbers);
    if (std::find(std::begin(kTypes), std::end(kTypes), from) != std::end(kTypes)) {
      return AnyOf(kTypes);
    }
    if (absl::StartsWith(from, "stablehlo.") || absl::StartsWith(from, "chlo.")) {
      const auto kinds = static_cast<size_t>(ir::OpKindCount());
      return std::string(ir::Name(static_cast<ir::OpKind>(Any(kinds))));
    }
    if (from == "inner") return "outer";
    if (from == "outer") return "inner";
    return IsWordPart(from[0]) && IsWordPart(other[0]) && !IsNumber(other) ? other : from;
  }

  // One token, or all that are equal to it: a size, or a type, stands in many places.
  void Change() {
    const std::string from = AnyOf(tokens_), to = Instead(from);
    const bool everywhere = Any(2) == 0;
    const size_t first = Any(tokens_.size());
    for (size_t i = 0; i < tokens_.size(); ++i) {
      std::string& token = tokens_[(first + i) % tokens_.size()];
      if (token != from) continue;
      token = to;
      if (!everywhere) return;
    }
  }

  std::vector<std::string> tokens_;
  std::minstd_rand random_;
};

}  // namespace tilewright::tile
