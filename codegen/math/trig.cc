// Sine, cosine and tangent, for every argument.
//
// An argument is reduced to x = n pi/2 + r, |r| <= pi/4, on doubles, also for
// floats, by multiplying with just those bits of 2/pi that matter modulo 4
// (Payne and Hanek's way); for doubles below 2^20 by subtraction.
#include <array>

#include "codegen/math/double_double.h"
#include "codegen/math/functions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

namespace tilewright::codegen {
namespace {

// 64 zero bits, then 1344 bits of 2/pi, most significant first; stored from the
// last byte to the first, so that a little-endian load of 8 bytes is a window.
constexpr int kStreamBytes = 176;
constexpr std::array<uint64_t, kStreamBytes / 8> kTwoOverPi = {
    0xa9e391615ee61b08, 0xf0cfbc209af4361d, 0x56033046fc7b6bab, 0x6bfb5fb11f8d5d08,
    0x3d0739f78a5292ea, 0x7527bac7ebe5f17b, 0x4f463f669e5fea2d, 0x6d367ecf27cb09b7,
    0xef2f118b5a0a6d1f, 0x1ff897ffde05980f, 0x9c845f8bbdf9283b, 0x3991d639835339f4,
    0xe99c7026b45f7e41, 0xe88235f52ebb4484, 0xfe1deb1cb129a73e, 0x06492eea09d1921c,
    0xb7246e3a424dd2e0, 0xfe5163abdebbc561, 0xdb6295993c439041, 0xfc2757d1f534ddc0,
    0xa2f9836e4e441529, 0x0000000000000000,
};

V TableAddress(V like) {
  llvm::IRBuilderBase& b = like.builder();
  constexpr char kName[] = "tw_two_over_pi";
  llvm::Module* module = b.GetInsertBlock()->getModule();
  llvm::GlobalVariable* table = module->getNamedGlobal(kName);
  if (table == nullptr) {
    llvm::Constant* words = llvm::ConstantDataArray::get(b.getContext(), kTwoOverPi);
    table = new llvm::GlobalVariable(*module, words->getType(), /*isConstant=*/true,
                                     llvm::GlobalValue::PrivateLinkage, words, kName);
    table->setAlignment(llvm::Align(64));
  }
  return like.With(table);
}

// 52 bits of the stream from bit `position` on, as an exact double.
V Window(V position, V like) {
  llvm::IRBuilderBase& b = position.builder();
  V offset = (kStreamBytes - 8) - Lshr(position, 3);
  V table = TableAddress(position);
  llvm::Value* pointers = b.CreateGEP(b.getInt8Ty(), table.get(), offset.get());
  llvm::Value* word =
      position.lanes() == 0
          ? static_cast<llvm::Value*>(
                b.CreateAlignedLoad(position.type(), pointers, llvm::Align(1)))
          : b.CreateMaskedGather(position.type(), pointers, llvm::Align(1));
  V bits = Lshr(Shl(position.With(word), position & 7), 12);
  return FromBits(bits | Bits(like.Fp(0x1p52)), like) - 0x1p52;
}

struct Reduced {
  V quadrant;  // n as an integer; its last two bits are meant
  V high;      // r = high + low
  V low;
};

// An argument as a double: x = mantissa 2^e with a mantissa of 53 bits, and
// the place in the stream whose first bit weighs 2^1 when multiplied by 2^e.
struct Scaled {
  V mantissa;
  V position;
};

Scaled ScaleForStream(V x, V huge) {
  V pattern = Bits(x);
  constexpr int64_t field = 1075;  // that of [2^52, 2^53)
  V mantissa = (pattern & pattern.Int((int64_t{1} << 52) - 1)) | pattern.Int(field << 52);
  V e = (Lshr(pattern, 52) & 0x7ff) - static_cast<int>(field);
  return {FromBits(mantissa, x), Select(huge, e + 62, pattern.Int(0))};
}

// For |x| >= 2^20: four windows, 208 bits, with every product exact.
void ReduceHuge(V x, V huge, Reduced* result) {
  Scaled s = ScaleForStream(x, huge);
  constexpr double kWeights[4] = {0x1p-50, 0x1p-102, 0x1p-154, 0x1p-206};
  std::array<V, 7> terms;  // falling in size
  for (int i = 0; i < 4; ++i) {
    V window = Window(s.position + 52 * i, x) * kWeights[i];
    DoubleDouble product = TwoProduct(s.mantissa, window);
    terms[2 * i] = product.high;
    if (i < 3) terms[2 * i + 1] = product.low;
  }
  // Modulo 4 the largest term, then all of it to a sum and its errors.
  terms[0] = terms[0] - RoundEven(terms[0] * 0.25) * 4.0;
  for (int i = 5; i >= 0; --i) {
    DoubleDouble sum = TwoSum(terms[i], terms[i + 1]);
    terms[i] = sum.high;
    terms[i + 1] = sum.low;
  }
  Rounded whole = RoundSmall(terms[0]);
  terms[0] = terms[0] - whole.fp;
  for (int i = 5; i >= 0; --i) {
    DoubleDouble sum = TwoSum(terms[i], terms[i + 1]);
    terms[i] = sum.high;
    terms[i + 1] = sum.low;
  }
  V f = terms[0];
  V f_low = terms[1] + terms[2];
  // Times pi/2, twice as precise.
  DoubleDouble product = TwoProduct(f, x.Fp(0x1.921fb54442d18p0));
  V low = Fma(f_low, 0x1.921fb54442d18p0, product.low);
  low = Fma(f, 0x1.1a62633145c07p-54, low);
  V high = product.high + low;
  result->quadrant = Select(huge, whole.integer, result->quadrant);
  result->high = Select(huge, high, result->high);
  result->low = Select(huge, low - (high - product.high), result->low);
}

// A float, as a double, needs so few bits of 2/pi that five sets of constants
// do, one for each 26 powers of two: what lies above is a multiple of 4 times
// its last bit. The first two products are exact, the third is below 2^-6.
Reduced ReduceFloat(V x) {
  struct Constants {
    double from;
    double first, second, third;
  };
  constexpr Constants kSets[] = {
      {0, 0x1.45f306cp-1, 0x1.c9c882ap-29, 0x1.4fe13abe8fa9ap-59},
      {0x1p26, 0x1.17cc1b6p-3, 0x1.27220a9p-31, 0x1.3f84eafa3ea6ap-61},
      {0x1p52, 0x1.c9c882ap-29, 0x1.4fe13a8p-59, 0x1.f47d4d377036ep-86},
      {0x1p78, 0x1.4a7f09dp-54, 0x1.7d1f534p-84, 0x1.bb81b6c52b328p-113},
      {0x1p104, 0x1.57d1f53p-80, 0x1.377036cp-110, 0x1.8a5664f10e41p-138},
  };
  V a = Abs(x);
  V first = x.Fp(kSets[0].first);
  V second = x.Fp(kSets[0].second);
  V third = x.Fp(kSets[0].third);
  for (int i = 1; i < 5; ++i) {
    V above = a >= kSets[i].from;
    first = Select(above, kSets[i].first, first);
    second = Select(above, kSets[i].second, second);
    third = Select(above, kSets[i].third, third);
  }
  V high = a * first;
  V low = a * second;
  Rounded n_high = RoundSmall(high);
  Rounded n_low = RoundSmall(low);
  V fraction = (high - n_high.fp) + (low - n_low.fp);
  Rounded n = RoundSmall(fraction);
  fraction = Fma(a, third, fraction - n.fp);
  Reduced result;
  result.quadrant = n_high.integer + n_low.integer + n.integer;
  result.high = fraction * 0x1.921fb54442d18p0;
  return result;
}

Reduced ReduceDouble(V x) {
  V a = Abs(x);
  Reduced result;
  Rounded n = RoundSmall(a * 0x1.45f306dc9c883p-1);
  result.quadrant = n.integer;
  // Three parts of pi/2: the first two of 33 bits, so that n times them is
  // exact while n is below 2^20.
  V first = Fma(-n.fp, 0x1.921fb544p0, a);
  DoubleDouble second = TwoSum(first, -n.fp * 0x1.0b4611a6p-34);
  DoubleDouble third = TwoProduct(n.fp, x.Fp(0x1.3198a2e037073p-69));
  V high = second.high - third.high;
  V low = (second.high - high) - third.high + (second.low - third.low);
  result.high = high + low;
  result.low = low - (result.high - high);
  ReduceHuge(a, a >= 0x1p20, &result);
  return result;
}

// sin and cos of high + low on [-pi/4, pi/4], a little beyond.
V SineKernel(V high, V low) {
  V z = high * high;
  if (high.is_f32()) {
    V p = Poly(z, {-0x1.555556p-3, 0x1.111172p-7, -0x1.a05698p-13, 0x1.7b550ap-19});
    return Fma(high * z, p, high);
  }
  V p = Poly(z, {-0x1.5555555555555p-3, 0x1.111111111110ap-7, -0x1.a01a01a0188afp-13,
                 0x1.71de3a530b27p-19, -0x1.ae64525b58p-26, 0x1.61206b85d0a82p-33,
                 -0x1.aa91aeb0069afp-41});
  V tail = high * z * p;
  if (low) tail = Fma(low, Fma(z, -0.5, 1.0), tail);
  return high + tail;
}

V CosineKernel(V high, V low) {
  V z = high * high;
  V half = z * 0.5;
  V w = 1.0 - half;
  V lost = (1.0 - w) - half;
  V p =
      high.is_f32()
          ? Poly(z, {0x1.55554ap-5, -0x1.6c0c1cp-10, 0x1.99e1d6p-16})
          : Poly(z, {0x1.5555555555555p-5, -0x1.6c16c16c16c0fp-10, 0x1.a01a01a018c03p-16,
                     -0x1.27e4fb75dcbacp-22, 0x1.1eed8c7eb734bp-29,
                     -0x1.93930e3cd1a27p-37, 0x1.aab2af91be889p-45});
  V tail = Fma(z * z, p, lost);
  if (low) tail = Fma(-high, low, tail);
  return w + tail;
}

// The quadrant's value, with the sign that its second bit says.
V Quadrant(V value, V quadrant) {
  int width = value.width();
  V sign = Shl(quadrant & 2, width - 2);
  return FromBits(Bits(value) ^ sign, value);
}

struct SineCosine {
  V sine, cosine;
  V quadrant;
};

SineCosine Kernels(V x, bool in_f32) {
  bool from_float = x.is_f32();
  Reduced r = from_float ? ReduceFloat(ToF64(x)) : ReduceDouble(x);
  V quadrant = r.quadrant;
  V high = r.high;
  if (in_f32) {
    high = ToF32(high);
    quadrant = TruncTo(quadrant, 32);
  }
  // NaN from NaN and infinities.
  V nan = high.With(llvm::ConstantFP::getNaN(high.type()));
  V infinity = x.With(llvm::ConstantFP::getInfinity(x.type()));
  high = Select(Abs(x) < infinity, high, nan);
  V low = from_float ? V() : r.low;
  return {SineKernel(high, low), CosineKernel(high, low), quadrant};
}

}  // namespace

SineAndCosine SinCos(V x) {
  // Floats outside `tpu` numerics are rounded once, from doubles.
  bool in_f32 = x.is_f32() && x.relaxed();
  SineCosine k = Kernels(x, in_f32);
  V odd = Ne(k.quadrant & 1, 0);
  V sine = Quadrant(Select(odd, k.cosine, k.sine), k.quadrant);
  V cosine = Quadrant(Select(odd, k.sine, k.cosine), k.quadrant + 1);
  if (x.is_f32() && !in_f32) {
    sine = ToF32(sine);
    cosine = ToF32(cosine);
  }
  // sin(-x) = -sin(x), -0 included.
  return {FromBits(Bits(sine) ^ SignBit(x), x), cosine};
}

V Sin(V x) { return SinCos(x).sine; }
V Cos(V x) { return SinCos(x).cosine; }

V Tan(V x) {
  SineCosine k = Kernels(x, false);
  V odd = Ne(k.quadrant & 1, 0);
  V result = Select(odd, -k.cosine, k.sine) / Select(odd, k.sine, k.cosine);
  if (x.is_f32()) result = ToF32(result);
  return FromBits(Bits(result) ^ SignBit(x), x);
}

// The argument times pi comes in two parts, as close to a quarter turn as half
// a turn is far from it.
SineAndCosine SinCosPi(V r) {
  V a = Abs(r);
  V far = a > 0.25;
  V near = Select(far, 0.5 - a, a);
  DoubleDouble product = TwoProduct(near, r.Fp(0x1.921fb54442d18p1));
  V low = Fma(near, 0x1.1a62633145c07p-53, product.low);
  V sine = SineKernel(product.high, low);
  V cosine = CosineKernel(product.high, low);
  return {CopySign(Select(far, cosine, sine), r), Select(far, sine, cosine)};
}

}  // namespace tilewright::codegen
