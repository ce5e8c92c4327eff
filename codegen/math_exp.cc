// The exponential and what is made of it.
#include "codegen/math.h"
#include "llvm/IR/Constants.h"

namespace tilewright::codegen {
namespace {

// x = n ln2 + r with |r| <= ln2 / 2; `power` is e^r - 1.
struct ExpParts {
  V power;
  V n;
};

// e^r - 1 = r + r^2 (1/2 + r/6 + ...), relative error 2^-31 (float), 2^-61.
V Expm1OfReduced(V r) {
  V q = r.is_f64()
            ? Poly(r, {0x1p-1, 0x1.5555555555559p-3, 0x1.555555555555ap-5,
                       0x1.111111110f645p-7, 0x1.6c16c16c143e7p-10,
                       0x1.a01a01b014638p-13, 0x1.a01a01b0d464cp-16,
                       0x1.71ddf7d0538adp-19, 0x1.27e4c565a18ddp-22,
                       0x1.af5fb7557b10cp-26, 0x1.1f95bc075e25p-29})
            : Poly(r, {0x1p-1, 0x1.555556p-3, 0x1.5554f2p-5, 0x1.110fep-7,
                       0x1.6d4162p-10, 0x1.a29382p-13});
  return q;
}

ExpParts ReduceExp(V x, V low) {
  bool f64 = x.is_f64();
  Rounded n = RoundSmall(x * 0x1.71547652b82fep0);
  // n times the high part of ln2 is exact.
  V r = Fma(-n.fp, f64 ? 0x1.62e42fefa38p-1 : 0x1.62e4p-1, x);
  r = Fma(-n.fp, f64 ? 0x1.ef35793c7673p-45 : 0x1.7f7d1cp-20, r);
  if (low) r = r + low;
  return {Fma(r * r, Expm1OfReduced(r), r), n.integer};
}

// Beyond these e^x is 0 or infinity; within them n fits Ldexp.
V ClampForExp(V x) {
  return x.is_f64() ? AtMost(AtLeast(x, -746.0), 710.0)
                    : AtMost(AtLeast(x, -104.0), 89.0);
}

}  // namespace

V Exp(V x) {
  ExpParts e = ReduceExp(ClampForExp(x), V());
  return Ldexp(e.power + 1.0, e.n);
}

V ExpOfSum(V high, V low, int shift, V factor) {
  bool f64 = high.is_f64();
  // A factor or a shift may bring e^high back into range: room on both sides.
  V clamped = f64 ? AtMost(AtLeast(high, -1000.0), 1400.0)
                  : AtMost(AtLeast(high, -150.0), 96.0);
  ExpParts e = ReduceExp(clamped, low);
  V power = e.power + 1.0;
  if (factor) power = power * factor;
  return Ldexp(power, shift == 0 ? e.n : e.n + shift);
}

// 2^n (e^r - 1) + (2^n - 1), on halves so that n = 128 (1024) does not
// overflow. Below the clamp the result is -1 in any case.
V Expm1(V x) {
  bool f64 = x.is_f64();
  V clamped = f64 ? AtMost(AtLeast(x, -50.0), 710.0) : AtMost(AtLeast(x, -30.0), 89.0);
  ExpParts e = ReduceExp(clamped, V());
  V half = Exp2Int(e.n - 1, x);
  V result = Fma(half, e.power, half - 0.5) * 2.0;
  return CopySign(result, x);  // keeps -0
}

// With e = e^-|x| neither side overflows, and small results stay subnormal.
V Logistic(V x) {
  V e = Exp(-Abs(x));
  return Select(x < 0.0, e, 1.0) / (e + 1.0);
}

V Tanh(V x) {
  V a = Abs(x);
  if (x.is_f64()) {
    V t = Expm1(AtMost(a, 20.0) * 2.0);
    return CopySign(t / (t + 2.0), x);
  }
  V z = a * a;
  V small = Fma(a * z,
                Poly(z, {-0x1.55553ep-2, 0x1.1109c4p-3, -0x1.b89bf4p-5, 0x1.54cdb8p-6,
                         -0x1.82babp-8}),
                a);
  V large = 1.0 - 2.0 / (Exp(AtMost(a, 10.0) * 2.0) + 1.0);
  return CopySign(Select(a < 0.6, small, large), x);
}

// (e^x - e^-x) / 2; from t = e^x - 1 where that would cancel. With e^x / 2
// taken from the exponent nothing overflows early.
V Sinh(V x) {
  V a = Abs(x);
  V t = Expm1(AtMost(a, 1.0));
  V small = (t + t / (t + 1.0)) * 0.5;
  V half = ExpOfSum(a, V(), -1);
  V large = half - 0.25 / half;
  return CopySign(Select(a < 1.0, small, large), x);
}

V Cosh(V x) {
  V half = ExpOfSum(Abs(x), V(), -1);
  return half + 0.25 / half;
}

}  // namespace tilewright::codegen
