// Loops of a KernelBuilder that carry values, have steps, or run while a condition holds;
// and semaphores by themselves.
#include <cstdlib>
#include <utility>

#include "api/kernel_impl.h"
#include "api/tile_numbers.h"

namespace tilewright {
namespace {

using api::From;
using api::IdIn;
using api::IndexIn;
using api::KernelState;
using ir::OpKind;

std::vector<Tile> CarriedIn(const KernelState& state,
                            const std::vector<tile::RefId>& refs) {
  std::vector<Tile> tiles;
  for (tile::ExprId id : state->author.Carried(refs)) tiles.emplace_back(state, id);
  return tiles;
}

// Literals take the types of what is carried.
void CarryOn(const KernelState& state, const std::vector<tile::RefId>& refs,
             const std::vector<Tile>& tiles) {
  std::vector<tile::ExprId> ids;
  for (size_t i = 0; i < tiles.size(); ++i) {
    const tile::RefId like = i < refs.size() ? refs[i] : -1;
    ids.push_back(IdIn(state, tiles[i], state->author.ref_type(like).element));
  }
  state->author.CarryOn(refs, ids);
}

// As many turns as there are steps of `step` from `begin` to before `end`, an i32.
tile::ExprId TurnsOf(tile::Author& author, tile::ExprId begin, tile::ExprId end,
                     int64_t step) {
  constexpr ir::ElementType kWide = ir::ElementType::kI64;  // of differences of two i32
  const auto number = [&](int64_t x) { return author.ConstantInteger(kWide, x); };
  const auto apply = [&](OpKind op, tile::ExprId x, tile::ExprId y) {
    return author.Elementwise(op, {x, y});
  };
  const tile::ExprId from = author.Convert(begin, kWide), to = author.Convert(end, kWide);
  const tile::ExprId way =
      step > 0 ? apply(OpKind::kSubtract, to, from) : apply(OpKind::kSubtract, from, to);
  const int64_t size = std::abs(step);
  tile::ExprId turns = apply(OpKind::kAdd, way, number(size - 1));
  turns = apply(OpKind::kDivide, turns, number(size));
  turns = apply(OpKind::kMaximum, turns, number(0));
  turns = apply(OpKind::kMinimum, turns, number(INT32_MAX));
  return author.Convert(turns, ir::ElementType::kI32);
}

}  // namespace

void KernelBuilder::For(const Tile& begin, const Tile& end, int64_t step,
                        const std::function<void(Tile)>& body, Where where) {
  From(state_, where, "For");
  tile::Author& author = state_->author;
  if (step == 0 || step < -INT32_MAX || step > INT32_MAX) {
    author.Fail("a loop's step is ", step);
    return;
  }
  if (step == 1) return For(begin, end, body, where);
  const tile::ExprId first = IndexIn(state_, begin);
  const Tile turns(state_, TurnsOf(author, first, IndexIn(state_, end), step));
  const auto at = [&](const Tile& turn) {
    From(state_, where, "For");
    const tile::ExprId size = author.ConstantInteger(ir::ElementType::kI32, step);
    const tile::ExprId gone =
        author.Elementwise(OpKind::kMultiply, {IndexIn(state_, turn), size});
    return Tile(state_, author.Elementwise(OpKind::kAdd, {first, gone}));
  };
  For(0, turns, [&](const Tile& turn) { body(at(turn)); }, where);
}

std::vector<Tile> KernelBuilder::For(
    const Tile& begin, const Tile& end, const std::vector<Tile>& carried,
    const std::function<std::vector<Tile>(Tile, const std::vector<Tile>&)>& body,
    Where where) {
  return For(begin, end, 1, carried, body, where);
}

std::vector<Tile> KernelBuilder::For(
    const Tile& begin, const Tile& end, int64_t step, const std::vector<Tile>& carried,
    const std::function<std::vector<Tile>(Tile, const std::vector<Tile>&)>& body,
    Where where) {
  From(state_, where, "For");
  const std::vector<tile::RefId> refs =
      state_->author.Carry(api::IndicesIn(state_, carried));
  const auto turn = [&](const Tile& i) {
    const std::vector<Tile> next = body(i, CarriedIn(state_, refs));
    From(state_, where, "For");
    CarryOn(state_, refs, next);
  };
  For(begin, end, step, turn, where);
  return CarriedIn(state_, refs);
}

void KernelBuilder::While(const std::function<Tile()>& condition,
                          const std::function<void()>& body, Where where) {
  From(state_, where, "While");
  state_->author.BeginWhile();
  const Tile holds = condition();
  From(state_, where, "While");
  state_->author.WhileCondition(IndexIn(state_, holds));
  body();
  From(state_, where, "While");
  state_->author.EndWhile();
}

std::vector<Tile> KernelBuilder::While(
    const std::vector<Tile>& carried,
    const std::function<Tile(const std::vector<Tile>&)>& condition,
    const std::function<std::vector<Tile>(const std::vector<Tile>&)>& body, Where where) {
  From(state_, where, "While");
  const std::vector<tile::RefId> refs =
      state_->author.Carry(api::IndicesIn(state_, carried));
  const auto turn = [&] {
    const std::vector<Tile> next = body(CarriedIn(state_, refs));
    From(state_, where, "While");
    CarryOn(state_, refs, next);
  };
  While([&] { return condition(CarriedIn(state_, refs)); }, turn, where);
  return CarriedIn(state_, refs);
}

void KernelBuilder::Signal(const TileRef& semaphores, const Tile& amount,
                           const Tile& slot, Where where) {
  From(state_, where, "Signal");
  state_->author.Signal(/*wait=*/false, IdIn(state_, semaphores), IndexIn(state_, slot),
                        IndexIn(state_, amount));
}

void KernelBuilder::Wait(const TileRef& semaphores, const Tile& amount, const Tile& slot,
                         Where where) {
  From(state_, where, "Wait");
  state_->author.Signal(/*wait=*/true, IdIn(state_, semaphores), IndexIn(state_, slot),
                        IndexIn(state_, amount));
}

}  // namespace tilewright
