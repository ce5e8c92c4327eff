// The written forms of operations, as data.
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

namespace tilewright::stablehlo {

// How `: types` without an arrow is to be read.
enum class TypeForm : uint8_t {
  kSame,      // one type: of every operand and of the result
  kResults,   // the results' types
  kOperands,  // the operands' types; no results
  kPairwise,  // each type is of an operand and of its result
  kSelect,    // predicate's type, then that of everything else
  kComplex,   // the result's; operands have its real part
  kTuple,     // the result's; operands have its elements' types
};

// `format` is a list of items between spaces:
//   %        one value
//   %*       values between commas, possibly none
//   $name    a value for attribute `name`
//   ?name    `, word = value` if it comes, with the word after ':' (?attr:word)
//   !custom  a form of its own (Parser::ParseCustomItem)
//   other    itself, punctuation or word
// An attribute dictionary and the types follow every format.
struct PrettyRow {
  absl::string_view name;
  absl::string_view format;
  TypeForm types = TypeForm::kSame;
};

// The row of an operation; operations without a row are written `%*`. Null
// when the operation has no pretty form that is known here.
const PrettyRow* FindPrettyRow(absl::string_view name);

}  // namespace tilewright::stablehlo
