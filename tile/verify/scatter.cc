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
  const Dims& array;
  const ir::TensorType& indices;
  const Dims& windowed;  // dimensions in order: of windows, and of indices elsewhere
  const Dims& window;    // of `windowed`: those of windows
  const Dims& dropped;   // of the array: not in windows
  const Dims& batching;  // of the array: not in windows, but paired with
  const Dims& indices_batching;
  const Dims& index_map;  // of the array: where an index' components point
  int64_t vector_dim;
};

bool Fits(const Indexed& x) {
  const size_t rank = x.array.size(), indices_rank = x.indices.dims().size();
  if (!ir::IsInteger(x.indices.element) || x.vector_dim < 0 ||
      x.vector_dim > static_cast<int64_t>(indices_rank)) {
    return false;
  }
  const bool has_vectors = x.vector_dim < static_cast<int64_t>(indices_rank);
  const int64_t components = has_vectors ? x.indices.dims()[x.vector_dim] : 1;
  const auto sorted = [](const Dims& list) {
    return std::is_sorted(list.begin(), list.end());
  };
  if (!AreDimensions(x.window, x.windowed.size()) || !sorted(x.window) ||
      !AreDimensions(Joined(x.dropped, x.batching), rank) || !sorted(x.dropped) ||
      !sorted(x.batching) || !AreDimensions(Joined(x.index_map, x.batching), rank) ||
      !AreDimensions(x.indices_batching, indices_rank) ||
      Contains(x.indices_batching, x.vector_dim) ||
      x.batching.size() != x.indices_batching.size() ||
      static_cast<int64_t>(x.index_map.size()) != components ||
      x.window.size() + x.dropped.size() + x.batching.size() != rank) {
    return false;
  }
  for (size_t i = 0; i < x.batching.size(); ++i) {
    if (x.array[x.batching[i]] != x.indices.dims()[x.indices_batching[i]]) return false;
  }
  // The other dimensions of the windows' array are the indices', in order.
  size_t next = 0;
  for (size_t d = 0; d < x.windowed.size(); ++d) {
    if (Contains(x.window, static_cast<int64_t>(d))) continue;
    if (static_cast<int64_t>(next) == x.vector_dim) ++next;
    if (next >= indices_rank || x.windowed[d] != x.indices.dims()[next++]) return false;
  }
  return next + (static_cast<int64_t>(next) == x.vector_dim && has_vectors ? 1 : 0) ==
         indices_rank;
}

// The array's dimensions that are in windows, in order.
Dims InWindows(const Indexed& x) {
  Dims dims;
  for (size_t d = 0; d < x.array.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (!Contains(x.dropped, dim) && !Contains(x.batching, dim)) dims.push_back(dim);
  }
  return dims;
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
  const Indexed x = {from.dims(),
                     c.type(e.operands[1]),
                     e.type.dims(),
                     g.offset_dims,
                     g.collapsed_slice_dims,
                     g.operand_batching_dims,
                     g.start_indices_batching_dims,
                     g.start_index_map,
                     g.index_vector_dim};
  bool fits = Fits(x) && g.slice_sizes.size() == from.dims().size();
  for (size_t d = 0; fits && d < from.dims().size(); ++d) {
    fits = g.slice_sizes[d] >= 0 && g.slice_sizes[d] <= from.dims()[d];
  }
  if (fits) {
    const Dims in_windows = InWindows(x);
    for (size_t i = 0; i < in_windows.size(); ++i) {
      fits = fits && e.type.dims()[g.offset_dims[i]] == g.slice_sizes[in_windows[i]];
    }
    // Of the others a slice has one element, unless nothing is made.
    for (int64_t d : Joined(g.collapsed_slice_dims, g.operand_batching_dims)) {
      fits = fits && (g.slice_sizes[d] == 1 ||
                      (g.slice_sizes[d] == 0 && e.type.num_elements() == 0));
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
  const Dims& out = c.ref(s.outputs[0]).type.dims();
  const Dims& update = c.type(s.updates[0]).dims();
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
      fits = fits && update[s.update_window_dims[i]] <= out[in_windows[i]];
    }
  }
  std::vector<ElementType> types;
  for (size_t i = 0; i < s.outputs.size(); ++i) {
    CheckWhole(c, s.outputs[i]);
    const ir::TensorType& to = c.ref(s.outputs[i]).type;
    const ir::TensorType& from = c.type(s.updates[i]);
    types.push_back(to.element);
    fits =
        fits && to.dims() == out && from.dims() == update && from.element == to.element;
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
