#include "codegen/eval/combiner.h"

#include "codegen/math/lane_value.h"
#include "llvm/IR/Intrinsics.h"
#include "tile/combiner.h"

namespace tilewright::codegen {

using ir::ElementType;
using ir::OpKind;

namespace {

// Vectors of 64-bit integers are compared in one instruction from AVX-512 on.
bool ByIntegers(OpKind kind, ElementType type, const VectorTarget& target) {
  return (kind == OpKind::kMaximum || kind == OpKind::kMinimum) && ir::IsFloat(type) &&
         (type != ElementType::kF64 || target.avx512);
}

}  // namespace

Combiner::Combiner(Evaluator& evaluator, OpKind kind, ElementType type)
    : eval_(evaluator),
      kind_(kind),
      type_(type),
      by_integers_(ByIntegers(kind, type, evaluator.kb().options().scalar.target)) {}

Lanes Combiner::Identity() const {
  Lanes identity = eval_.ConstantLanes(tile::CombinerIdentity(kind_, type_));
  identity.bits = nullptr;
  return identity;
}

Combiner::State Combiner::Of(const Lanes& value) const {
  if (by_integers_) {
    llvm::IRBuilder<>& b = eval_.kb().ir();
    llvm::Value* const bits = Bits(V(b, value.re, eval_.kb().options().scalar)).get();
    return {bits, bits, bits};
  }
  if (value.im != nullptr) return {value.re, value.im};
  return {value.re};
}

Combiner::State Combiner::Combine(const State& x, const State& y) const {
  if (by_integers_) {
    llvm::IRBuilder<>& b = eval_.kb().ir();
    return {b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, x[0], y[0]),
            b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, x[1], y[1]),
            b.CreateBinaryIntrinsic(llvm::Intrinsic::umax, x[2], y[2])};
  }
  return Of(eval_.ScalarLanes({kind_}, {Value(x), Value(y)}, type_));
}

// Positive floats are ordered as their patterns are, negative ones, whose patterns
// are the largest unsigned integers, the other way round; NaNs lie beyond the
// infinities on either side.
Lanes Combiner::Value(const State& state) const {
  Lanes value{type_};
  if (!by_integers_) {
    value.re = state[0];
    if (state.size() > 1) value.im = state[1];
    return value;
  }
  llvm::IRBuilder<>& b = eval_.kb().ir();
  const auto as_v = [&](llvm::Value* v) { return V(b, v, eval_.kb().options().scalar); };
  const V signed_most = as_v(state[0]);
  const V unsigned_least = as_v(state[1]);
  const V unsigned_most = as_v(state[2]);
  llvm::Type* const floating =
      ComputeType(b, type_, static_cast<int>(signed_most.lanes()));
  const V infinity = Bits(as_v(llvm::ConstantFP::getInfinity(floating)));
  V bits;
  if (kind_ == OpKind::kMaximum) {
    const V ordinary = Select(signed_most >= 0, signed_most, unsigned_least);
    const V minus_infinity = Bits(as_v(llvm::ConstantFP::getInfinity(floating, true)));
    bits = Select(UnsignedLess(minus_infinity, unsigned_most), unsigned_most, ordinary);
  } else {
    const V ordinary = Select(unsigned_most < 0, unsigned_most, unsigned_least);
    bits = Select(signed_most > infinity, signed_most, ordinary);
  }
  value.re = FromBits(bits, as_v(llvm::Constant::getNullValue(floating))).get();
  return value;
}

std::vector<llvm::Value*> Joined(const std::vector<Combiner::State>& all) {
  std::vector<llvm::Value*> values;
  for (const Combiner::State& one : all)
    values.insert(values.end(), one.begin(), one.end());
  return values;
}

std::vector<Combiner::State> Parted(const std::vector<Combiner::State>& like,
                                    const std::vector<llvm::Value*>& values) {
  std::vector<Combiner::State> all;
  auto at = values.begin();
  for (const Combiner::State& one : like) {
    all.emplace_back(at, at + static_cast<int64_t>(one.size()));
    at += static_cast<int64_t>(one.size());
  }
  return all;
}

}  // namespace tilewright::codegen
