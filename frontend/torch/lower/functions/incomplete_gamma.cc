// The incomplete gamma functions P(a, x) and Q(a, x) = 1 - P(a, x), on doubles:
//   - where a is large and x is near to it, by Temme's uniform expansion (DLMF 8.12.3);
//   - up to a, or up to 1, P by its series (DLMF 8.11.4);
//   - beyond, Q by the continued fraction (DLMF 8.9.2), by Lentz's method.
// Operands: a, x. Attribute 0: the type of both.
#include <functional>

#include "frontend/torch/lower/functions/expansion.h"
#include "frontend/torch/lower/loop.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Computation = absl::StatusOr<std::vector<ir::ValueId>>;

// From which a on, and within which part of it, a and x are far out and near.
constexpr double kFarOut = 200, kNear = 0.3;
constexpr double kLast = 0x1p-54;
constexpr int64_t kMostTurns = 2'000;

// Row k: the coefficients of c_k in powers of eta (DLMF 8.12.8), as far as they count.
constexpr double kTemme0[] = {
    -0.3333333333333333,     0.08333333333333333,     -0.014814814814814815,
    0.0011574074074074073,   0.0003527336860670194,   -0.0001787551440329218,
    3.919263178522438e-05,   -2.185448510679992e-06,  -1.85406221071516e-06,
    8.296711340953087e-07,   -1.7665952736826078e-07, 6.707853543401498e-09,
    1.0261809784240309e-08,  -4.382036018453353e-09,  9.14769958223679e-10,
    -2.5514193994946248e-11, -5.830772132550426e-11};
constexpr double kTemme1[] = {
    -0.001851851851851852,   -0.003472222222222222,  0.0026455026455026454,
    -0.0009902263374485596,  0.00020576131687242798, -4.018775720164609e-07,
    -1.8098550334489977e-05, 7.64916091608111e-06,   -1.6120900894563446e-06,
    4.647127802807434e-09,   1.378633446915721e-07,  -5.752545603517705e-08,
    1.1951628599778148e-08};
constexpr double kTemme2[] = {
    0.004133597883597883,    -0.0026813271604938273, 0.0007716049382716049,
    2.0093878600823047e-06,  -0.0001073665322636516, 5.2923448829120125e-05,
    -1.2760635188618728e-05, 3.423578734096138e-08,  1.3721957309062934e-06,
    -6.298992138380055e-07,  1.4280614206064242e-07};
constexpr double kTemme3[] = {
    0.0006494341563786008,  0.00022947209362139917,  -0.0004691894943952557,
    0.00026772063206283885, -7.561801671883977e-05,  -2.396505113867297e-07,
    1.1082654115347302e-05, -5.6749528269915965e-06, 1.4230900732435883e-06};
constexpr double kTemme4[] = {-0.0008618882909167117, 0.0007840392217200666,
                              -0.0002990724803031902, -1.4638452578843418e-06,
                              6.641498215465122e-05,  -3.968365047179435e-05,
                              1.1375726970678419e-05};
constexpr double kTemme5[] = {-0.00033679855336635813, -6.972813758365857e-05,
                              0.0002772753244959392, -0.00019932570516188847,
                              6.797780477937208e-05};
constexpr double kTemme6[] = {0.0005313079364639922};
constexpr absl::Span<const double> kTemme[] = {kTemme0, kTemme1, kTemme2, kTemme3,
                                               kTemme4, kTemme5, kTemme6};
// 1 / (2k (2k - 1)) times the Bernoulli number 2k: what Stirling's series is made of
// (DLMF 5.11.1).
constexpr double kStirling[] = {1.0 / 12,   -1.0 / 360,         1.0 / 1260, -1.0 / 1680,
                                1.0 / 1188, -691.0 / 360'360.0, 1.0 / 156};

struct Arguments {
  Value a, x;
};

Arguments ArgumentsOf(Composer& c) {
  const auto common = static_cast<ElementType>(c.attribute(0));
  const auto precise = [&](size_t i) {
    return c.Broadcast(c.Convert(c.Convert(c.operand(i), common), ElementType::kF64),
                       c.result().shape);
  };
  return {precise(0), precise(1)};
}

// m - log(1 + m) where x = a (1 + m): half of eta^2.
Value Excess(Composer& c, Value m) {
  return Smallest(c, m - c.Unary(OpKind::kLogPlusOne, m), 0);
}

// x^a exp(-x) / gamma(a + 1), by Stirling's series where a is not small.
Value Power(Composer& c, const Arguments& of) {
  const auto [a, x] = of;
  const Value small = Exp(c, a * Log(c, x) - x - c.Unary(OpKind::kLgamma, a + 1.0));
  const Value inverse = 1.0 / a;
  const Value rest = PowerSeries(c, inverse * inverse, kStirling) * inverse;
  const Value large =
      Exp(c, -a * Excess(c, (x - a) / a) - rest) / Sqrt(c, a * (2 * M_PI));
  return c.Select(Less(c, a, 10), small, large);
}

Value Filled(Composer& c, double number, Value like) {
  return c.Broadcast(c.Constant(number, like.element()), like.shape());
}

// P of the series, over the power above.
Value Series(Composer& c, const Arguments& of) {
  const auto [a, x] = of;
  const Value one = Filled(c, 1, x);
  return LoopWhile(
      c,
      [&](Value turn, const Values& state) {
        const Value counts = c.Compare("GT", state[1], state[0] * kLast);
        return And(c, Any(c, counts), c.Compare("LT", turn, Place(c, kMostTurns)));
      },
      {one, one},
      [&](Value turn, const Values& state) -> Values {
        const Value n = c.Convert(turn + Place(c, 1), ElementType::kF64);
        const Value term = state[1] * (x / (a + n));
        return {state[0] + term, term};
      })[0];
}

// Q of the continued fraction, over a times the power above.
Value Fraction(Composer& c, const Arguments& of) {
  constexpr double kTiny = 0x1p-1000;
  const auto [a, x] = of;
  const Value first = x + 1.0 - a;
  const auto nonzero = [&](Value y) { return Instead(c, Equal(c, y, 0), kTiny, y); };
  const Value inverse = 1.0 / nonzero(first);
  // The product, its last factor, and Lentz's two quotients.
  return LoopWhile(
      c,
      [&](Value turn, const Values& state) {
        const Value off = Absolute(c, state[1] - 1.0);
        const Value counts = c.Compare("GT", off, c.Constant(kLast * 4, off.element()));
        return And(c, Any(c, counts), c.Compare("LT", turn, Place(c, kMostTurns)));
      },
      {inverse, Filled(c, 0, x), Filled(c, 1 / kTiny, x), inverse},
      [&](Value turn, const Values& state) -> Values {
        const Value i = c.Convert(turn + Place(c, 1), ElementType::kF64);
        const Value numerator = i * (a - i), denominator = first + i * 2.0;
        const Value upper = nonzero(denominator + numerator / state[2]);
        const Value lower = 1.0 / nonzero(denominator + numerator * state[3]);
        const Value factor = upper * lower;
        return {state[0] * factor, factor, upper, lower};
      })[0];
}

// Q of Temme's expansion, or P.
Value Uniform(Composer& c, const Arguments& of, bool upper) {
  const auto [a, x] = of;
  const Value m = (x - a) / a, excess = Excess(c, m);
  const Value size = Sqrt(c, excess * 2.0), eta = c.Select(Less(c, m, 0), -size, size);
  Value sum = Zero(c, x);
  for (size_t k = std::size(kTemme); k-- > 0;) {
    sum = sum / a + PowerSeries(c, eta, kTemme[k]);
  }
  const Value rest = sum * Exp(c, -a * excess) / Sqrt(c, a * (2 * M_PI));
  const Value way = eta * Sqrt(c, a * 0.5);
  return c.Unary(OpKind::kErfc, upper ? way : -way) * 0.5 + (upper ? rest : -rest);
}

Computation Incomplete(const Lowering& call, bool upper) {
  Composer c(call);
  const auto [a, x] = ArgumentsOf(c);
  const Value off = Absolute(c, x - a);
  const Value is_near = And(c, c.Compare("GT", a, c.Constant(kFarOut, a.element())),
                            c.Compare("LT", off, a * kNear));
  const Value beyond = And(c, c.Compare("GT", x, a), Not(c, Less(c, x, 1)));
  const auto of = [&](Value here, double other_a, double other_x) {
    const Value elsewhere = Or(c, is_near, Not(c, here));
    return Arguments{Instead(c, elsewhere, other_a, a),
                     Instead(c, elsewhere, other_x, x)};
  };
  // What no loop is for ends at once.
  const Value power = Power(c, {a, x});
  const Value p = power * Series(c, of(Not(c, beyond), 1, 0));
  const Value q = power * a * Fraction(c, of(beyond, 1, 2));
  const Value of_p = upper ? 1.0 - p : p, of_q = upper ? q : 1.0 - q;
  const Value found =
      c.Select(is_near, Uniform(c, {a, x}, upper), c.Select(beyond, of_q, of_p));

  const double none = upper ? 1 : 0, all = 1 - none;
  const Value infinite_a = Equal(c, a, kInfinity), infinite_x = Equal(c, x, kInfinity);
  const Value zero_a = Equal(c, a, 0), zero_x = Equal(c, x, 0);
  Value result = Instead(c, Or(c, infinite_x, zero_a), all, found);
  result = Instead(c, Or(c, infinite_a, zero_x), none, result);
  const Value nothing = And(c, zero_a, Not(c, c.Compare("GT", x, Zero(c, x))));
  const Value undefined = Or(c, Or(c, Less(c, a, 0), Less(c, x, 0)),
                             Or(c, And(c, infinite_a, infinite_x), nothing));
  return c.Finish({Instead(c, undefined, kNan, result)});
}

}  // namespace

Computation igamma(const Lowering& call) { return Incomplete(call, false); }
Computation igammac(const Lowering& call) { return Incomplete(call, true); }

}  // namespace tilewright::torch_lower::lowerings
