// What `loc(...)` says: where a program was written that somebody made this text of.
#pragma once

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "frontend/stablehlo/lexer.h"
#include "frontend/stablehlo/source.h"
#include "frontend/stablehlo/syntax.h"
#include "ir/location.h"

namespace tilewright::stablehlo {

// Reads locations after the text was parsed, when their aliases are known. A location is
// a place in a file, or made of others: of those the first is taken that is known, which
// is the innermost line of a stack of calls. What makes no sense is not known: nobody
// should fail to run a program because of where it says that it comes from.
class LocationReader {
 public:
  LocationReader(const Source& source,
                 const absl::flat_hash_map<std::string, Attribute>& aliases,
                 ir::FileTable* files)
      : lexer_(source.text()), aliases_(aliases), files_(files) {}

  // Of the word `loc` at `offset`, and what follows it in parentheses.
  ir::Location Read(Offset offset) { return Read(offset, 0); }

 private:
  ir::Location Read(Offset offset, int depth);
  ir::Location Body(int depth);
  ir::Location Named(int depth);
  ir::Location CallSite(int depth);
  ir::Location Fused(int depth);
  ir::Location Alias(absl::string_view name, int depth);
  void Advance() { token_ = lexer_.Lex(token_.end); }
  bool Eat(char punctuation);
  bool EatWord(absl::string_view word);
  int32_t EatNumber();  // 0: there is none, or it is too large
  void SkipMetadata();

  const Lexer lexer_;
  const absl::flat_hash_map<std::string, Attribute>& aliases_;
  ir::FileTable* files_;
  Token token_;
  absl::flat_hash_map<std::string, ir::Location> known_;  // by alias
};

}  // namespace tilewright::stablehlo
