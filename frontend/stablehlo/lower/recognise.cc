#include "frontend/stablehlo/lower/recognise.h"

#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace tilewright::stablehlo {
namespace {

using ir::Operation;
using ir::OpKind;
using ir::ValueId;

// The polynomials near zero and in the tails, from the constant term on.
constexpr float kNear[] = {1.5014094f,      2.4664073e-01f, -4.1776816e-03f,
                           -1.253725e-03f,  2.1858087e-04f, -4.3915065e-06f,
                           -3.5233877e-06f, 3.4327394e-07f, 2.8102264e-08f};
constexpr float kTail[] = {2.8329768f,      1.001674f,      9.4388705e-03f,
                           -7.6224613e-03f, 5.7395077e-03f, -3.6734284e-03f,
                           1.3493432e-03f,  1.0095056e-04f, -2.0021426e-04f};

// The complement's: of x^2 within one, of 1 / x^2 up to two and beyond, from the highest
// term on.
constexpr float kWithin[] = {7.8538615e-05f,  -8.0101937e-04f, 5.1883277e-03f,
                             -2.6853813e-02f, 1.12835854e-01f, -3.7612626e-01f,
                             1.1283791f};
constexpr float kMiddle[] = {2.32682e-02f,   -1.3870394e-01f, 3.6874247e-01f,
                             -5.824733e-01f, 6.2100047e-01f,  -4.9445152e-01f,
                             3.40488e-01f,   -2.741127e-01f,  5.6382596e-01f};
constexpr float kBeyond[] = {-1.0477664e+01f, 1.29772e+01f, -7.4955187f,
                             2.921019f,       -1.0152652f,  4.2184633e-01f,
                             -2.8207675e-01f, 5.641895e-01f};
constexpr float kLeastExponent = -8.872284e+01f;

class Recogniser {
 public:
  explicit Recogniser(ir::Program* program)
      : program_(*program), definitions_(program->values.size()) {
    Define(program->body);
  }

  void Run() { Walk(&program_.body); }

 private:
  void Define(const ir::Region& region) {
    for (const Operation& operation : region.operations) {
      for (ValueId result : operation.results) definitions_[result] = &operation;
      for (const ir::Region& inner : operation.regions) Define(inner);
    }
  }

  void Walk(ir::Region* region) {
    for (Operation& operation : region->operations) {
      for (ir::Region& inner : operation.regions) Walk(&inner);
      if (operation.kind != OpKind::kSelect ||
          program_.type(operation.results[0]).element != ir::ElementType::kF32) {
        continue;
      }
      if (const std::optional<ValueId> x = ErfInverseArgument(operation)) {
        Become(OpKind::kErfInv, *x, &operation);
      } else if (const std::optional<ValueId> y = ErfcArgument(operation)) {
        Become(OpKind::kErfc, *y, &operation);
      }
    }
  }

  static void Become(OpKind kind, ValueId x, Operation* operation) {
    operation->kind = kind;
    operation->operands = {x};
    operation->attributes = {};
  }

  // The operation that defines a value, where it is of that kind.
  const Operation* Is(ValueId value, OpKind kind) const {
    const Operation* const operation = definitions_[value];
    return operation != nullptr && operation->kind == kind ? operation : nullptr;
  }

  // Whether every element is `number`.
  bool IsNumber(ValueId value, float number) const {
    if (const Operation* spread = Is(value, OpKind::kBroadcastInDim)) {
      value = spread->operands[0];
    }
    const Operation* const constant = Is(value, OpKind::kConstant);
    if (constant == nullptr) return false;
    const ir::Literal& literal = constant->attributes.Constant(ir::AttributeName::kValue);
    float held = 0;
    if (literal.type().element != ir::ElementType::kF32 ||
        literal.bytes().size() != sizeof(held)) {
      return false;
    }
    std::memcpy(&held, literal.bytes().data(), sizeof(held));
    return held == number;
  }

  // Whether a value is `kind` of a value and a number, and of which value.
  std::optional<ValueId> WithNumber(ValueId value, OpKind kind, float number) const {
    const Operation* const operation = Is(value, kind);
    if (operation == nullptr || !IsNumber(operation->operands[1], number)) return {};
    return operation->operands[0];
  }

  std::optional<ValueId> Compared(ValueId value, absl::string_view direction,
                                  float number) const {
    const std::optional<ValueId> left = WithNumber(value, OpKind::kCompare, number);
    const bool same = left && definitions_[value]->attributes.Text(
                                  ir::AttributeName::kComparisonDirection) == direction;
    return same ? left : std::nullopt;
  }

  bool IsChoice(ValueId value, ValueId near, float if_near, float if_not) const {
    const Operation* const choice = Is(value, OpKind::kSelect);
    return choice != nullptr && choice->operands[0] == near &&
           IsNumber(choice->operands[1], if_near) &&
           IsNumber(choice->operands[2], if_not);
  }

  // -log(1 - x * x)
  bool IsLogarithm(ValueId value, ValueId x) const {
    const Operation* const negated = Is(value, OpKind::kNegate);
    if (negated == nullptr) return false;
    const Operation* const log = Is(negated->operands[0], OpKind::kLogPlusOne);
    if (log == nullptr) return false;
    const Operation* const product = Is(log->operands[0], OpKind::kMultiply);
    if (product == nullptr || product->operands[0] != x) return false;
    const Operation* const minus = Is(product->operands[1], OpKind::kNegate);
    return minus != nullptr && minus->operands[0] == x;
  }

  // w - 2.5 near zero, sqrt(w) - 3 in the tails
  bool IsPoint(ValueId value, ValueId near, ValueId w) const {
    const Operation* const choice = Is(value, OpKind::kSelect);
    if (choice == nullptr || choice->operands[0] != near) return false;
    const auto root = WithNumber(choice->operands[2], OpKind::kSubtract, 3);
    const Operation* const of = root ? Is(*root, OpKind::kSqrt) : nullptr;
    return WithNumber(choice->operands[1], OpKind::kSubtract, 2.5) == w &&
           of != nullptr && of->operands[0] == w;
  }

  // Horner's scheme, the constant term outermost.
  bool IsPolynomial(ValueId value, ValueId x) const {
    constexpr size_t kLast = std::size(kNear) - 1;
    std::optional<ValueId> near, point;
    for (size_t i = 0; i < kLast; ++i) {
      const Operation* const sum = Is(value, OpKind::kAdd);
      if (sum == nullptr) return false;
      const Operation* const product = Is(sum->operands[1], OpKind::kMultiply);
      const Operation* const choice = Is(sum->operands[0], OpKind::kSelect);
      if (product == nullptr || choice == nullptr) return false;
      if (i == 0) {
        near = choice->operands[0];
        point = product->operands[1];
      }
      if (product->operands[1] != *point ||
          !IsChoice(sum->operands[0], *near, kNear[i], kTail[i])) {
        return false;
      }
      value = product->operands[0];
    }
    const std::optional<ValueId> w = Compared(*near, "LT", 5);
    return w && IsChoice(value, *near, kNear[kLast], kTail[kLast]) &&
           IsPoint(*point, *near, *w) && IsLogarithm(*w, x);
  }

  // |x| == 1 ? x * infinity : polynomial * x
  std::optional<ValueId> ErfInverseArgument(const Operation& select) const {
    const std::optional<ValueId> magnitude = Compared(select.operands[0], "EQ", 1);
    const Operation* const abs = magnitude ? Is(*magnitude, OpKind::kAbs) : nullptr;
    const Operation* const product = Is(select.operands[2], OpKind::kMultiply);
    if (abs == nullptr || product == nullptr) return {};
    const ValueId x = abs->operands[0];
    const bool whole = WithNumber(select.operands[1], OpKind::kMultiply,
                                  std::numeric_limits<float>::infinity()) == x &&
                       product->operands[1] == x && IsPolynomial(product->operands[0], x);
    return whole ? std::optional(x) : std::nullopt;
  }

  bool IsMagnitude(ValueId value, ValueId x) const {
    const Operation* const abs = Is(value, OpKind::kAbs);
    return abs != nullptr && abs->operands[0] == x;
  }

  bool IsSquare(ValueId value, ValueId x) const {
    const Operation* const product = Is(value, OpKind::kMultiply);
    return product != nullptr && product->operands[0] == x && product->operands[1] == x;
  }

  // Of a number divided by a value, or less it: that value.
  std::optional<ValueId> NumberWith(float number, OpKind kind, ValueId value) const {
    const Operation* const operation = Is(value, kind);
    if (operation == nullptr || !IsNumber(operation->operands[0], number)) return {};
    return operation->operands[1];
  }

  // Horner's scheme, the constant term outermost. Returns what it is a polynomial of.
  std::optional<ValueId> PolynomialIn(ValueId value,
                                      absl::Span<const float> numbers) const {
    std::optional<ValueId> point;
    for (size_t i = numbers.size() - 1; i > 0; --i) {
      const std::optional<ValueId> left = WithNumber(value, OpKind::kAdd, numbers[i]);
      const Operation* const product = left ? Is(*left, OpKind::kMultiply) : nullptr;
      if (product == nullptr || (point && *point != product->operands[1])) return {};
      point = product->operands[1];
      value = product->operands[0];
    }
    return IsNumber(value, numbers[0]) ? point : std::nullopt;
  }

  // 1 - x P(x^2)
  bool IsErfcWithin(ValueId value, ValueId x) const {
    const std::optional<ValueId> erf = NumberWith(1, OpKind::kSubtract, value);
    const Operation* const product = erf ? Is(*erf, OpKind::kMultiply) : nullptr;
    if (product == nullptr || product->operands[0] != x) return false;
    const std::optional<ValueId> z = PolynomialIn(product->operands[1], kWithin);
    return z && IsSquare(*z, x);
  }

  // |x| < 2 ? P(1 / x^2) : Q(1 / x^2)
  bool IsErfcSlope(ValueId value, ValueId x) const {
    const Operation* const choice = Is(value, OpKind::kSelect);
    if (choice == nullptr) return false;
    const std::optional<ValueId> magnitude = Compared(choice->operands[0], "LT", 2);
    const std::optional<ValueId> q = PolynomialIn(choice->operands[1], kMiddle);
    if (!magnitude || !IsMagnitude(*magnitude, x) || !q ||
        PolynomialIn(choice->operands[2], kBeyond) != q) {
      return false;
    }
    const std::optional<ValueId> square = NumberWith(1, OpKind::kDivide, *q);
    return square && IsSquare(*square, x);
  }

  // e^-(x^2) / |x| times the slope; zero where the exponential would be.
  bool IsErfcOfMagnitude(ValueId value, ValueId x) const {
    const Operation* const choice = Is(value, OpKind::kSelect);
    if (choice == nullptr || !IsNumber(choice->operands[1], 0)) return false;
    const auto exponent = Compared(choice->operands[0], "LT", kLeastExponent);
    const Operation* const minus = exponent ? Is(*exponent, OpKind::kNegate) : nullptr;
    const Operation* const product = Is(choice->operands[2], OpKind::kMultiply);
    if (minus == nullptr || !IsSquare(minus->operands[0], x) || product == nullptr ||
        !IsErfcSlope(product->operands[1], x)) {
      return false;
    }
    const Operation* const scaled = Is(product->operands[0], OpKind::kMultiply);
    if (scaled == nullptr) return false;
    const Operation* const exp = Is(scaled->operands[0], OpKind::kExponential);
    const auto magnitude = NumberWith(1, OpKind::kDivide, scaled->operands[1]);
    return exp != nullptr && exp->operands[0] == *exponent && magnitude &&
           IsMagnitude(*magnitude, x);
  }

  // |x| < 1 ? 1 - erf(x) : x < 0 ? 2 - y : y, with y = erfc(|x|)
  std::optional<ValueId> ErfcArgument(const Operation& select) const {
    const std::optional<ValueId> magnitude = Compared(select.operands[0], "LT", 1);
    const Operation* const abs = magnitude ? Is(*magnitude, OpKind::kAbs) : nullptr;
    const Operation* const sides = Is(select.operands[2], OpKind::kSelect);
    if (abs == nullptr || sides == nullptr) return {};
    const ValueId x = abs->operands[0];
    const ValueId y = sides->operands[2];
    const bool whole = Compared(sides->operands[0], "LT", 0) == x &&
                       NumberWith(2, OpKind::kSubtract, sides->operands[1]) == y &&
                       IsErfcWithin(select.operands[1], x) && IsErfcOfMagnitude(y, x);
    return whole ? std::optional(x) : std::nullopt;
  }

  ir::Program& program_;
  std::vector<const Operation*> definitions_;  // by value; null for arguments
};

}  // namespace

void RecogniseFunctions(ir::Program* program) { Recogniser(program).Run(); }

}  // namespace tilewright::stablehlo
