#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/syntax/parser.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

Attribute Integers(Offset at) {
  Attribute attribute;
  attribute.kind = Attribute::Kind::kIntegers;
  attribute.at = at;
  return attribute;
}

Attribute Integer(int64_t value, Offset at) {
  Attribute attribute;
  attribute.kind = Attribute::Kind::kInteger;
  attribute.at = at;
  attribute.integer = value;
  return attribute;
}

}  // namespace

// [start:limit, start:limit:stride]
absl::Status Parser::ParseSliceRanges(Op* op) {
  const Offset at = token_.begin;
  Attribute starts = Integers(at);
  Attribute limits = Integers(at);
  Attribute strides = Integers(at);
  TW_RETURN_IF_ERROR(Expect('['));
  if (!token_.Is(']')) {
    do {
      TW_ASSIGN_OR_RETURN(const int64_t start, ParseInteger());
      TW_RETURN_IF_ERROR(Expect(':'));
      TW_ASSIGN_OR_RETURN(const int64_t limit, ParseInteger());
      int64_t stride = 1;
      if (Eat(':')) {
        TW_ASSIGN_OR_RETURN(stride, ParseInteger());
      }
      starts.integers.push_back(start);
      limits.integers.push_back(limit);
      strides.integers.push_back(stride);
    } while (Eat(','));
  }
  TW_RETURN_IF_ERROR(Expect(']'));
  op->attributes.emplace_back("start_indices", std::move(starts));
  op->attributes.emplace_back("limit_indices", std::move(limits));
  op->attributes.emplace_back("strides", std::move(strides));
  return absl::OkStatus();
}

// , batching_dims = [..] x [..], contracting_dims = [..] x [..]
absl::Status Parser::ParseDotDimensions(Op* op) {
  Attribute numbers;
  numbers.kind = Attribute::Kind::kDict;
  numbers.at = token_.begin;
  while (token_.Is(',')) {
    const Token word = lexer_.Lex(token_.end);
    absl::string_view suffix;
    if (word.IsWord("batching_dims")) {
      suffix = "batching_dimensions";
    } else if (word.IsWord("contracting_dims")) {
      suffix = "contracting_dimensions";
    } else {
      break;
    }
    MoveTo(word.end);
    TW_RETURN_IF_ERROR(Expect('='));
    TW_ASSIGN_OR_RETURN(Attribute lhs, ParseList(/*typed=*/false));
    TW_RETURN_IF_ERROR(ExpectWord("x"));
    TW_ASSIGN_OR_RETURN(Attribute rhs, ParseList(/*typed=*/false));
    numbers.fields.emplace_back(absl::StrCat("lhs_", suffix), std::move(lhs));
    numbers.fields.emplace_back(absl::StrCat("rhs_", suffix), std::move(rhs));
  }
  op->attributes.emplace_back("dot_dimension_numbers", std::move(numbers));
  return absl::OkStatus();
}

// [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]
absl::StatusOr<Attribute> Parser::ParseConvDimensions() {
  if (EatWord("raw")) return ParseRawConvDimensions();
  Attribute numbers;
  numbers.kind = Attribute::Kind::kDict;
  numbers.at = token_.begin;
  TW_RETURN_IF_ERROR(ParseConvSide("input", &numbers));
  TW_RETURN_IF_ERROR(ExpectWord("x"));
  TW_RETURN_IF_ERROR(ParseConvSide("kernel", &numbers));
  TW_RETURN_IF_ERROR(ExpectArrow());
  TW_RETURN_IF_ERROR(ParseConvSide("output", &numbers));
  return numbers;
}

absl::StatusOr<Attribute> Parser::ParseRawConvDimensions() {
  Attribute numbers;
  numbers.kind = Attribute::Kind::kDict;
  numbers.at = token_.begin;
  do {
    if (token_.kind != TokenKind::kBareId) return Expected("the name of a field");
    std::string name(token_.text);
    Advance();
    TW_RETURN_IF_ERROR(Expect('='));
    TW_ASSIGN_OR_RETURN(Attribute value, ParseBareValue());
    numbers.fields.emplace_back(std::move(name), std::move(value));
  } while (Eat(','));
  return numbers;
}

absl::Status Parser::ParseConvSide(absl::string_view side, Attribute* numbers) {
  const bool kernel = side == "kernel";
  Attribute spatial = Integers(token_.begin);
  const Offset begin = token_.begin;
  TW_RETURN_IF_ERROR(Expect('['));
  std::vector<std::pair<int64_t, int64_t>> places;  // spatial number, dimension
  int64_t dimension = 0;
  if (!token_.Is(']')) {
    do {
      const Offset at = token_.begin;
      if (token_.kind == TokenKind::kInteger) {
        TW_ASSIGN_OR_RETURN(const int64_t number, ParseInteger());
        places.emplace_back(number, dimension);
      } else if (token_.IsWord("b") && !kernel) {
        numbers->fields.emplace_back(absl::StrCat(side, "_batch_dimension"),
                                     Integer(dimension, at));
        Advance();
      } else if (token_.IsWord("f") && !kernel) {
        numbers->fields.emplace_back(absl::StrCat(side, "_feature_dimension"),
                                     Integer(dimension, at));
        Advance();
      } else if (token_.IsWord("i") && kernel) {
        numbers->fields.emplace_back("kernel_input_feature_dimension",
                                     Integer(dimension, at));
        Advance();
      } else if (token_.IsWord("o") && kernel) {
        numbers->fields.emplace_back("kernel_output_feature_dimension",
                                     Integer(dimension, at));
        Advance();
      } else {
        return Expected(kernel ? "a dimension: i, o or a number"
                               : "a dimension: b, f or a number");
      }
      ++dimension;
    } while (Eat(','));
  }
  TW_RETURN_IF_ERROR(Expect(']'));
  spatial.integers.assign(places.size(), -1);
  for (const auto& [number, place] : places) {
    if (number < 0 || number >= static_cast<int64_t>(places.size()) ||
        spatial.integers[number] != -1) {
      return source_.Invalid(begin, absl::StrCat("the spatial dimensions are not 0 to ",
                                                 places.size() - 1, ", each once"));
    }
    spatial.integers[number] = place;
  }
  if (dimension != static_cast<int64_t>(places.size()) + 2) {
    return source_.Invalid(
        begin, kernel ? "one i and one o are expected" : "one b and one f are expected");
  }
  numbers->fields.emplace_back(absl::StrCat(side, "_spatial_dimensions"),
                               std::move(spatial));
  return absl::OkStatus();
}

// {stride = [..], pad = [[..]], lhs_dilate = [..], rhs_dilate = [..],
//  reverse = [..]}, each possibly absent
absl::Status Parser::ParseWindow(Op* op) {
  TW_RETURN_IF_ERROR(Expect('{'));
  if (Eat('}')) return absl::OkStatus();
  do {
    const absl::string_view word = token_.text;
    absl::string_view name;
    if (token_.kind == TokenKind::kBareId) {
      if (word == "stride") name = "window_strides";
      if (word == "pad") name = "padding";
      if (word == "lhs_dilate") name = "lhs_dilation";
      if (word == "rhs_dilate") name = "rhs_dilation";
      if (word == "reverse") name = "window_reversal";
    }
    if (name.empty()) {
      return Expected("stride, pad, lhs_dilate, rhs_dilate or reverse");
    }
    Advance();
    TW_RETURN_IF_ERROR(Expect('='));
    TW_ASSIGN_OR_RETURN(Attribute value, ParseBareValue());
    op->attributes.emplace_back(std::string(name), std::move(value));
  } while (Eat(','));
  return Expect('}');
}

}  // namespace tilewright::stablehlo
