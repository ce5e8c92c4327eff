// Loop nests that transpose: vectors are read along the dimension that is contiguous
// in the operands and written along the last one.
#include <algorithm>
#include <utility>

#include "codegen/analysis/plain_read.h"
#include "codegen/emit/masks.h"
#include "codegen/emit/statement_emitter.h"
#include "codegen/emit/transpose_lanes.h"
#include "codegen/eval/prefetch.h"
#include "llvm/IR/Intrinsics.h"

namespace tilewright::codegen {

using llvm::Value;

namespace {

// The dimension that reads are contiguous along, or -1.
int ReadDimension(ProgramAnalysis& analysis, const tile::LoopNest& nest) {
  if (!nest.lanes_outer || nest.passes.size() != 1 || nest.outer.rank() < 2) return -1;
  const tile::Pass& pass = nest.passes[0];
  if (pass.inner.rank() > 0 || !pass.reduces.empty() || pass.stores.size() != 1) {
    return -1;
  }
  const tile::Store& store = pass.stores[0];
  if (!store.is_plain()) return -1;
  const tile::Expr& value = analysis.program.exprs[store.value()];
  if (ir::IsComplex(value.type.element)) return -1;
  const int last = nest.outer.rank() - 1;
  LaneStrides& strides = analysis.lane_strides;
  if (strides.Along(store.value(), last) != Advance::kScattered) return -1;
  for (int d = last - 1; d >= 0; --d) {
    if (!(nest.outer[d] == 1) && strides.Along(store.value(), d) == Advance::kNext) {
      return d;
    }
  }
  return -1;
}

}  // namespace

bool StatementEmitter::EmitTransposingLoopNest(const tile::LoopNest& nest,
                                               const ir::Size& steps, Value* begin,
                                               Value* end) {
  const int read = ReadDimension(analysis_, nest);
  if (read < 0) return false;
  const ir::Size along = nest.outer[read], across = nest.outer[nest.outer.rank() - 1];
  const int lanes =
      LanesFor(kb_.options(), WidestBits({nest.passes[0].stores[0].value()}),
               std::min(UsualExtent(along), UsualExtent(across)));
  if (lanes < 4 || UsualExtent(along) < lanes || UsualExtent(across) < lanes) {
    return false;
  }
  const tile::ExprId value = nest.passes[0].stores[0].value();
  const VectorTarget& target = kb_.options().scalar.target;
  const bool are_whole = kb_.IsAtLeast(along, lanes) && kb_.IsAtLeast(across, lanes);
  if (are_whole || (target.avx512 && LoadsHaveMasks(target, program_, value))) {
    EmitSquares(nest, read, lanes, steps, begin, end);
    return true;
  }
  // A square that is moved back must not begin before the array. Lanes that lie as far
  // apart as a size says are gathered one by one: what is cheap is moved faster without.
  constexpr int kCheap = 8;
  const int most_lanes = CostOf({value}) <= kCheap ? 1 : lanes;
  llvm::IRBuilder<>& b = kb_.ir();
  Value* const serves = b.CreateAnd(b.CreateICmpSGE(kb_.ValueOf(along), kb_.I64(lanes)),
                                    b.CreateICmpSGE(kb_.ValueOf(across), kb_.I64(lanes)));
  kb_.If(serves, [&] { EmitSquares(nest, read, lanes, steps, begin, end); });
  kb_.If(b.CreateNot(serves),
         [&] { EmitNestLoops(nest, steps, begin, end, most_lanes); });
  return true;
}

namespace {

// Squares of lanes of one store, read along one dimension and written along the last.
class Squares {
 public:
  using Values = KernelBuilder::Values;

  Squares(Evaluator& eval, const tile::Store& store, const ir::Shape& dims, int read,
          int lanes)
      : eval_(eval),
        kb_(eval.kb()),
        b_(eval.kb().ir()),
        store_(store),
        dims_(dims),
        read_(read),
        last_(dims.rank() - 1),
        lanes_(lanes) {}

  // Where square `number` along a dimension begins. The last one is moved back to end
  // with the array: it writes again what its neighbour wrote.
  LaneIndex First(const LaneIndex& number, const ir::Size& size) {
    LaneIndex first = kb_.Multiply(number, lanes_);
    if (kb_.IsMultiple(size, lanes_)) return first;
    Value* most = kb_.ValueOf(size - lanes_);
    if (!kb_.IsAtLeast(size, lanes_)) {
      most = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, most, kb_.I64(0));
    }
    first.base = b_.CreateSelect(b_.CreateICmpSLT(first.base, most), first.base, most);
    first.level = kb_.depth();
    first.divisor = 1;
    return first;
  }

  // The square whose first elements are `from` and `to`; `at`: where it is in the other
  // dimensions.
  void Emit(const Index& at, const LaneIndex& from, const LaneIndex& to) {
    const bool are_whole =
        kb_.IsAtLeast(dims_[read_], lanes_) && kb_.IsAtLeast(dims_[last_], lanes_);
    if (are_whole) {
      Values rows = Read(at, from, to);
      TransposeLanes(b_, rows);
      return Write(at, from, to, rows);
    }
    // Of fewer rows or columns than lanes there is a part of one.
    Value* const along = Left(from, read_);
    Value* const across = Left(to, last_);
    Value* const is_whole = b_.CreateAnd(b_.CreateICmpEQ(along, kb_.I64(lanes_)),
                                         b_.CreateICmpEQ(across, kb_.I64(lanes_)));
    Values rows = kb_.Choose(
        is_whole, [&] { return Read(at, Here(from), Here(to)); },
        [&] { return ReadPart(at, from, to, along, across); }, /*mostly=*/true);
    TransposeLanes(b_, rows);
    kb_.Choose(
        is_whole,
        [&] {
          Write(at, Here(from), Here(to), rows);
          return Values();
        },
        [&] {
          WritePart(at, from, to, along, across, rows);
          return Values();
        },
        /*mostly=*/true);
  }

 private:
  // What is read and written there, not before it.
  LaneIndex Here(LaneIndex i) const {
    i.level = kb_.depth();
    return i;
  }

  // Elements of a dimension from `first` on, of a square.
  Value* Left(const LaneIndex& first, int dim) {
    return b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin,
                                    b_.CreateSub(kb_.ValueOf(dims_[dim]), first.base),
                                    kb_.I64(lanes_));
  }
  Value* MaskOf(Value* left) {
    llvm::Type* const narrow = llvm::FixedVectorType::get(b_.getInt32Ty(), lanes_);
    return b_.CreateICmpSLT(
        b_.CreateTrunc(kb_.LaneNumbers(), narrow),
        b_.CreateVectorSplat(lanes_, b_.CreateTrunc(left, b_.getInt32Ty())));
  }

  Value* Row(Index at, LaneIndex from, const LaneIndex& to) {
    from.stride = 1;
    at[read_] = {1, from};
    at[last_] = {1, to};
    return Encode(b_, kb_.options().scalar, eval_.EvaluateLanes(store_.value(), at));
  }
  void Column(Index at, const LaneIndex& from, LaneIndex to, Value* bits) {
    to.stride = 1;
    at[read_] = {1, from};
    at[last_] = {1, to};
    const ir::ElementType type = eval_.program().exprs[store_.value()].type.element;
    const LaneIndex offset = eval_.Offset(store_.ref, at, dims_);
    eval_.NoteWrite(store_.ref, offset, Shadow::kHolds);
    eval_.StoreLanes(eval_.pointer(store_.ref),
                     Decode(b_, kb_.options().scalar, type, bits), offset);
  }

  Values Read(const Index& at, const LaneIndex& from, const LaneIndex& to) {
    Values rows;
    for (int j = 0; j < lanes_; ++j) {
      const LaneIndex row = kb_.AddConstant(to, j);
      AskBelow(at, from, row);
      rows.push_back(Row(at, from, row));
    }
    return rows;
  }

  // Of each row of a large array a line is read, in a page of its own, which the machine
  // does not foresee. Smaller ones are in the caches.
  void AskBelow(Index at, const LaneIndex& from, const LaneIndex& to) {
    constexpr int64_t kRowsAhead = 32, kL2Caches = 4;
    const tile::Expr* const load = PlainLoad(eval_.program(), store_.value());
    if (load == nullptr ||
        ir::Typical(NumElements(dims_)) * ir::StorageBytes(load->type.element) <=
            kL2Caches * kb_.options().l2_bytes) {
      return;
    }
    at[read_] = {1, from};
    at[last_] = {1, kb_.AddConstant(to, kRowsAhead)};
    AskForLine(b_, PlainAddress(eval_, store_.value(), std::move(at)), Cache::kL2);
  }

  void Write(const Index& at, const LaneIndex& from, const LaneIndex& to,
             const Values& columns) {
    for (int i = 0; i < lanes_; ++i) {
      Column(at, kb_.AddConstant(from, i), to, columns[i]);
    }
  }

  // The same of `along` by `across` elements, row by row by way of the stack.
  Values ReadPart(const Index& at, const LaneIndex& from, const LaneIndex& to,
                  Value* along, Value* across) {
    kb_.For(kb_.I64(0), across, 1, 1, [&](const LaneIndex& j) {
      eval_.set_mask(MaskOf(along));
      Value* const row = Row(at, Here(from), kb_.Add(to, j));
      eval_.set_mask(nullptr);
      b_.CreateStore(row, Waiting(row->getType(), j.base));
    });
    Values rows;
    for (int j = 0; j < lanes_; ++j) {
      rows.push_back(b_.CreateLoad(type_, Waiting(type_, kb_.I64(j))));
    }
    return rows;
  }
  void WritePart(const Index& at, const LaneIndex& from, const LaneIndex& to,
                 Value* along, Value* across, const Values& columns) {
    for (int i = 0; i < lanes_; ++i) {
      b_.CreateStore(columns[i], Waiting(type_, kb_.I64(i)));
    }
    kb_.For(kb_.I64(0), along, 1, 1, [&](const LaneIndex& i) {
      eval_.set_mask(MaskOf(across));
      Column(at, kb_.Add(from, i), Here(to),
             b_.CreateLoad(type_, Waiting(type_, i.base)));
      eval_.set_mask(nullptr);
    });
  }
  Value* Waiting(llvm::Type* type, Value* row) {
    if (memory_ == nullptr) {
      llvm::BasicBlock& entry = b_.GetInsertBlock()->getParent()->getEntryBlock();
      llvm::IRBuilder<> at(&entry, entry.begin());
      type_ = type;
      memory_ = at.CreateAlloca(llvm::ArrayType::get(type, lanes_));
    }
    return b_.CreateGEP(type, memory_, row);
  }

  Evaluator& eval_;
  KernelBuilder& kb_;
  llvm::IRBuilder<>& b_;
  const tile::Store& store_;
  const ir::Shape& dims_;
  const int read_, last_, lanes_;
  llvm::Type* type_ = nullptr;
  Value* memory_ = nullptr;
};

}  // namespace

void StatementEmitter::EmitSquares(const tile::LoopNest& nest, int read, int lanes,
                                   const ir::Size& steps, Value* begin, Value* end) {
  const ir::Shape& dims = nest.outer;
  const int last = dims.rank() - 1;
  Squares squares(eval_, nest.passes[0].stores[0], dims, read, lanes);
  kb_.set_lanes(lanes);
  // Units: the other dimensions in order, then the block along `read`.
  std::vector<int> others;
  ir::Shape units;
  for (int d = 0; d < last; ++d) {
    if (d == read) continue;
    others.push_back(d);
    units.Append(dims[d]);
  }
  units.Append(ir::CeilDivide(dims[read], lanes));
  const auto [lo, hi] = GridRange(NumElements(units), 1, steps, begin, end);
  kb_.For(lo, hi, 1, 1, [&](const LaneIndex& unit) {
    const Index parts = SplitAll(kb_, {{units.rank(), unit}}, units);
    Index at(dims.rank());
    for (size_t i = 0; i < others.size(); ++i) at[others[i]] = parts[i];
    const LaneIndex from = squares.First(parts.back().index, dims[read]);
    const ir::Size across = ir::CeilDivide(dims[last], lanes);
    kb_.For(kb_.I64(0), kb_.ValueOf(across), 1, 1, [&](const LaneIndex& block) {
      squares.Emit(at, from, squares.First(block, dims[last]));
    });
  });
}

}  // namespace tilewright::codegen
