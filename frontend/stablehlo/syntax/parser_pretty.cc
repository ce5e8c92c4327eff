#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "frontend/stablehlo/syntax/parser.h"
#include "ir/op_kind.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

bool HasPrefix(absl::string_view text, absl::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

Attribute Text(Attribute::Kind kind, absl::string_view text, Offset at) {
  Attribute attribute;
  attribute.kind = kind;
  attribute.text = std::string(text);
  attribute.at = at;
  return attribute;
}

}  // namespace

absl::Status Parser::ParsePrettyOp(Op* op) {
  const absl::string_view name = op->name;
  if (name == "stablehlo.constant" || name == "chlo.constant") return ParseConstant(op);
  if (name == "stablehlo.while") return ParseWhile(op);
  if (name == "stablehlo.reduce") return ParseReduce(op);
  if (name == "chlo.scan") return ParseScan(op);
  if (name == "sdy.manual_computation") return ParseManualComputation(op);
  if (HasPrefix(name, "check.")) return ParseCheck(op);
  const PrettyRow* row = FindPrettyRow(name);
  const PrettyRow plain = {name, "%*", TypeForm::kSame};
  if (row == nullptr) {
    if (!HasPrefix(name, "stablehlo.") && !HasPrefix(name, "chlo.")) {
      return source_.Unsupported(
          op->at, absl::StrCat("the operation '", name, "' is not supported"));
    }
    row = &plain;
  }
  if (HasPrefix(name, "interpreter.")) has_expectations_ = true;
  TW_RETURN_IF_ERROR(ParseFormat(row->format, op));
  // interpreter.probe and others may go on with `, name = value`.
  TW_RETURN_IF_ERROR(ParseOptionalDict(op->attributes.Own()));
  const bool may_lack_types =
      row->types == TypeForm::kOperands || row->types == TypeForm::kPairwise;
  if (may_lack_types && !token_.Is(':')) {
    if (op->operands.empty()) {
      op->has_operand_types = true;
      return absl::OkStatus();
    }
    return Expected("':' and types");
  }
  TW_RETURN_IF_ERROR(Expect(':'));
  const Offset at = token_.begin;
  TW_ASSIGN_OR_RETURN(TypeClause clause, ParseTypeClause());
  return ApplyTypeClause(row->types, at, std::move(clause), op);
}

absl::Status Parser::ParseFormat(absl::string_view format, Op* op) {
  for (absl::string_view item : absl::StrSplit(format, ' ', absl::SkipEmpty())) {
    TW_RETURN_IF_ERROR(ParseFormatItem(item, op));
  }
  return absl::OkStatus();
}

absl::Status Parser::ParseFormatItem(absl::string_view item, Op* op) {
  if (item == "%") {
    TW_ASSIGN_OR_RETURN(const ValueUse use, ParseUse());
    op->operands.push_back(use);
    return absl::OkStatus();
  }
  if (item == "%*") return ParseUses(&op->operands);
  if (item[0] == '$') {
    TW_ASSIGN_OR_RETURN(Attribute value, ParseBareValue());
    op->attributes.emplace_back(std::string(item.substr(1)), std::move(value));
    return absl::OkStatus();
  }
  if (item[0] == '?') {
    const size_t colon = item.find(':');
    if (!Eat(',')) return absl::OkStatus();
    TW_RETURN_IF_ERROR(ExpectWord(item.substr(colon + 1)));
    TW_RETURN_IF_ERROR(Expect('='));
    TW_ASSIGN_OR_RETURN(Attribute value, ParseBareValue());
    op->attributes.emplace_back(std::string(item.substr(1, colon - 1)), std::move(value));
    return absl::OkStatus();
  }
  if (item[0] == '!') return ParseCustomItem(item.substr(1), op);
  const bool is_word = absl::ascii_isalpha(item[0]);
  if (!is_word) return Expect(item[0]);
  return ExpectWord(item);
}

absl::Status Parser::ParseCustomItem(absl::string_view item, Op* op) {
  const Offset at = token_.begin;
  if (item == "callee" || item == "call_target") {
    TW_ASSIGN_OR_RETURN(Attribute symbol, ParseSymbol());
    if (item == "callee") {
      op->attributes.emplace_back("callee", std::move(symbol));
    } else {
      if (HasPrefix(symbol.text, "check.")) has_expectations_ = true;
      // Its condition has to be evaluated, as sizes are.
      if (symbol.text == "shape_assertion") has_dynamic_sizes_ = true;
      symbol.kind = Attribute::Kind::kString;
      op->attributes.emplace_back("call_target_name", std::move(symbol));
    }
    return absl::OkStatus();
  }
  if (item == "opaque") {
    if (token_.Is('<')) return SkipBalanced().status();
    return ParseAttribute().status();
  }
  if (item == "compare_type") {
    if (!Eat(',')) return absl::OkStatus();
    TW_ASSIGN_OR_RETURN(Attribute value, ParseBareValue());
    op->attributes.emplace_back("compare_type", std::move(value));
    return absl::OkStatus();
  }
  if (item == "composite_name") {
    if (token_.kind != TokenKind::kString) return Expected("the composite's name");
    Attribute name = Text(Attribute::Kind::kString, Unescape(token_.text), at);
    op->attributes.emplace_back("name", std::move(name));
    Advance();
    return absl::OkStatus();
  }
  if (item == "regions") {
    if (!Eat('(')) return absl::OkStatus();
    do {
      TW_RETURN_IF_ERROR(ParseRegion(&op->regions.emplace_back()));
    } while (Eat(','));
    return Expect(')');
  }
  if (item == "empty_or_values") {
    if (Eat('(')) return Expect(')');
    return ParseUses(&op->operands);
  }
  if (item == "precision") {
    if (!token_.Is(',') || !lexer_.Lex(token_.end).IsWord("precision")) {
      return absl::OkStatus();
    }
    Advance();
    Advance();
    TW_RETURN_IF_ERROR(Expect('='));
    TW_ASSIGN_OR_RETURN(Attribute value, ParseBareValue());
    op->attributes.emplace_back("precision_config", std::move(value));
    return absl::OkStatus();
  }
  if (item == "algorithm") {
    if (!Eat(',')) return absl::OkStatus();
    TW_RETURN_IF_ERROR(ExpectWord("algorithm"));
    TW_RETURN_IF_ERROR(Expect('='));
    TW_ASSIGN_OR_RETURN(Attribute value, ParseBareValue());
    op->attributes.emplace_back("algorithm", std::move(value));
    return absl::OkStatus();
  }
  if (item == "exponent_mantissa") {
    // e8m10
    const absl::string_view text = token_.text;
    const size_t m = text.find('m');
    int64_t exponent = 0;
    int64_t mantissa = 0;
    if (token_.kind != TokenKind::kBareId || text[0] != 'e' ||
        m == absl::string_view::npos ||
        !absl::SimpleAtoi(text.substr(1, m - 1), &exponent) ||
        !absl::SimpleAtoi(text.substr(m + 1), &mantissa)) {
      return Expected("a format such as e8m10");
    }
    Advance();
    Attribute bits;
    bits.kind = Attribute::Kind::kInteger;
    bits.at = at;
    bits.integer = exponent;
    op->attributes.emplace_back("exponent_bits", bits);
    bits.integer = mantissa;
    op->attributes.emplace_back("mantissa_bits", bits);
    return absl::OkStatus();
  }
  if (item == "slice_ranges") return ParseSliceRanges(op);
  if (item == "dot_dimensions") return ParseDotDimensions(op);
  if (item == "conv_dimensions") {
    TW_ASSIGN_OR_RETURN(Attribute numbers, ParseConvDimensions());
    op->attributes.emplace_back("dimension_numbers", std::move(numbers));
    return absl::OkStatus();
  }
  return ParseWindow(op);
}

// stablehlo.constant {attributes} dense<...> : type, or with the generic form's
// `() <{value = ...}> : () -> type`
absl::Status Parser::ParseConstant(Op* op) {
  op->has_operand_types = true;
  if (Eat('(')) {
    TW_RETURN_IF_ERROR(Expect(')'));
    TW_RETURN_IF_ERROR(ParseOptionalDict(op->attributes.Own()));
    TW_RETURN_IF_ERROR(Expect(':'));
    TW_RETURN_IF_ERROR(ParseTypeList(&op->operand_types));
    TW_RETURN_IF_ERROR(ExpectArrow());
    return ParseResultTypes(op->result_types.Own());
  }
  TW_RETURN_IF_ERROR(ParseOptionalDict(op->attributes.Own()));
  TW_ASSIGN_OR_RETURN(Attribute value, ParseAttribute());
  Type type = value.type;
  op->attributes.emplace_back("value", std::move(value));
  // Quantized constants say how they are stored, then what they are.
  if (token_.kind == TokenKind::kArrow) {
    Advance();
    TW_ASSIGN_OR_RETURN(type, ParseType());
  }
  op->result_types.push_back(std::move(type));
  return absl::OkStatus();
}

// stablehlo.while(%a = %x, ...) : types cond {...} do {...}
absl::Status Parser::ParseWhile(Op* op) {
  std::vector<Argument> arguments;
  TW_RETURN_IF_ERROR(Expect('('));
  if (!token_.Is(')')) {
    do {
      if (token_.kind != TokenKind::kPercentId) return Expected("a value (%name)");
      Argument argument;
      argument.name = token_.text;
      argument.at = token_.begin;
      Advance();
      TW_RETURN_IF_ERROR(Expect('='));
      TW_ASSIGN_OR_RETURN(const ValueUse use, ParseUse());
      TW_RETURN_IF_ERROR(SkipLocation());
      op->operands.push_back(use);
      arguments.push_back(std::move(argument));
    } while (Eat(','));
  }
  TW_RETURN_IF_ERROR(Expect(')'));
  const Offset at = token_.begin;
  TypeClause clause;
  if (!arguments.empty() || token_.Is(':')) {
    TW_RETURN_IF_ERROR(Expect(':'));
    TW_ASSIGN_OR_RETURN(clause, ParseTypeClause());
  }
  TW_RETURN_IF_ERROR(ApplyTypeClause(TypeForm::kPairwise, at, std::move(clause), op));
  for (size_t i = 0; i < arguments.size(); ++i) {
    arguments[i].type = op->operand_types[i];
  }
  if (EatWord("attributes")) TW_RETURN_IF_ERROR(ParseDict(op->attributes.Own()));
  op->regions.resize(2);
  op->regions[0].arguments = arguments;
  op->regions[1].arguments = std::move(arguments);
  TW_RETURN_IF_ERROR(ExpectWord("cond"));
  TW_RETURN_IF_ERROR(ParseRegion(&op->regions[0]));
  TW_RETURN_IF_ERROR(ExpectWord("do"));
  return ParseRegion(&op->regions[1]);
}

// stablehlo.reduce(%a init: %i), (%b init: %j) [applies op] across dimensions =
// [..] : types [reducer(%x: T, %y: T) (%z: U, %w: U) {...}]
absl::Status Parser::ParseReduce(Op* op) {
  std::vector<ValueUse> inits;
  do {
    TW_RETURN_IF_ERROR(Expect('('));
    TW_ASSIGN_OR_RETURN(const ValueUse input, ParseUse());
    TW_RETURN_IF_ERROR(ExpectWord("init"));
    TW_RETURN_IF_ERROR(Expect(':'));
    TW_ASSIGN_OR_RETURN(const ValueUse init, ParseUse());
    TW_RETURN_IF_ERROR(Expect(')'));
    op->operands.push_back(input);
    inits.push_back(init);
  } while (Eat(','));
  op->operands.insert(op->operands.end(), inits.begin(), inits.end());
  absl::string_view applied;
  const Offset applied_at = token_.end;
  if (EatWord("applies")) {
    if (token_.kind != TokenKind::kBareId) return Expected("an operation's name");
    applied = token_.text;
    Advance();
  }
  TW_RETURN_IF_ERROR(ExpectWord("across"));
  TW_RETURN_IF_ERROR(ExpectWord("dimensions"));
  TW_RETURN_IF_ERROR(Expect('='));
  TW_ASSIGN_OR_RETURN(Attribute dimensions, ParseBareValue());
  op->attributes.emplace_back("dimensions", std::move(dimensions));
  TW_RETURN_IF_ERROR(ParseOptionalDict(op->attributes.Own()));
  TW_RETURN_IF_ERROR(Expect(':'));
  const Offset at = token_.begin;
  TW_ASSIGN_OR_RETURN(TypeClause clause, ParseTypeClause());
  if (!clause.has_arrow) return source_.Invalid(at, "a function type is expected");
  TW_RETURN_IF_ERROR(ApplyTypeClause(TypeForm::kSame, at, std::move(clause), op));
  if (applied.empty()) return ParseReducer(op);

  // The region that the short form stands for. Its names have a space in them,
  // so that no name of the text is like them.
  if (op->operands.size() != 2) {
    return source_.Invalid(op->at, "'applies' is for one input");
  }
  Type scalar = op->operand_types[0];
  scalar.tensor.shape = {};
  Op apply;
  apply.name = applied;
  apply.at = applied_at;
  apply.results = {{" result", 1, applied_at}};
  apply.operands = {{" lhs", 0, applied_at}, {" rhs", 0, applied_at}};
  apply.has_operand_types = true;
  apply.operand_types = {scalar, scalar};
  apply.result_types = {scalar};
  Op yield;
  yield.name = "stablehlo.return";
  yield.at = applied_at;
  yield.operands = {{" result", 0, applied_at}};
  yield.has_operand_types = true;
  yield.operand_types = {scalar};
  SyntaxRegion region;
  region.arguments = {{" lhs", scalar, {}, applied_at}, {" rhs", scalar, {}, applied_at}};
  region.ops.push_back(std::move(apply));
  region.ops.push_back(std::move(yield));
  region.end = applied_at;
  op->regions.push_back(std::move(region));
  return absl::OkStatus();
}

// The arguments come in pairs, one pair an input; the region's order is all
// left ones, then all right ones.
absl::Status Parser::ParseReducer(Op* op) {
  TW_RETURN_IF_ERROR(ExpectWord("reducer"));
  std::vector<Argument> left;
  std::vector<Argument> right;
  while (token_.Is('(')) {
    std::vector<Argument> pair;
    const Offset at = token_.begin;
    TW_RETURN_IF_ERROR(ParseArguments(&pair));
    if (pair.size() != 2) return source_.Invalid(at, "two arguments are expected");
    left.push_back(std::move(pair[0]));
    right.push_back(std::move(pair[1]));
  }
  op->regions.emplace_back();
  SyntaxRegion& region = op->regions.back();
  region.arguments = std::move(left);
  for (Argument& argument : right) region.arguments.push_back(std::move(argument));
  return ParseRegion(&region);
}

// chlo.scan(%a) inits(%i) dimension=0 attributes {...} {...} : (types) -> types
absl::Status Parser::ParseScan(Op* op) {
  Attribute operands, results;
  operands.kind = results.kind = Attribute::Kind::kIntegers;
  operands.at = results.at = op->at;
  for (absl::string_view word : {"", "inits"}) {
    if (!word.empty()) TW_RETURN_IF_ERROR(ExpectWord(word));
    const int64_t before = static_cast<int64_t>(op->operands.size());
    TW_RETURN_IF_ERROR(Expect('('));
    TW_RETURN_IF_ERROR(ParseUses(&op->operands));
    TW_RETURN_IF_ERROR(Expect(')'));
    operands.integers.push_back(static_cast<int64_t>(op->operands.size()) - before);
  }
  TW_RETURN_IF_ERROR(ExpectWord("dimension"));
  TW_RETURN_IF_ERROR(Expect('='));
  Attribute dimension;
  dimension.kind = Attribute::Kind::kInteger;
  dimension.at = token_.begin;
  TW_ASSIGN_OR_RETURN(dimension.integer, ParseInteger());
  op->attributes.emplace_back("dimension", std::move(dimension));
  if (EatWord("attributes")) TW_RETURN_IF_ERROR(ParseDict(op->attributes.Own()));
  op->regions.emplace_back();
  TW_RETURN_IF_ERROR(ParseRegion(&op->regions.back()));
  TW_RETURN_IF_ERROR(Expect(':'));
  const Offset at = token_.begin;
  TW_ASSIGN_OR_RETURN(TypeClause clause, ParseTypeClause());
  if (!clause.has_arrow) return source_.Invalid(at, "a function type is expected");
  TW_RETURN_IF_ERROR(ApplyTypeClause(TypeForm::kSame, at, std::move(clause), op));
  const int64_t carries = operands.integers[1];
  results.integers = {static_cast<int64_t>(op->result_types.size()) - carries, carries};
  op->attributes.emplace_back("operandSegmentSizes", std::move(operands));
  op->attributes.emplace_back("resultSegmentSizes", std::move(results));
  return absl::OkStatus();
}

// check.expect_*: values, then constants and `name = value`, and types unless a
// constant has brought one.
absl::Status Parser::ParseCheck(Op* op) {
  has_expectations_ = true;
  TW_RETURN_IF_ERROR(ParseUses(&op->operands));
  bool has_constant = false;
  while (Eat(',')) {
    if (token_.IsWord("dense") || token_.IsWord("dense_resource")) {
      TW_ASSIGN_OR_RETURN(Attribute value, ParseAttribute());
      op->attributes.emplace_back("value", std::move(value));
      has_constant = true;
      continue;
    }
    if (token_.kind != TokenKind::kBareId) return Expected("a parameter's name");
    std::string name(token_.text);
    Advance();
    TW_RETURN_IF_ERROR(Expect('='));
    TW_ASSIGN_OR_RETURN(Attribute value, ParseBareValue());
    op->attributes.emplace_back(std::move(name), std::move(value));
  }
  TW_RETURN_IF_ERROR(ParseOptionalDict(op->attributes.Own()));
  if (!has_constant || token_.Is(':')) {
    TW_RETURN_IF_ERROR(Expect(':'));
    // One type may stand for all: the operands' own types decide.
    TW_RETURN_IF_ERROR(ParseTypeClause().status());
  }
  return ParseOptionalDict(op->attributes.Own());
}

// sdy.manual_computation(%a) in_shardings=[...] out_shardings=[...]
// manual_axes={...} (%x: T) {...} : (T) -> T
absl::Status Parser::ParseManualComputation(Op* op) {
  TW_RETURN_IF_ERROR(Expect('('));
  TW_RETURN_IF_ERROR(ParseUses(&op->operands));
  TW_RETURN_IF_ERROR(Expect(')'));
  for (absl::string_view word : {"in_shardings", "out_shardings", "manual_axes"}) {
    TW_RETURN_IF_ERROR(ExpectWord(word));
    TW_RETURN_IF_ERROR(Expect('='));
    TW_RETURN_IF_ERROR(SkipBalanced().status());
  }
  op->regions.emplace_back();
  TW_RETURN_IF_ERROR(ParseArguments(&op->regions.back().arguments));
  TW_RETURN_IF_ERROR(ParseRegion(&op->regions.back()));
  TW_RETURN_IF_ERROR(ParseOptionalDict(op->attributes.Own()));
  TW_RETURN_IF_ERROR(Expect(':'));
  const Offset at = token_.begin;
  TW_ASSIGN_OR_RETURN(TypeClause clause, ParseTypeClause());
  return ApplyTypeClause(TypeForm::kSame, at, std::move(clause), op);
}

}  // namespace tilewright::stablehlo
