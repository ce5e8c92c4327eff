// Bessel's functions. `Expansion`'s variable runs over [-1, 1]: x^2 / 32 - 1 for x in [0,
// 8] and 128 / x^2 - 1 beyond, where Hankel's form (DLMF 10.17) has slowly changing P and
// Q:
//   J = sqrt(2 / (pi x)) (P cos(w) - Q / x sin(w)),
//   Y = sqrt(2 / (pi x)) (P sin(w) + Q / x cos(w)),  w = x - pi / 4 - n pi / 2.
#include "frontend/torch/lower/functions/expansion.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Computation = absl::StatusOr<std::vector<ir::ValueId>>;

// J0(x)
constexpr double kJ0[] = {
    0.15772797147489012,     -0.008723442352852221,   0.2651786132033368,
    -0.37009499387264977,    0.15806710233209725,     -0.034893769411408884,
    0.004819180069467605,    -0.00046062616620627504, 3.246032882100508e-05,
    -1.7619469077621507e-06, 7.608163592418782e-08,   -2.679253530557673e-09,
    7.848696314479465e-11,   -1.9438346867370164e-12, 4.125320595634374e-14,
    -7.588508125447546e-16,  1.2218515873961411e-17};
// J1(x) / x
constexpr double kJ1[] = {
    0.08104484632565812,    -0.1489751450676521,    0.1609992623572097,
    -0.08268049176681791,   0.022213639654966037,   -0.003646940600769276,
    0.0004050337728354822,  -3.255554866857259e-05, 1.9858774049915165e-06,
    -9.521984756750436e-08, 3.687133759097148e-09,  -1.178026622695885e-10,
    3.160154580348003e-12,  -7.221755239651773e-14, 1.4232144003513942e-15,
    -2.4441972916190464e-17};
// Y0(x) - 2 / pi log(x) J0(x)
constexpr double kY0[] = {
    -0.03314611320328494,    -0.2744743055297453,    0.17903431407718265,
    0.26156734625504663,     -0.17730201278114358,   0.04719668959576339,
    -0.007287962479552079,   0.0007531135932577742,  -5.632079141056987e-05,
    3.206532537654801e-06,   -1.44072332740187e-07,  5.248794787330516e-09,
    -1.5837552541812015e-10, 4.02633081830612e-12,   -8.747341203310769e-14,
    1.6434898714919468e-15,  -2.6977881152566837e-17};
// (Y1(x) - 2 / pi (log(x) J1(x) - 1 / x)) / x
constexpr double kY1[] = {
    0.0025380132357417816,   -0.01608717304766875,  -0.09591204536083074,
    0.08445197259652346,     -0.028328123944594365, 0.005289897544167113,
    -0.0006414551451326356,  5.505982873338744e-05, -3.53808001868935e-06,
    1.7707804556154404e-07,  -7.11055004989928e-09, 2.344337905911516e-10,
    -6.4651518414115946e-12, 1.51429151205002e-13,  -3.0511859694473254e-15,
    5.34668038572867e-17,    -8.224911372021585e-19};
// P and Q of order 0 and of order 1.
constexpr double kP0[] = {
    0.9994603493475187,      -0.0005365220468132117,  3.0751847875194745e-06,
    -5.1705945376060975e-08, 1.6306464635151382e-09,  -7.86409137723707e-11,
    5.168262387349193e-12,   -4.3045788699253914e-13, 4.3265957431549404e-14,
    -5.069034095935236e-15,  6.748072215733873e-16,   -1.0011513723467786e-16,
    1.6305919233744186e-17};
constexpr double kQ0[] = {
    -0.12444683684269607,    0.0005470815954089319,  -5.9315987288485175e-06,
    1.4377965798375193e-07,  -5.817532749493056e-09, 3.376097523734991e-10,
    -2.565397936797308e-11,  2.404916100281365e-12,  -2.6690625482579414e-13,
    3.4041800321963686e-14,  -4.87994410531204e-15,  7.729703176242605e-16,
    -1.3348852171502517e-16, 2.4865952389390515e-17, -4.952892629886516e-18,
    1.0473158973776097e-18};
constexpr double kP1[] = {
    1.0009030408600137,     0.0008989898330859408,   -3.987284300488908e-06,
    6.177633960644299e-08,  -1.8718907491063067e-09, 8.816898659582339e-11,
    -5.704863640395645e-12, 4.699195515230542e-13,   -4.6842237839904895e-14,
    5.452674896044717e-15,  -7.221180842274018e-16,  1.0667689114335412e-16,
    -1.7312313216116335e-17};
constexpr double kQ1[] = {
    0.3742222965562826,     -0.0007702178839325664, 7.3108922063643636e-06,
    -1.676782510726674e-07, 6.583354662120443e-09,  -3.749090950541556e-10,
    2.8121750359748866e-11, -2.61145253946232e-12,  2.8774212663332235e-13,
    -3.649001916061838e-14, 5.206626366226707e-15,  -8.215318025458595e-16,
    1.4141084390211833e-16, -2.626761589838529e-17, 5.2192649196714085e-18};

// The functions of one order.
struct Order {
  absl::Span<const double> j, y, p, q;
  bool is_one;
};
constexpr Order kZero = {kJ0, kY0, kP0, kQ0, false};
constexpr Order kOne = {kJ1, kY1, kP1, kQ1, true};

// J of x in [0, 8].
Value Near(Composer& c, const Order& order, Value x) {
  const Value j = Expansion(c, x * x / 32.0 - 1.0, order.j);
  return order.is_one ? j * x : j;
}

// J, or Y, of x from 8 on.
Value Far(Composer& c, const Order& order, Value x, bool second) {
  const Value t = 128.0 / (x * x) - 1.0;
  const Value p = Expansion(c, t, order.p), q = Expansion(c, t, order.q) / x;
  const Value sine = c.Unary(OpKind::kSine, x), cosine = c.Unary(OpKind::kCosine, x);
  // Of w, times the root of 2.
  Value cos_w = sine + cosine, sin_w = sine - cosine;
  if (order.is_one) {
    std::swap(cos_w, sin_w);
    sin_w = -sin_w;
  }
  const Value wave = second ? p * sin_w + q * cos_w : p * cos_w - q * sin_w;
  return wave / Sqrt(c, x * M_PI);
}

Computation First(const Lowering& call, const Order& order) {
  Composer c(call);
  const Value x = Precise(c), size = Absolute(c, x);
  const Value j = c.Select(c.Compare("LE", size, c.Constant(8, ElementType::kF64)),
                           Near(c, order, size), Far(c, order, size, false));
  return c.Finish({order.is_one ? c.Select(Less(c, x, 0), -j, j) : j});
}

Computation Second(const Lowering& call, const Order& order) {
  Composer c(call);
  const Value x = Precise(c);
  const Value y = Expansion(c, x * x / 32.0 - 1.0, order.y);
  const Value product = Log(c, x) * Near(c, order, x);
  const Value near =
      order.is_one ? y * x + (product - 1.0 / x) * M_2_PI : y + product * M_2_PI;
  const Value found = c.Select(c.Compare("LE", x, c.Constant(8, ElementType::kF64)), near,
                               Far(c, order, x, true));
  return c.Finish({Instead(c, Equal(c, x, 0), -kInfinity, found)});
}

}  // namespace

Computation bessel_j0(const Lowering& call) { return First(call, kZero); }
Computation bessel_j1(const Lowering& call) { return First(call, kOne); }
Computation bessel_y0(const Lowering& call) { return Second(call, kZero); }
Computation bessel_y1(const Lowering& call) { return Second(call, kOne); }
Computation spherical_bessel_j0(const Lowering& call) {
  Composer c(call);
  const Value x = Precise(c), infinite = Equal(c, Absolute(c, x), kInfinity);
  const Value found = Instead(c, Equal(c, x, 0), 1, c.Unary(OpKind::kSine, x) / x);
  return c.Finish({Instead(c, infinite, 0, found)});
}

}  // namespace tilewright::torch_lower::lowerings
