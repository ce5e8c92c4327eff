// Loads and stores of lanes: contiguous, reversed, strided, masked.
#include <algorithm>

#include "codegen/analysis/dims.h"
#include "codegen/analysis/window.h"
#include "codegen/eval/evaluator.h"
#include "llvm/IR/Intrinsics.h"
#include "support/check.h"

namespace tilewright::codegen {

using llvm::Type;
using llvm::Value;

namespace {

llvm::Align NaturalAlign(ir::ElementType element) {
  const int bytes = ir::StorageBytes(ir::RealPart(element));
  return llvm::Align(bytes == 0 ? 1 : bytes);
}

Value* ReverseLanes(llvm::IRBuilder<>& b, Value* vector, int lanes) {
  llvm::SmallVector<int, 64> order;
  for (int l = lanes - 1; l >= 0; --l) order.push_back(l);
  return b.CreateShuffleVector(vector, order);
}

// `count` lanes of a scalar type in memory, `step` elements apart.
struct LaneMemory {
  KernelBuilder& kb;
  Value* mask;

  Value* Address(Value* pointer, Type* type, Value* index) {
    return kb.ElementAddress(type, pointer, index);
  }

  Value* Load(Value* pointer, Type* type, const LaneIndex& at, llvm::Align align) {
    llvm::IRBuilder<>& b = kb.ir();
    const int lanes = kb.lanes();
    if (at.uniform()) {
      return b.CreateAlignedLoad(type, Address(pointer, type, at.base), align);
    }
    llvm::FixedVectorType* const vector = llvm::FixedVectorType::get(type, lanes);
    if (at.lanes == nullptr && (at.stride == 1 || at.stride == -1)) {
      const bool reversed = at.stride == -1;
      Value* const first = reversed ? b.CreateSub(at.base, kb.I64(lanes - 1)) : at.base;
      Value* const address = Address(pointer, type, first);
      Value* loaded;
      if (mask == nullptr) {
        loaded = b.CreateAlignedLoad(vector, address, align);
      } else {
        Value* const which = reversed ? ReverseLanes(b, mask, lanes) : mask;
        loaded = b.CreateMaskedLoad(vector, address, align, which,
                                    llvm::Constant::getNullValue(vector));
      }
      return reversed ? ReverseLanes(b, loaded, lanes) : loaded;
    }
    if (at.lanes == nullptr && mask == nullptr && at.stride > 1 && at.stride <= kNear) {
      return LoadNear(Address(pointer, type, at.base), type, at.stride, align);
    }
    if (mask == nullptr) return LoadEach(pointer, vector, at, align);
    Value* const addresses = b.CreateGEP(type, pointer, kb.ExplicitLanes(at));
    return b.CreateMaskedGather(vector, addresses, align, mask,
                                llvm::Constant::getNullValue(vector));
  }

  // Lane by lane: CPUs gather no faster than they load, many of them slower.
  Value* LoadEach(Value* pointer, llvm::FixedVectorType* vector, const LaneIndex& at,
                  llvm::Align align) {
    llvm::IRBuilder<>& b = kb.ir();
    Type* const type = vector->getElementType();
    Value* loaded = llvm::PoisonValue::get(vector);
    for (int l = 0; l < kb.lanes(); ++l) {
      Value* const index = at.lanes != nullptr
                               ? b.CreateExtractElement(at.lanes, l)
                               : b.CreateAdd(at.base, kb.I64(l * at.stride));
      Value* const element =
          b.CreateAlignedLoad(type, Address(pointer, type, index), align);
      loaded = b.CreateInsertElement(loaded, element, l);
    }
    return loaded;
  }

  // Elements that are at most this far apart are read with what lies between them,
  // and picked out: faster than one by one.
  static constexpr int64_t kNear = 4;

  Value* LoadNear(Value* address, Type* type, int64_t stride, llvm::Align align) {
    llvm::IRBuilder<>& b = kb.ir();
    const int lanes = kb.lanes();
    const int64_t needed = stride * (lanes - 1) + 1;
    Value* picked = nullptr;
    for (int64_t v = 0; v < stride; ++v) {
      // Behind the last lane's element there may be no memory.
      const int64_t from = std::min(v * lanes, needed - lanes);
      Value* const part =
          b.CreateAlignedLoad(llvm::FixedVectorType::get(type, lanes),
                              b.CreateConstGEP1_64(type, address, from), align);
      llvm::SmallVector<int, 64> order;
      for (int l = 0; l < lanes; ++l) {
        const int64_t at = stride * l - from;
        const bool here = at >= 0 && at < lanes && stride * l >= v * lanes;
        const int first = picked == nullptr ? 0 : lanes;  // of `part`'s lanes
        order.push_back(here                ? first + static_cast<int>(at)
                        : picked == nullptr ? llvm::PoisonMaskElem
                                            : l);
      }
      picked = picked == nullptr ? b.CreateShuffleVector(part, order)
                                 : b.CreateShuffleVector(picked, part, order);
    }
    return picked;
  }

  void Store(Value* pointer, Value* value, const LaneIndex& at, llvm::Align align) {
    llvm::IRBuilder<>& b = kb.ir();
    const int lanes = kb.lanes();
    Type* const type = value->getType()->getScalarType();
    if (lanes == 1 || (at.uniform() && !value->getType()->isVectorTy())) {
      b.CreateAlignedStore(value, Address(pointer, type, at.base), align);
      return;
    }
    if (at.lanes == nullptr && (at.stride == 1 || at.stride == -1)) {
      const bool reversed = at.stride == -1;
      Value* const first = reversed ? b.CreateSub(at.base, kb.I64(lanes - 1)) : at.base;
      if (reversed) value = ReverseLanes(b, value, lanes);
      Value* const address = Address(pointer, type, first);
      if (mask == nullptr) {
        b.CreateAlignedStore(value, address, align);
      } else {
        b.CreateMaskedStore(value, address, align,
                            reversed ? ReverseLanes(b, mask, lanes) : mask);
      }
      return;
    }
    Value* const addresses = b.CreateGEP(type, pointer, kb.ExplicitLanes(at));
    b.CreateMaskedScatter(value, addresses, align, AllOr(mask));
  }

  Value* AllOr(Value* which) {
    if (which != nullptr) return which;
    return llvm::Constant::getAllOnesValue(
        llvm::FixedVectorType::get(kb.ir().getInt1Ty(), kb.lanes()));
  }
};

// Lanes 2l and 2l+1 for each lane l of a mask: complex numbers as pairs.
Value* PairMask(llvm::IRBuilder<>& b, Value* mask, int lanes) {
  if (mask == nullptr) return nullptr;
  llvm::SmallVector<int, 64> order;
  for (int l = 0; l < 2 * lanes; ++l) order.push_back(l / 2);
  return b.CreateShuffleVector(mask, order);
}

}  // namespace

Lanes Evaluator::LoadLanes(Value* pointer, ir::ElementType element, const LaneIndex& at) {
  llvm::IRBuilder<>& b = kb_.ir();
  const llvm::Align align = NaturalAlign(element);
  LaneMemory memory{kb_, mask_};
  if (!ir::IsComplex(element)) {
    Value* const bits = memory.Load(pointer, StorageType(b, element, 0), at, align);
    return Decode(b, kb_.options().scalar, element, bits);
  }
  const ir::ElementType part = ir::RealPart(element);
  Type* const type = StorageType(b, part, 0);
  Lanes value{element};
  const LaneIndex twice = kb_.Multiply(at, 2);
  if (at.lanes == nullptr && at.stride == 1) {
    // One load of alternating parts, taken apart.
    const int lanes = kb_.lanes();
    llvm::FixedVectorType* const pairs = llvm::FixedVectorType::get(type, 2 * lanes);
    Value* const address = memory.Address(pointer, type, twice.base);
    Value* const mask = PairMask(b, mask_, lanes);
    Value* const loaded =
        mask == nullptr ? static_cast<Value*>(b.CreateAlignedLoad(pairs, address, align))
                        : b.CreateMaskedLoad(pairs, address, align, mask,
                                             llvm::Constant::getNullValue(pairs));
    llvm::SmallVector<int, 64> even, odd;
    for (int l = 0; l < lanes; ++l) {
      even.push_back(2 * l);
      odd.push_back(2 * l + 1);
    }
    value.re = b.CreateShuffleVector(loaded, even);
    value.im = b.CreateShuffleVector(loaded, odd);
    return value;
  }
  value.re = memory.Load(pointer, type, twice, align);
  value.im = memory.Load(pointer, type, kb_.AddConstant(twice, 1), align);
  return value;
}

void Evaluator::StoreLanes(Value* pointer, const Lanes& value, const LaneIndex& at) {
  llvm::IRBuilder<>& b = kb_.ir();
  const llvm::Align align = NaturalAlign(value.type);
  LaneMemory memory{kb_, mask_};
  if (!ir::IsComplex(value.type)) {
    memory.Store(pointer, Encode(b, kb_.options().scalar, value), at, align);
    return;
  }
  const LaneIndex twice = kb_.Multiply(at, 2);
  if (kb_.lanes() > 1 && at.lanes == nullptr && at.stride == 1) {
    const int lanes = kb_.lanes();
    llvm::SmallVector<int, 64> order;
    for (int l = 0; l < lanes; ++l) {
      order.push_back(l);
      order.push_back(lanes + l);
    }
    Value* const pairs = b.CreateShuffleVector(value.re, value.im, order);
    Value* const address =
        memory.Address(pointer, value.re->getType()->getScalarType(), twice.base);
    Value* const mask = PairMask(b, mask_, lanes);
    if (mask == nullptr) {
      b.CreateAlignedStore(pairs, address, align);
    } else {
      b.CreateMaskedStore(pairs, address, align, mask);
    }
    return;
  }
  memory.Store(pointer, value.re, twice, align);
  memory.Store(pointer, value.im, kb_.AddConstant(twice, 1), align);
}

void Evaluator::StoreLanesNonTemporal(Value* pointer, const Lanes& value,
                                      const LaneIndex& at) {
  llvm::IRBuilder<>& b = kb_.ir();
  const int64_t bytes = int64_t{kb_.lanes()} * ir::StorageBytes(value.type);
  const bool whole = bytes == 16 || bytes == 32 || bytes == 64;
  if (mask_ != nullptr || !whole || ir::IsComplex(value.type) || at.lanes != nullptr ||
      at.stride != 1 || at.divisor % kb_.lanes() != 0) {
    return StoreLanes(pointer, value, at);
  }
  Value* const stored = Encode(b, kb_.options().scalar, value);
  Value* const address =
      kb_.ElementAddress(stored->getType()->getScalarType(), pointer, at.base);
  llvm::Metadata* const one = llvm::ConstantAsMetadata::get(b.getInt32(1));
  b.CreateAlignedStore(stored, address, llvm::Align(bytes))
      ->setMetadata(llvm::LLVMContext::MD_nontemporal,
                    llvm::MDNode::get(kb_.context(), one));
}

void Evaluator::NoteRead(tile::RefId ref, const LaneIndex& offset) {
  if (shadow(ref) == nullptr) return;
  llvm::IRBuilder<>& b = kb_.ir();
  Value* const held = LoadLanes(shadow(ref), ir::ElementType::kU8, offset).re;
  const auto any = [&](Shadow shadow) {
    Value* const is = b.CreateICmpEQ(
        held, llvm::ConstantInt::get(held->getType(), static_cast<uint8_t>(shadow)));
    if (!is->getType()->isVectorTy()) return is;
    return static_cast<Value*>(b.CreateOrReduce(AndPredicates(is, mask_)));
  };
  Value* const in_flight = any(Shadow::kInFlight);
  Value* const bad = b.CreateOr(any(Shadow::kNothing), in_flight);
  Value* const known = b.CreateLoad(b.getInt32Ty(), unwritten_);
  Value* const fresh = b.CreateAnd(bad, b.CreateICmpEQ(known, b.getInt32(0)));
  const auto number = static_cast<uint32_t>(ref) + 1;
  Value* const noted =
      b.CreateSelect(in_flight, b.getInt32(~number + 1), b.getInt32(number));
  b.CreateStore(b.CreateSelect(fresh, noted, known), unwritten_);
}

void Evaluator::NoteWrite(tile::RefId ref, const LaneIndex& offset, Shadow holds) {
  if (shadow(ref) == nullptr) return;
  Lanes mark{ir::ElementType::kU8};
  mark.re = kb_.ir().getInt8(static_cast<uint8_t>(holds));
  StoreLanes(shadow(ref), offset.uniform() ? mark : Spread(mark), offset);
}

LaneIndex Evaluator::Offset(tile::RefId ref, const Index& index, const ir::Shape& dims) {
  const ir::Shape& strides = bindings_[ref].strides;
  if (strides.rank() == 0) return Linearize(kb_, index, dims);
  const ir::Dims& own = program_.refs[ref].type.dims();
  std::vector<bool> touched(own.size(), false);
  for (size_t k = 0; k + 1 < own.size(); ++k) {
    touched[k + 1] = !IsRowMajor(own, strides, k);
  }
  const Index at =
      SplitWhere(kb_, ReshapeIndex(kb_, index, dims, own), own, touched, true);
  LaneIndex flat = kb_.Constant(0);
  int first = 0;
  for (const IndexGroup& group : at) {
    first += group.count;
    flat = kb_.Add(flat, kb_.Multiply(group.index, strides[first - 1]));
  }
  return flat;
}

ir::Size Evaluator::Reach(tile::RefId ref) const {
  const ir::Shape& strides = bindings_[ref].strides;
  if (strides.rank() == 0) return NumElements(program_.refs[ref].type.shape);
  const ir::Dims& dims = program_.refs[ref].type.dims();
  ir::Size last = 0;
  for (size_t k = 0; k < dims.size(); ++k) last = last + (dims[k] - 1) * strides[k];
  return last + 1;
}

Evaluated Evaluator::Load(const tile::Expr& expr, tile::RefId from, const Index& index) {
  LaneIndex at = Offset(from, index, expr.type.shape);
  const tile::Ref& ref = program_.refs[from];
  // One element for all lanes, as the quotient of an index that may be outside in every
  // lane: no mask keeps it from being read.
  if (narrowed_ && at.uniform()) at = Inside(at, Reach(from));
  // VMEM scratch holds what was stored at deeper levels: read it where it is
  // needed, never before.
  const bool scratch =
      (ref.memory != tile::Memory::kHbm && !ref.window.has_value()) || ref.is_output;
  const bool masked = mask_ != nullptr && !at.uniform();
  const int level =
      scratch || masked ? kb_.depth() : std::max(at.level, bindings_[from].level);
  Evaluated result;
  result.level = level;
  result.value =
      kb_.At(level, [&] { return LoadLanes(pointer(from), expr.type.element, at); });
  NoteRead(from, at);
  return result;
}

}  // namespace tilewright::codegen
