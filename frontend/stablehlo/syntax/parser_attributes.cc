#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/syntax/float_text.h"
#include "frontend/stablehlo/syntax/literal_text.h"
#include "frontend/stablehlo/syntax/parser.h"
#include "ir/float_bits.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

Attribute Make(Attribute::Kind kind, Offset at) {
  Attribute attribute;
  attribute.kind = kind;
  attribute.at = at;
  return attribute;
}

bool IsPlainInteger(const Attribute& attribute) {
  return attribute.kind == Attribute::Kind::kInteger ||
         attribute.kind == Attribute::Kind::kBool;
}

int64_t PlainValue(const Attribute& attribute) {
  return attribute.kind == Attribute::Kind::kBool ? attribute.flag : attribute.integer;
}

// What is said twice would be obeyed once.
absl::Status CheckDistinct(const Source& source,
                           const std::vector<NamedAttribute>& fields, Offset at) {
  std::vector<absl::string_view> names;
  names.reserve(fields.size());
  for (const NamedAttribute& field : fields) names.push_back(field.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return absl::OkStatus();
  return source.Invalid(at, absl::StrCat("the attribute '", *twice, "' is given twice"));
}

}  // namespace

absl::Status Parser::ParseOptionalDict(std::vector<NamedAttribute>* fields) {
  if (!token_.Is('{')) return absl::OkStatus();
  return ParseDict(fields);
}

// {name = value, "quoted name" = value, unit_name}
absl::Status Parser::ParseDict(std::vector<NamedAttribute>* fields) {
  const Level level(this);
  TW_RETURN_IF_ERROR(CheckDepth());
  TW_RETURN_IF_ERROR(Expect('{'));
  if (Eat('}')) return absl::OkStatus();
  do {
    std::string name;
    if (token_.kind == TokenKind::kString) {
      name = Unescape(token_.text);
    } else if (token_.kind == TokenKind::kBareId) {
      name = std::string(token_.text);
    } else {
      return Expected("the name of an attribute");
    }
    Attribute value = Make(Attribute::Kind::kUnit, token_.begin);
    Advance();
    TW_RETURN_IF_ERROR(CountNodes(1));
    if (Eat('=')) {
      TW_ASSIGN_OR_RETURN(value, ParseAttribute());
    }
    fields->emplace_back(std::move(name), std::move(value));
  } while (Eat(','));
  const Offset end = token_.begin;
  TW_RETURN_IF_ERROR(Expect('}'));
  return CheckDistinct(source_, *fields, end);
}

absl::StatusOr<Attribute> Parser::ParseAttribute() {
  const Level level(this);
  TW_RETURN_IF_ERROR(CheckDepth());
  TW_RETURN_IF_ERROR(CountNodes(1));
  switch (token_.kind) {
    case TokenKind::kString: {
      Attribute attribute = Make(Attribute::Kind::kString, token_.begin);
      attribute.text = Unescape(token_.text);
      Advance();
      return attribute;
    }
    case TokenKind::kInteger:
    case TokenKind::kFloat:
      return ParseNumber(/*typed=*/true);
    case TokenKind::kAtId:
      return ParseSymbol();
    case TokenKind::kHashId:
      return ParseHashAttribute();
    case TokenKind::kBareId:
      return ParseWordAttribute();
    case TokenKind::kBangId: {
      Attribute attribute = Make(Attribute::Kind::kType, token_.begin);
      TW_ASSIGN_OR_RETURN(attribute.type, ParseType());
      return attribute;
    }
    default:
      break;
  }
  if (token_.Is('-')) return ParseNumber(/*typed=*/true);
  if (token_.Is('[')) return ParseList(/*typed=*/true);
  if (token_.Is('{')) {
    Attribute attribute = Make(Attribute::Kind::kDict, token_.begin);
    TW_RETURN_IF_ERROR(ParseDict(&attribute.fields));
    return attribute;
  }
  if (token_.Is('(')) {
    Attribute attribute = Make(Attribute::Kind::kType, token_.begin);
    TW_ASSIGN_OR_RETURN(attribute.type, ParseType());
    return attribute;
  }
  if (token_.Is('<')) return ParseStruct();
  return Expected("an attribute");
}

// 1, -1.5, 0x7F800000 : f32. `typed`: a type may follow.
absl::StatusOr<Attribute> Parser::ParseNumber(bool typed) {
  Attribute attribute = Make(Attribute::Kind::kInteger, token_.begin);
  if (token_.Is('-') && lexer_.Lex(token_.end).kind == TokenKind::kFloat) {
    Advance();
    attribute.flag = true;  // the sign, until the number is made
  }
  std::string decimal;
  const bool hex = token_.text.size() > 2 && token_.text[1] == 'x';
  if (token_.kind == TokenKind::kFloat) {
    attribute.kind = Attribute::Kind::kFloat;
    decimal = absl::StrCat(attribute.flag ? "-" : "", token_.text);
    attribute.flag = false;
    Advance();
  } else {
    TW_ASSIGN_OR_RETURN(attribute.integer, ParseInteger());
  }
  ir::ElementType element = ir::ElementType::kF64;
  if (typed && Eat(':')) {
    TW_ASSIGN_OR_RETURN(attribute.type, ParseType());
    if (attribute.type.kind == Type::Kind::kScalar) {
      element = attribute.type.tensor.element;
    }
    if (attribute.kind == Attribute::Kind::kInteger && ir::IsBool(element)) {
      attribute.kind = Attribute::Kind::kBool;
      attribute.flag = attribute.integer != 0;
    } else if (attribute.kind == Attribute::Kind::kInteger && ir::IsFloat(element)) {
      // 0x7F800000 : f32 is a bit pattern.
      if (!hex) return source_.Invalid(attribute.at, "a number with a '.' is expected");
      attribute.kind = Attribute::Kind::kFloat;
      attribute.number =
          ir::FloatFromBits(element, static_cast<uint64_t>(attribute.integer));
      return attribute;
    }
  }
  if (attribute.kind == Attribute::Kind::kFloat) {
    if (!ir::IsFloat(element)) {
      return source_.Invalid(attribute.at, "an integer is expected for this type");
    }
    const std::optional<uint64_t> bits = FloatBits(decimal, element);
    if (!bits) return source_.Invalid(attribute.at, "a number is expected");
    attribute.number = ir::FloatFromBits(element, *bits);
  }
  return attribute;
}

// [a, b]. Lists of plain integers are kept as such.
absl::StatusOr<Attribute> Parser::ParseList(bool typed) {
  const Level level(this);
  TW_RETURN_IF_ERROR(CheckDepth());
  Attribute list = Make(Attribute::Kind::kIntegers, token_.begin);
  TW_RETURN_IF_ERROR(Expect('['));
  if (Eat(']')) return list;
  do {
    absl::StatusOr<Attribute> item = typed ? ParseAttribute() : ParseBareValue();
    if (!item.ok()) return item;
    if (list.kind == Attribute::Kind::kIntegers && IsPlainInteger(*item)) {
      list.integers.push_back(PlainValue(*item));
      continue;
    }
    if (list.kind == Attribute::Kind::kIntegers) {
      list.kind = Attribute::Kind::kArray;
      for (int64_t value : list.integers) {
        Attribute integer = Make(Attribute::Kind::kInteger, list.at);
        integer.integer = value;
        list.elements.push_back(std::move(integer));
      }
      list.integers.clear();
    }
    list.elements.push_back(*std::move(item));
  } while (Eat(','));
  TW_RETURN_IF_ERROR(Expect(']'));
  return list;
}

absl::StatusOr<Attribute> Parser::ParseWordAttribute() {
  const Offset at = token_.begin;
  const absl::string_view word = token_.text;
  if (word == "dense") return ParseDenseAttribute();
  if (word == "dense_resource") return ParseResourceAttribute();
  if (word == "array") return ParseArrayAttribute();
  if (word == "true" || word == "false") {
    Attribute attribute = Make(Attribute::Kind::kBool, at);
    attribute.flag = word == "true";
    Advance();
    return attribute;
  }
  if (word == "unit") {
    Advance();
    return Make(Attribute::Kind::kUnit, at);
  }
  if (word == "loc" || word == "affine_map" || word == "affine_set" || word == "sparse" ||
      word == "strided" || word == "distinct") {
    Attribute attribute = Make(Attribute::Kind::kOpaque, at);
    Advance();
    while (token_.Is('[') || token_.Is('<') || token_.Is('(')) {
      TW_RETURN_IF_ERROR(SkipBalanced().status());
    }
    if (word == "sparse" && Eat(':')) TW_RETURN_IF_ERROR(ParseType().status());
    attribute.text = std::string(word);
    return attribute;
  }
  Attribute attribute = Make(Attribute::Kind::kType, at);
  absl::StatusOr<Type> type = ParseType();
  if (!type.ok()) {
    // Only the word itself can be at fault where nothing but a word was read.
    return token_.begin == at ? Expected("an attribute") : type.status();
  }
  attribute.type = *std::move(type);
  return attribute;
}

absl::StatusOr<Attribute> Parser::ParseDenseAttribute() {
  Attribute attribute = Make(Attribute::Kind::kDense, token_.begin);
  Advance();
  if (!token_.Is('<')) return Expected("'<'");
  // The type stands after the values, and is needed to read them.
  const Offset begin = token_.end;
  const absl::string_view text = source_.text();
  Offset end = begin;
  while (end < text.size() && text[end] != '>') {
    if (text[end] == '"') {
      const Token string = lexer_.Lex(end);
      if (string.kind == TokenKind::kError) return source_.Invalid(end, string.text);
      end = string.end;
    } else if (text[end] == '/') {
      const Offset next = lexer_.SkipSpace(end);
      end = next == end ? end + 1 : next;
    } else if (absl::ascii_isalnum(text[end]) || absl::ascii_isspace(text[end]) ||
               absl::string_view("[](),.+-").find(text[end]) != absl::string_view::npos) {
      ++end;
    } else {
      return source_.Invalid(end,
                             "a number, a bracket, ',' or the '>' that closes "
                             "'dense<' is expected");
    }
  }
  if (end >= text.size()) {
    return source_.Invalid(attribute.at, "'dense<' has no closing '>'");
  }
  MoveTo(end + 1);
  TW_RETURN_IF_ERROR(Expect(':'));
  const Offset type_at = token_.begin;
  TW_ASSIGN_OR_RETURN(attribute.type, ParseType());
  if (attribute.type.kind == Type::Kind::kUnsupported) {
    // Refused where it is used, not where it is read.
    attribute.kind = Attribute::Kind::kOpaque;
    attribute.text = attribute.type.text;
    return attribute;
  }
  if (attribute.type.kind != Type::Kind::kTensor) {
    return source_.Invalid(type_at, "the type of a dense constant is a tensor type");
  }
  if (attribute.type.tensor.has_dynamic_size()) {
    return source_.Invalid(type_at, "a constant needs a type without '?'");
  }
  TW_ASSIGN_OR_RETURN(
      ir::Literal literal,
      ParseDense(source_, begin, end, attribute.type.tensor, limits_.max_literal_bytes));
  attribute.literal = std::make_shared<const ir::Literal>(std::move(literal));
  return attribute;
}

absl::StatusOr<Attribute> Parser::ParseResourceAttribute() {
  Attribute attribute = Make(Attribute::Kind::kResource, token_.begin);
  Advance();
  TW_RETURN_IF_ERROR(Expect('<'));
  if (token_.kind != TokenKind::kBareId && token_.kind != TokenKind::kString) {
    return Expected("the name of a resource");
  }
  attribute.text = token_.kind == TokenKind::kString ? Unescape(token_.text)
                                                     : std::string(token_.text);
  Advance();
  TW_RETURN_IF_ERROR(Expect('>'));
  TW_RETURN_IF_ERROR(Expect(':'));
  TW_ASSIGN_OR_RETURN(attribute.type, ParseType());
  return attribute;
}

// array<i64: 1, 2>, array<i1: true, false>
absl::StatusOr<Attribute> Parser::ParseArrayAttribute() {
  Attribute attribute = Make(Attribute::Kind::kIntegers, token_.begin);
  Advance();
  TW_RETURN_IF_ERROR(Expect('<'));
  TW_ASSIGN_OR_RETURN(const Type element, ParseType());
  const bool is_float =
      element.kind == Type::Kind::kScalar && ir::IsFloat(element.tensor.element);
  if (is_float) attribute.kind = Attribute::Kind::kArray;
  if (Eat('>')) return attribute;
  TW_RETURN_IF_ERROR(Expect(':'));
  do {
    TW_ASSIGN_OR_RETURN(Attribute item, ParseBareValue());
    if (is_float) {
      attribute.elements.push_back(std::move(item));
    } else if (IsPlainInteger(item)) {
      attribute.integers.push_back(PlainValue(item));
    } else {
      return source_.Invalid(item.at, "an integer, true or false is expected");
    }
  } while (Eat(','));
  TW_RETURN_IF_ERROR(Expect('>'));
  return attribute;
}

absl::StatusOr<Attribute> Parser::ParseSymbol() {
  Attribute attribute = Make(Attribute::Kind::kSymbol, token_.begin);
  if (token_.kind != TokenKind::kAtId) return Expected("a symbol (@name)");
  attribute.text = Unescape(token_.text);
  Advance();
  // Nested symbols: @module::@function
  while (token_.Is(':')) {
    const Token second = lexer_.Lex(token_.end);
    if (!second.Is(':') || second.begin != token_.end) break;
    MoveTo(second.end);
    if (token_.kind != TokenKind::kAtId) return Expected("a symbol (@name)");
    attribute.text = Unescape(token_.text);
    Advance();
  }
  return attribute;
}

// #stablehlo<precision DEFAULT>, #stablehlo.gather<...>, #alias
absl::StatusOr<Attribute> Parser::ParseHashAttribute() {
  const Token name = token_;
  Advance();
  const bool has_body = token_.Is('<') && token_.begin == name.end;
  if ((name.text == "stablehlo" || name.text == "chlo") && has_body) {
    // <kind VALUE>
    Advance();
    Attribute attribute = Make(Attribute::Kind::kKeyword, name.begin);
    if (token_.kind != TokenKind::kBareId) return Expected("the kind of attribute");
    const absl::string_view kind = token_.text;
    if (kind == "conv") {
      Advance();
      TW_ASSIGN_OR_RETURN(attribute, ParseConvDimensions());
      TW_RETURN_IF_ERROR(Expect('>'));
      return attribute;
    }
    Advance();
    if (token_.kind != TokenKind::kBareId) return Expected("a keyword");
    attribute.text = std::string(token_.text);
    Advance();
    TW_RETURN_IF_ERROR(Expect('>'));
    return attribute;
  }
  if (has_body && name.text == "stablehlo.conv") {
    Advance();
    TW_ASSIGN_OR_RETURN(Attribute attribute, ParseConvDimensions());
    TW_RETURN_IF_ERROR(Expect('>'));
    return attribute;
  }
  if (has_body && name.text == "sdy.mesh") return ParseMeshBody();
  if (has_body &&
      (name.text == "stablehlo.gather" || name.text == "stablehlo.scatter" ||
       name.text == "stablehlo.dot" || name.text == "stablehlo.dot_algorithm" ||
       name.text == "stablehlo.channel_handle" ||
       name.text == "stablehlo.replica_group_mesh_axes" ||
       name.text == "stablehlo.mesh" || name.text == "stablehlo.axis_ref" ||
       name.text == "chlo.ragged_dot")) {
    return ParseStruct();
  }
  if (has_body || name.text.find('.') != absl::string_view::npos) {
    Attribute attribute = Make(Attribute::Kind::kOpaque, name.begin);
    attribute.text = absl::StrCat("#", name.text);
    if (has_body) TW_RETURN_IF_ERROR(SkipBalanced().status());
    return attribute;
  }
  Attribute attribute = Make(Attribute::Kind::kAlias, name.begin);
  attribute.text = std::string(name.text);
  return attribute;
}

absl::StatusOr<Attribute> Parser::ParseStruct() {
  const Level level(this);
  TW_RETURN_IF_ERROR(CheckDepth());
  Attribute attribute = Make(Attribute::Kind::kDict, token_.begin);
  TW_RETURN_IF_ERROR(Expect('<'));
  if (Eat('>')) return attribute;
  do {
    if (token_.Is('>')) break;  // a comma may end the list
    if (token_.kind != TokenKind::kBareId) return Expected("the name of a field");
    std::string name(token_.text);
    Advance();
    TW_RETURN_IF_ERROR(Expect('='));
    TW_ASSIGN_OR_RETURN(Attribute value,
                        name == "sub_axis_info" ? ParseSubAxis() : ParseBareValue());
    attribute.fields.emplace_back(std::move(name), std::move(value));
  } while (Eat(','));
  TW_RETURN_IF_ERROR(Expect('>'));
  return attribute;
}

// (1)2: the size before the part of an axis, and its own.
absl::StatusOr<Attribute> Parser::ParseSubAxis() {
  Attribute attribute = Make(Attribute::Kind::kIntegers, token_.begin);
  int64_t number = 0;
  TW_RETURN_IF_ERROR(Expect('('));
  TW_ASSIGN_OR_RETURN(number, ParseInteger());
  attribute.integers.push_back(number);
  TW_RETURN_IF_ERROR(Expect(')'));
  TW_ASSIGN_OR_RETURN(number, ParseInteger());
  attribute.integers.push_back(number);
  return attribute;
}

absl::StatusOr<Attribute> Parser::ParseBareValue() {
  const Level level(this);
  TW_RETURN_IF_ERROR(CheckDepth());
  TW_RETURN_IF_ERROR(CountNodes(1));
  if (token_.kind == TokenKind::kInteger || token_.kind == TokenKind::kFloat ||
      token_.Is('-')) {
    return ParseNumber(/*typed=*/false);
  }
  if (token_.Is('[')) return ParseList(/*typed=*/false);
  if (token_.kind == TokenKind::kBareId && token_.text != "true" &&
      token_.text != "false" && token_.text != "dense" && token_.text != "array") {
    Attribute attribute = Make(Attribute::Kind::kKeyword, token_.begin);
    attribute.text = std::string(token_.text);
    Advance();
    return attribute;
  }
  return ParseAttribute();
}

}  // namespace tilewright::stablehlo
