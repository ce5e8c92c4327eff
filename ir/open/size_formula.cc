#include "ir/open/size_formula.h"

#include <cmath>
#include <cstring>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "support/status_macros.h"

namespace tilewright::ir {
namespace {

// The operations, and what each is of its operands.
struct Row {
  absl::string_view name;
  OpKind kind;
  int operands;
  double (*compute)(double a, double b);
};
constexpr Row kRows[] = {
    {"add", OpKind::kAdd, 2, [](double a, double b) { return a + b; }},
    {"multiply", OpKind::kMultiply, 2, [](double a, double b) { return a * b; }},
    {"divide", OpKind::kDivide, 2, [](double a, double b) { return a / b; }},
    {"power", OpKind::kPower, 2, [](double a, double b) { return std::pow(a, b); }},
    {"sqrt", OpKind::kSqrt, 1, [](double a, double) { return std::sqrt(a); }},
};

const Row& RowOf(OpKind kind) {
  const Row* found = kRows;
  while (found->kind != kind) ++found;
  return *found;
}

TensorType DoubleType() { return Scalar(ElementType::kF64); }

Literal DoubleLiteral(double number) {
  std::vector<uint8_t> bytes(sizeof number);
  std::memcpy(bytes.data(), &number, sizeof number);
  return *Literal::Create(DoubleType(), std::move(bytes), /*is_splat=*/true);
}

}  // namespace

int SizeFormula::OperandsOf(OpKind kind) { return RowOf(kind).operands; }

absl::StatusOr<SizeFormula> SizeFormula::Parse(
    absl::Span<const std::string> steps,
    absl::FunctionRef<absl::StatusOr<Size>(absl::string_view text)> size) {
  SizeFormula formula;
  int numbers = 0;
  for (const std::string& text : steps) {
    Step step;
    for (const Row& row : kRows) {
      if (row.name == text) step.kind = row.kind;
    }
    if (step.kind) {
      if (numbers < OperandsOf(*step.kind)) break;
      numbers -= OperandsOf(*step.kind);
    } else if (absl::StartsWith(text, "(")) {
      TW_ASSIGN_OR_RETURN(step.size, size(text));
    } else {
      char* end = nullptr;
      step.number = std::strtod(text.c_str(), &end);
      if (end == text.c_str() || *end != '\0') {
        return absl::InvalidArgumentError(absl::StrCat("no step of a formula: ", text));
      }
    }
    ++numbers;
    formula.steps_.push_back(std::move(step));
  }
  if (numbers == 1 && formula.steps_.size() == steps.size()) return formula;
  return absl::InvalidArgumentError("a formula is not one number");
}

SizeFormula SizeFormula::OfSize(const Size& size) {
  SizeFormula formula;
  formula.steps_.push_back({std::nullopt, size});
  return formula;
}

SizeFormula SizeFormula::Quotient(const Size& a, const Size& b) {
  SizeFormula formula = OfSize(a);
  formula.steps_.push_back({std::nullopt, b});
  formula.steps_.push_back({OpKind::kDivide});
  return formula;
}

SizeFormula SizeFormula::Inverse() const {
  SizeFormula inverse;
  inverse.steps_.push_back({std::nullopt, std::nullopt, 1});
  inverse.steps_.insert(inverse.steps_.end(), steps_.begin(), steps_.end());
  inverse.steps_.push_back({OpKind::kDivide});
  return inverse;
}

SizeFormula SizeFormula::Root() const {
  SizeFormula root = *this;
  root.steps_.push_back({OpKind::kSqrt});
  return root;
}

std::optional<double> SizeFormula::At(const SymbolList& symbols,
                                      const Dims& values) const {
  std::vector<double> numbers;
  for (const Step& step : steps_) {
    if (step.kind) {
      const Row& row = RowOf(*step.kind);
      const double b = numbers.back();
      if (row.operands == 2) numbers.pop_back();
      numbers.back() = row.compute(numbers.back(), b);
    } else if (step.size) {
      const absl::StatusOr<int64_t> size = Evaluate(*step.size, symbols, values);
      if (!size.ok()) return std::nullopt;
      numbers.push_back(static_cast<double>(*size));
    } else {
      numbers.push_back(step.number);
    }
  }
  return numbers.back();
}

ValueId SizeFormula::Append(SizeValues* sizes, const AppendOperation& append) const {
  std::vector<ValueId> values;
  for (const Step& step : steps_) {
    if (step.kind) {
      const auto first = values.end() - OperandsOf(*step.kind);
      std::vector<ValueId> operands(first, values.end());
      values.erase(first, values.end());
      values.push_back(append(*step.kind, std::move(operands), DoubleType(), {}));
    } else if (step.size) {
      values.push_back(
          append(OpKind::kConvert, {sizes->Scalar(*step.size)}, DoubleType(), {}));
    } else {
      Attributes attributes;
      attributes.Set(AttributeName::kValue, DoubleLiteral(step.number));
      values.push_back(
          append(OpKind::kConstant, {}, DoubleType(), std::move(attributes)));
    }
  }
  return values.back();
}

}  // namespace tilewright::ir
