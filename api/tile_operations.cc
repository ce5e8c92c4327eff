#include "tilewright/tile_operations.h"

#include <algorithm>

#include "api/kernel_impl.h"
#include "api/tile_numbers.h"

namespace tilewright {
namespace {

using api::KernelState;
using ir::OpKind;

// Applies `make` to the author of `x` and x's number there, for the call `what`.
template <typename Make>
Tile Of(std::string_view what, const TileOperand& x, const Make& make) {
  const KernelState& state = x.tile.state();
  if (state == nullptr) return {};
  api::From(state, x.where, what);
  return {state, make(state->author, x.tile.id())};
}

std::vector<Tile> TilesOf(const KernelState& state, const std::vector<tile::ExprId>& ids,
                          size_t count) {
  std::vector<Tile> tiles;
  for (tile::ExprId id : ids) tiles.emplace_back(state, id);
  tiles.resize(count);
  return tiles;
}

Tile ReducedBy(std::string_view what, OpKind op, const TileOperand& x,
               const std::vector<int64_t>& dimensions, bool keep_dimensions) {
  return Of(what, x, [&](tile::Author& author, tile::ExprId id) {
    return author.Reduce(op, id, dimensions, keep_dimensions);
  });
}

// Of tiles that are combined: their kernel, and their numbers and those of what they
// begin with, which takes their types.
struct Operands {
  std::string_view what;
  Where where;
  KernelState state;
  std::vector<tile::ExprId> inputs, inits;
  std::vector<ir::ElementType> types;
};

Operands OperandsOf(std::string_view what, Where where, const std::vector<Tile>& tiles,
                    const std::vector<Tile>& from) {
  Operands of{what, where, api::KernelOf(tiles), {}, {}, {}};
  if (of.state == nullptr) return of;
  api::From(of.state, where, what);
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

tile::Region RegionOf(const Operands& of, const Combiner& combine) {
  const auto& [what, where, state, inputs, inits, types] = of;
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
  api::From(state, where, what);
  std::vector<tile::ExprId> results;
  for (size_t i = 0; i < made.size(); ++i) {
    results.push_back(api::IdIn(state, made[i], types[std::min(i, types.size() - 1)]));
  }
  return author.EndRegion(static_cast<int>(parameters.size()), results);
}

}  // namespace

Tile Sum(const TileOperand& x, const std::vector<int64_t>& dimensions,
         bool keep_dimensions) {
  return ReducedBy("Sum", OpKind::kAdd, x, dimensions, keep_dimensions);
}
Tile Max(const TileOperand& x, const std::vector<int64_t>& dimensions,
         bool keep_dimensions) {
  return ReducedBy("Max", OpKind::kMaximum, x, dimensions, keep_dimensions);
}
Tile Min(const TileOperand& x, const std::vector<int64_t>& dimensions,
         bool keep_dimensions) {
  return ReducedBy("Min", OpKind::kMinimum, x, dimensions, keep_dimensions);
}
Tile Prod(const TileOperand& x, const std::vector<int64_t>& dimensions,
          bool keep_dimensions) {
  return ReducedBy("Prod", OpKind::kMultiply, x, dimensions, keep_dimensions);
}
Tile All(const TileOperand& x, const std::vector<int64_t>& dimensions,
         bool keep_dimensions) {
  return ReducedBy("All", OpKind::kAnd, x, dimensions, keep_dimensions);
}
Tile Any(const TileOperand& x, const std::vector<int64_t>& dimensions,
         bool keep_dimensions) {
  return ReducedBy("Any", OpKind::kOr, x, dimensions, keep_dimensions);
}

Tile ArgMax(const TileOperand& x, int64_t dimension, bool keep_dimensions) {
  return Of("ArgMax", x, [&](tile::Author& author, tile::ExprId id) {
    return author.ArgReduce(OpKind::kMaximum, id, dimension, keep_dimensions);
  });
}
Tile ArgMin(const TileOperand& x, int64_t dimension, bool keep_dimensions) {
  return Of("ArgMin", x, [&](tile::Author& author, tile::ExprId id) {
    return author.ArgReduce(OpKind::kMinimum, id, dimension, keep_dimensions);
  });
}

std::vector<Tile> TopK(const TileOperand& x, int64_t count, int64_t dimension) {
  constexpr size_t kResults = 2;
  const KernelState& state = x.tile.state();
  if (state == nullptr) return std::vector<Tile>(kResults);
  api::From(state, x.where, "TopK");
  tile::Author& author = state->author;
  const ir::Dims dims = author.type(x.tile.id()).dims();
  const tile::ExprId index = author.Iota({ir::ElementType::kI32, dims}, dimension);
  return TilesOf(state,
                 author.Sort({x.tile.id(), index}, dimension, /*descending=*/true, count),
                 kResults);
}

Tile Slice(const TileOperand& x, const std::vector<int64_t>& start,
           const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides) {
  return Of("Slice", x, [&](tile::Author& author, tile::ExprId id) {
    return author.Slice(id, start, sizes, strides);
  });
}

Tile Reverse(const TileOperand& x, const std::vector<int64_t>& dimensions) {
  return Of("Reverse", x, [&](tile::Author& author, tile::ExprId id) {
    return author.Reverse(id, dimensions);
  });
}

Tile Roll(const TileOperand& x, const Tile& shift, int64_t dimension) {
  return Of("Roll", x, [&](tile::Author& author, tile::ExprId id) {
    return author.Roll(id, api::IndexIn(x.tile.state(), shift), dimension);
  });
}

Tile Pad(const TileOperand& x, const Tile& value, const std::vector<int64_t>& low,
         const std::vector<int64_t>& high, const std::vector<int64_t>& interior) {
  return Of("Pad", x, [&](tile::Author& author, tile::ExprId id) {
    const ir::ElementType element = author.type(id).element;
    return author.Pad(id, api::IdIn(x.tile.state(), value, element), low, high, interior);
  });
}

Tile TakeAlong(const TileOperand& x, const Tile& indices, int64_t dimension) {
  return Of("TakeAlong", x, [&](tile::Author& author, tile::ExprId id) {
    return author.TakeAlong(id, api::IndexIn(x.tile.state(), indices), dimension);
  });
}

std::vector<Tile> Reduce(const std::vector<Tile>& tiles, const std::vector<Tile>& from,
                         const std::vector<int64_t>& dimensions, const Combiner& combine,
                         bool keep_dimensions, Where where) {
  const Operands of = OperandsOf("Reduce", where, tiles, from);
  if (of.state == nullptr) return std::vector<Tile>(tiles.size());
  const tile::Region region = RegionOf(of, combine);
  return TilesOf(
      of.state,
      of.state->author.ReduceBy(region, of.inputs, of.inits, dimensions, keep_dimensions),
      tiles.size());
}

std::vector<Tile> Scan(const std::vector<Tile>& tiles, const std::vector<Tile>& from,
                       int64_t dimension, const Combiner& combine, bool reverse,
                       Where where) {
  const Operands of = OperandsOf("Scan", where, tiles, from);
  if (of.state == nullptr) return std::vector<Tile>(tiles.size());
  const tile::Region region = RegionOf(of, combine);
  return TilesOf(of.state,
                 of.state->author.ScanBy(region, of.inputs, of.inits, dimension, reverse),
                 tiles.size());
}

Tile Scatter(const TileOperand& x, const Tile& indices, const Tile& updates,
             const std::function<Tile(const Tile&, const Tile&)>& combine) {
  return Of("Scatter", x, [&](tile::Author& author, tile::ExprId id) {
    const KernelState& state = x.tile.state();
    const ir::ElementType element = author.type(id).element;
    const tile::Region region =
        RegionOf({"Scatter", x.where, state, {}, {}, {element}},
                 [&](const std::vector<Tile>& old, const std::vector<Tile>& next) {
                   return std::vector<Tile>{combine ? combine(old[0], next[0]) : next[0]};
                 });
    return author.Scatter(id, api::IndexIn(state, indices),
                          api::IdIn(state, updates, element), region);
  });
}

}  // namespace tilewright
