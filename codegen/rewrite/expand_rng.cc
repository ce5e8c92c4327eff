// Random numbers: rng_bit_generator to the letter, rng freely.
#include "codegen/rewrite/random_bits.h"
#include "codegen/rewrite/rewrite.h"
#include "codegen/rewrite/unsigned_of.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::ElementType;
using ir::TensorType;
using ir::ValueId;
using enum ir::AttributeName;
using enum ir::ElementType;
using enum ir::OpKind;

// Hands out independent bits to one rng operation. Numbers depend on the
// operation's place in the program and on how often it was asked, never on
// time: equal programs give equal numbers.
class Source {
 public:
  explicit Source(Rewrite& rewrite) : rewrite_(rewrite) {}

  ValueId Bits(const Dims& shape, bool wide) {
    constexpr int64_t kSalt = 0x5DEECE66D;  // any constant that is not zero
    const int64_t key = kSalt + (int64_t{rewrite_.ordinal} << 8) + next_++;
    ir::Builder& b = rewrite_.builder;
    const ValueId state = b.Constant(ir::IntegerVector({key, 0}));
    return PhiloxBits(b, b.BitcastConvert(state, kU64), shape, wide).bits;
  }

  // In [0, 1), every value a multiple of 2^-p for p the type's mantissa bits,
  // so that no rounding can reach 1.
  ValueId Uniform(ElementType element, const Dims& shape) {
    ir::Builder& b = rewrite_.builder;
    const int mantissa = ir::Info(element).mantissa_bits;
    const bool wide = element == kF64;
    const ValueId bits = Bits(shape, wide);
    const ValueId shift = b.IntegerSplat((wide ? 64 : 32) - mantissa, b.type(bits));
    const ValueId number = b.Convert(b.Binary(kShiftRightLogical, bits, shift), element);
    const double unit = 1.0 / static_cast<double>(int64_t{1} << mantissa);
    return b.Binary(kMultiply, number, b.Splat(unit, b.type(number)));
  }

 private:
  Rewrite& rewrite_;
  int next_ = 0;
};

// a + bits modulo (b - a), all modulo 2^width.
ValueId UniformIntegers(Rewrite& rewrite, Source& source, const TensorType& type) {
  ir::Builder& b = rewrite.builder;
  const int width = ir::Info(type.element).bits;
  const ElementType raw = UnsignedOf(width);
  const ValueId low = b.BitcastConvert(rewrite.operands[0], raw);
  const ValueId high = b.BitcastConvert(rewrite.operands[1], raw);
  const ValueId range = b.BroadcastScalar(b.Binary(kSubtract, high, low), type.dims());
  const ValueId bits = b.Convert(source.Bits(type.dims(), width == 64), raw);
  const ValueId offset = b.Binary(kRemainder, bits, range);
  const ValueId sum = b.Binary(kAdd, offset, b.BroadcastScalar(low, type.dims()));
  return b.BitcastConvert(sum, type.element);
}

// Box and Muller: two uniform numbers give one normal one.
ValueId Normal(ir::Builder& b, Source& source, ElementType element, const Dims& dims) {
  constexpr double kTwoPi = 6.283185307179586;
  const TensorType type{element, dims};
  const ValueId u = source.Uniform(element, dims);
  const ValueId v = source.Uniform(element, dims);
  // 1 - u lies in (0, 1]: its logarithm is finite.
  const ValueId log = b.Unary(kLog, b.Binary(kSubtract, b.Splat(1, type), u));
  const ValueId radius = b.Unary(kSqrt, b.Binary(kMultiply, log, b.Splat(-2, type)));
  const ValueId angle = b.Binary(kMultiply, v, b.Splat(kTwoPi, type));
  return b.Binary(kMultiply, radius, b.Unary(kCosine, angle));
}

}  // namespace

absl::StatusOr<Values> ExpandRngBitGenerator(Rewrite& rewrite) {
  ir::Builder& b = rewrite.builder;
  const TensorType output = rewrite.ResultType(1);
  const int width = ir::Info(output.element).bits;
  const bool wide = width == 64;
  // XLA:CPU's DEFAULT is PHILOX.
  const RandomBits random =
      rewrite.attributes().Text(kRngAlgorithm) == "THREE_FRY"
          ? ThreeFryBits(b, rewrite.operands[0], output.dims(), wide)
          : PhiloxBits(b, rewrite.operands[0], output.dims(), wide);
  // Narrow types take the low bits.
  const ValueId bits = b.Convert(random.bits, UnsignedOf(width));
  return Values{random.state, b.BitcastConvert(bits, output.element)};
}

absl::StatusOr<Values> ExpandRng(Rewrite& rewrite) {
  ir::Builder& b = rewrite.builder;
  const TensorType type = rewrite.ResultType();
  const ElementType element = type.element;
  Source source(rewrite);
  if (ir::IsBool(element)) {
    const ValueId bits = source.Bits(type.dims(), /*wide=*/false);
    const ValueId low_bit = b.Binary(kAnd, bits, b.IntegerSplat(1, b.type(bits)));
    const ValueId is_set = b.Compare("NE", low_bit, b.IntegerSplat(0, b.type(low_bit)));
    return Values{b.Select(is_set, b.BroadcastScalar(rewrite.operands[0], type.dims()),
                           b.BroadcastScalar(rewrite.operands[1], type.dims()))};
  }
  if (ir::IsInteger(element)) return Values{UniformIntegers(rewrite, source, type)};
  const ValueId x = b.BroadcastScalar(rewrite.operands[0], type.dims());
  const ValueId y = b.BroadcastScalar(rewrite.operands[1], type.dims());
  if (rewrite.attributes().Text(kRngDistribution) == "NORMAL") {
    // Narrow types are too coarse to compute in.
    const ElementType computed = element == kF64 ? kF64 : kF32;
    const ValueId normal = b.Convert(Normal(b, source, computed, type.dims()), element);
    return Values{b.Binary(kAdd, b.Binary(kMultiply, normal, y), x)};
  }
  if (ir::Info(element).mantissa_bits == 0) {
    return rewrite.Unimplemented("numbers of type ", ir::Name(element));
  }
  const ValueId unit = source.Uniform(element, type.dims());
  return Values{b.Binary(kAdd, b.Binary(kMultiply, unit, b.Binary(kSubtract, y, x)), x)};
}

}  // namespace tilewright::codegen
