// Reference values of real functions, from MPFR, and the measure of an error.
#pragma once

#include <mpfr.h>

#include <cmath>
#include <limits>

#include "ir/element_type.h"
#include "ir/op_kind.h"

namespace tilewright::codegen {

// A number of 120 bits.
class Mp {
 public:
  static constexpr int kBits = 120;
  Mp() { mpfr_init2(value_, kBits); }
  explicit Mp(double x) : Mp() { mpfr_set_d(value_, x, MPFR_RNDN); }
  Mp(const Mp&) = delete;
  Mp& operator=(const Mp&) = delete;
  ~Mp() { mpfr_clear(value_); }
  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }

 private:
  mpfr_t value_;
};

// y = f(x) in MPFR's precision; binary ones take a second argument.
using Reference = void (*)(Mp& y, const Mp& x);
using Reference2 = void (*)(Mp& z, const Mp& x, const Mp& y);

inline void LogisticReference(Mp& y, const Mp& x) {
  mpfr_neg(y.get(), x.get(), MPFR_RNDN);
  mpfr_exp(y.get(), y.get(), MPFR_RNDN);
  mpfr_add_ui(y.get(), y.get(), 1, MPFR_RNDN);
  mpfr_ui_div(y.get(), 1, y.get(), MPFR_RNDN);
}

// As IEEE 754 has it, -infinity at -0.
inline void RsqrtReference(Mp& y, const Mp& x) {
  mpfr_rec_sqrt(y.get(), x.get(), MPFR_RNDN);
  if (mpfr_zero_p(x.get()))
    mpfr_setsign(y.get(), y.get(), mpfr_signbit(x.get()), MPFR_RNDN);
}

inline void LgammaReference(Mp& y, const Mp& x) {
  int sign;
  mpfr_lgamma(y.get(), &sign, x.get(), MPFR_RNDN);
}

// NaN at its poles, at zero and at minus infinity.
inline void DigammaReference(Mp& y, const Mp& x) {
  if (mpfr_inf_p(x.get()) && mpfr_sgn(x.get()) < 0) {
    mpfr_set_nan(y.get());
  } else if (!mpfr_nan_p(x.get()) && mpfr_integer_p(x.get()) && mpfr_sgn(x.get()) <= 0) {
    mpfr_set_nan(y.get());
  } else {
    mpfr_digamma(y.get(), x.get(), MPFR_RNDN);
  }
}

// Newton's method on the error function from a double start.
inline void ErfInvReference(Mp& y, const Mp& x) {
  double d = mpfr_get_d(x.get(), MPFR_RNDN);
  if (!(std::fabs(d) < 1)) {
    if (std::fabs(d) == 1) {
      mpfr_set_inf(y.get(), d > 0 ? 1 : -1);
    } else {
      mpfr_set_nan(y.get());
    }
    return;
  }
  if (d == 0) {
    mpfr_set(y.get(), x.get(), MPFR_RNDN);
    return;
  }
  double log = std::log1p(-d * d);
  double part = 2 / (M_PI * 0.147) + log / 2;
  double start = std::sqrt(std::sqrt(part * part - log / 0.147) - part);
  mpfr_set_d(y.get(), std::copysign(start, d), MPFR_RNDN);
  if (std::fabs(d) < 1e-4) mpfr_mul_d(y.get(), x.get(), 0.886226925452758, MPFR_RNDN);
  mpfr_t f, slope, one;
  mpfr_inits2(Mp::kBits, f, slope, one, static_cast<mpfr_ptr>(nullptr));
  for (int i = 0; i < 6; ++i) {
    // erf(y) - x; for large y as (1 - x) - erfc(y), which keeps its bits.
    if (std::fabs(d) < 0.5) {
      mpfr_erf(f, y.get(), MPFR_RNDN);
      mpfr_sub(f, f, x.get(), MPFR_RNDN);
    } else {
      mpfr_abs(slope, y.get(), MPFR_RNDN);
      mpfr_erfc(f, slope, MPFR_RNDN);
      mpfr_abs(one, x.get(), MPFR_RNDN);
      mpfr_ui_sub(one, 1, one, MPFR_RNDN);
      mpfr_sub(f, one, f, MPFR_RNDN);
      if (d < 0) mpfr_neg(f, f, MPFR_RNDN);
    }
    mpfr_sqr(slope, y.get(), MPFR_RNDN);
    mpfr_exp(slope, slope, MPFR_RNDN);
    mpfr_mul(f, f, slope, MPFR_RNDN);
    mpfr_const_pi(slope, MPFR_RNDN);
    mpfr_sqrt(slope, slope, MPFR_RNDN);
    mpfr_div_2ui(slope, slope, 1, MPFR_RNDN);
    mpfr_mul(f, f, slope, MPFR_RNDN);
    mpfr_sub(y.get(), y.get(), f, MPFR_RNDN);
  }
  mpfr_clears(f, slope, one, static_cast<mpfr_ptr>(nullptr));
}

// e^-|x| I1(x) by the series of I1, or for large |x| its asymptotic series.
inline void BesselI1eReference(Mp& y, const Mp& x) {
  double d = mpfr_get_d(x.get(), MPFR_RNDN);
  if (std::isnan(d) || d == 0) {
    mpfr_set(y.get(), x.get(), MPFR_RNDN);
    return;
  }
  if (std::isinf(d)) {
    mpfr_set_d(y.get(), std::copysign(0.0, d), MPFR_RNDN);
    return;
  }
  mpfr_t a, term, sum, factor;
  mpfr_inits2(Mp::kBits + 60, a, term, sum, factor, static_cast<mpfr_ptr>(nullptr));
  mpfr_abs(a, x.get(), MPFR_RNDN);
  if (std::fabs(d) < 100) {
    mpfr_sqr(factor, a, MPFR_RNDN);
    mpfr_div_2ui(factor, factor, 2, MPFR_RNDN);
    mpfr_div_2ui(term, a, 1, MPFR_RNDN);
    mpfr_set(sum, term, MPFR_RNDN);
    for (int k = 1; k < 400; ++k) {
      mpfr_mul(term, term, factor, MPFR_RNDN);
      mpfr_div_ui(term, term, static_cast<unsigned long>(k) * (k + 1), MPFR_RNDN);
      mpfr_add(sum, sum, term, MPFR_RNDN);
      if (mpfr_get_exp(term) < mpfr_get_exp(sum) - 130) break;
    }
    mpfr_neg(a, a, MPFR_RNDN);
    mpfr_exp(a, a, MPFR_RNDN);
    mpfr_mul(sum, sum, a, MPFR_RNDN);
  } else {
    mpfr_set_ui(term, 1, MPFR_RNDN);
    mpfr_set_ui(sum, 1, MPFR_RNDN);
    for (int k = 1; k < 60; ++k) {
      long top = 4 - (2L * k - 1) * (2L * k - 1);
      mpfr_mul_si(term, term, -top, MPFR_RNDN);
      mpfr_div(term, term, a, MPFR_RNDN);
      mpfr_div_ui(term, term, 8UL * k, MPFR_RNDN);
      mpfr_add(sum, sum, term, MPFR_RNDN);
    }
    mpfr_const_pi(factor, MPFR_RNDN);
    mpfr_mul(factor, factor, a, MPFR_RNDN);
    mpfr_mul_2ui(factor, factor, 1, MPFR_RNDN);
    mpfr_sqrt(factor, factor, MPFR_RNDN);
    mpfr_div(sum, sum, factor, MPFR_RNDN);
  }
  mpfr_set(y.get(), sum, MPFR_RNDN);
  if (d < 0) mpfr_neg(y.get(), y.get(), MPFR_RNDN);
  mpfr_clears(a, term, sum, factor, static_cast<mpfr_ptr>(nullptr));
}

// The distance of `got` from the true value in units in the last place that a
// result of the type has there; an infinity counts as the first power of two
// beyond the largest number. Infinite where one is NaN and the other is not.
inline double UlpError(double got, const Mp& want, ir::ElementType type) {
  const ir::ElementTypeInfo& info = ir::Info(type);
  if (std::isnan(got) || mpfr_nan_p(want.get())) {
    bool both = std::isnan(got) && mpfr_nan_p(want.get());
    return both ? 0 : std::numeric_limits<double>::infinity();
  }
  int precision = info.mantissa_bits + 1;
  int max_exponent = info.exponent_bias + 1;  // 2^it is out of range
  int min_exponent = 1 - info.exponent_bias;
  Mp limited;
  mpfr_set(limited.get(), want.get(), MPFR_RNDN);
  int sign = mpfr_signbit(want.get()) ? -1 : 1;
  bool beyond = mpfr_inf_p(want.get()) ||
                (!mpfr_zero_p(want.get()) && mpfr_get_exp(want.get()) > max_exponent);
  if (beyond) mpfr_set_si_2exp(limited.get(), sign, max_exponent, MPFR_RNDN);
  Mp error;
  if (std::isinf(got)) {
    mpfr_set_si_2exp(error.get(), got < 0 ? -1 : 1, max_exponent, MPFR_RNDN);
  } else {
    mpfr_set_d(error.get(), got, MPFR_RNDN);
  }
  mpfr_sub(error.get(), error.get(), limited.get(), MPFR_RNDN);
  int exponent = min_exponent;
  if (!mpfr_zero_p(limited.get())) {
    exponent = std::max<int>(min_exponent, mpfr_get_exp(limited.get()) - 1);
  }
  exponent = std::min(exponent, max_exponent - 1);
  mpfr_mul_2si(error.get(), error.get(), precision - 1 - exponent, MPFR_RNDN);
  return std::fabs(mpfr_get_d(error.get(), MPFR_RNDN));
}

}  // namespace tilewright::codegen
