#include "tile/arrange.h"

#include <algorithm>

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

bool Contains(const Dims& list, int64_t d) {
  return std::find(list.begin(), list.end(), d) != list.end();
}

Dims ReductionDims::domain() const { return Joined(outer, inner); }

ReductionDims ArrangeReduction(const Dims& dims, const Dims& reduced, bool merge) {
  ReductionDims out;
  const auto rank = static_cast<int64_t>(dims.size());
  for (int64_t d = 0; d < rank; ++d) {
    if (Contains(reduced, d)) continue;
    out.order.push_back(d);
    out.outer.push_back(dims[d]);
  }
  bool in_segment = false;
  for (int64_t d = 0; d < rank; ++d) {
    if (!Contains(reduced, d)) {
      in_segment = in_segment && dims[d] == 1;
      continue;
    }
    out.order.push_back(d);
    const bool none_before = !out.inner.empty() && out.inner.back() == 1;
    if (!out.inner.empty() && merge && (in_segment || none_before || dims[d] == 1)) {
      out.inner.back() *= dims[d];
    } else {
      out.inner.push_back(dims[d]);
    }
    in_segment = in_segment || dims[d] != 1;
  }
  return out;
}

bool ReducesAlongLanes(const Dims& dims, const Dims& reduced) {
  // The contiguous segment of reduced dimensions at the end, ones aside.
  constexpr int64_t kShortestSegment = 8, kFewResults = 64;
  int64_t segment = 1;
  bool any = false;
  for (auto d = static_cast<int64_t>(dims.size()) - 1; d >= 0; --d) {
    if (dims[d] == 1) continue;
    if (!Contains(reduced, d)) break;
    segment *= dims[d];
    any = true;
  }
  if (!any) return false;
  int64_t results = 1;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (!Contains(reduced, static_cast<int64_t>(d))) results *= dims[d];
  }
  return segment >= kShortestSegment || results < kFewResults;
}

bool ReducesTrailing(const Dims& dims, const Dims& reduced) {
  bool kept_seen = false;
  for (auto d = static_cast<int64_t>(dims.size()) - 1; d >= 0; --d) {
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

DotSide ArrangeDotSide(const Dims& dims, const Dims& batch, const Dims& contracting) {
  DotSide side = {batch, {}, contracting};
  for (size_t k = 0; k < dims.size(); ++k) {
    const auto d = static_cast<int64_t>(k);
    if (!Contains(batch, d) && !Contains(contracting, d)) side.free.push_back(d);
  }
  const auto size = [&](const Dims& which) {
    int64_t n = 1;
    for (int64_t d : which) n *= dims[d];
    return n;
  };
  side.batch_size = size(side.batch);
  side.free_size = size(side.free);
  side.contracting_size = size(side.contracting);
  return side;
}

ExprId AsLeft(Builder* b, ExprId x, const DotSide& side) {
  return b->Reshape(b->Transpose(x, Joined(side.batch, side.free, side.contracting)),
                    {side.batch_size, side.free_size, side.contracting_size});
}

ExprId AsRight(Builder* b, ExprId x, const DotSide& side) {
  return b->Reshape(b->Transpose(x, Joined(side.batch, side.contracting, side.free)),
                    {side.batch_size, side.contracting_size, side.free_size});
}

Dims WithoutUnitDims(Dims dims) {
  dims.erase(std::remove(dims.begin(), dims.end(), 1), dims.end());
  return dims;
}

}  // namespace tilewright::tile
