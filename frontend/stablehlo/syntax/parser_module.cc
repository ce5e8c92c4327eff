#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/syntax/generic_module.h"
#include "frontend/stablehlo/syntax/locations.h"
#include "frontend/stablehlo/syntax/parser.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

bool IsWordAmong(const Token& token, std::initializer_list<absl::string_view> words) {
  for (absl::string_view word : words) {
    if (token.IsWord(word)) return true;
  }
  return false;
}

}  // namespace

absl::StatusOr<Module> Parser::ParseModule() {
  Module module;
  TW_RETURN_IF_ERROR(ParseTopLevel(&module, /*braced=*/false));
  module.has_dynamic_sizes = has_dynamic_sizes_;
  module.has_expectations = has_expectations_;
  LocationReader reader(source_, module.aliases, &module.files);
  for (Offset at : locations_) module.locations.push_back(reader.Read(at));
  return module;
}

// Aliases, modules, functions and other symbols, to the end of the text or to
// the brace that closes the module.
absl::Status Parser::ParseTopLevel(Module* module, bool braced) {
  const Level level(this);
  TW_RETURN_IF_ERROR(CheckDepth());
  while (true) {
    if (braced && token_.Is('}')) {
      Advance();
      return absl::OkStatus();
    }
    if (token_.kind == TokenKind::kEnd) {
      return braced ? Expected("'}' of the module") : absl::OkStatus();
    }
    if (token_.kind == TokenKind::kHashId) {
      TW_RETURN_IF_ERROR(ParseAttributeAlias(module));
    } else if (token_.kind == TokenKind::kBangId) {
      TW_RETURN_IF_ERROR(ParseTypeAlias());
    } else if (token_.kind == TokenKind::kTrailerStart) {
      TW_RETURN_IF_ERROR(ParseTrailer(module));
    } else {
      TW_RETURN_IF_ERROR(ParseTopLevelOp(module));
    }
  }
}

absl::Status Parser::ParseTopLevelOp(Module* module) {
  if (IsWordAmong(token_, {"module", "builtin.module"})) {
    Advance();
    if (token_.kind == TokenKind::kAtId) {
      TW_ASSIGN_OR_RETURN(Attribute name, ParseSymbol());
      module->name = std::move(name.text);
    }
    if (EatWord("attributes")) TW_RETURN_IF_ERROR(ParseDict(&module->attributes));
    TW_RETURN_IF_ERROR(Expect('{'));
    TW_RETURN_IF_ERROR(ParseTopLevel(module, /*braced=*/true));
    return SkipLocation();
  }
  if (IsWordAmong(token_, {"func.func", "func"})) return ParseFunction(module);
  if (token_.IsWord("sdy.mesh")) return ParseMesh(module);
  if (token_.kind == TokenKind::kString) {
    TW_ASSIGN_OR_RETURN(Op op, ParseOp());
    return AddTopLevel(source_, std::move(op), module);
  }
  if (token_.kind == TokenKind::kBareId &&
      token_.text.find('.') != absl::string_view::npos) {
    return source_.Unsupported(token_.begin,
                               absl::StrCat("the operation '", token_.text,
                                            "' is not supported outside of a function"));
  }
  return Expected("a module or a function");
}

// func.func [visibility] @name(arguments) [-> results] [attributes {...}] [{...}]
absl::Status Parser::ParseFunction(Module* module) {
  Function function;
  Advance();
  if (EatWord("private") || EatWord("nested")) {
    function.is_private = true;
  } else {
    EatWord("public");
  }
  function.at = token_.begin;
  TW_ASSIGN_OR_RETURN(Attribute name, ParseSymbol());
  function.name = std::move(name.text);
  TW_RETURN_IF_ERROR(ParseFunctionArguments(&function));
  if (token_.kind == TokenKind::kArrow) {
    Advance();
    TW_RETURN_IF_ERROR(ParseFunctionResults(&function));
  }
  std::vector<NamedAttribute> attributes;
  if (EatWord("attributes")) TW_RETURN_IF_ERROR(ParseDict(&attributes));
  function.has_body = token_.Is('{');
  if (function.has_body) TW_RETURN_IF_ERROR(ParseRegion(&function.body));
  if (!function.body.arguments.empty()) {
    return source_.Invalid(function.at, "the arguments stand in the function's head");
  }
  TW_RETURN_IF_ERROR(SkipLocation());
  return AddFunction(source_, std::move(function), module);
}

absl::Status Parser::ParseFunctionArguments(Function* function) {
  const Token first = lexer_.Lex(token_.end);
  if (first.kind == TokenKind::kPercentId || first.Is(')')) {
    return ParseArguments(&function->arguments);
  }
  // A declaration names types alone.
  TW_RETURN_IF_ERROR(Expect('('));
  do {
    Argument argument;
    argument.at = token_.begin;
    TW_ASSIGN_OR_RETURN(argument.type, ParseType());
    TW_RETURN_IF_ERROR(ParseOptionalDict(&argument.attributes));
    function->arguments.push_back(std::move(argument));
  } while (Eat(','));
  return Expect(')');
}

absl::Status Parser::ParseFunctionResults(Function* function) {
  if (!Eat('(')) {
    TW_ASSIGN_OR_RETURN(Type type, ParseType());
    function->result_types.push_back(std::move(type));
    function->result_attributes.emplace_back();
    return absl::OkStatus();
  }
  if (Eat(')')) return absl::OkStatus();
  do {
    TW_ASSIGN_OR_RETURN(Type type, ParseType());
    std::vector<NamedAttribute> attributes;
    TW_RETURN_IF_ERROR(ParseOptionalDict(&attributes));
    TW_RETURN_IF_ERROR(SkipLocation());
    function->result_types.push_back(std::move(type));
    function->result_attributes.push_back(std::move(attributes));
  } while (Eat(','));
  return Expect(')');
}

// #name = attribute
absl::Status Parser::ParseAttributeAlias(Module* module) {
  const Token name = token_;
  Advance();
  TW_RETURN_IF_ERROR(Expect('='));
  TW_ASSIGN_OR_RETURN(Attribute value, ParseAttribute());
  const auto [it, added] =
      module->aliases.emplace(std::string(name.text), std::move(value));
  if (added) return absl::OkStatus();
  return source_.Invalid(name.begin,
                         absl::StrCat("the alias '#", name.text, "' is defined twice"));
}

// !name = type
absl::Status Parser::ParseTypeAlias() {
  const Token name = token_;
  Advance();
  TW_RETURN_IF_ERROR(Expect('='));
  EatWord("type");
  TW_ASSIGN_OR_RETURN(Type type, ParseType());
  const auto [it, added] = type_aliases_.emplace(std::string(name.text), std::move(type));
  if (added) return absl::OkStatus();
  return source_.Invalid(name.begin,
                         absl::StrCat("the alias '!", name.text, "' is defined twice"));
}

// {-# dialect_resources: { builtin: { key: "0x04000000..." } } #-}
absl::Status Parser::ParseTrailer(Module* module) {
  Advance();
  std::vector<std::string> open;  // names of the sections around
  while (token_.kind != TokenKind::kTrailerEnd) {
    if (token_.Is('}')) {
      if (open.empty()) return Expected("'#-}'");
      open.pop_back();
      Advance();
      Eat(',');
      continue;
    }
    if (token_.kind != TokenKind::kBareId && token_.kind != TokenKind::kString) {
      return Expected("a name of the trailer");
    }
    std::string name = token_.kind == TokenKind::kString ? Unescape(token_.text)
                                                         : std::string(token_.text);
    const Offset at = token_.begin;
    Advance();
    TW_RETURN_IF_ERROR(Expect(':'));
    if (Eat('{')) {
      open.push_back(std::move(name));
      continue;
    }
    if (token_.kind == TokenKind::kString && open.size() == 2 &&
        open[0] == "dialect_resources") {
      // Four bytes of alignment stand before the data.
      absl::string_view digits = token_.text;
      if (digits.size() < 10 || digits.substr(0, 2) != "0x") {
        return source_.Invalid(token_.begin,
                               "a resource is 0x, four bytes of alignment and data");
      }
      if (!module->resources.emplace(name, digits.substr(10)).second) {
        return source_.Invalid(
            at, absl::StrCat("the resource '", name, "' is defined twice"));
      }
      Advance();
    } else {
      TW_RETURN_IF_ERROR(ParseAttribute().status());
    }
    Eat(',');
  }
  if (!open.empty()) return Expected("'}'");
  Advance();
  return absl::OkStatus();
}

}  // namespace tilewright::stablehlo
