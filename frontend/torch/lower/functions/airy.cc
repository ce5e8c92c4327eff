// Airy's function Ai: an expansion of its own in the middle; elsewhere, with
// z = 2/3 |x|^(3/2), what is left of its asymptotic forms (DLMF 9.7.5, 9.7.9).
#include "frontend/torch/lower/functions/expansion.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Computation = absl::StatusOr<std::vector<ir::ValueId>>;

constexpr double kLeft = -4, kRight = 2;
// z of these.
constexpr double kZLeft = 16.0 / 3, kZRight = 4 * M_SQRT2 / 3;
// Ai(x) of x in [-4, 2], by (x + 1) / 3.
constexpr double kMiddle[] = {
    0.06078525685079726,     0.18996030881729123,    -0.250924387032336,
    -0.09512014013503055,    0.20236324198370076,    -0.06418728306305249,
    -0.026814703186039963,   0.024051904281273857,   -0.00413259164974895,
    -0.0020196817905494225,  0.0011250768750654559,  -0.00011697538709676606,
    -7.125499253060682e-05,  2.8167833107042442e-05, -1.7594742389691562e-06,
    -1.4587201524168717e-06, 4.388747958436033e-07,  -1.4627095866197506e-08,
    -1.9495992841846798e-08, 4.660552774163884e-09,  -5.106245117904234e-11,
    -1.8343326708789198e-10, 3.5857642041278925e-11, 2.658241327479573e-13,
    -1.2805447574198059e-12, 2.0885896604502407e-13, 4.8741837202287105e-15,
    -6.895080927885035e-15,  9.51965014570017e-16,   3.5978991422145034e-17,
    -2.9502705833721254e-17, 3.483989442459416e-18};
// 2 sqrt(pi) x^(1/4) exp(z) Ai(x) of x from 2 on, by 2 kZRight / z - 1.
constexpr double kDecay[] = {
    0.9844053049171552,      -0.014792784850104199,   0.0007327177465426715,
    -6.12595423417825e-05,   6.83476697557269e-06,    -9.237229735403982e-07,
    1.436225340438052e-07,   -2.489319422322096e-08,  4.709793440054328e-09,
    -9.583863708112733e-10,  2.0745855483677591e-10,  -4.737267332192277e-11,
    1.1336099808224236e-11,  -2.827706782319351e-12,  7.320712095125598e-13,
    -1.9599793911089723e-13, 5.4101162570683925e-14,  -1.5356466802223836e-14,
    4.472340393300025e-15,   -1.3338094674756683e-15, 4.066582046456231e-16,
    -1.265583225645289e-16,  4.015126334015871e-17,   -1.2969972135960937e-17,
    4.2613499074124e-18};
// P and Q of Ai(-x) = (P cos(z - pi / 4) + Q / z sin(z - pi / 4)) / (sqrt(pi) x^(1/4)) of
// x from 4 on, by 2 (kZLeft / z)^2 - 1.
constexpr double kP[] = {
    0.9993708890742778,     -0.0006216836584374116,  7.181193774368645e-06,
    -2.316269813501758e-07, 1.3216283888528755e-08,  -1.0938736172758127e-09,
    1.1794620737908535e-10, -1.5518841909929856e-11, 2.386927411492466e-12,
    -4.16552889201035e-13,  8.071678110741467e-14,   -1.708757321110567e-14,
    3.902945148540815e-15,  -9.523976784907064e-16,  2.4632810885752603e-16,
    -6.709077463464858e-17, 1.913939683718707e-17,   -5.69308436211377e-18};
constexpr double kQ[] = {
    0.06882170556308001,    -0.0006089151840832694, 1.3174151014089972e-05,
    -6.014071912908298e-07, 4.327537342298499e-08,  -4.247731732954726e-09,
    5.232285376834493e-10,  -7.672290975115024e-11, 1.2923809452698712e-11,
    -2.43852975710829e-12,  5.059047237872084e-13,  -1.1378513792256329e-13,
    2.7441377308322258e-14, -7.03448211263258e-15,  1.9032114367198917e-15,
    -5.403040541409308e-16, 1.6016711026585234e-16, -4.9375274403528065e-17,
    1.5773435797781153e-17, -5.206129581838458e-18, 1.7706787947400164e-18,
    -6.191669620783275e-19};

}  // namespace

Computation airy_ai(const Lowering& call) {
  Composer c(call);
  const Value x = Precise(c), size = Absolute(c, x), root = Sqrt(c, size);
  const Value z = size * root * (2.0 / 3), scale = Sqrt(c, root * M_PI);
  const Value middle = Expansion(c, (x + 1.0) / 3.0, kMiddle);
  const Value decay = Expansion(c, 2 * kZRight / z - 1.0, kDecay);
  const Value right = decay * Exp(c, -z) / (scale * 2.0);
  const Value ratio = kZLeft / z, t = ratio * ratio * 2.0 - 1.0;
  const Value p = Expansion(c, t, kP), q = Expansion(c, t, kQ) / z;
  const Value sine = c.Unary(OpKind::kSine, z), cosine = c.Unary(OpKind::kCosine, z);
  const Value left = (p * (cosine + sine) + q * (sine - cosine)) * M_SQRT1_2 / scale;
  const Value to_right =
      c.Select(c.Compare("GT", x, c.Constant(kRight, x.element())), right, middle);
  const Value found = c.Select(Less(c, x, kLeft), left, to_right);
  // Of infinities PyTorch has none.
  return c.Finish({Instead(c, Equal(c, size, kInfinity), kNan, found)});
}

}  // namespace tilewright::torch_lower::lowerings
