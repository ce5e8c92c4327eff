#include "tilewright/tile_operations.h"

#include <algorithm>

#include "api/kernel_impl.h"
#include "api/tile_numbers.h"

namespace tilewright {
namespace {

using api::KernelState;
using ir::OpKind;

// Applies `make` to the author of `x` and x's number there.
template <typename Make>
Tile Of(const Tile& x, const Make& make) {
  const KernelState& state = x.state();
  if (state == nullptr) return {};
  return {state, make(state->author, x.id())};
}

std::vector<Tile> TilesOf(const KernelState& state, const std::vector<tile::ExprId>& ids,
                          size_t count) {
  std::vector<Tile> tiles;
  for (tile::ExprId id : ids) tiles.emplace_back(state, id);
  tiles.resize(count);
  return tiles;
}

Tile ReducedBy(OpKind op, const Tile& x, const std::vector<int64_t>& dimensions,
               bool keep_dimensions) {
  return Of(x, [&](tile::Author& author, tile::ExprId id) {
    return author.Reduce(op, id, dimensions, keep_dimensions);
  });
}

// Of tiles that are combined: their kernel, and their numbers and those of what they
// begin with, which takes their types.
struct Operands {
  KernelState state;
  std::vector<tile::ExprId> inputs, inits;
  std::vector<ir::ElementType> types;
};

Operands OperandsOf(const std::vector<Tile>& tiles, const std::vector<Tile>& from) {
  Operands of;
  const Tile* const made = api::LastMade(tiles);
  if (made == nullptr) return of;
  of.state = made->state();
  of.inputs = api::OperandsIn(of.state, tiles);
  for (tile::ExprId x : of.inputs) {
    of.types.push_back(of.state->author.type(x).element);
  }
  for (size_t i = 0; i < from.size(); ++i) {
    of.inits.push_back(
        api::IdIn(of.state, from[i], of.types[std::min(i, of.types.size() - 1)]));
  }
  return of;
}

tile::Region RegionOf(const KernelState& state, const std::vector<ir::ElementType>& types,
                      const Combiner& combine) {
  tile::Author& author = state->author;
  std::vector<ir::ElementType> parameters = types;
  parameters.insert(parameters.end(), types.begin(), types.end());
  const std::vector<tile::ExprId> ids = author.BeginRegion(parameters);
  std::vector<Tile> so_far, next;
  for (size_t i = 0; i < types.size(); ++i) {
    so_far.emplace_back(state, ids[i]);
    next.emplace_back(state, ids[types.size() + i]);
  }
  const std::vector<Tile> made = combine(so_far, next);
  std::vector<tile::ExprId> results;
  for (size_t i = 0; i < made.size(); ++i) {
    results.push_back(api::IdIn(state, made[i], types[std::min(i, types.size() - 1)]));
  }
  return author.EndRegion(static_cast<int>(parameters.size()), results);
}

}  // namespace

Tile Prod(const Tile& x, const std::vector<int64_t>& dimensions, bool keep_dimensions) {
  return ReducedBy(OpKind::kMultiply, x, dimensions, keep_dimensions);
}
Tile All(const Tile& x, const std::vector<int64_t>& dimensions, bool keep_dimensions) {
  return ReducedBy(OpKind::kAnd, x, dimensions, keep_dimensions);
}
Tile Any(const Tile& x, const std::vector<int64_t>& dimensions, bool keep_dimensions) {
  return ReducedBy(OpKind::kOr, x, dimensions, keep_dimensions);
}

Tile ArgMax(const Tile& x, int64_t dimension, bool keep_dimensions) {
  return Of(x, [&](tile::Author& author, tile::ExprId id) {
    return author.ArgReduce(OpKind::kMaximum, id, dimension, keep_dimensions);
  });
}
Tile ArgMin(const Tile& x, int64_t dimension, bool keep_dimensions) {
  return Of(x, [&](tile::Author& author, tile::ExprId id) {
    return author.ArgReduce(OpKind::kMinimum, id, dimension, keep_dimensions);
  });
}

std::vector<Tile> TopK(const Tile& x, int64_t count, int64_t dimension) {
  constexpr size_t kResults = 2;
  const KernelState& state = x.state();
  if (state == nullptr) return std::vector<Tile>(kResults);
  tile::Author& author = state->author;
  const ir::Dims dims = author.type(x.id()).dims;
  const tile::ExprId index = author.Iota({ir::ElementType::kI32, dims}, dimension);
  return TilesOf(state,
                 author.Sort({x.id(), index}, dimension, /*descending=*/true, count),
                 kResults);
}

Tile Slice(const Tile& x, const std::vector<int64_t>& start,
           const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides) {
  return Of(x, [&](tile::Author& author, tile::ExprId id) {
    return author.Slice(id, start, sizes, strides);
  });
}

Tile Reverse(const Tile& x, const std::vector<int64_t>& dimensions) {
  return Of(x, [&](tile::Author& author, tile::ExprId id) {
    return author.Reverse(id, dimensions);
  });
}

Tile Roll(const Tile& x, const Tile& shift, int64_t dimension) {
  return Of(x, [&](tile::Author& author, tile::ExprId id) {
    return author.Roll(id, api::IndexIn(x.state(), shift), dimension);
  });
}

Tile Pad(const Tile& x, const Tile& value, const std::vector<int64_t>& low,
         const std::vector<int64_t>& high, const std::vector<int64_t>& interior) {
  return Of(x, [&](tile::Author& author, tile::ExprId id) {
    const ir::ElementType element = author.type(id).element;
    return author.Pad(id, api::IdIn(x.state(), value, element), low, high, interior);
  });
}

Tile TakeAlong(const Tile& x, const Tile& indices, int64_t dimension) {
  return Of(x, [&](tile::Author& author, tile::ExprId id) {
    return author.TakeAlong(id, api::IndexIn(x.state(), indices), dimension);
  });
}

std::vector<Tile> Reduce(const std::vector<Tile>& tiles, const std::vector<Tile>& from,
                         const std::vector<int64_t>& dimensions, const Combiner& combine,
                         bool keep_dimensions) {
  const Operands of = OperandsOf(tiles, from);
  if (of.state == nullptr) return std::vector<Tile>(tiles.size());
  const tile::Region region = RegionOf(of.state, of.types, combine);
  return TilesOf(
      of.state,
      of.state->author.ReduceBy(region, of.inputs, of.inits, dimensions, keep_dimensions),
      tiles.size());
}

std::vector<Tile> Scan(const std::vector<Tile>& tiles, const std::vector<Tile>& from,
                       int64_t dimension, const Combiner& combine, bool reverse) {
  const Operands of = OperandsOf(tiles, from);
  if (of.state == nullptr) return std::vector<Tile>(tiles.size());
  const tile::Region region = RegionOf(of.state, of.types, combine);
  return TilesOf(of.state,
                 of.state->author.ScanBy(region, of.inputs, of.inits, dimension, reverse),
                 tiles.size());
}

Tile Scatter(const Tile& x, const Tile& indices, const Tile& updates,
             const std::function<Tile(const Tile&, const Tile&)>& combine) {
  return Of(x, [&](tile::Author& author, tile::ExprId id) {
    const KernelState& state = x.state();
    const ir::ElementType element = author.type(id).element;
    const tile::Region region =
        RegionOf(state, {element},
                 [&](const std::vector<Tile>& old, const std::vector<Tile>& next) {
                   return std::vector<Tile>{combine ? combine(old[0], next[0]) : next[0]};
                 });
    return author.Scatter(id, api::IndexIn(state, indices),
                          api::IdIn(state, updates, element), region);
  });
}

}  // namespace tilewright
