#include "frontend/stablehlo/locations.h"

#include "absl/strings/numbers.h"

namespace tilewright::stablehlo {
namespace {

// Stacks of calls are nested to the right, one level a frame.
constexpr int kMaxDepth = 200;

ir::Location FirstKnown(ir::Location a, ir::Location b) { return a.known() ? a : b; }

}  // namespace

bool LocationReader::Eat(char punctuation) {
  if (!token_.Is(punctuation)) return false;
  Advance();
  return true;
}

bool LocationReader::EatWord(absl::string_view word) {
  if (!token_.IsWord(word)) return false;
  Advance();
  return true;
}

int32_t LocationReader::EatNumber() {
  int32_t number = 0;
  if (token_.kind != TokenKind::kInteger || !absl::SimpleAtoi(token_.text, &number)) {
    return 0;
  }
  Advance();
  return number;
}

ir::Location LocationReader::Read(Offset offset, int depth) {
  token_ = lexer_.Lex(offset);
  if (!EatWord("loc") || !Eat('(')) return {};
  return Body(depth);
}

ir::Location LocationReader::Body(int depth) {
  if (depth > kMaxDepth) return {};
  if (token_.kind == TokenKind::kString) return Named(depth);
  if (EatWord("callsite")) return CallSite(depth);
  if (EatWord("fused")) return Fused(depth);
  if (token_.kind == TokenKind::kHashId) {
    const absl::string_view name = token_.text;
    Advance();
    const Token after = token_;
    const ir::Location location = Alias(name, depth);
    token_ = after;
    return location;
  }
  if (token_.kind == TokenKind::kBareId) Advance();  // unknown
  return {};
}

// "file":line:column, perhaps a range of them; or "name", "name"(location)
ir::Location LocationReader::Named(int depth) {
  const absl::string_view text = token_.text;
  Advance();
  if (Eat('(')) {
    const ir::Location location = Body(depth + 1);
    Eat(')');
    return location;
  }
  if (!Eat(':')) return {};
  ir::Location location;
  location.line = EatNumber();
  if (Eat(':')) location.column = EatNumber();
  location.file = files_->Intern(Unescape(text));
  if (EatWord("to")) {
    EatNumber();
    if (Eat(':')) EatNumber();
  }
  return location;
}

// callsite(callee at caller)
ir::Location LocationReader::CallSite(int depth) {
  if (!Eat('(')) return {};
  const ir::Location callee = Body(depth + 1);
  if (!EatWord("at")) return callee;
  const ir::Location caller = Body(depth + 1);
  Eat(')');
  return FirstKnown(callee, caller);
}

// fused<metadata>[location, location]
ir::Location LocationReader::Fused(int depth) {
  SkipMetadata();
  if (!Eat('[')) return {};
  ir::Location location;
  do {
    location = FirstKnown(location, Body(depth + 1));
  } while (Eat(','));
  Eat(']');
  return location;
}

ir::Location LocationReader::Alias(absl::string_view name, int depth) {
  // One that stands for itself is not known.
  const auto [it, first] = known_.try_emplace(std::string(name));
  if (!first) return it->second;
  const auto alias = aliases_.find(name);
  if (alias == aliases_.end()) return {};
  const ir::Location location = Read(alias->second.at, depth + 1);
  known_[std::string(name)] = location;
  return location;
}

void LocationReader::SkipMetadata() {
  int open = 0;
  do {
    if (token_.Is('<')) ++open;
    if (token_.Is('>')) --open;
    if (open > 0 || token_.Is('>')) Advance();
  } while (open > 0 && token_.kind != TokenKind::kEnd &&
           token_.kind != TokenKind::kError);
}

}  // namespace tilewright::stablehlo
