// Loops of a KernelBuilder that carry values, have steps, or run while a condition holds;
// and semaphores by themselves.
#include <algorithm>
#include <utility>

#include "api/kernel_impl.h"
#include "api/tile_numbers.h"

namespace tilewright {
namespace {

using api::IndexIn;
using api::KernelState;

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
    ids.push_back(api::IdIn(state, tiles[i], state->author.ref_type(like).element));
  }
  state->author.CarryOn(refs, ids);
}

}  // namespace

void KernelBuilder::For(const Tile& begin, const Tile& end, int64_t step,
                        const std::function<void(Tile)>& body) {
  tile::Author& author = state_->author;
  constexpr int64_t kMost = INT32_MAX;
  if (step == 0 || step < -kMost || step > kMost) {
    author.Fail("a loop's step is ", step);
    return;
  }
  // As many turns as there are steps to the end; the difference of two i32 is an i64.
  const tile::ExprId from = IndexIn(state_, begin), to = IndexIn(state_, end);
  const auto wide = [&](tile::ExprId x) {
    return Tile(state_, author.Convert(x, ir::ElementType::kI64));
  };
  const Tile first = Tile(state_, from);
  const Tile way = step > 0 ? wide(to) - wide(from) : wide(from) - wide(to);
  const int64_t size = std::abs(step);
  const Tile turns = Minimum(Maximum((way + Tile(size - 1)) / Tile(size), 0), kMost);
  For(0, tilewright::Convert(turns, ElementType::kI32),
      [&](const Tile& turn) { body(first + turn * Tile(step)); });
}

std::vector<Tile> KernelBuilder::For(
    const Tile& begin, const Tile& end, const std::vector<Tile>& carried,
    const std::function<std::vector<Tile>(Tile, const std::vector<Tile>&)>& body) {
  const std::vector<tile::RefId> refs =
      state_->author.Carry(api::IndicesIn(state_, carried));
  For(begin, end,
      [&](const Tile& i) { CarryOn(state_, refs, body(i, CarriedIn(state_, refs))); });
  return CarriedIn(state_, refs);
}

void KernelBuilder::While(const std::function<Tile()>& condition,
                          const std::function<void()>& body) {
  state_->author.BeginWhile();
  state_->author.WhileCondition(IndexIn(state_, condition()));
  body();
  state_->author.EndWhile();
}

std::vector<Tile> KernelBuilder::While(
    const std::vector<Tile>& carried,
    const std::function<Tile(const std::vector<Tile>&)>& condition,
    const std::function<std::vector<Tile>(const std::vector<Tile>&)>& body) {
  const std::vector<tile::RefId> refs =
      state_->author.Carry(api::IndicesIn(state_, carried));
  While([&] { return condition(CarriedIn(state_, refs)); },
        [&] { CarryOn(state_, refs, body(CarriedIn(state_, refs))); });
  return CarriedIn(state_, refs);
}

void KernelBuilder::Signal(const TileRef& semaphores, const Tile& amount,
                           const Tile& slot) {
  const tile::RefId ref = semaphores.state() == state_ ? semaphores.id() : -1;
  state_->author.Signal(/*wait=*/false, ref, IndexIn(state_, slot),
                        IndexIn(state_, amount));
}

void KernelBuilder::Wait(const TileRef& semaphores, const Tile& amount,
                         const Tile& slot) {
  const tile::RefId ref = semaphores.state() == state_ ? semaphores.id() : -1;
  state_->author.Signal(/*wait=*/true, ref, IndexIn(state_, slot),
                        IndexIn(state_, amount));
}

}  // namespace tilewright
