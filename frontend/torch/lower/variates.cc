// Random variates by rejection: an element has a candidate in each turn until one is
// taken. Operands 0 and 1 are seed and offset.
#include "frontend/torch/lower/elementwise.h"
#include "frontend/torch/lower/indices.h"
#include "frontend/torch/lower/loop.h"
#include "frontend/torch/lower/random.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Variates = absl::StatusOr<std::vector<ir::ValueId>>;

constexpr ElementType kFine = ElementType::kF64;

// A turn is taken by more than half of what is left: no element needs so many.
constexpr int64_t kMostTurns = 256;

// Candidates of a turn that are taken where nothing was.
struct Candidates {
  Value value;
  Value is_taken;
};
using Propose = std::function<Candidates(const Words& words)>;

// The first candidates that are taken, of elements that are not `done` from the start,
// which have `value`.
Value FirstTaken(Composer& c, Value value, Value done, const Propose& propose) {
  const auto goes_on = [&](Value number, const Values& state) {
    return And(c, Any(c, Not(c, state[1])),
               c.Compare("LT", number, Place(c, kMostTurns)));
  };
  const auto turn = [&](Value number, const Values& state) -> Values {
    // Turn 0 is what is drawn once.
    const Words words =
        RandomWords(c, c.Convert(number + Place(c, 1), ElementType::kU32));
    const Candidates next = propose(words);
    return {c.Select(state[1], state[0], next.value), Or(c, state[1], next.is_taken)};
  };
  return LoopWhile(c, goes_on, {c.Broadcast(value, done.shape()), done}, turn)[0];
}

// How many partial sums of a series that begins with `first` lie below u; none where it
// is `done`. Term k + 1 is term k times `ratio(k)`.
Value CountBelow(Composer& c, Value u, Value first, Value done,
                 const std::function<Value(Value k)>& ratio) {
  const Value zero = Zero(c, first);
  const Value start = c.Select(done, zero + 1.0, first);
  const auto is_below = [&](Value sum) { return c.Compare("LT", sum, u); };
  const auto goes_on = [&](Value number, const Values& state) {
    return And(c, Any(c, is_below(state[2])),
               c.Compare("LT", number, Place(c, kMostTurns)));
  };
  const auto turn = [&](Value, const Values& state) -> Values {
    const Value more = is_below(state[2]);
    const Value term = c.Select(more, state[1] * ratio(state[0]), zero);
    return {c.Select(more, state[0] + 1.0, state[0]), c.Select(more, term, state[1]),
            state[2] + term};
  };
  const Value none = c.Broadcast(zero, first.shape());
  return LoopWhile(c, goes_on, {none, start, start}, turn)[0];
}

// What the two transformed rejections (Hoermann 1993) have in common: u in (-1/2, 1/2),
// how far it is from its end, and v in (0, 1).
struct Transformed {
  Value u, from_end, v;
};
Transformed TransformedOf(Composer& c, const Words& words) {
  const Value u = FineFraction(c, words.w[0], words.w[1]) - 0.5;
  return {u, 0.5 - c.Unary(OpKind::kAbs, u), FineFraction(c, words.w[2], words.w[3])};
}
Value LogFactorial(Composer& c, Value k) { return c.Unary(OpKind::kLgamma, k + 1.0); }

}  // namespace

// seed, offset, shape; attribute 0: whether the variate's logarithm is asked for.
// Marsaglia and Tsang 2000; below 1 the shape is one more, and the variate has a power of
// a uniform number as a factor.
Variates standard_gamma(const Lowering& call) {
  Composer c(call);
  const ElementType type = FractionType(c);
  const Value alpha = Parameter(c, 2, type);
  const Value is_small = c.Compare("LT", alpha, Zero(c, alpha) + 1.0);
  const Value d = c.Select(is_small, alpha + 1.0, alpha) - 1.0 / 3;
  const Value scale = 1.0 / c.Unary(OpKind::kSqrt, d * 9.0);
  const Value usual =
      And(c, c.Unary(OpKind::kIsFinite, alpha), c.Compare("GE", alpha, Zero(c, alpha)));
  // (1 + w)^3 d, and log((1 + w)^3) + 1 - (1 + w)^3 so that little cancels.
  const auto log_cube = [&](Value w) { return c.Unary(OpKind::kLogPlusOne, w) * 3.0; };
  const auto propose = [&](const Words& words) -> Candidates {
    const Value z = NormalNumber(c, words, type, /*fine=*/false);
    const Value u = 1.0 - Fraction(c, words.w[2], type);
    const Value w = scale * z;
    const Value bound = z * z * 0.5 + d * (log_cube(w) - w * (w * (w + 3.0) + 3.0));
    const Value inside = c.Compare("GT", w, Zero(c, w) - 1.0);
    return {w, And(c, inside, c.Compare("LT", Log(c, u), bound))};
  };
  const Value nothing = (alpha - alpha) / (alpha - alpha);  // of what is not usual
  const Value w =
      FirstTaken(c, c.Select(usual, Zero(c, alpha), nothing), Not(c, usual), propose);
  const Value u = 1.0 - Fraction(c, RandomWords(c).w[3], type);
  const Value log_factor = c.Select(is_small, Log(c, u) / alpha, Zero(c, alpha));
  if (c.attribute(0) != 0) return c.Finish({Log(c, d) + log_cube(w) + log_factor});
  const Value cube = (w + 1.0) * (w + 1.0) * (w + 1.0);
  const Value sample = d * cube * Exp(c, log_factor);
  // Never zero, whose logarithm nobody could take.
  const double least = type == kFine ? 0x1p-1022 : 0x1p-126;
  return c.Finish({Smallest(c, sample, least)});
}

// seed, offset, rate. Below 10 by inversion, else by transformed rejection (PTRS).
Variates poisson(const Lowering& call) {
  Composer c(call);
  const Value rate = Parameter(c, 2, kFine);
  const Value zero = Zero(c, rate);
  c.Require(Not(c, c.Compare("GE", rate, zero)), c.Number(0, ElementType::kI64),
            {.code = index_rules::kRuntimeError,
             .message = "invalid Poisson rate, expected rate to be non-negative"});
  const Value is_small = Not(c, c.Compare("GE", rate, zero + 10.0));
  const Words first = RandomWords(c);
  const Value few =
      CountBelow(c, FineFraction(c, first.w[0], first.w[1]), Exp(c, -rate),
                 Not(c, is_small), [&](Value k) { return rate / (k + 1.0); });

  const Value is_large = And(c, Not(c, is_small), c.Unary(OpKind::kIsFinite, rate));
  const Value mean = Where(c, is_large, rate, 10);
  const Value deviation = c.Unary(OpKind::kSqrt, mean);
  const Value b = deviation * 2.53 + 0.931, a = b * 0.02483 - 0.059;
  const Value inverse = 1.1328 / (b - 3.4) + 1.1239;
  const Value log_mean = Log(c, mean);
  const auto propose = [&](const Words& words) -> Candidates {
    const Transformed t = TransformedOf(c, words);
    const Value k =
        c.Unary(OpKind::kFloor, (a * 2.0 / t.from_end + b) * t.u + mean + 0.43);
    const Value at_once = And(c, c.Compare("GE", t.from_end, zero + 0.07),
                              c.Compare("LE", t.v, 0.9277 - 3.6224 / (b - 2.0)));
    const Value outside = Or(c, c.Compare("LT", k, zero),
                             And(c, c.Compare("LT", t.from_end, zero + 0.013),
                                 c.Compare("GT", t.v, t.from_end)));
    const Value height = Log(c, t.v * inverse / (a / (t.from_end * t.from_end) + b));
    const Value below = c.Compare("LE", height, k * log_mean - mean - LogFactorial(c, k));
    return {k, Or(c, at_once, And(c, Not(c, outside), below))};
  };
  const Value many = FirstTaken(c, rate, Not(c, is_large), propose);
  return c.Finish({c.Select(is_small, few, many)});
}

// seed, offset, count, probability. Of the rarer outcome: where less than 10 are expected
// by inversion, else by transformed rejection (BTRS).
Variates binomial(const Lowering& call) {
  Composer c(call);
  const Value count = Parameter(c, 2, kFine), p = Parameter(c, 3, kFine);
  const Value zero = Zero(c, p), one = zero + 1.0;
  const Value is_rare = c.Compare("LE", p, zero + 0.5);
  const Value rarer = c.Select(is_rare, p, 1.0 - p);
  const Value usual = And(c, c.Compare("GT", count, zero), c.Compare("GT", rarer, zero));
  const Value q = Where(c, usual, rarer, 0.5), n = Where(c, usual, count, 1);
  const Value is_small = c.Compare("LT", n * q, zero + 10.0);
  const Value log_none = n * c.Unary(OpKind::kLogPlusOne, -q);
  const Words first = RandomWords(c);
  const Value few = CountBelow(
      c, FineFraction(c, first.w[0], first.w[1]), Exp(c, log_none), Not(c, is_small),
      [&](Value k) { return (n - k) / (k + 1.0) * (q / (1.0 - q)); });

  const Value is_large = And(c, Not(c, is_small), usual);
  const Value trials = Where(c, is_large, n, 40), chance = Where(c, is_large, q, 0.5);
  const Value deviation = c.Unary(OpKind::kSqrt, trials * chance * (1.0 - chance));
  const Value b = deviation * 2.53 + 1.15, a = b * 0.0248 - 0.0873 + chance * 0.01;
  const Value alpha = (5.1 / b + 2.83) * deviation;
  const Value mode = c.Unary(OpKind::kFloor, (trials + 1.0) * chance);
  const Value log_odds = Log(c, chance / (1.0 - chance));
  const auto log_ways = [&](Value k) {
    return -LogFactorial(c, k) - LogFactorial(c, trials - k);
  };
  const Value of_mode = log_ways(mode);
  const auto propose = [&](const Words& words) -> Candidates {
    const Transformed t = TransformedOf(c, words);
    const Value k =
        c.Unary(OpKind::kFloor, (a * 2.0 / t.from_end + b) * t.u + trials * chance + 0.5);
    const Value at_once = And(c, c.Compare("GE", t.from_end, zero + 0.07),
                              c.Compare("LE", t.v, 0.92 - 4.2 / b));
    const Value inside = And(c, c.Compare("GE", k, zero), c.Compare("LE", k, trials));
    const Value height = Log(c, t.v * alpha / (a / (t.from_end * t.from_end) + b));
    const Value bound = log_ways(k) - of_mode + (k - mode) * log_odds;
    return {k, And(c, inside, Or(c, at_once, c.Compare("LE", height, bound)))};
  };
  const Value many = FirstTaken(c, zero, Not(c, is_large), propose);
  const Value rare = c.Select(is_small, few, many);
  const Value within = c.Select(is_rare, rare, n - rare);
  // Certain, impossible, and no numbers.
  const Value certain = c.Select(
      And(c, c.Compare("GE", p, one), c.Compare("GT", count, zero)), count, zero);
  const Value defined = c.Compare("EQ", p + count, p + count);
  return c.Finish({c.Select(usual, within, c.Select(defined, certain, p + count))});
}

}  // namespace tilewright::torch_lower::lowerings
