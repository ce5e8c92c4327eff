#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/locations.h"
#include "frontend/stablehlo/parser.h"
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
    if (token_.kind == TokenKind::kAtId) Advance();
    if (EatWord("attributes")) TW_RETURN_IF_ERROR(ParseDict(&module->attributes));
    TW_RETURN_IF_ERROR(Expect('{'));
    TW_RETURN_IF_ERROR(ParseTopLevel(module, /*braced=*/true));
    return SkipLocation();
  }
  if (IsWordAmong(token_, {"func.func", "func"})) return ParseFunction(module);
  if (token_.IsWord("sdy.mesh")) return ParseMesh(module);
  if (token_.kind == TokenKind::kString) {
    TW_ASSIGN_OR_RETURN(Op op, ParseOp());
    return ParseGenericTopLevel(module, std::move(op));
  }
  if (token_.kind == TokenKind::kBareId &&
      token_.text.find('.') != absl::string_view::npos) {
    return source_.Unsupported(token_.begin,
                               absl::StrCat("the operation '", token_.text,
                                            "' is not supported outside of a function"));
  }
  return Expected("a module or a function");
}

absl::Status Parser::AddFunction(Module* module, Function function) {
  const auto [it, added] =
      module->function_index.emplace(function.name, module->functions.size());
  if (!added) {
    return source_.Invalid(function.at, absl::StrCat("the function '@", function.name,
                                                     "' is defined twice"));
  }
  module->functions.push_back(std::move(function));
  return absl::OkStatus();
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
  return AddFunction(module, std::move(function));
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

// "builtin.module"() ({...}) and "func.func"() <{...}> ({...})
absl::Status Parser::ParseGenericTopLevel(Module* module, Op op) {
  if (op.name == "sdy.mesh") {
    const Attribute* const name = op.Find("sym_name");
    const Attribute* const mesh = op.Find("mesh");
    if (name != nullptr && mesh != nullptr) module->meshes.emplace(name->text, *mesh);
    return absl::OkStatus();
  }
  if (op.name == "builtin.module") {
    for (NamedAttribute& attribute : op.attributes) {
      module->attributes.push_back(std::move(attribute));
    }
    for (SyntaxRegion& region : op.regions) {
      for (Op& inner : region.ops) {
        TW_RETURN_IF_ERROR(ParseGenericTopLevel(module, std::move(inner)));
      }
    }
    return absl::OkStatus();
  }
  if (op.name != "func.func") {
    return source_.Unsupported(op.at, absl::StrCat("the operation '", op.name,
                                                   "' is not supported outside of a "
                                                   "function"));
  }
  Function function;
  function.at = op.at;
  const Attribute* name = op.Find("sym_name");
  const Attribute* type = op.Find("function_type");
  const Attribute* visibility = op.Find("sym_visibility");
  if (name == nullptr || type == nullptr || type->type.kind != Type::Kind::kFunction ||
      op.regions.size() != 1) {
    return source_.Invalid(op.at,
                           "a func.func has sym_name, function_type and one "
                           "region");
  }
  function.name = name->text;
  function.is_private = visibility != nullptr && visibility->text != "public";
  function.result_types = type->type.results;
  function.result_attributes.resize(function.result_types.size());
  SyntaxRegion& region = op.regions[0];
  function.has_body = !region.ops.empty();
  function.arguments = std::move(region.arguments);
  region.arguments.clear();
  if (function.arguments.size() != type->type.elements.size() &&
      (function.has_body || !function.arguments.empty())) {
    return source_.Invalid(
        op.at, absl::StrCat("the function type has ", type->type.elements.size(),
                            " arguments, the region ", function.arguments.size()));
  }
  for (size_t i = 0; i < function.arguments.size(); ++i) {
    const std::string own = ToString(function.arguments[i].type);
    const std::string wanted = ToString(type->type.elements[i]);
    if (own == wanted) continue;
    return source_.Invalid(
        function.arguments[i].at,
        absl::StrCat("the argument is ", own, ", the function type says ", wanted));
  }
  if (const Attribute* attributes = op.Find("arg_attrs")) {
    for (size_t i = 0; i < attributes->elements.size() && i < function.arguments.size();
         ++i) {
      function.arguments[i].attributes = attributes->elements[i].fields;
    }
  }
  function.body = std::move(region);
  return AddFunction(module, std::move(function));
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
