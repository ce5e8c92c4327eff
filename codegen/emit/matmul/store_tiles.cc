// Matmul: what has been made of tiles, to where the stores say.
#include "absl/algorithm/container.h"
#include "codegen/emit/masks.h"
#include "codegen/emit/matmul/matmul_emitter.h"

namespace tilewright::codegen {

using llvm::Value;

// What has been made of a tile, whose rows begin at `start`, from registers or by way of
// `tile`.
void MatmulEmitter::StoreSums(const Tile& at, const LaneIndex& start, const Vectors& sums,
                              const Kept& tile) {
  const LaneIndex &m = at.m, &n = at.n;
  const auto store_from_memory = [&] {
    SaveTile(sums, tile);
    StoreTile(at, tile);
  };
  if (!stores_registers_) return store_from_memory();
  if (AllTilesAreWhole()) return StoreRegisters(start, n, sums, nullptr, nullptr);
  if (MasksParts()) return StoreRegisters(start, n, sums, m_end_, n_end_);
  Value* const whole =
      b_.CreateAnd(b_.CreateICmpSLE(kb_.AddConstant(m, t_.mr).base, m_end_),
                   b_.CreateICmpSLE(kb_.AddConstant(n, t_.nr()).base, n_end_));
  kb_.If(whole, [&] { StoreRegisters(Here(start), Here(n), sums, nullptr, nullptr); });
  kb_.If(b_.CreateNot(whole), store_from_memory);
}

void MatmulEmitter::StoreTile(const Tile& at, const Kept& tile) {
  const LaneIndex begin = TileBegin(at.m);
  Value* const skipped = b_.CreateSub(at.m.base, begin.base);
  Value* const row_end = Min(kb_.I64(t_.mr), b_.CreateSub(m_end_, begin.base));
  StoreRows(begin, skipped, row_end, at.n, tile);
}

// Rows [row_begin, row_end) of the tile at (m, n).
void MatmulEmitter::StoreRows(const LaneIndex& m, Value* row_begin, Value* row_end,
                              const LaneIndex& n, const Kept& tile) {
  kb_.set_lanes(StoreLanes());
  kb_.For(row_begin, row_end, 1, 1,
          [&](const LaneIndex& row) { StoreRow(kb_.Add(m, row), n, tile, row.base); });
  kb_.set_lanes(1);
}

// Whether whole tiles are stored from registers, unrolled: worth its code where few
// multiplications come between stores.
bool MatmulEmitter::StoresRegisters() {
  constexpr int64_t kShort = 512, kFewExpressions = 4;
  std::vector<tile::ExprId> roots;
  for (const tile::Store& store : m_.stores) roots.push_back(store.value());
  const bool is_short = t_.open_depth || (!t_.keeps_block() && m_.k.number() <= kShort);
  return is_short && ir::Typical(m_.m) >= t_.mr && ir::Typical(m_.n) >= t_.nr() &&
         StoreLanes() == t_.lanes && statements_.CountExprs(roots) <= kFewExpressions;
}

int MatmulEmitter::StoreLanes() {
  return LanesFor(kb_.options(), statements_.StoreBits(m_.stores), ir::Typical(m_.n));
}

bool MatmulEmitter::AllTilesAreWhole() const {
  return kb_.IsMultiple(m_.m, t_.mr) && m_.block_m % t_.mr == 0 &&
         kb_.IsMultiple(m_.n, t_.nr()) && m_.block_n % t_.nr() == 0;
}

// Whether a tile of open sizes that is not whole is stored as one that is, each of its
// vectors under a mask: less code than two ways.
bool MatmulEmitter::MasksParts() {
  if (m_.m.is_number() && m_.n.is_number()) return false;
  kb_.set_lanes(t_.lanes);
  const Tail tail = TailOfStores(tile::kNoExpr);
  kb_.set_lanes(1);
  return kb_.options().scalar.target.avx512 && tail == Tail::kMasked;
}

// Of rows before `m_end` and columns before `n_end`; null: all.
void MatmulEmitter::StoreRegisters(const LaneIndex& m, const LaneIndex& n,
                                   const Vectors& sums, Value* m_end, Value* n_end) {
  const ir::Shape domain = m_.domain();
  kb_.set_lanes(t_.lanes);
  std::vector<Value*> masks;
  for (int v = 0; v < t_.nr_vectors; ++v) {
    Value* const first = kb_.AddConstant(n, int64_t{v} * t_.lanes).base;
    masks.push_back(n_end == nullptr ? nullptr : LaneMask(first, n_end, t_.lanes));
  }
  const auto store_row = [&](const LaneIndex& row, int i) {
    for (int v = 0; v < t_.nr_vectors; ++v) {
      Lanes result{m_.accumulator};
      result.re = sums[i * t_.nr_vectors + v];
      eval_.BindResult(m_.id, 0, {result, kb_.depth()});
      const Index index = {
          {1, batch_}, {1, row}, {1, Along(kb_.AddConstant(n, int64_t{v} * t_.lanes))}};
      eval_.set_mask(masks[v]);
      for (const tile::Store& store : m_.stores) {
        statements_.EmitStore(store, domain, index, 0,
                              statements_.ValuesAt(store, index));
      }
      eval_.set_mask(nullptr);
    }
  };
  Value* const rows = m_end == nullptr ? nullptr : b_.CreateSub(m_end, m.base);
  for (int i = 0; i < t_.mr; ++i) {
    const LaneIndex row = kb_.AddConstant(m, i);
    if (rows == nullptr || i == 0) {
      store_row(row, i);
    } else {
      kb_.If(b_.CreateICmpSGT(rows, kb_.I64(i)), [&] { store_row(Here(row), i); });
    }
  }
  kb_.set_lanes(1);
}

void MatmulEmitter::StoreRow(const LaneIndex& m, const LaneIndex& n, const Kept& tile,
                             Value* row) {
  const ir::Shape domain = m_.domain();
  const bool whole = kb_.IsMultiple(m_.n, t_.nr()) && m_.block_n % t_.nr() == 0;
  Value* const end = kb_.AddConstant(n, t_.nr()).base;
  LaneLoopFrom(n.base, whole ? end : Min(end, n_end_), TailOfStores(tile::kNoExpr),
               [&](const LaneIndex& column) {
                 LaneIndex at = kb_.FromValue(
                     Linear(row, tile.stride, b_.CreateSub(column.base, n.base)),
                     kb_.depth());
                 at.stride = column.stride;
                 const Lanes result = eval_.LoadLanes(tile.at, m_.accumulator, at);
                 eval_.BindResult(m_.id, 0, {result, kb_.depth()});
                 const Index index = {{1, batch_}, {1, m}, {1, column}};
                 for (const tile::Store& store : m_.stores) {
                   statements_.EmitStore(store, domain, index, 0,
                                         statements_.ValuesAt(store, index));
                 }
               });
}

// Of rows that vectors are stored to, in a way that is little code. `operand`: what is
// read for them beside what the stores read, or none.
MatmulEmitter::Tail MatmulEmitter::TailOfStores(tile::ExprId operand) {
  if (kb_.IsMultiple(m_.n, kb_.lanes()) && m_.block_n % kb_.lanes() == 0) {
    return Tail::kNone;
  }
  if (m_.n.is_number()) return Tail::kMasked;
  const tile::Program& program = eval_.program();
  const VectorTarget& target = kb_.options().scalar.target;
  const bool masks = absl::c_all_of(m_.stores, [&](const tile::Store& store) {
    return HasMasks(target, program.refs[store.ref].type.element) &&
           LoadsHaveMasks(target, program, store.value());
  });
  const bool all =
      masks && (operand == tile::kNoExpr || LoadsHaveMasks(target, program, operand));
  return all ? Tail::kMasked : Tail::kOneByOne;
}

// Vectors from lo, which need not be a multiple of the lanes; `tail`: what is left before
// hi, which need not be either.
void MatmulEmitter::LaneLoopFrom(Value* lo, Value* hi, Tail tail,
                                 const std::function<void(const LaneIndex&)>& body) {
  const int lanes = kb_.lanes();
  if (lanes == 1) {
    kb_.For(lo, hi, 1, 1, body);
    return;
  }
  Value* const whole = b_.CreateAdd(
      lo, b_.CreateAnd(b_.CreateSub(hi, lo), kb_.I64(~static_cast<int64_t>(lanes - 1))));
  const int64_t divisor = m_.block_n % lanes == 0 ? lanes : 1;
  kb_.For(lo, whole, lanes, divisor, [&](LaneIndex i) {
    i.stride = 1;
    body(i);
  });
  if (tail == Tail::kNone) return;
  if (tail == Tail::kOneByOne) {
    kb_.set_lanes(1);
    kb_.For(whole, hi, 1, 1, body);
    return kb_.set_lanes(lanes);
  }
  MaskedLanes(whole, hi, body);
}

// Vectors from lo to hi, each under a mask.
void MatmulEmitter::MaskedLanes(Value* lo, Value* hi,
                                const std::function<void(const LaneIndex&)>& body) {
  const int lanes = kb_.lanes();
  kb_.For(lo, hi, lanes, m_.block_n % lanes == 0 ? lanes : 1, [&](LaneIndex i) {
    eval_.set_mask(LaneMask(i.base, hi, lanes));
    i.stride = 1;
    body(i);
    eval_.set_mask(nullptr);
  });
}

}  // namespace tilewright::codegen
