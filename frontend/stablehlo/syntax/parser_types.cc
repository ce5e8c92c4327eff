#include <charconv>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/syntax/parser.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

Type Unsupported(absl::string_view text) {
  Type type;
  type.kind = Type::Kind::kUnsupported;
  type.text = std::string(text);
  return type;
}

Type ScalarType(ir::ElementType element) {
  Type type;
  type.kind = Type::Kind::kScalar;
  type.tensor = ir::Scalar(element);
  return type;
}

// Types that are whole words, supported or not.
Type TypeOfWord(absl::string_view word) {
  if (word == "index") {
    Type type = ScalarType(ir::ElementType::kI64);
    type.is_index = true;
    return type;
  }
  // si32 is the specification's name of what the text spells i32.
  if (word.size() > 2 && word.substr(0, 2) == "si") word.remove_prefix(1);
  const std::optional<ir::ElementType> element = ir::FindElementType(word);
  if (element && *element != ir::ElementType::kC64 &&
      *element != ir::ElementType::kC128) {
    return ScalarType(*element);
  }
  return Unsupported(word);
}

int64_t CountNodesOf(const Type& type) {
  int64_t count = 1;
  for (const Type& element : type.elements) count += CountNodesOf(element);
  for (const Type& result : type.results) count += CountNodesOf(result);
  return count;
}

}  // namespace

absl::StatusOr<Type> Parser::ParseType() {
  const Level level(this);
  TW_RETURN_IF_ERROR(CheckDepth());
  TW_RETURN_IF_ERROR(CountNodes(1));
  if (token_.Is('(')) return ParseFunctionType();
  if (token_.kind == TokenKind::kBangId) return ParseDialectType();
  if (token_.kind == TokenKind::kBareId) return ParseNamedType();
  return Expected("a type");
}

absl::StatusOr<Type> Parser::ParseNamedType() {
  const absl::string_view word = token_.text;
  const Offset begin = token_.begin;
  if (word == "tensor") return ParseTensorType();
  if (word == "tuple") return ParseTupleType();
  if (word == "complex") return ParseComplexType();
  Advance();
  if (word == "vector" || word == "memref" || word == "opaque") {
    if (token_.Is('<')) {
      TW_ASSIGN_OR_RETURN(const absl::string_view body, SkipBalanced());
      return Unsupported(absl::StrCat(word, body));
    }
    return Unsupported(word);
  }
  const Type type = TypeOfWord(word);
  const bool known = type.kind != Type::Kind::kUnsupported;
  const bool spelled_like_one =
      word == "none" || word == "tf32" ||
      ((word[0] == 'i' || word[0] == 'f' || word.substr(0, 2) == "ui" ||
        word.substr(0, 2) == "si" || word.substr(0, 2) == "bf") &&
       absl::ascii_isdigit(word.back())) ||
      (word[0] == 'f' && word.size() > 2 && absl::ascii_isdigit(word[1]));
  if (!known && !spelled_like_one) {
    MoveTo(begin);
    return Expected("a type");
  }
  return type;
}

// tensor<2x?xf32>: the sizes run into each other and into the element type, so
// they are read as characters.
absl::StatusOr<Type> Parser::ParseTensorType() {
  const Offset begin = token_.begin;
  Advance();
  if (!token_.Is('<')) return Expected("'<'");
  const absl::string_view text = source_.text();
  Type type;
  type.kind = Type::Kind::kTensor;
  Offset i = lexer_.SkipSpace(token_.end);
  const auto at = [&text](Offset k) { return k < text.size() ? text[k] : '\0'; };
  if (at(i) == '*') {
    MoveTo(begin);
    Advance();
    TW_ASSIGN_OR_RETURN(const absl::string_view body, SkipBalanced());
    return Unsupported(absl::StrCat("tensor", body, " (without rank)"));
  }
  while (absl::ascii_isdigit(at(i)) || at(i) == '?') {
    int64_t size = ir::kDynamicSize;
    if (at(i) == '?') {
      ++i;
      has_dynamic_sizes_ = true;
    } else {
      const std::from_chars_result result =
          std::from_chars(text.data() + i, text.data() + text.size(), size);
      if (result.ec != std::errc()) {
        return source_.Invalid(i, "a size has to fit 64 bits");
      }
      i = static_cast<Offset>(result.ptr - text.data());
    }
    if (at(i) != 'x') return source_.Invalid(i, "'x' is expected after a size");
    ++i;
    type.tensor.shape.Append(size);
    if (type.tensor.dims().size() > 1024) {
      return source_.Invalid(begin, "a tensor has at most 1024 dimensions");
    }
  }
  // Without the zeros among them, so that no product of sizes overflows later.
  ir::Dims positive;
  for (int64_t size : type.tensor.dims()) {
    if (size > 0) positive.push_back(size);
  }
  int64_t elements = 0;
  if (!ir::BoundedProduct(positive, ir::kMaxTensorBytes, &elements)) {
    return source_.Invalid(begin, absl::StrCat("the sizes' product is beyond the limit "
                                               "of ",
                                               ir::kMaxTensorBytes));
  }
  MoveTo(i);
  TW_ASSIGN_OR_RETURN(const Type element, ParseType());
  std::string encoding;
  if (token_.Is(',')) {
    // Bounds of dynamic sizes say nothing that is used; any other encoding
    // changes what the tensor is.
    Advance();
    const absl::string_view name = token_.text;
    TW_ASSIGN_OR_RETURN(const Attribute attribute, ParseAttribute());
    if (name != "stablehlo.bounds" && name != "stablehlo.type_extensions") {
      encoding = attribute.text.empty() ? std::string(name) : attribute.text;
    }
  }
  const Offset end = token_.end;
  TW_RETURN_IF_ERROR(Expect('>'));
  if (element.kind != Type::Kind::kScalar || !encoding.empty()) {
    return Unsupported(text.substr(begin, end - begin));
  }
  type.tensor.element = element.tensor.element;
  type.is_index = element.is_index;
  return type;
}

absl::StatusOr<Type> Parser::ParseComplexType() {
  const Offset begin = token_.begin;
  Advance();
  TW_RETURN_IF_ERROR(Expect('<'));
  TW_ASSIGN_OR_RETURN(const Type part, ParseType());
  const Offset end = token_.end;
  TW_RETURN_IF_ERROR(Expect('>'));
  if (part.kind == Type::Kind::kScalar) {
    if (part.tensor.element == ir::ElementType::kF32) {
      return ScalarType(ir::ElementType::kC64);
    }
    if (part.tensor.element == ir::ElementType::kF64) {
      return ScalarType(ir::ElementType::kC128);
    }
  }
  return Unsupported(source_.text().substr(begin, end - begin));
}

absl::StatusOr<Type> Parser::ParseTupleType() {
  Type type;
  type.kind = Type::Kind::kTuple;
  Advance();
  TW_RETURN_IF_ERROR(Expect('<'));
  if (Eat('>')) return type;
  do {
    TW_ASSIGN_OR_RETURN(Type element, ParseType());
    type.elements.push_back(std::move(element));
  } while (Eat(','));
  TW_RETURN_IF_ERROR(Expect('>'));
  return type;
}

absl::StatusOr<Type> Parser::ParseFunctionType() {
  Type type;
  type.kind = Type::Kind::kFunction;
  TW_RETURN_IF_ERROR(ParseTypeList(&type.elements));
  TW_RETURN_IF_ERROR(ExpectArrow());
  TW_RETURN_IF_ERROR(ParseResultTypes(&type.results));
  return type;
}

// !stablehlo.token, !quant.uniform<...>, or an alias
absl::StatusOr<Type> Parser::ParseDialectType() {
  const Token name = token_;
  Advance();
  if (name.text == "stablehlo.token") {
    Type type;
    type.kind = Type::Kind::kToken;
    return type;
  }
  const auto alias = type_aliases_.find(name.text);
  if (alias != type_aliases_.end()) {
    TW_RETURN_IF_ERROR(CountNodes(CountNodesOf(alias->second)));
    return alias->second;
  }
  if (name.text.find('.') == absl::string_view::npos && !token_.Is('<')) {
    return source_.Invalid(name.begin, absl::StrCat("the type alias '!", name.text,
                                                    "' is not defined before"));
  }
  std::string text = absl::StrCat("!", name.text);
  if (token_.Is('<')) {
    TW_ASSIGN_OR_RETURN(const absl::string_view body, SkipBalanced());
    absl::StrAppend(&text, body);
  }
  return Unsupported(text);
}

absl::Status Parser::ParseTypeList(std::vector<Type>* types) {
  TW_RETURN_IF_ERROR(Expect('('));
  if (Eat(')')) return absl::OkStatus();
  do {
    TW_ASSIGN_OR_RETURN(Type type, ParseType());
    TW_RETURN_IF_ERROR(SkipLocation());
    types->push_back(std::move(type));
  } while (Eat(','));
  return Expect(')');
}

absl::Status Parser::ParseResultTypes(std::vector<Type>* types) {
  if (token_.Is('(')) return ParseTypeList(types);
  TW_ASSIGN_OR_RETURN(Type type, ParseType());
  types->push_back(std::move(type));
  return absl::OkStatus();
}

// (T, T) -> T, or T, T -> T, or T, T
absl::StatusOr<Parser::TypeClause> Parser::ParseTypeClause() {
  TypeClause clause;
  if (token_.Is('(')) {
    TW_RETURN_IF_ERROR(ParseTypeList(&clause.inputs));
    clause.has_arrow = true;
    TW_RETURN_IF_ERROR(ExpectArrow());
  } else {
    do {
      TW_ASSIGN_OR_RETURN(Type type, ParseType());
      clause.inputs.push_back(std::move(type));
    } while (Eat(','));
    if (token_.kind != TokenKind::kArrow) return clause;
    clause.has_arrow = true;
    Advance();
  }
  TW_RETURN_IF_ERROR(ParseResultTypes(&clause.outputs));
  return clause;
}

absl::Status Parser::ApplyTypeClause(TypeForm form, Offset at, TypeClause clause,
                                     Op* op) {
  const size_t operands = op->operands.size();
  op->has_operand_types = true;
  if (clause.has_arrow) {
    op->operand_types = std::move(clause.inputs);
    op->result_types = std::move(clause.outputs);
  } else {
    std::vector<Type>& types = clause.inputs;
    const auto wants = [&](size_t count) {
      if (types.size() == count) return absl::OkStatus();
      return source_.Invalid(at, absl::StrCat(count,
                                              " types are expected, or types of "
                                              "operands and results with '->', found ",
                                              types.size()));
    };
    switch (form) {
      case TypeForm::kSame:
        TW_RETURN_IF_ERROR(wants(1));
        TW_RETURN_IF_ERROR(
            CountNodes(static_cast<int64_t>(operands) * CountNodesOf(types[0])));
        op->operand_types.assign(operands, types[0]);
        op->result_types = std::move(types);
        break;
      case TypeForm::kResults:
        op->result_types = std::move(types);
        break;
      case TypeForm::kOperands:
        op->operand_types = std::move(types);
        break;
      case TypeForm::kPairwise:
        op->operand_types = types;
        op->result_types = std::move(types);
        break;
      case TypeForm::kSelect:
        TW_RETURN_IF_ERROR(wants(2));
        op->operand_types = {types[0], types[1], types[1]};
        op->result_types = {types[1]};
        break;
      case TypeForm::kComplex: {
        TW_RETURN_IF_ERROR(wants(1));
        Type part = types[0];
        part.tensor.element = ir::RealPart(part.tensor.element);
        op->operand_types = {part, part};
        op->result_types = std::move(types);
        break;
      }
      case TypeForm::kTuple:
        TW_RETURN_IF_ERROR(wants(1));
        if (types[0].kind != Type::Kind::kTuple) {
          return source_.Invalid(at, "a tuple type is expected");
        }
        op->operand_types = types[0].elements;
        op->result_types = std::move(types);
        break;
    }
  }
  if (op->operand_types.size() == operands) return absl::OkStatus();
  return source_.Invalid(
      at, absl::StrCat("'", op->name, "' has ", operands, " operands, but ",
                       op->operand_types.size(), " operand types"));
}

}  // namespace tilewright::stablehlo
