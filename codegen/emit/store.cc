// Stores: where a value goes, and values that fill a contiguous segment of memory
// together.
#include "absl/algorithm/container.h"
#include "codegen/analysis/dims.h"
#include "codegen/analysis/loop_nest_shape.h"
#include "codegen/analysis/window.h"
#include "codegen/emit/statement_emitter.h"

namespace tilewright::codegen {

using llvm::Value;

LaneIndex StatementEmitter::ElementOf(const tile::Store& store, const ir::Shape& dims,
                                      const Index& index, int inner_rank, size_t number) {
  const tile::Ref& ref = program_.refs[store.ref];
  Index at = index;
  ir::Shape own = dims;
  const int outer_rank = dims.rank() - inner_rank;
  if (IsRow(program_, store, dims)) {
    // Only the pass's own dimensions count.
    int drop = outer_rank;
    own = own.Part(drop, own.rank());
    while (drop > 0) {
      drop -= at.front().count;
      at.erase(at.begin());
    }
  }
  if (store.is_shifted()) {
    const ir::Shape& whole = ref.type.shape;
    std::vector<bool> touched(own.rank()), strided(own.rank());
    for (int k = 0; k < own.rank(); ++k) {
      touched[k] = !(whole[k] == own[k]);
      strided[k] = touched[k] && !store.stride.empty() && store.stride[k] != 1;
    }
    at = SplitWhere(kb_, SplitWhere(kb_, at, own, strided, false), own, touched, true);
    int first = 0;
    for (IndexGroup& group : at) {
      if (touched[first]) {
        const ir::Size inner = Product(own, first + 1, first + group.count);
        if (strided[first] && group.count == 1) {
          group.index = kb_.Multiply(group.index, store.stride[first]);
        }
        if (store.offset.rank() > 0) {
          group.index = kb_.AddConstant(group.index, inner * store.offset[first]);
        }
        if (!store.dynamic_offset.empty()) {
          const LaneIndex start =
              eval_.ClampedIndex(eval_.EvaluateScalar(store.dynamic_offset[first]),
                                 whole[first] - store.Extent(first, own[first]));
          group.index = kb_.Add(group.index, kb_.Multiply(start, inner));
        }
      }
      first += group.count;
    }
    own = whole;
  }
  if (!store.permutation.empty()) {
    at = ReshapeIndex(kb_, at, own, store.shape);
    ir::Shape permuted;
    for (int64_t d : store.permutation) permuted.Append(store.shape[d]);
    at = MapDimensions(kb_, at, store.shape, permuted, store.permutation);
    own = permuted;
  }
  if (store.is_interleaved()) {
    at.push_back({1, kb_.Constant(static_cast<int64_t>(number))});
    own.Append(static_cast<int64_t>(store.values.size()));
  }
  return eval_.Offset(store.ref, at, own);
}

std::vector<Lanes> StatementEmitter::ValuesAt(const tile::Store& store,
                                              const Index& index) {
  std::vector<Lanes> values;
  for (tile::ExprId value : store.values) {
    values.push_back(eval_.Evaluate(value, index).value);
  }
  return values;
}

void StatementEmitter::EmitStore(const tile::Store& store, const ir::Shape& dims,
                                 const Index& index, int inner_rank,
                                 const std::vector<Lanes>& values) {
  const SourceLines::Scope source = eval_.From(store);
  const LaneIndex first = ElementOf(store, dims, index, inner_rank, 0);
  if (InterleavesInRegisters(store, first, values)) {
    return EmitInterleaved(store, first, values);
  }
  for (size_t k = 0; k < values.size(); ++k) {
    const LaneIndex offset =
        k == 0 ? first : ElementOf(store, dims, index, inner_rank, k);
    eval_.NoteWrite(store.ref, offset,
                    copies_ == kStarted ? Shadow::kInFlight : Shadow::kHolds);
    if (copies_ == kAwaited) continue;
    const bool spread = !offset.uniform() && !values[k].re->getType()->isVectorTy();
    StoreAt(store.ref, offset, spread ? eval_.Spread(values[k]) : values[k]);
  }
}

void StatementEmitter::StoreAt(tile::RefId ref, const LaneIndex& offset,
                               const Lanes& stored) {
  if (absl::c_linear_search(non_temporal_, ref)) {
    LaneIndex at = offset;
    if (past_caches_.serves != nullptr) at.divisor = kb_.lanes();
    eval_.StoreLanesNonTemporal(eval_.pointer(ref), stored, at);
  } else if (run_over_limit_ != nullptr && eval_.mask() != nullptr &&
             offset.lanes == nullptr && offset.stride == 1) {
    StoreRunningOver(ref, offset, stored);
  } else {
    eval_.StoreLanes(eval_.pointer(ref), stored, offset);
  }
}

bool StatementEmitter::InterleavesInRegisters(const tile::Store& store,
                                              const LaneIndex& first,
                                              const std::vector<Lanes>& values) {
  constexpr size_t kMost = 8;  // vectors that are in registers at once
  return values.size() > 1 && values.size() <= kMost && kb_.lanes() > 1 &&
         eval_.mask() == nullptr && !program_.debug && !ir::IsComplex(values[0].type) &&
         first.lanes == nullptr && first.stride == static_cast<int64_t>(values.size());
}

void StatementEmitter::EmitInterleaved(const tile::Store& store, const LaneIndex& first,
                                       const std::vector<Lanes>& values) {
  const int lanes = kb_.lanes();
  const size_t count = values.size();
  llvm::IRBuilder<>& b = kb_.ir();
  std::vector<Value*> bits;
  for (const Lanes& value : values) {
    bits.push_back(Encode(b, kb_.options().scalar, eval_.Spread(value)));
  }
  for (size_t v = 0; v < count; ++v) {
    // Element e of the segment is of value e mod count, from its lane e / count.
    Value* whole = bits[0];
    for (size_t i = 1; i < count; ++i) {
      llvm::SmallVector<int, 64> order;
      for (int l = 0; l < lanes; ++l) {
        const size_t element = v * lanes + l;
        const size_t of = element % count;
        const int lane = static_cast<int>(element / count);
        const int so_far = i == 1 ? lane : l;
        order.push_back(of == i ? lanes + lane : of < i ? so_far : llvm::PoisonMaskElem);
      }
      whole = b.CreateShuffleVector(whole, bits[i], order);
    }
    LaneIndex at = kb_.AddConstant(first, static_cast<int64_t>(v) * lanes);
    at.stride = 1;
    StoreAt(store.ref, at, Decode(b, kb_.options().scalar, values[0].type, whole));
  }
}

}  // namespace tilewright::codegen
