#include "codegen/math/lane_value.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsAArch64.h"
#include "llvm/IR/IntrinsicsX86.h"

namespace tilewright::codegen {
namespace {

llvm::Type* WithLanes(llvm::Type* scalar, V like) {
  int lanes = like.lanes();
  return lanes == 0 ? scalar : llvm::FixedVectorType::get(scalar, lanes);
}

V Unary(llvm::Intrinsic::ID id, V a) {
  return a.With(a.builder().CreateUnaryIntrinsic(id, a.get()));
}

llvm::Type* IntType(V like, int bits) {
  return WithLanes(llvm::IntegerType::get(like.builder().getContext(), bits), like);
}

// NaNs stay NaNs in either form. x86's instructions are the selections'; Arm's, which
// know NaNs, are the intrinsics'.
bool HasIeeeExtrema(V a) { return a.is_float() && !a.options().target.x86; }

}  // namespace

int V::lanes() const {
  llvm::FixedVectorType* vector = llvm::dyn_cast<llvm::FixedVectorType>(type());
  return vector == nullptr ? 0 : static_cast<int>(vector->getNumElements());
}

bool V::relaxed() const { return options_->numerics == Numerics::kTpu; }

// Relaxed results are flushed.
bool V::has_slow_underflow() const {
  return options_->slow_underflow && options_->target.avx512 && !relaxed();
}

V V::Fp(double constant) const { return With(llvm::ConstantFP::get(type(), constant)); }
V V::Int(int64_t constant) const {
  return With(llvm::ConstantInt::getSigned(type(), constant));
}

V operator+(V a, Arg other) {
  V b = other.As(a);
  return a.With(a.is_float() ? a.builder().CreateFAdd(a.get(), b.get())
                             : a.builder().CreateAdd(a.get(), b.get()));
}
V operator-(V a, Arg other) {
  V b = other.As(a);
  return a.With(a.is_float() ? a.builder().CreateFSub(a.get(), b.get())
                             : a.builder().CreateSub(a.get(), b.get()));
}
V operator*(V a, Arg other) {
  V b = other.As(a);
  return a.With(a.is_float() ? a.builder().CreateFMul(a.get(), b.get())
                             : a.builder().CreateMul(a.get(), b.get()));
}
V operator/(V a, Arg other) {
  return a.With(a.builder().CreateFDiv(a.get(), other.As(a).get()));
}
V operator-(V a) {
  return a.With(a.is_float() ? a.builder().CreateFNeg(a.get())
                             : a.builder().CreateNeg(a.get()));
}
V Fma(V a, Arg b, Arg c) {
  return a.With(a.builder().CreateIntrinsic(llvm::Intrinsic::fma, {a.type()},
                                            {a.get(), b.As(a).get(), c.As(a).get()}));
}

V operator&(V a, Arg b) { return a.With(a.builder().CreateAnd(a.get(), b.As(a).get())); }
V operator|(V a, Arg b) { return a.With(a.builder().CreateOr(a.get(), b.As(a).get())); }
V operator^(V a, Arg b) { return a.With(a.builder().CreateXor(a.get(), b.As(a).get())); }
V operator~(V a) { return a.With(a.builder().CreateNot(a.get())); }
V Shl(V a, Arg by) { return a.With(a.builder().CreateShl(a.get(), by.As(a).get())); }
V Lshr(V a, Arg by) { return a.With(a.builder().CreateLShr(a.get(), by.As(a).get())); }
V Ashr(V a, Arg by) { return a.With(a.builder().CreateAShr(a.get(), by.As(a).get())); }

namespace {
V Compare(V a, Arg other, llvm::CmpInst::Predicate fp, llvm::CmpInst::Predicate integer) {
  V b = other.As(a);
  return a.With(a.is_float() ? a.builder().CreateFCmp(fp, a.get(), b.get())
                             : a.builder().CreateICmp(integer, a.get(), b.get()));
}
}  // namespace

V operator<(V a, Arg b) {
  return Compare(a, b, llvm::CmpInst::FCMP_OLT, llvm::CmpInst::ICMP_SLT);
}
V operator<=(V a, Arg b) {
  return Compare(a, b, llvm::CmpInst::FCMP_OLE, llvm::CmpInst::ICMP_SLE);
}
V operator>(V a, Arg b) {
  return Compare(a, b, llvm::CmpInst::FCMP_OGT, llvm::CmpInst::ICMP_SGT);
}
V operator>=(V a, Arg b) {
  return Compare(a, b, llvm::CmpInst::FCMP_OGE, llvm::CmpInst::ICMP_SGE);
}
V Eq(V a, Arg b) {
  return Compare(a, b, llvm::CmpInst::FCMP_OEQ, llvm::CmpInst::ICMP_EQ);
}
V Ne(V a, Arg b) {
  return Compare(a, b, llvm::CmpInst::FCMP_UNE, llvm::CmpInst::ICMP_NE);
}
V UnsignedLess(V a, Arg b) {
  return a.With(a.builder().CreateICmpULT(a.get(), b.As(a).get()));
}
V IsNan(V a) { return a.With(a.builder().CreateFCmpUNO(a.get(), a.get())); }
V IsInf(V a) { return Eq(Abs(a), a.With(llvm::ConstantFP::getInfinity(a.type()))); }
V Select(V mask, Arg a, Arg b) {
  V probe = a.As(mask);
  V other = b.As(probe);
  if (probe.type() != other.type()) probe = a.As(other);
  return mask.With(mask.builder().CreateSelect(mask.get(), probe.get(), other.get()));
}

V AtMost(V a, Arg limit) {
  V c = limit.As(a);
  if (HasIeeeExtrema(a)) {
    return a.With(
        a.builder().CreateBinaryIntrinsic(llvm::Intrinsic::minimum, a.get(), c.get()));
  }
  return Select(c < a, c, a);
}
V AtLeast(V a, Arg limit) {
  V c = limit.As(a);
  if (HasIeeeExtrema(a)) {
    return a.With(
        a.builder().CreateBinaryIntrinsic(llvm::Intrinsic::maximum, a.get(), c.get()));
  }
  return Select(c > a, c, a);
}

V Infinity(V like) { return like.With(llvm::ConstantFP::getInfinity(like.type())); }
V Nan(V like) { return like.With(llvm::ConstantFP::getNaN(like.type())); }
V Larger(V a, V b) { return Select(a > b, a, b); }
V Smaller(V a, V b) { return Select(a > b, b, a); }
V Abs(V a) { return Unary(llvm::Intrinsic::fabs, a); }
V CopySign(V magnitude, Arg sign) {
  return magnitude.With(magnitude.builder().CreateBinaryIntrinsic(
      llvm::Intrinsic::copysign, magnitude.get(), sign.As(magnitude).get()));
}
V Sqrt(V a) { return Unary(llvm::Intrinsic::sqrt, a); }
V Floor(V a) { return Unary(llvm::Intrinsic::floor, a); }
V Ceil(V a) { return Unary(llvm::Intrinsic::ceil, a); }
V Trunc(V a) { return Unary(llvm::Intrinsic::trunc, a); }
V RoundEven(V a) { return Unary(llvm::Intrinsic::roundeven, a); }

V Bits(V a) { return a.With(a.builder().CreateBitCast(a.get(), IntType(a, a.width()))); }
V FromBits(V bits, V like) {
  return bits.With(bits.builder().CreateBitCast(bits.get(), like.type()));
}
V SignBit(V a) { return Bits(a) & Bits(a).Int(a.width() == 64 ? INT64_MIN : INT32_MIN); }

V ToF32(V a) {
  llvm::Type* f32 = WithLanes(a.builder().getFloatTy(), a);
  return a.is_f32() ? a : a.With(a.builder().CreateFPTrunc(a.get(), f32));
}
V ToF64(V a) {
  llvm::Type* f64 = WithLanes(a.builder().getDoubleTy(), a);
  return a.is_f64() ? a : a.With(a.builder().CreateFPExt(a.get(), f64));
}
V ToFloating(V signed_int, V like) {
  return signed_int.With(
      signed_int.builder().CreateSIToFP(signed_int.get(), like.type()));
}
V ZextTo(V a, int bits) {
  return a.With(a.builder().CreateZExt(a.get(), IntType(a, bits)));
}
V SextTo(V a, int bits) {
  return a.With(a.builder().CreateSExt(a.get(), IntType(a, bits)));
}
V TruncTo(V a, int bits) {
  return a.With(a.builder().CreateTrunc(a.get(), IntType(a, bits)));
}
V MaskToInt(V mask, int bits) { return ZextTo(mask, bits); }

namespace {

int ExponentBias(V like) { return like.is_f64() ? 1023 : 127; }

// Adding 1.5 * 2^52 (2^23) leaves no bits for a fraction. The lowest bits of the sum's
// mantissa are then those of the number.
V RoundingMagic(V like, int more = 0) {
  return like.Fp((like.is_f64() ? 0x1.8p52 : 0x1.8p23) + more);
}

}  // namespace

Rounded RoundSmall(V x) {
  V magic = RoundingMagic(x);
  V shifted = x + magic;
  V integer = Bits(shifted) - Bits(magic);
  return {shifted - magic, integer, integer + 2 * ExponentBias(x)};
}

Rounded RoundSmallProduct(V x, double factor) {
  // The bias is even: ties go where they went without it.
  V magic = RoundingMagic(x, 2 * ExponentBias(x));
  V shifted = Fma(x, factor, magic);
  return {shifted - magic, Bits(shifted) - Bits(magic), Bits(shifted)};
}

V Exp2Int(V n, V like) {
  int mantissa = like.is_f64() ? 52 : 23;
  return FromBits(Shl(n + ExponentBias(like), mantissa), like);
}

V Ldexp(V x, V n) {
  V half = Ashr(n, 1);
  return x * Exp2Int(half, x) * Exp2Int(n - half, x);
}

namespace {

// Lanes [from, from + count) of `a`, which may end before.
llvm::Value* Part(V a, int from, int count) {
  llvm::SmallVector<int, 16> mask;
  for (int i = 0; i < count; ++i) {
    mask.push_back(from + i < a.lanes() ? from + i : llvm::PoisonMaskElem);
  }
  return a.builder().CreateShuffleVector(a.get(), mask);
}

llvm::Value* Concatenate(llvm::IRBuilderBase& b, llvm::Value* low, llvm::Value* high) {
  int lanes = static_cast<int>(
      llvm::cast<llvm::FixedVectorType>(low->getType())->getNumElements());
  llvm::SmallVector<int, 64> mask;
  for (int i = 0; i < 2 * lanes; ++i) mask.push_back(i);
  return b.CreateShuffleVector(low, high, mask);
}

// Of the lanes of `like`, registers of so many lanes: what `make` gives for those from
// lane `from` on, joined.
template <typename Make>
V ByRegisters(V like, int lanes, Make make) {
  llvm::IRBuilderBase& b = like.builder();
  llvm::SmallVector<llvm::Value*, 8> parts;
  for (int from = 0; from < like.lanes(); from += lanes) parts.push_back(make(from));
  while (parts.size() > 1) {
    llvm::SmallVector<llvm::Value*, 8> joined;
    for (size_t i = 0; i < parts.size(); i += 2) {
      joined.push_back(Concatenate(b, parts[i], parts[i + 1]));
    }
    parts = joined;
  }
  V result = like.With(parts[0]);
  return result.lanes() == like.lanes() ? result
                                        : like.With(Part(result, 0, like.lanes()));
}

// vscalefps, vscalefpd: x * 2^floor(n), on registers of 128 to 512 bits.
llvm::Value* ScalefRegister(llvm::IRBuilderBase& b, llvm::Value* x, llvm::Value* n,
                            bool f64, int bits) {
  llvm::Intrinsic::ID id =
      bits == 128   ? (f64 ? llvm::Intrinsic::x86_avx512_mask_scalef_pd_128
                           : llvm::Intrinsic::x86_avx512_mask_scalef_ps_128)
      : bits == 256 ? (f64 ? llvm::Intrinsic::x86_avx512_mask_scalef_pd_256
                           : llvm::Intrinsic::x86_avx512_mask_scalef_ps_256)
                    : (f64 ? llvm::Intrinsic::x86_avx512_mask_scalef_pd_512
                           : llvm::Intrinsic::x86_avx512_mask_scalef_ps_512);
  int mask_bits = std::max(8, bits / (f64 ? 64 : 32));
  llvm::SmallVector<llvm::Value*, 5> arguments = {
      x, n, llvm::Constant::getNullValue(x->getType()),
      llvm::Constant::getAllOnesValue(b.getIntNTy(mask_bits))};
  if (bits == 512) arguments.push_back(b.getInt32(4));  // as MXCSR rounds
  return b.CreateIntrinsic(id, {}, arguments);
}

V Scalef(V x, V n) {
  llvm::IRBuilderBase& b = x.builder();
  bool f64 = x.is_f64();
  int element_bits = f64 ? 64 : 32;
  if (x.lanes() == 0) {
    llvm::Type* type =
        llvm::FixedVectorType::get(x.type(), static_cast<unsigned>(128 / element_bits));
    llvm::Value* zero = llvm::Constant::getNullValue(type);
    llvm::Value* wide_x = b.CreateInsertElement(zero, x.get(), uint64_t{0});
    llvm::Value* wide_n = b.CreateInsertElement(zero, n.get(), uint64_t{0});
    llvm::Value* result = ScalefRegister(b, wide_x, wide_n, f64, 128);
    return x.With(b.CreateExtractElement(result, uint64_t{0}));
  }
  int widest = x.options().target.vector_bits;
  int bits = std::min(widest, std::max(128, x.lanes() * element_bits));
  int lanes = bits / element_bits;
  return ByRegisters(x, lanes, [&](int from) {
    llvm::Value* part_x = x.lanes() == lanes ? x.get() : Part(x, from, lanes);
    llvm::Value* part_n = x.lanes() == lanes ? n.get() : Part(n, from, lanes);
    return ScalefRegister(b, part_x, part_n, f64, bits);
  });
}

}  // namespace

V Ldexp(V x, Rounded n) {
  if (x.options().target.avx512) return Scalef(x, n.fp);
  // Two factors whose biased exponents add up to what n has.
  int mantissa = x.is_f64() ? 52 : 23;
  V half = Lshr(n.biased, 1);
  V first = FromBits(Shl(half, mantissa), x);
  V second = FromBits(Shl(n.biased - half, mantissa), x);
  return x * first * second;
}

V Poly(V x, std::initializer_list<double> coefficients) {
  const double* c = coefficients.begin() + coefficients.size() - 1;
  V sum = x.Fp(*c);
  while (c != coefficients.begin()) sum = Fma(sum, x, *--c);
  return sum;
}
V PolyInPairs(V x, std::initializer_list<double> coefficients) {
  std::vector<V> terms;
  for (const double c : coefficients) terms.push_back(x.Fp(c));
  for (V power = x; terms.size() > 1; power = power * power) {
    std::vector<V> pairs;
    for (size_t i = 0; i + 1 < terms.size(); i += 2) {
      pairs.push_back(Fma(terms[i + 1], power, terms[i]));
    }
    if (terms.size() % 2 == 1) pairs.push_back(terms.back());
    terms = std::move(pairs);
  }
  return terms[0];
}
V PolyTimes(V x, std::initializer_list<double> coefficients) {
  return x * Poly(x, coefficients);
}

namespace {

llvm::Constant* TableOf(llvm::IRBuilderBase& b, const std::array<float, 8>& table,
                        int lanes) {
  llvm::SmallVector<float, 16> values;
  for (int i = 0; i < lanes; ++i) values.push_back(table[i % 8]);
  return llvm::ConstantDataVector::get(b.getContext(), values);
}

// vpermps, which looks at the low bits of an index.
llvm::Value* LookupByPermutation(V index, int from, int lanes,
                                 const std::array<float, 8>& table) {
  llvm::IRBuilderBase& b = index.builder();
  return b.CreateIntrinsic(
      lanes == 16 ? llvm::Intrinsic::x86_avx512_permvar_sf_512
                  : llvm::Intrinsic::x86_avx2_permps,
      {},
      {TableOf(b, table, lanes),
       index.lanes() == lanes ? index.get() : Part(index, from, lanes)});
}

// tbl, on bytes.
llvm::Value* LookupByBytes(V index, int from, const std::array<float, 8>& table) {
  llvm::IRBuilderBase& b = index.builder();
  llvm::Type* const bytes = llvm::FixedVectorType::get(b.getInt8Ty(), 16);
  const V four = index.With(index.lanes() == 4 ? index.get() : Part(index, from, 4));
  const V places = (four & 7) * 0x04040404 + 0x03020100;
  llvm::SmallVector<llvm::Value*, 3> arguments;
  for (const int half : {0, 4}) {
    arguments.push_back(b.CreateBitCast(
        TableOf(b, {table[half], table[half + 1], table[half + 2], table[half + 3]}, 4),
        bytes));
  }
  arguments.push_back(b.CreateBitCast(places.get(), bytes));
  return b.CreateBitCast(
      b.CreateIntrinsic(llvm::Intrinsic::aarch64_neon_tbl2, {bytes}, arguments),
      llvm::FixedVectorType::get(b.getFloatTy(), 4));
}

}  // namespace

V Lookup(V index, const std::array<float, 8>& table) {
  llvm::IRBuilderBase& b = index.builder();
  const VectorTarget& target = index.options().target;
  if (index.lanes() == 0) {
    return index.With(b.CreateExtractElement(TableOf(b, table, 8), (index & 7).get()));
  }
  if (!target.x86) {
    return ByRegisters(index, 4,
                       [&](int from) { return LookupByBytes(index, from, table); });
  }
  if (target.vector_bits >= 256) {
    const int lanes = target.vector_bits == 512 && index.lanes() > 8 ? 16 : 8;
    return ByRegisters(index, lanes, [&](int from) {
      return LookupByPermutation(index, from, lanes, table);
    });
  }
  llvm::Value* found = llvm::PoisonValue::get(WithLanes(b.getFloatTy(), index));
  for (int i = 0; i < index.lanes(); ++i) {
    const V lane = index.With(b.CreateExtractElement(index.get(), i));
    found = b.CreateInsertElement(found, Lookup(lane, table).get(), i);
  }
  return index.With(found);
}

}  // namespace tilewright::codegen
