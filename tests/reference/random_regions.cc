// Operations with computations of their own: reductions, windows, scans and sorts.
#include <algorithm>

#include "tests/reference/random_generator.h"

namespace tilewright::reference {

using enum ir::AttributeName;

ir::Region Generator::ScalarRegion(
    const std::vector<ElementType>& arguments,
    const std::function<std::vector<ValueId>(ir::Builder&, const std::vector<ValueId>&)>&
        fill) {
  ir::Region region;
  for (ElementType element : arguments) {
    region.arguments.push_back(program_.AddValue(ir::Scalar(element)));
  }
  ir::Builder b(&program_, &region);
  region.results = fill(b, region.arguments);
  return region;
}

ir::Region Generator::ReducerOf(OpKind kind, ElementType element) {
  return ScalarRegion({element, element},
                      [kind](ir::Builder& b, const std::vector<ValueId>& v) {
                        return std::vector<ValueId>{b.Binary(kind, v[0], v[1])};
                      });
}

std::vector<OpKind> Generator::Combiners(ElementType element) {
  if (ir::IsComplex(element)) return {OpKind::kAdd};
  if (ir::IsFloat(element)) {
    return {OpKind::kAdd,     OpKind::kAdd,     OpKind::kAdd,
            OpKind::kMaximum, OpKind::kMinimum, OpKind::kMultiply};
  }
  if (ir::IsBool(element)) {
    return {OpKind::kAnd, OpKind::kOr,      OpKind::kOr,
            OpKind::kXor, OpKind::kMaximum, OpKind::kMinimum};
  }
  return {OpKind::kAdd,      OpKind::kAdd, OpKind::kMaximum, OpKind::kMinimum,
          OpKind::kMultiply, OpKind::kAnd, OpKind::kOr,      OpKind::kXor};
}

ElementType Generator::Widened(ElementType element) {
  if (!Once(8) || ir::Info(element).bits >= 32) return element;
  if (ir::IsFloat(element)) return ElementType::kF32;
  return ir::IsInteger(element) ? ElementType::kI32 : element;
}

Dims Generator::SomeDimensions(int64_t rank) {
  Dims dims;
  for (int64_t d = 0; d < rank; ++d) {
    if (Once(2)) dims.push_back(d);
  }
  if (dims.empty() && rank > 0 && !Once(10)) {
    dims.push_back(Once(2) ? rank - 1 : Below(static_cast<int>(rank)));
  }
  return dims;
}

std::optional<ValueId> Generator::Reduce(ValueId x, const Dims& dimensions) {
  const ElementType element = type(x).element;
  // The operation's own first value, or any.
  const ValueId init =
      Once(2) ? Of(ir::Scalar(element)) : builder().Splat(0, ir::Scalar(element));
  ir::Operation op;
  op.kind = OpKind::kReduce;
  op.operands = {x, init};
  op.attributes.Set(kDimensions, dimensions);
  op.regions.push_back(ReducerOf(OneOf(Combiners(element)), Widened(element)));
  const std::vector<ValueId> results = AppendWithRegions(std::move(op));
  if (results.empty()) return std::nullopt;
  return Keep(builder().Convert(results[0], element));
}

void Generator::AddReduce() {
  const ValueId x = Any();
  Reduce(x, SomeDimensions(type(x).rank()));
}

// Several reductions of what is made of the same data, in different types, and what is
// made of their results.
void Generator::AddSiblings() {
  const ValueId x = AnyWhere([](const TensorType& t) { return t.rank() > 0; });
  if (x < 0) return;
  const TensorType of = type(x);
  const Dims reduced = SomeDimensions(of.rank());
  std::vector<ValueId> results;
  for (int n = 2 + Below(2); n > 0; --n) {
    ValueId of_x = x;
    switch (Below(4)) {
      case 0:
        of_x = Keep(builder().Convert(x, AnyType()));
        break;
      case 1:
        of_x = Keep(builder().Compare(Once(2) ? "EQ" : "NE", x, Of(of)));
        break;
      case 2:
        of_x = Keep(builder().Select(Of({ElementType::kI1, of.shape}), x, Of(of)));
        break;
      default:
        break;
    }
    const std::optional<ValueId> result = Reduce(of_x, reduced);
    if (result.has_value()) results.push_back(*result);
  }
  if (results.size() < 2) return;
  // Joined in one type: as truth values, or as numbers.
  const ElementType joined = Once(2) ? ElementType::kI1 : AnyType();
  ValueId all = -1;
  for (ValueId result : results) {
    ValueId one = result;
    if (joined == ElementType::kI1 && !ir::IsBool(type(one).element)) {
      one = Keep(builder().Compare("EQ", one, Of(type(one))));
    }
    one = Keep(builder().Convert(one, joined));
    if (joined == ElementType::kI1 && Once(3)) one = Added(OpKind::kNot, {one});
    all = all < 0 ? one : Added(OneOf(Combiners(joined)), {all, one});
  }
  if (Once(2)) return;
  // And back to every element of the row.
  Dims map;
  for (int64_t d = 0; d < of.rank(); ++d) {
    if (std::find(reduced.begin(), reduced.end(), d) == reduced.end()) map.push_back(d);
  }
  const ValueId spread = Keep(builder().Broadcast(all, map, of.dims()));
  const ValueId same = Keep(builder().Convert(spread, of.element));
  if (ir::IsBool(type(spread).element)) {
    Append(OpKind::kSelect, {spread, x, Of(of)});
  } else {
    Append(OneOf(Combiners(of.element)), {x, same});
  }
}

// As in a softmax or a norm: each row is reduced, and reduced again with that result.
void Generator::AddRowChain() {
  const ValueId x = AnyWhere([](const TensorType& t) {
    return t.rank() > 0 && (ir::IsFloat(t.element) || ir::IsInteger(t.element));
  });
  if (x < 0) return;
  const TensorType of = type(x);
  const Dims reduced = Once(3) ? SomeDimensions(of.rank()) : Dims{of.rank() - 1};
  Dims map;
  for (int64_t d = 0; d < of.rank(); ++d) {
    if (std::find(reduced.begin(), reduced.end(), d) == reduced.end()) map.push_back(d);
  }
  ValueId row = x;
  for (int n = 1 + Below(3); n > 0; --n) {
    const std::optional<ValueId> result = Reduce(row, reduced);
    if (!result.has_value()) return;
    const ValueId spread = Keep(builder().Broadcast(*result, map, of.dims()));
    const std::vector<OpKind> joins = {OpKind::kSubtract, OpKind::kAdd, OpKind::kMultiply,
                                       OpKind::kMaximum};
    row = Added(OneOf(joins), {row, spread});
    if (ir::IsFloat(of.element) && Once(2)) {
      const std::vector<OpKind> functions = {OpKind::kTanh, OpKind::kLogistic,
                                             OpKind::kAbs, OpKind::kNegate};
      row = Added(OneOf(functions), {row});
    }
  }
}

// One reduction of several arrays: each by itself, or the place of the largest.
void Generator::AddSeveralReduced() {
  const ValueId x = AnyWhere(
      [](const TensorType& t) { return t.rank() > 0 && !ir::IsComplex(t.element); });
  if (x < 0) return;
  const ElementType first = type(x).element;
  const ElementType second = Once(2) ? ElementType::kI32 : AnyType();
  const ValueId y = Of({second, type(x).dims()});
  ir::Operation op;
  op.kind = OpKind::kReduce;
  op.operands = {x, y, Of(ir::Scalar(first)), Of(ir::Scalar(second))};
  op.attributes.Set(kDimensions, SomeDimensions(type(x).rank()));
  const bool largest = Once(2);
  const OpKind kinds[] = {OneOf(Combiners(first)), OneOf(Combiners(second))};
  op.regions.push_back(ScalarRegion(
      {first, second, first, second},
      [&](ir::Builder& b, const std::vector<ValueId>& v) -> std::vector<ValueId> {
        if (!largest) {
          return {b.Binary(kinds[0], v[0], v[2]), b.Binary(kinds[1], v[1], v[3])};
        }
        const ValueId keep = b.Compare("GE", v[0], v[2]);
        return {b.Select(keep, v[0], v[2]), b.Select(keep, v[1], v[3])};
      }));
  AppendWithRegions(std::move(op));
}

void Generator::AddReduceWindow() {
  const ValueId x = Any();
  const TensorType of = type(x);
  if (of.rank() > 3) return;
  Dims sizes, strides, base, dilation, padding;
  int64_t window = 1;
  for (int64_t size : of.dims()) {
    const bool touched = Once(2);
    sizes.push_back(touched ? 1 + Below(4) : 1);
    window *= sizes.back();
    strides.push_back(touched ? 1 + Below(3) : 1);
    base.push_back(touched && Once(5) ? 2 : 1);
    dilation.push_back(touched && Once(4) ? 2 : 1);
    const bool padded = touched && (Once(2) || size < 7);
    padding.push_back(padded ? Below(4) : 0);
    padding.push_back(padded ? Below(4) : 0);
  }
  if (window * elements(x) > 20000) return;
  const ElementType element = of.element;
  ir::Operation op;
  op.kind = OpKind::kReduceWindow;
  op.operands = {x, Of(ir::Scalar(element))};
  op.attributes.Set(kWindowDimensions, sizes);
  op.attributes.Set(kWindowStrides, strides);
  op.attributes.Set(kBaseDilations, base);
  op.attributes.Set(kWindowDilations, dilation);
  op.attributes.Set(kPadding, padding);
  op.regions.push_back(ReducerOf(OneOf(Combiners(element)), Widened(element)));
  AppendWithRegions(std::move(op));
}

// A running reduction, as a window that takes all that comes before.
void Generator::AddScan() {
  const ValueId x =
      AnyWhere([](const TensorType& t) { return t.rank() > 0 && t.num_elements() > 0; });
  if (x < 0) return;
  const TensorType of = type(x);
  const int d = Below(of.rank());
  Dims window(of.rank(), 1), padding(2 * of.rank(), 0);
  window[d] = of.dims()[d];
  padding[2 * d + Below(2)] = of.dims()[d] - 1;
  ir::Operation op;
  op.kind = OpKind::kReduceWindow;
  op.operands = {x, builder().Splat(0, ir::Scalar(of.element))};
  op.attributes.Set(kWindowDimensions, window);
  op.attributes.Set(kPadding, padding);
  op.regions.push_back(ReducerOf(OneOf(Combiners(of.element)), Widened(of.element)));
  AppendWithRegions(std::move(op));
}

void Generator::AddSelectAndScatter() {
  const ValueId x = AnyWhere([](const TensorType& t) {
    return t.rank() > 0 && t.rank() < 4 && t.num_elements() > 0 &&
           !ir::IsComplex(t.element);
  });
  if (x < 0) return;
  const TensorType of = type(x);
  Dims sizes, strides, padding, source;
  for (int64_t size : of.dims()) {
    const bool touched = Once(2) && size > 1;
    sizes.push_back(touched ? 1 + Below(3) : 1);
    sizes.back() = std::min(sizes.back(), size);
    strides.push_back(touched ? 1 + Below(3) : 1);
    const int64_t low = touched ? Below(2) : 0, high = touched ? Below(2) : 0;
    padding.push_back(low);
    padding.push_back(high);
    source.push_back((size + low + high - sizes.back()) / strides.back() + 1);
  }
  ir::Operation op;
  op.kind = OpKind::kSelectAndScatter;
  op.operands = {x, Of({of.element, source}), Of(ir::Scalar(of.element))};
  op.attributes.Set(kWindowDimensions, sizes);
  op.attributes.Set(kWindowStrides, strides);
  op.attributes.Set(kPadding, padding);
  op.regions.push_back(ScalarRegion(
      {of.element, of.element}, [&](ir::Builder& b, const std::vector<ValueId>& v) {
        return std::vector<ValueId>{b.Compare(Once(2) ? "GE" : "LE", v[0], v[1])};
      }));
  op.regions.push_back(ReducerOf(OneOf(Combiners(of.element)), of.element));
  AppendWithRegions(std::move(op));
}

void Generator::AddSort() {
  const ValueId x = AnyWhere(
      [](const TensorType& t) { return t.rank() > 0 && !ir::IsComplex(t.element); });
  if (x < 0) return;
  const TensorType of = type(x);
  std::vector<ElementType> arguments = {of.element, of.element};
  ir::Operation op;
  op.kind = OpKind::kSort;
  op.operands = {x};
  for (int n = Below(3); n > 0; --n) {
    const ElementType element = AnyType();
    op.operands.push_back(Of({element, of.shape}));
    arguments.insert(arguments.end(), 2, element);
  }
  op.attributes.Set(kDimension, int64_t{Below(of.rank())});
  op.attributes.Set(kIsStable, Once(2));
  op.regions.push_back(
      ScalarRegion(arguments, [&](ir::Builder& b, const std::vector<ValueId>& v) {
        ir::Attributes at;
        at.Set(kComparisonDirection, std::string(Once(2) ? "LT" : "GT"));
        if (ir::IsFloat(of.element)) at.Set(kCompareType, std::string("TOTALORDER"));
        return std::vector<ValueId>{b.Append(
            OpKind::kCompare, {v[0], v[1]}, ir::Scalar(ElementType::kI1), std::move(at))};
      }));
  AppendWithRegions(std::move(op));
}

}  // namespace tilewright::reference
