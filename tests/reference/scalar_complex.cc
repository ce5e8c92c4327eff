// Complex numbers: arithmetic by parts, functions by the C library's.
#include <algorithm>
#include <cmath>
#include <complex>

#include "tests/reference/scalar.h"
#include "tile/compare.h"

namespace tilewright::reference {
namespace {

using ir::OpKind;
using Z = std::complex<long double>;

class Numbers {
 public:
  explicit Numbers(const ScalarContext& c)
      : c_(c), type_(c.operands[0].type), part_(ir::RealPart(type_)) {}

  absl::StatusOr<Element> Compute() const {
    const OpKind kind = c_.op.kind;
    switch (kind) {
      case OpKind::kReal:
        return Part(0, false);
      case OpKind::kImag:
        return Part(0, true);
      case OpKind::kConj:
        return Joined(Part(0, false), Real(OpKind::kNegate, {Part(0, true)}));
      case OpKind::kNegate:
        return Joined(Real(kind, {Part(0, false)}), Real(kind, {Part(0, true)}));
      case OpKind::kAdd:
      case OpKind::kSubtract:
        return Joined(Real(kind, {Part(0, false), Part(1, false)}),
                      Real(kind, {Part(0, true), Part(1, true)}));
      case OpKind::kMultiply:
        return Joined(Cross(OpKind::kSubtract, false), Cross(OpKind::kAdd, true));
      case OpKind::kCompare:
        return Compare();
      case OpKind::kMaximum:
        return Later(c_.operands[0].value, c_.operands[1].value, false);
      case OpKind::kMinimum:
        return Later(c_.operands[0].value, c_.operands[1].value, true);
      case OpKind::kClamp: {
        const Element raised = Later(c_.operands[1].value, c_.operands[0].value, false);
        return Later(raised, c_.operands[2].value, true);
      }
      default:
        return ApplyFunction();
    }
  }

 private:
  Element Part(size_t operand, bool imaginary) const {
    const Element& x = c_.operands[operand].value;
    return {imaginary ? x.im : x.re, 0, x.radius};
  }
  static Element Joined(const Element& re, const Element& im) {
    return {re.re, im.re, std::max(re.radius, im.radius)};
  }
  // An operation of the parts.
  Element Real(OpKind kind, std::initializer_list<Element> of) const {
    std::vector<Operand> operands;
    for (const Element& x : of) operands.push_back({part_, x});
    const absl::StatusOr<Element> result = Apply({kind}, operands, part_, c_.numerics);
    return result.ok() ? *result : kUnknown;
  }
  // The first number's parts times the second's, in order or the other way round.
  Element Cross(OpKind joined, bool swapped) const {
    const Element first = Real(OpKind::kMultiply, {Part(0, false), Part(1, swapped)});
    const Element second = Real(OpKind::kMultiply, {Part(0, true), Part(1, !swapped)});
    return Real(joined, {first, second});
  }

  long double Value(uint64_t bits) const { return RealOf(part_, bits); }
  Z ValueOf(const Element& x) const { return {Value(x.re), Value(x.im)}; }

  Element Compare() const {
    const Element& x = c_.operands[0].value;
    const Element& y = c_.operands[1].value;
    const bool negated = c_.op.a == tile::kNe;
    const auto known = [&](bool equal) {
      return FromInteger(ElementType::kI1, equal != negated ? 1 : 0);
    };
    if (IsUnknown(x) || IsUnknown(y)) return kUnknown;
    const Wide parts[] = {OperandOf(part_, {x.re, 0, x.radius}, c_.numerics),
                          OperandOf(part_, {y.re, 0, y.radius}, c_.numerics),
                          OperandOf(part_, {x.im, 0, x.radius}, c_.numerics),
                          OperandOf(part_, {y.im, 0, y.radius}, c_.numerics)};
    bool equal = true, sure = true;
    for (int i = 0; i < 4; i += 2) {
      const long double apart = std::fabs(parts[i].value - parts[i + 1].value);
      const long double slack = parts[i].radius + parts[i + 1].radius;
      if (slack == 0) {
        equal = equal && parts[i].value == parts[i + 1].value;
      } else if (apart > slack || std::isnan(parts[i].value) ||
                 std::isnan(parts[i + 1].value)) {
        equal = false;
      } else {
        sure = false;
      }
    }
    if (!sure && equal) return kUnknown;
    return known(equal);
  }

  // The number that comes after the other by real, then imaginary part; of negated
  // numbers where `negated`. NaNs are kept.
  Element Later(const Element& x, const Element& y, bool negated) const {
    if (!IsExact(x) || !IsExact(y)) return kUnknown;
    const Z a = negated ? -ValueOf(x) : ValueOf(x);
    const Z b = negated ? -ValueOf(y) : ValueOf(y);
    const bool after = a.real() > b.real() ||
                       (a.real() == b.real() && a.imag() > b.imag()) ||
                       std::isnan(a.real()) || std::isnan(a.imag());
    return after ? x : y;
  }

  absl::StatusOr<Element> ApplyFunction() const {
    Z result;
    if (!Function(&result)) return NoDefinition(c_);
    // Operands that are not exact, and results without a size, are beyond what is
    // promised in simple terms.
    for (const Operand& x : c_.operands) {
      if (!IsExact(x.value)) return kUnknown;
    }
    const long double size = std::abs(result);
    if (!std::isfinite(size)) return kUnknown;
    const long double radius = Error() * UlpOf(part_, size);
    const Element re = Rounded(part_, {result.real(), radius}, c_.numerics);
    const Element im = Rounded(part_, {result.imag(), radius}, c_.numerics);
    return ir::IsComplex(c_.type) ? Joined(re, im) : re;
  }

  // In units in the last place of the absolute value (docs/accuracy.md).
  long double Error() const {
    constexpr long double kFunctions = 8;
    const Z z = ValueOf(c_.operands[0].value);
    if (c_.op.kind == OpKind::kPower) {
      const Z w = ValueOf(c_.operands[1].value);
      return kFunctions + 4 * std::abs(w * std::log(z));
    }
    if (c_.op.kind == OpKind::kAtan2) return 64 * kFunctions;
    return kFunctions;
  }

  bool Function(Z* result) const {
    const Z z = ValueOf(c_.operands[0].value);
    const Z w = c_.operands.size() > 1 ? ValueOf(c_.operands[1].value) : Z();
    const auto set = [&](Z value) {
      *result = value;
      return true;
    };
    switch (c_.op.kind) {
      case OpKind::kAbs:
        return set(std::abs(z));
      case OpKind::kCbrt:
        return set(z == Z() ? z : std::pow(z, 1 / 3.0L));
      case OpKind::kCosine:
        return set(std::cos(z));
      case OpKind::kExponential:
        return set(std::exp(z));
      case OpKind::kExponentialMinusOne: {
        // Without the cancellation of e^x cos y - 1.
        const long double half = std::sin(z.imag() / 2);
        return set(Z(std::expm1(z.real()) * std::cos(z.imag()) - 2 * half * half,
                     std::exp(z.real()) * std::sin(z.imag())));
      }
      case OpKind::kLog:
        return set(std::log(z));
      case OpKind::kLogPlusOne: {
        const long double x = z.real(), y = z.imag();
        const long double re = std::fabs(x) < 0.5L && std::fabs(y) < 0.5L
                                   ? std::log1p(2 * x + x * x + y * y) / 2
                                   : std::log(std::abs(1.0L + z));
        return set(Z(re, std::atan2(y, 1 + x)));
      }
      case OpKind::kLogistic:
        return set(z.real() < 0 ? std::exp(z) / (1.0L + std::exp(z))
                                : 1.0L / (1.0L + std::exp(-z)));
      case OpKind::kRsqrt:
        return set(1.0L / std::sqrt(z));
      case OpKind::kSign:
        return set(z == Z() ? z : z / std::abs(z));
      case OpKind::kSine:
        return set(std::sin(z));
      case OpKind::kSqrt:
        return set(std::sqrt(z));
      case OpKind::kTan:
        return set(std::tan(z));
      case OpKind::kTanh:
        return set(std::tanh(z));
      case OpKind::kAcos:
        return set(std::acos(z));
      case OpKind::kAcosh:
        return set(std::acosh(z));
      case OpKind::kAsin:
        return set(std::asin(z));
      case OpKind::kAsinh:
        return set(std::asinh(z));
      case OpKind::kAtan:
        return set(std::atan(z));
      case OpKind::kAtanh:
        return set(std::atanh(z));
      case OpKind::kCosh:
        return set(std::cosh(z));
      case OpKind::kSinh:
        return set(std::sinh(z));
      case OpKind::kSquare:
        return set(
            Z((z.real() - z.imag()) * (z.real() + z.imag()), 2 * z.real() * z.imag()));
      case OpKind::kDivide:
        return set(z / w);
      case OpKind::kPower:
        return set(std::pow(z, w));
      case OpKind::kAtan2: {
        // -i log((x + iy) / sqrt(x^2 + y^2))
        const Z i(0, 1);
        return set(-i * std::log((w + i * z) / std::sqrt(w * w + z * z)));
      }
      default:
        return false;
    }
  }

  const ScalarContext& c_;
  ElementType type_, part_;
};

}  // namespace

absl::StatusOr<Element> ApplyToComplex(const ScalarContext& c) {
  return Numbers(c).Compute();
}

}  // namespace tilewright::reference
