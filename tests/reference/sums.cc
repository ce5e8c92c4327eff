#include "tests/reference/sums.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tilewright::reference {
namespace {

int DigitsOf(ElementType type) { return ir::Info(type).mantissa_bits + 1; }

// Half a unit in the last place of one.
long double UnitRoundoff(ElementType type) { return std::ldexp(1.0L, -DigitsOf(type)); }

long double MostFinite(ElementType type) {
  return type == ElementType::kF64 ? std::numeric_limits<double>::max()
                                   : std::numeric_limits<float>::max();
}

constexpr Wide kNothing = {0, kUnknownRadius};

Wide NotANumber() { return {std::numeric_limits<long double>::quiet_NaN(), 0}; }

}  // namespace

int Sum::QuantumOf(double x) {
  if (x == 0 || !std::isfinite(x)) return std::numeric_limits<int>::max();
  const auto bits = std::bit_cast<uint64_t>(x);
  const auto field = static_cast<int>(bits >> 52 & 0x7ff);
  const uint64_t mantissa = bits & ((uint64_t{1} << 52) - 1);
  // Of a subnormal number there is no hidden bit.
  const uint64_t significand = field == 0 ? mantissa : mantissa | uint64_t{1} << 52;
  return std::max(field, 1) - 1075 + std::countr_zero(significand);
}

void Sum::AddProduct(const Wide& x, const Wide& y) {
  const auto quantum = [](const Wide& w) {
    return QuantumOf(static_cast<double>(w.value));
  };
  Wide term = {x.value * y.value, 0};
  if (x.radius != 0 || y.radius != 0) {
    term.radius = std::fabs(x.value) * y.radius + std::fabs(y.value) * x.radius +
                  x.radius * y.radius;
    if (std::isnan(term.radius)) term.radius = kUnknownRadius;
  }
  Add(term, term.value == 0 ? std::numeric_limits<int>::max() : quantum(x) + quantum(y));
}

void Sum::Add(const Wide& term, int quantum) {
  ++terms_;
  if (std::isnan(term.value)) {
    nan_ = true;
    return;
  }
  radius_ += term.radius;
  if (std::isinf(term.value)) {
    (term.value > 0 ? infinity_ : minus_infinity_) = true;
    return;
  }
  sum_ += term.value;
  magnitude_ += std::fabs(term.value);
  quantum_ = std::min(quantum_, quantum);
  all_negative_zeros_ =
      all_negative_zeros_ && term.value == 0 && std::signbit(term.value);
}

Wide Sum::Total() const {
  if (nan_ || (infinity_ && minus_infinity_)) return NotANumber();
  // A partial sum may overflow.
  if (magnitude_ + radius_ > MostFinite(accumulator_) / 2) return kNothing;
  if (infinity_) return {INFINITY, 0};
  if (minus_infinity_) return {-INFINITY, 0};
  if (magnitude_ == 0 && radius_ == 0) return {all_negative_zeros_ ? -0.0L : 0.0L, 0};
  const double least = LeastNormal(accumulator_);
  const bool flushed = numerics_ == Numerics::kTpu && quantum_ < std::ilogb(least);
  const long double limit = quantum_ == std::numeric_limits<int>::max()
                                ? 0
                                : std::ldexp(1.0L, quantum_ + DigitsOf(accumulator_));
  const int least_quantum = std::ilogb(least) - DigitsOf(accumulator_) + 1;
  if (magnitude_ <= limit && radius_ == 0 && !flushed && quantum_ >= least_quantum) {
    return {sum_ == 0 ? 0.0L : sum_, 0};
  }
  // One more for what the bound leaves out, and what products lose below all numbers.
  const auto n = static_cast<long double>(terms_ + 1);
  long double error = n * UnitRoundoff(accumulator_) * (magnitude_ + radius_);
  error += n * (flushed ? least : std::ldexp(least, -DigitsOf(accumulator_)));
  return {sum_, radius_ + error * 1.01L};
}

void Product::Add(const Wide& factor) {
  ++factors_;
  if (std::isnan(factor.value)) {
    nan_ = true;
    return;
  }
  if (std::isinf(factor.value)) {
    infinity_ = true;
    if (factor.value < 0) product_ = -product_;
    return;
  }
  product_ *= factor.value;
  if (factor.radius != 0) {
    if (std::fabs(factor.value) <= 2 * factor.radius) unknown_ = true;
    relative_ += 2 * factor.radius / std::fabs(factor.value);
  }
  if (factor.value == 0) {
    zero_ = true;
    return;
  }
  const int exponent = std::ilogb(factor.value);
  least_exponent_ += std::min(exponent, 0);
  most_exponent_ += std::max(exponent + 1, 0);
  digits_ += exponent - Sum::QuantumOf(static_cast<double>(factor.value)) + 1;
}

Wide Product::Total() const {
  if (nan_) return NotANumber();
  const int bias = ir::Info(accumulator_).exponent_bias;
  const bool in_range = most_exponent_ < bias && least_exponent_ > 1 - bias;
  if (unknown_ || !in_range) return kNothing;
  if (infinity_ && zero_) return NotANumber();
  if (infinity_) return {std::copysign(INFINITY, product_), 0};
  if (zero_) return {std::copysign(0.0L, product_), 0};
  if (digits_ <= DigitsOf(accumulator_) && relative_ == 0) return {product_, 0};
  const long double error = relative_ + static_cast<long double>(factors_ + 1) *
                                            UnitRoundoff(accumulator_) * 1.01L;
  if (error > 0.5L) return kNothing;
  return {product_, std::fabs(product_) * error};
}

}  // namespace tilewright::reference
