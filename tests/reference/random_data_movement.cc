// Data movement, gathers and scatters.
#include <algorithm>

#include "tests/reference/random_generator.h"

namespace tilewright::reference {

using enum ir::AttributeName;

namespace {

const std::vector<ElementType> kIndexTypes = {ElementType::kI32, ElementType::kI32,
                                              ElementType::kI64, ElementType::kU8,
                                              ElementType::kU32, ElementType::kI8};

}  // namespace

void Generator::AddDataMovement() {
  const ValueId x = Any();
  switch (Below(12)) {
    case 0:
    case 1:
      return AddBroadcast(x);
    case 2:
    case 3: {
      ir::Attributes at;
      at.Set(kPermutation, Shuffled(Iota(type(x).rank())));
      Append(OpKind::kTranspose, {x}, std::move(at));
      return;
    }
    case 4:
    case 5:
      return AddReshape(x);
    case 6:
      return AddSlice(x);
    case 7: {
      ir::Attributes at;
      at.Set(kDimensions, SomeDimensions(type(x).rank()));
      Append(OpKind::kReverse, {x}, std::move(at));
      return;
    }
    case 8:
      return AddPad(x);
    case 9:
      return AddConcatenate(x);
    case 10:
      return AddDynamicSlice(x);
    default:
      return AddDynamicUpdateSlice(x);
  }
}

void Generator::AddBroadcast(ValueId x) {
  // Its dimensions among others, ones stretched, in any order at times.
  Dims dims = type(x).dims();
  Dims map = Iota(type(x).rank());
  for (int n = Below(3); n > 0; --n) {
    const int at = Below(static_cast<int>(dims.size()) + 1);
    dims.insert(dims.begin() + at, Size());
    for (int64_t& d : map) d += d >= at ? 1 : 0;
  }
  for (int64_t d : map) {
    if (dims[d] == 1 && Once(2)) dims[d] = Size();
  }
  if (Once(4)) {
    const Dims order = Shuffled(Iota(static_cast<int64_t>(dims.size())));
    Dims moved(dims.size());
    for (size_t d = 0; d < dims.size(); ++d) moved[order[d]] = dims[d];
    for (int64_t& d : map) d = order[d];
    dims = std::move(moved);
  }
  if (dims.size() > 5) return;
  ir::Attributes at;
  at.Set(kBroadcastDimensions, map);
  Append(OpKind::kBroadcastInDim, {x}, std::move(at), {{type(x).element, dims}});
}

void Generator::AddReshape(ValueId x) {
  // All in one dimension, then split at divisors.
  int64_t left = elements(x);
  Dims dims;
  for (int n = Below(3); n > 0 && left > 0; --n) {
    std::vector<int64_t> divisors;
    for (int64_t d = 1; d <= left; ++d) {
      if (left % d == 0) divisors.push_back(d);
    }
    dims.push_back(OneOf(divisors));
    left /= dims.back();
  }
  dims.push_back(left);
  if (Once(4)) dims.insert(dims.begin() + Below(static_cast<int>(dims.size())), 1);
  if (elements(x) == 1 && Once(2)) dims.clear();
  Append(OpKind::kReshape, {x}, {}, {{type(x).element, Shuffled(dims)}});
}

void Generator::AddSlice(ValueId x) {
  Dims start, limit, strides;
  for (int64_t size : type(x).dims()) {
    start.push_back(Once(2) ? 0 : Below(static_cast<int>(size) + 1));
    const auto rest = static_cast<int>(size - start.back());
    limit.push_back(Once(2) ? size : start.back() + Below(rest + 1));
    strides.push_back(Once(3) ? 1 + Below(3) : 1);
    // Nothing is taken now and then only.
    if (limit.back() == start.back() && size > 0 && !Once(10)) {
      start.back() = 0;
      limit.back() = size;
    }
  }
  ir::Attributes at;
  at.Set(kStartIndices, start);
  at.Set(kLimitIndices, limit);
  at.Set(kStrides, strides);
  Append(OpKind::kSlice, {x}, std::move(at));
}

void Generator::AddPad(ValueId x) {
  Dims low, high, interior;
  for (int64_t size : type(x).dims()) {
    const bool touched = Once(2);
    low.push_back(touched ? Below(5) - 1 : 0);
    high.push_back(touched ? Below(5) - 1 : 0);
    interior.push_back(touched && Once(3) ? 1 + Below(2) : 0);
    if (size + std::max<int64_t>(size - 1, 0) * interior.back() + low.back() +
            high.back() <
        0) {
      low.back() = high.back() = 0;
    }
  }
  const ValueId value = Of(ir::Scalar(type(x).element));
  ir::Attributes at;
  at.Set(kEdgePaddingLow, low);
  at.Set(kEdgePaddingHigh, high);
  at.Set(kInteriorPadding, interior);
  Append(OpKind::kPad, {x, value}, std::move(at));
}

void Generator::AddConcatenate(ValueId x) {
  if (type(x).rank() == 0) return;
  const int64_t d = Below(type(x).rank());
  std::vector<ValueId> parts = {x};
  for (int n = 1 + Below(3); n > 0; --n) {
    TensorType other = type(x);
    if (Once(2)) other.shape.Set(d, Once(8) ? 0 : Once(3) ? 1 : Size());
    if (IsLarge(other.dims())) return;
    parts.push_back(Of(other));
  }
  ir::Attributes at;
  at.Set(kDimension, d);
  std::swap(parts[0], parts[Below(static_cast<int>(parts.size()))]);
  Append(OpKind::kConcatenate, std::move(parts), std::move(at));
}

void Generator::AddDynamicSlice(ValueId x) {
  Dims sizes;
  std::vector<ValueId> operands = {x};
  const ElementType element = OneOf(kIndexTypes);
  for (int64_t size : type(x).dims()) {
    sizes.push_back(Once(3) ? size : size == 0 ? 0 : 1 + Below(static_cast<int>(size)));
    operands.push_back(Index(element));
  }
  ir::Attributes at;
  at.Set(kSliceSizes, sizes);
  Append(OpKind::kDynamicSlice, std::move(operands), std::move(at));
}

void Generator::AddDynamicUpdateSlice(ValueId x) {
  Dims sizes = type(x).dims();
  for (int64_t& size : sizes) {
    if (!Once(3) && size > 0) size = 1 + Below(static_cast<int>(size));
    if (Once(20)) size = 0;
  }
  std::vector<ValueId> operands = {x, Of({type(x).element, sizes})};
  const ElementType element = OneOf(kIndexTypes);
  for (int n = type(x).rank(); n > 0; --n) operands.push_back(Index(element));
  Append(OpKind::kDynamicUpdateSlice, std::move(operands));
}

namespace {

// Which dimensions of an array indices move, which they batch, and which vanish.
struct Indexing {
  Dims mapped, collapsed, batching, sizes;
};

}  // namespace

// Of the operand's dimensions some are batched with the indices', some are moved by an
// index vector's components, and some of size one are dropped.
void Generator::AddGather() {
  const ValueId x = AnyWhere([](const TensorType& t) { return t.rank() > 0; });
  if (x < 0) return;
  const Dims dims = type(x).dims();
  Indexing g;
  Dims indices, indices_batching;
  for (size_t d = 0; d < dims.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (Once(8)) {
      g.batching.push_back(dim);
      g.sizes.push_back(std::min<int64_t>(dims[d], 1));
      indices_batching.push_back(static_cast<int64_t>(indices.size()));
      indices.push_back(dims[d]);
      continue;
    }
    const bool moved = Once(2);
    if (moved) g.mapped.push_back(dim);
    const bool one = Once(2) && dims[d] > 0;
    g.sizes.push_back(one                     ? 1
                      : !moved || dims[d] < 2 ? dims[d]
                                              : 1 + Below(static_cast<int>(dims[d])));
    if (g.sizes.back() == 1 && Once(2)) g.collapsed.push_back(dim);
  }
  g.mapped = Shuffled(std::move(g.mapped));
  for (int n = Below(3); n > 0; --n) indices.push_back(Size());
  int64_t vector_dim = static_cast<int64_t>(indices.size());
  if (g.mapped.size() != 1 || Once(2)) {
    vector_dim = Once(3) ? Below(static_cast<int>(indices.size()) + 1) : vector_dim;
    indices.insert(indices.begin() + vector_dim, static_cast<int64_t>(g.mapped.size()));
    for (int64_t& d : indices_batching) d += d >= vector_dim ? 1 : 0;
  }
  if (IsLarge(indices)) return;
  int64_t limit = 1;
  for (int64_t d : g.mapped) limit = std::max(limit, dims[d]);
  const ValueId at = Indices({OneOf(kIndexTypes), indices}, limit);
  // The offset dimensions lie anywhere among the result's.
  const auto windows =
      static_cast<int64_t>(dims.size() - g.collapsed.size() - g.batching.size());
  const int64_t batches = static_cast<int64_t>(indices.size()) -
                          (vector_dim < static_cast<int64_t>(indices.size()) ? 1 : 0);
  Dims places = Shuffled(Iota(windows + batches));
  places.resize(windows);
  if (Once(2)) {
    places = Iota(windows);
    for (int64_t& d : places) d += batches;
  }
  std::sort(places.begin(), places.end());
  ir::Attributes a;
  a.Set(kOffsetDims, places);
  a.Set(kCollapsedSliceDims, g.collapsed);
  a.Set(kOperandBatchingDims, g.batching);
  a.Set(kStartIndicesBatchingDims, indices_batching);
  a.Set(kStartIndexMap, g.mapped);
  a.Set(kIndexVectorDim, vector_dim);
  a.Set(kSliceSizes, g.sizes);
  Append(OpKind::kGather, {x, at}, std::move(a));
}

void Generator::AddScatter() {
  const ValueId x = AnyWhere([](const TensorType& t) { return t.rank() > 0; });
  if (x < 0) return;
  const TensorType of = type(x);
  Indexing s;
  Dims indices, indices_batching, window;
  for (size_t d = 0; d < of.dims().size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (Once(8)) {
      s.batching.push_back(dim);
      indices_batching.push_back(static_cast<int64_t>(indices.size()));
      indices.push_back(of.dims()[d]);
      continue;
    }
    const bool moved = Once(2);
    if (moved) s.mapped.push_back(dim);
    if (moved && Once(2)) {
      s.collapsed.push_back(dim);
    } else {
      const auto size = static_cast<int>(of.dims()[d]);
      window.push_back(!moved || size < 2 ? size : 1 + Below(size));
    }
  }
  s.mapped = Shuffled(std::move(s.mapped));
  for (int n = Below(3); n > 0; --n) indices.push_back(Size());
  Dims batch = indices;
  auto vector_dim = static_cast<int64_t>(indices.size());
  if (s.mapped.size() != 1 || Once(2)) {
    vector_dim = Once(3) ? Below(static_cast<int>(indices.size()) + 1) : vector_dim;
    indices.insert(indices.begin() + vector_dim, static_cast<int64_t>(s.mapped.size()));
    for (int64_t& d : indices_batching) d += d >= vector_dim ? 1 : 0;
  }
  int64_t limit = 1;
  for (int64_t d : s.mapped) limit = std::max(limit, of.dims()[d]);
  const auto rank = static_cast<int64_t>(batch.size() + window.size());
  Dims places = Shuffled(Iota(rank));
  places.resize(window.size());
  std::sort(places.begin(), places.end());
  Dims update;
  size_t next_window = 0, next_batch = 0;
  for (int64_t d = 0; d < rank; ++d) {
    const bool in_window = std::find(places.begin(), places.end(), d) != places.end();
    update.push_back(in_window ? window[next_window++] : batch[next_batch++]);
  }
  if (IsLarge(update) || IsLarge(indices)) return;
  const ValueId at = Indices({OneOf(kIndexTypes), indices}, limit);
  const ValueId updates = Of({of.element, update});
  ir::Operation op;
  op.kind = OpKind::kScatter;
  op.operands = {x, at, updates};
  op.attributes.Set(kUpdateWindowDims, places);
  op.attributes.Set(kInsertedWindowDims, s.collapsed);
  op.attributes.Set(kInputBatchingDims, s.batching);
  op.attributes.Set(kScatterIndicesBatchingDims, indices_batching);
  op.attributes.Set(kScatterDimsToOperandDims, s.mapped);
  op.attributes.Set(kIndexVectorDim, vector_dim);
  op.regions.push_back(
      Once(3) ? ScalarRegion({of.element, of.element},
                             [](ir::Builder&, const std::vector<ValueId>& v) {
                               return std::vector<ValueId>{v[1]};
                             })
              : ReducerOf(OneOf(Combiners(of.element)), Widened(of.element)));
  AppendWithRegions(std::move(op));
}

}  // namespace tilewright::reference
