// Gathers and scatters: StableHLO's rules of their dimension numbers.
#include <algorithm>

#include "tile/arrange.h"
#include "tile/verify/checker.h"
#include "tile/verify/verify.h"

namespace tilewright::tile {
namespace {

using ir::Dims;
using ir::ElementType;

// What gather and scatter say alike of an array, of indices into it, and of windows
// of it that lie in another array.
struct Indexed {
  const ir::Shape& array;
  const ir::TensorType& indices;
  const ir::Shape& windowed;  // of windows, and of indices elsewhere
  const Dims& window;         // of `windowed`: those of windows
  const Dims& dropped;        // of the array: not in windows
  const Dims& batching;       // of the array: not in windows, but paired with
  const Dims& indices_batching;
  const Dims& index_map;  // of the array: where an index' components point
  int64_t vector_dim;
};

bool Fits(const Indexed& x) {
  const int rank = x.array.rank(), indices_rank = x.indices.rank();
  if (!ir::IsInteger(x.indices.element) || x.vector_dim < 0 ||
      x.vector_dim > indices_rank) {
    return false;
  }
  const bool has_vectors = x.vector_dim < indices_rank;
  const ir::Size components =
      has_vectors ? x.indices.shape[static_cast<int>(x.vector_dim)] : ir::Size(1);
  const auto sorted = [](const Dims& list) {
    return std::is_sorted(list.begin(), list.end());
  };
  if (!AreDimensions(x.window, x.windowed.rank()) || !sorted(x.window) ||
      !AreDimensions(Joined(x.dropped, x.batching), rank) || !sorted(x.dropped) ||
      !sorted(x.batching) || !AreDimensions(Joined(x.index_map, x.batching), rank) ||
      !AreDimensions(x.indices_batching, indices_rank) ||
      Contains(x.indices_batching, x.vector_dim) ||
      x.batching.size() != x.indices_batching.size() ||
      !components.is_number(static_cast<int64_t>(x.index_map.size())) ||
      x.window.size() + x.dropped.size() + x.batching.size() !=
          static_cast<size_t>(rank)) {
    return false;
  }
  for (size_t i = 0; i < x.batching.size(); ++i) {
    if (!(x.array[static_cast<int>(x.batching[i])] ==
          x.indices.shape[static_cast<int>(x.indices_batching[i])])) {
      return false;
    }
  }
  // The other dimensions of the windows' array are the indices', in order.
  int next = 0;
  for (int d = 0; d < x.windowed.rank(); ++d) {
    if (Contains(x.window, d)) continue;
    if (next == x.vector_dim) ++next;
    if (next >= indices_rank || !(x.windowed[d] == x.indices.shape[next++])) return false;
  }
  return next + (next == x.vector_dim && has_vectors ? 1 : 0) == indices_rank;
}

// The array's dimensions that are in windows, in order.
Dims InWindows(const Indexed& x) {
  Dims dims;
  for (int d = 0; d < x.array.rank(); ++d) {
    if (!Contains(x.dropped, d) && !Contains(x.batching, d)) dims.push_back(d);
  }
  return dims;
}

bool HasZero(const ir::Shape& shape) {
  for (int d = 0; d < shape.rank(); ++d) {
    if (shape[d].is_number(0)) return true;
  }
  return false;
}

std::vector<ElementType> Twice(std::vector<ElementType> types) {
  const size_t count = types.size();
  for (size_t i = 0; i < count; ++i) types.push_back(types[i]);
  return types;
}

}  // namespace

void CheckGather(Checker& c, ExprId id, const Gather& g) {
  const Expr& e = c.expr(id);
  const ir::TensorType& from = c.type(e.operands[0]);
  if (from.element != e.type.element) {
    return c.FailExpr(id, "does not fit its operand, ", ir::ToString(from));
  }
  const Indexed x = {from.shape,
                     c.type(e.operands[1]),
                     e.type.shape,
                     g.offset_dims,
                     g.collapsed_slice_dims,
                     g.operand_batching_dims,
                     g.start_indices_batching_dims,
                     g.start_index_map,
                     g.index_vector_dim};
  bool fits = Fits(x);
  // Slices lie in the array, unless nothing is made.
  if (fits && !HasZero(e.type.shape)) {
    const ir::Shape sizes = SliceSizes(g, from.rank(), e.type.shape);
    for (int d = 0; d < from.rank(); ++d) {
      fits = fits && c.IsAtLeast(from.shape[d], sizes[d]);
    }
  }
  if (!fits) {
    c.FailExpr(id, "its dimension numbers do not fit ", ir::ToString(from), " and ",
               ir::ToString(x.indices));
  }
}

void CheckScatter(Checker& c, const Scatter& s) {
  if (s.updates.empty() || s.updates.size() != s.outputs.size()) {
    return c.Fail("a scatter of ", s.updates.size(), " arrays into ", s.outputs.size());
  }
  const ir::Shape& out = c.ref(s.outputs[0]).type.shape;
  const ir::Shape& update = c.type(s.updates[0]).shape;
  const Indexed x = {out,
                     c.type(s.indices),
                     update,
                     s.update_window_dims,
                     s.inserted_window_dims,
                     s.input_batching_dims,
                     s.scatter_indices_batching_dims,
                     s.scatter_dims_to_operand_dims,
                     s.index_vector_dim};
  bool fits = Fits(x);
  if (fits) {
    const Dims in_windows = InWindows(x);
    for (size_t i = 0; i < in_windows.size(); ++i) {
      fits = fits && c.IsAtLeast(out[static_cast<int>(in_windows[i])],
                                 update[static_cast<int>(s.update_window_dims[i])]);
    }
  }
  std::vector<ElementType> types;
  for (size_t i = 0; i < s.outputs.size(); ++i) {
    CheckWhole(c, s.outputs[i]);
    const ir::TensorType& to = c.ref(s.outputs[i]).type;
    const ir::TensorType& from = c.type(s.updates[i]);
    types.push_back(to.element);
    fits = fits && to.shape == out && from.shape == update && from.element == to.element;
  }
  if (!fits) {
    return c.Fail("a scatter of ", ir::ToString(c.type(s.updates[0])), " into ",
                  ir::ToString(c.ref(s.outputs[0]).type), " by ", ir::ToString(x.indices),
                  ": its dimension numbers do not fit");
  }
  CheckRegion(c, s.region, Twice(types), types);
}

void CheckSelectAndScatter(Checker& c, const SelectAndScatter& s) {
  CheckWhole(c, s.output);
  const ir::TensorType& operand = c.type(s.operand);
  const ir::TensorType& source = c.type(s.source);
  const size_t rank = operand.dims().size();
  bool fits = c.ref(s.output).type == operand && source.element == operand.element &&
              source.dims().size() == rank && s.window.size() == rank &&
              s.strides.size() == rank && s.low_padding.size() == rank &&
              IsBounded(s.window) && AreWithin(s.window, 1, kMaxElements) &&
              AreWithin(s.low_padding, -kMaxElements, kMaxElements);
  for (size_t d = 0; fits && d < rank; ++d) {
    fits = s.strides[d] >= 1 &&
           s.strides[d] <= kMaxElements / std::max<int64_t>(source.dims()[d], 1);
  }
  if (!fits) {
    return c.Fail("a select_and_scatter of ", ir::ToString(source), " into ",
                  ir::ToString(operand), " by windows of [", ir::Join(s.window), "]");
  }
  const ElementType type = operand.element;
  CheckRegion(c, s.select, {type, type}, {ElementType::kI1});
  CheckRegion(c, s.scatter, {type, type}, {type});
}

}  // namespace tilewright::tile
