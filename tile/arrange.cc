#include "tile/arrange.h"

#include <algorithm>
#include <iterator>

#include "ir/size/facts.h"

namespace tilewright::tile {

using ir::Dims;

int64_t Elements(const Dims& dims) {
  int64_t n = 1;
  for (int64_t d : dims) n *= d;
  return n;
}

Dims Joined(const Dims& a, const Dims& b, const Dims& c) {
  Dims out = a;
  out.insert(out.end(), b.begin(), b.end());
  out.insert(out.end(), c.begin(), c.end());
  return out;
}

ir::Shape SliceSizes(const Gather& gather, int operand_rank, const ir::Shape& result) {
  ir::Shape sizes;
  size_t next = 0;
  for (int d = 0; d < operand_rank; ++d) {
    const bool dropped = Contains(gather.collapsed_slice_dims, d) ||
                         Contains(gather.operand_batching_dims, d);
    sizes.Append(dropped ? ir::Size(1)
                         : result[static_cast<int>(gather.offset_dims[next++])]);
  }
  return sizes;
}

bool Contains(const Dims& list, int64_t d) {
  return std::find(list.begin(), list.end(), d) != list.end();
}

ReductionDims ArrangeReduction(const ir::Shape& dims, const Dims& reduced, bool merge) {
  ReductionDims out;
  for (int d = 0; d < dims.rank(); ++d) {
    if (Contains(reduced, d)) continue;
    out.order.push_back(d);
    out.outer.Append(dims[d]);
  }
  bool in_segment = false;
  for (int d = 0; d < dims.rank(); ++d) {
    if (!Contains(reduced, d)) {
      in_segment = in_segment && dims[d] == 1;
      continue;
    }
    out.order.push_back(d);
    const int last = out.inner.rank() - 1;
    const bool none_before = last >= 0 && out.inner[last] == 1;
    if (last >= 0 && merge && (in_segment || none_before || dims[d] == 1)) {
      out.inner.Set(last, out.inner[last] * dims[d]);
    } else {
      out.inner.Append(dims[d]);
    }
    in_segment = in_segment || !(dims[d] == 1);
  }
  return out;
}

bool ReducesAlongLanes(const ir::Shape& dims, const Dims& reduced) {
  // The contiguous segment of reduced dimensions at the end, ones aside.
  constexpr int64_t kShortestSegment = 8, kFewResults = 64;
  ir::Size segment = 1;
  bool any = false;
  for (int d = dims.rank() - 1; d >= 0; --d) {
    if (dims[d] == 1) continue;
    if (!Contains(reduced, d)) break;
    segment = segment * dims[d];
    any = true;
  }
  if (!any) return false;
  // Across lanes a row has to be short whatever it is.
  if (!segment.is_number()) return true;
  ir::Size results = 1;
  for (int d = 0; d < dims.rank(); ++d) {
    if (!Contains(reduced, d)) results = results * dims[d];
  }
  return segment.number() >= kShortestSegment || ir::Typical(results) < kFewResults;
}

bool ReducesTrailing(const ir::Shape& dims, const Dims& reduced) {
  bool kept_seen = false;
  for (int d = dims.rank() - 1; d >= 0; --d) {
    if (dims[d] == 1) continue;
    const bool is_reduced = Contains(reduced, d);
    if (is_reduced && kept_seen) return false;
    kept_seen = kept_seen || !is_reduced;
  }
  return true;
}

int LaneWidth(ir::ElementType element) {
  if (ir::IsWhole(element)) return -ir::StorageBytes(element);
  return std::max(4, ir::StorageBytes(ir::RealPart(element)));
}

DotSide ArrangeDotSide(const ir::Shape& dims, const Dims& batch,
                       const Dims& contracting) {
  DotSide side = {batch, {}, contracting};
  for (int64_t d = 0; d < dims.rank(); ++d) {
    if (!Contains(batch, d) && !Contains(contracting, d)) side.free.push_back(d);
  }
  const auto size = [&](const Dims& which) {
    ir::Size n = 1;
    for (int64_t d : which) n = n * dims[d];
    return n;
  };
  side.batch_size = size(side.batch);
  side.free_size = size(side.free);
  side.contracting_size = size(side.contracting);
  return side;
}

ExprId AsLeft(Builder* b, ExprId x, const DotSide& side) {
  return b->Reshape(b->Transpose(x, Joined(side.batch, side.free, side.contracting)),
                    ir::Shape(std::vector<ir::Size>{side.batch_size, side.free_size,
                                                    side.contracting_size}));
}

ExprId AsRight(Builder* b, ExprId x, const DotSide& side) {
  return b->Reshape(b->Transpose(x, Joined(side.batch, side.contracting, side.free)),
                    ir::Shape(std::vector<ir::Size>{
                        side.batch_size, side.contracting_size, side.free_size}));
}

bool MovesNothing(const ir::Shape& shape, const Dims& permutation) {
  Dims moved;
  std::copy_if(permutation.begin(), permutation.end(), std::back_inserter(moved),
               [&](int64_t d) { return !(shape[static_cast<int>(d)] == 1); });
  return std::is_sorted(moved.begin(), moved.end());
}

Dims WithoutUnitDims(Dims dims) {
  dims.erase(std::remove(dims.begin(), dims.end(), 1), dims.end());
  return dims;
}

ir::Shape WithoutUnitDims(const ir::Shape& dims) {
  ir::Shape out;
  for (int d = 0; d < dims.rank(); ++d) {
    if (!(dims[d] == 1)) out.Append(dims[d]);
  }
  return out;
}

}  // namespace tilewright::tile
