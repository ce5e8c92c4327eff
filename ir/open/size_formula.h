// Floats that are computed of sizes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "ir/open/size_values.h"
#include "ir/program.h"
#include "ir/size/facts.h"
#include "ir/size/size.h"

namespace tilewright::ir {

// Appends an operation with one result.
using AppendOperation = std::function<ValueId(OpKind kind, std::vector<ValueId> operands,
                                              TensorType type, Attributes attributes)>;

// Steps of a computation in double precision, in the order in which they are taken: each
// pushes a number, or replaces the last ones by what is made of them.
class SizeFormula {
 public:
  // A step is "add", "multiply", "divide", "power" or "sqrt", a size in parentheses
  // ("(2*s0 + 1)"), or a number as C's %a writes it. InvalidArgument for others, and
  // where not one number is left.
  static absl::StatusOr<SizeFormula> Parse(
      absl::Span<const std::string> steps,
      absl::FunctionRef<absl::StatusOr<Size>(absl::string_view text)> size);
  static SizeFormula OfSize(const Size& size);
  static SizeFormula Quotient(const Size& a, const Size& b);
  SizeFormula Inverse() const;
  SizeFormula Root() const;

  // For these values of symbols; none where a size has no value.
  std::optional<double> At(const SymbolList& symbols, const Dims& values) const;
  // As an f64.
  ValueId Append(SizeValues* sizes, const AppendOperation& append) const;

 private:
  struct Step {
    std::optional<OpKind> kind;  // of an operation
    std::optional<Size> size;
    double number = 0;
  };
  static int OperandsOf(OpKind kind);

  std::vector<Step> steps_;
};

}  // namespace tilewright::ir
