// What reads and writes at indices that are data. One outside fails the operation, and
// touches nothing: it is clamped when read, left out when written.
#include "frontend/torch/lower/indices.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Indexed = absl::StatusOr<std::vector<ir::ValueId>>;

// How writes meet what is there: the numbers of attributes.
enum class Reduce : int64_t { kReplace, kAdd, kMultiply, kMaximum, kMinimum, kMean };

Combine CombineOf(Reduce reduce) {
  switch (reduce) {
    case Reduce::kReplace:
      return Replaced;
    case Reduce::kAdd:
    case Reduce::kMean:
      return Added;
    case Reduce::kMultiply:
      return [](Composer& c, Value old, Value update) { return old * update; };
    case Reduce::kMaximum:
      return [](Composer& c, Value old, Value update) {
        return c.Binary(OpKind::kMaximum, old, update);
      };
    case Reduce::kMinimum:
      return [](Composer& c, Value old, Value update) {
        return c.Binary(OpKind::kMinimum, old, update);
      };
  }
  return Replaced;
}

// Sums of 16-bit types are made in f32; what is chosen or replaced stays as it is.
ElementType WrittenType(Composer& c, Reduce reduce) {
  const ElementType type = c.result().element;
  const bool computes =
      reduce == Reduce::kAdd || reduce == Reduce::kMultiply || reduce == Reduce::kMean;
  return computes ? ComputeType(type) : type;
}

Value Neutral(Composer& c, Reduce reduce, ElementType type) {
  switch (reduce) {
    case Reduce::kMultiply:
      return c.Constant(1, type);
    case Reduce::kMaximum:
      return Lowest(c, type);
    case Reduce::kMinimum:
      return Highest(c, type);
    default:
      return c.Constant(0, type);
  }
}

// x with updates where `write` puts them. What was there counts if `with_self`.
template <typename Write>
Value Reduced(Composer& c, Reduce reduce, bool with_self, Value x, Value updates,
              const Write& write) {
  if (!with_self) {
    const Value neutral = c.Broadcast(Neutral(c, reduce, x.element()), updates.shape());
    x = write(x, neutral, Replaced);
  }
  Value made = write(x, updates, CombineOf(reduce));
  if (reduce != Reduce::kMean) return made;
  const Value one = c.Constant(1, x.element());
  const Value ones = c.Broadcast(one, updates.shape());
  Value counts = c.Broadcast(one, x.shape());
  if (!with_self) {
    counts = write(counts, c.Broadcast(Zero(c, x), updates.shape()), Replaced);
  }
  counts = write(counts, ones, Added);
  if (ir::IsComplex(x.element())) {
    return made / c.Select(c.Compare("EQ", counts, Zero(c, counts)), one, counts);
  }
  counts = c.Binary(OpKind::kMaximum, counts, one);
  if (ir::IsFloat(x.element())) return made / counts;
  // Downwards.
  const Value left = c.Binary(OpKind::kRemainder, made, counts);
  return made / counts - c.Convert(c.Compare("LT", left, Zero(c, left)), x.element());
}

// The place of each element of operand 1, which counts along one dimension of operand 0.
Values PlacesAlong(Composer& c, int dimension) {
  const Value index = c.operand(1);
  Values places;
  for (int d = 0; d < index.rank(); ++d) {
    places.push_back(d == dimension ? IndexInto(c, index, 0, d, index_rules::kGather)
                                    : IndexAlong(c, index, d));
  }
  return places;
}
// By attribute 3 of index_write.
constexpr const IndexRule* kWriteRules[] = {&index_rules::kGather, &index_rules::kCopy,
                                            &index_rules::kSelect, &index_rules::kIndex};

// Indices that are tensors, at the dimensions of x that a list of truth values names:
// places in x of each element of what indexing gives. `rest` are the dimensions that are
// not indexed, in order, and where the common shape of the indices stands among them.
struct Indexing {
  Values places;
  Shape shape;
};
Indexing IndexingOf(Composer& c, Value x, size_t first_index, size_t first_attribute) {
  std::vector<int> indexed, rest;
  for (int d = 0; d < x.rank(); ++d) {
    (c.attribute(first_attribute + d) != 0 ? indexed : rest).push_back(d);
  }
  Values indices;
  Shape common;
  for (size_t i = 0; i < indexed.size(); ++i) {
    indices.push_back(
        IndexInto(c, c.operand(first_index + i), 0, indexed[i], index_rules::kIndex));
    common = BroadcastShape(common, indices.back().shape());
  }
  // Next to each other they are replaced where they stand, otherwise at the front.
  bool adjacent = true;
  for (size_t i = 1; i < indexed.size(); ++i)
    adjacent &= indexed[i] == indexed[i - 1] + 1;
  const size_t before = adjacent && !indexed.empty() ? indexed.front() : 0;
  Shape shape;
  for (size_t i = 0; i < before; ++i) shape.Append(x.shape()[rest[i]]);
  for (int i = 0; i < common.rank(); ++i) shape.Append(common[i]);
  for (size_t i = before; i < rest.size(); ++i) shape.Append(x.shape()[rest[i]]);
  Values places(x.rank());
  ir::Dims common_dimensions;
  for (int i = 0; i < common.rank(); ++i) {
    common_dimensions.push_back(static_cast<int64_t>(before) + i);
  }
  for (size_t i = 0; i < indexed.size(); ++i) {
    places[indexed[i]] =
        c.BroadcastIn(c.Broadcast(indices[i], common), shape, common_dimensions);
  }
  for (size_t i = 0; i < rest.size(); ++i) {
    const auto at = static_cast<int64_t>(i < before ? i : i + common.rank());
    places[rest[i]] = c.Iota(at, {ElementType::kI64, shape});
  }
  return {std::move(places), shape};
}

}  // namespace

// Attribute 0: the dimension.
Indexed cat(const Lowering& call) {
  Composer c(call);
  Values parts;
  for (size_t i = 0; i < c.operands(); ++i) {
    parts.push_back(c.Convert(c.operand(i), c.result().element));
  }
  return c.Finish({Concatenate(c, parts, c.attribute(0))});
}

// x, index; attribute 0: the dimension.
Indexed gather(const Lowering& call) {
  Composer c(call);
  const Value x = c.operand(0);
  return c.Finish({ElementsAt(c, x, PlacesAlong(c, static_cast<int>(c.attribute(0))))});
}
// x, index, source. Attributes: the dimension, how writes meet what is there, and whether
// that counts.
Indexed scatter(const Lowering& call) {
  Composer c(call);
  const auto reduce = static_cast<Reduce>(c.attribute(1));
  const ElementType type = WrittenType(c, reduce);
  const Value x = c.Convert(c.operand(0), type), index = c.operand(1);
  const Value source = c.Broadcast(c.Convert(c.operand(2), type), index.shape());
  const Values places = PlacesAlong(c, static_cast<int>(c.attribute(0)));
  return c.Finish({Reduced(c, reduce, c.attribute(2) != 0, x, source,
                           [&](Value into, Value updates, const Combine& combine) {
                             return WriteAt(c, into, places, updates, combine);
                           })});
}

// x, index; attribute 0: the dimension.
Indexed index_select(const Lowering& call) {
  Composer c(call);
  const Value x = c.operand(0);
  const int dimension = static_cast<int>(c.attribute(0));
  return c.Finish({Take(c, x, dimension,
                        IndexInto(c, c.operand(1), 0, dimension, index_rules::kSelect))});
}
// x, index, source, alpha. Attributes as of scatter, and which indices are inside.
Indexed index_write(const Lowering& call) {
  Composer c(call);
  const int64_t dimension = c.attribute(0);
  const auto reduce = static_cast<Reduce>(c.attribute(1));
  const ElementType type = WrittenType(c, reduce);
  const Value x = c.Convert(c.operand(0), type);
  Value source = c.Convert(c.operand(2), type);
  if (c.has(3)) source = source * c.Convert(c.operand(3), type);
  Shape shape = x.shape();
  shape.Set(static_cast<int>(dimension), c.operand(1).shape()[0]);
  const Value index = IndexInto(c, c.operand(1), 0, static_cast<int>(dimension),
                                *kWriteRules[c.attribute(3)]);
  return c.Finish({Reduced(c, reduce, c.attribute(2) != 0, x, c.Broadcast(source, shape),
                           [&](Value into, Value updates, const Combine& combine) {
                             return WriteSlices(c, into, dimension, index, updates,
                                                combine);
                           })});
}

// x, then an index for each dimension of which the attribute is not 0.
Indexed index(const Lowering& call) {
  Composer c(call);
  const Value x = c.operand(0);
  return c.Finish({ElementsAt(c, x, IndexingOf(c, x, 1, 0).places)});
}
// x, values, indices as above. Attribute 0: how writes meet what is there.
Indexed index_put(const Lowering& call) {
  Composer c(call);
  const auto reduce = static_cast<Reduce>(c.attribute(0));
  const ElementType type = WrittenType(c, reduce);
  const Value x = c.Convert(c.operand(0), type);
  const auto [places, shape] = IndexingOf(c, x, 2, 1);
  return c.Finish(
      {WriteAt(c, x, places, c.Broadcast(c.Convert(c.operand(1), type), shape),
               CombineOf(reduce))});
}

// x as one row, index of any shape.
Indexed take(const Lowering& call) {
  Composer c(call);
  const Value x = c.operand(0);
  const Value row =
      c.Reshape(x, Shape(std::vector<ir::Size>{ir::NumElements(x.shape())}));
  return c.Finish(
      {Take(c, row, 0, IndexInto(c, c.operand(1), 0, -1, index_rules::kTake))});
}
// x, index, source; attribute 0: how writes meet what is there.
Indexed put(const Lowering& call) {
  Composer c(call);
  const auto reduce = static_cast<Reduce>(c.attribute(0));
  const ElementType type = WrittenType(c, reduce);
  const Value x = c.Convert(c.operand(0), type);
  const Value row =
      c.Reshape(x, Shape(std::vector<ir::Size>{ir::NumElements(x.shape())}));
  const Value index = IndexInto(c, c.operand(1), 0, -1, index_rules::kTake);
  const Value source = c.Reshape(c.Convert(c.operand(2), type), index.shape());
  const Value made = WriteSlices(c, row, 0, index, source, CombineOf(reduce));
  return c.Finish({c.Reshape(made, x.shape())});
}

// x, mask, source: the i-th place that is masked takes source's element i.
Indexed masked_scatter(const Lowering& call) {
  Composer c(call);
  const Value x = c.operand(0), mask = c.operand(1), source = c.operand(2);
  const auto row = [&](Value y) {
    return c.Reshape(y, Shape(std::vector<ir::Size>{ir::NumElements(y.shape())}));
  };
  const Value held = row(c.Broadcast(mask, x.shape()));
  const Value order =
      Cumulate(c, OpKind::kAdd, c.Convert(held, ElementType::kI64), 0) - 1.0;
  const Value lacks =
      c.Compare("GE", order, c.CountOf(source, AllOf(source), ElementType::kI64));
  c.Require(And(c, held, lacks), order,
            {.code = index_rules::kRuntimeError,
             .message = "Number of elements of source < number of ones in mask"});
  const Value taken = Take(c, row(source), 0, order);
  return c.Finish({c.Reshape(c.Select(held, taken, row(x)), x.shape())});
}

}  // namespace tilewright::torch_lower::lowerings
