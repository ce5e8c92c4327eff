// Loop nests: what they go over is what they evaluate, and goes where it may be written.
#include <initializer_list>

#include "support/saturate.h"
#include "tile/arrange.h"
#include "tile/sum_order.h"
#include "tile/verify/checker.h"
#include "tile/verify/verify.h"

namespace tilewright::tile {
namespace {

using ir::Dims;
using ir::ElementType;

// Inputs are not written.
bool MayWrite(const Ref& ref) {
  return ref.is_output || (ref.memory != Memory::kHbm && !ref.window.has_value());
}

// A store over `outer` ++ `inner`.
class StoreChecker {
 public:
  StoreChecker(Checker& c, const Store& store, const ir::Shape& inner)
      : c_(c),
        store_(store),
        inner_(inner),
        ref_(c.ref(store.ref)),
        value_(c.type(store.values[0])) {}

  void Check() {
    if (!MayWrite(ref_)) return Fail("it is not written");
    if (value_.element != ref_.type.element) return Fail("another element type");
    if (store_.is_interleaved()) return CheckInterleaved();
    if (store_.is_shifted()) return CheckPart();
    if (!store_.permutation.empty()) return CheckPermuted();
    if (store_.shape.rank() > 0) return Fail("a shape without a permutation");
    // Scratch of a row holds one row of the domain at a time.
    const bool row = ref_.memory == Memory::kVmem && !ref_.window.has_value() &&
                     ref_.pieces == 1 &&
                     NumElements(inner_) == NumElements(ref_.type.shape);
    if (!(NumElements(value_.shape) == NumElements(ref_.type.shape)) && !row) {
      Fail("another size");
    }
  }

 private:
  template <typename... Parts>
  void Fail(const Parts&... parts) {
    c_.Fail("a store of ", ir::ToString(value_), " to r", store_.ref, ", ",
            ir::ToString(ref_.type), ": ", parts...);
  }

  void CheckPart() {
    const ir::Shape& offset = store_.offset;
    const auto rank = static_cast<size_t>(ref_.type.rank());
    const std::initializer_list<size_t> sizes = {static_cast<size_t>(offset.rank()),
                                                 store_.dynamic_offset.size(),
                                                 store_.stride.size()};
    for (size_t size : sizes) {
      if (size != 0 && size != rank) Fail("an offset of ", size, " dimensions");
    }
    if (offset.rank() > 0 && !store_.dynamic_offset.empty()) Fail("two offsets");
    if (store_.shape.rank() > 0 || !store_.permutation.empty() ||
        static_cast<size_t>(value_.rank()) != rank) {
      return Fail("an offset into another shape");
    }
    if (!store_.stride.empty() &&
        !(ref_.type.shape.is_static() && value_.shape.is_static())) {
      return Fail("a stride, of sizes that are no numbers");
    }
    if (!store_.stride.empty() &&
        !AreWithin(store_.stride, 1, ref_.type.num_elements())) {
      return Fail("a stride of [", ir::Join(store_.stride), "]");
    }
    for (size_t d = 0; c_.ok() && d < rank; ++d) {
      // Bounded: neither factor is beyond what an array has.
      const ir::Size size = value_.shape[d];
      const int64_t steps = store_.stride.empty() ? 1 : store_.stride[d];
      if (size.is_number() && SaturatingMultiply(size.number(), steps) == INT64_MAX) {
        return Fail("it leaves dimension ", d);
      }
      const ir::Size room = ref_.type.shape[d] - store_.Extent(d, size);
      const bool inside =
          offset.rank() == 0 || (c_.IsKnown(offset[d]) && c_.IsAtLeast(offset[d], 0) &&
                                 c_.IsAtLeast(room, offset[d]));
      if (!c_.IsAtLeast(room, 0) || !inside) Fail("it leaves dimension ", d);
    }
    for (ExprId start : store_.dynamic_offset) {
      if (!c_.IsIndex(start)) Fail("its place is no index");
    }
  }

  void CheckInterleaved() {
    const auto count = static_cast<int64_t>(store_.values.size());
    if (store_.is_shifted() || !store_.permutation.empty() || store_.shape.rank() > 0) {
      Fail("interleaved, and elsewhere than in order");
    }
    for (ExprId value : store_.values) {
      if (c_.type(value) != value_) {
        Fail("interleaved with ", ir::ToString(c_.type(value)));
      }
    }
    if (!(NumElements(value_.shape) * count == NumElements(ref_.type.shape))) {
      Fail("another size than ", count, " of them");
    }
  }

  void CheckPermuted() {
    const ir::Shape& shape = store_.shape;
    bool are_sizes = IsBounded(shape);
    for (int d = 0; are_sizes && d < shape.rank(); ++d) {
      are_sizes = c_.IsAtLeast(shape[d], 0);
    }
    if (!are_sizes || !IsPermutation(store_.permutation, shape.rank()) ||
        !c_.IsEqual(NumElements(value_.shape), NumElements(shape)) ||
        !c_.IsEqual(NumElements(ref_.type.shape), NumElements(shape))) {
      Fail("[", ir::Join(shape, &c_.program().symbols), "] permuted by [",
           ir::Join(store_.permutation), "]");
    }
  }

  Checker& c_;
  const Store& store_;
  const ir::Shape& inner_;
  const Ref& ref_;
  const ir::TensorType& value_;
};

}  // namespace

void CheckStore(Checker& c, const Store& store, const ir::Shape& inner) {
  const auto count = static_cast<int64_t>(store.values.size());
  if (count < 1 || count > kMaxInterleaved) {
    return c.Fail("a store of ", count, " values to r", store.ref);
  }
  StoreChecker(c, store, inner).Check();
}

void CheckWhole(Checker& c, RefId output) {
  const Ref& ref = c.ref(output);
  if (!MayWrite(ref)) c.Fail("r", output, ": it is not written");
  if (ref.window.has_value() || ref.pieces != 1) {
    c.Fail("r", output, ": is written as a whole, and is a part of an array");
  }
}

void CheckReduce(Checker& c, const Reduce& reduce) {
  const size_t count = reduce.inputs.size();
  if (count == 0 || reduce.inits.size() != count) {
    return c.Fail("a reduction of ", count, " arrays from ", reduce.inits.size(),
                  " values");
  }
  std::vector<ElementType> types;
  for (ExprId init : reduce.inits) {
    if (c.type(init).rank() != 0) c.Fail("a reduction begins with an array");
    types.push_back(c.type(init).element);
  }
  for (size_t i = 0; i < count; ++i) {
    const ElementType element = c.type(reduce.inputs[i]).element;
    if (ir::IsComplex(element) != ir::IsComplex(types[i])) {
      c.Fail("a reduction of ", ir::Name(element), " in ", ir::Name(types[i]));
    }
  }
  if (!reduce.has_combiner) {
    std::vector<ElementType> parameters = types;
    parameters.insert(parameters.end(), types.begin(), types.end());
    return CheckRegion(c, reduce.region, parameters, types);
  }
  if (count != 1 || !IsCombiner(reduce.combiner, types[0]) ||
      reduce.region.num_parameters != 0 || !reduce.region.results.empty()) {
    c.Fail("a reduction of ", count, " arrays of ", ir::Name(types[0]), " by ",
           ir::Name(reduce.combiner));
  }
}

namespace {

// What a sum of products is made of.
bool IsSumOfProducts(Checker& c, const LoopNest& nest, const Pass& pass,
                     const Reduce& reduce) {
  const ExprId input = reduce.inputs[0];
  const ElementType element = c.type(input).element;
  const auto* const product = c.expr(input).As<Scalar>();
  return product != nullptr && product->op == ir::OpKind::kMultiply &&
         reduce.combiner == ir::OpKind::kAdd && ir::IsFloat(element) &&
         ir::Info(element).bits >= 32 && c.type(reduce.inits[0]).element == element &&
         pass.inner.rank() == 1 && pass.stores.empty() && nest.lanes_outer;
}

// Whether a row is known to be one that is reduced across lanes.
bool IsShort(const ir::Size& row) {
  return row.is_number() && row.number() <= kMostRowAcrossLanes;
}

// One order a pass, and one that its lanes can take.
void CheckOrder(Checker& c, const LoopNest& nest, const Pass& pass,
                const Reduce& reduce) {
  const auto width = [&](const Reduce& r) {
    return LaneWidth(c.type(r.inits[0]).element);
  };
  if (!c.ok()) return;
  if (reduce.order != pass.reduces[0].order) c.Fail("a pass reduces in two orders");
  if (!reduce.has_combiner || pass.inner.rank() == 0) return;
  switch (reduce.order) {
    case SumOrder::kRows:
      if (nest.lanes_outer && !IsShort(pass.inner[pass.inner.rank() - 1])) {
        c.Fail("rows of more than ", kMostRowAcrossLanes,
               " elements are reduced across lanes");
      }
      if (!nest.lanes_outer && width(reduce) != width(pass.reduces[0])) {
        c.Fail("a pass reduces rows of two widths");
      }
      break;
    case SumOrder::kColumns:
      if (!nest.lanes_outer) c.Fail("columns are reduced along lanes");
      break;
    case SumOrder::kProducts:
    case SumOrder::kPairs:
      if (!IsSumOfProducts(c, nest, pass, reduce)) {
        c.Fail("a sum of products that is none");
      }
      break;
    case SumOrder::kIndex:
      break;
  }
}

}  // namespace

void CheckLoopNest(Checker& c, const LoopNest& nest) {
  if (nest.passes.empty()) c.Fail("a loop nest of no passes");
  for (const Pass& pass : nest.passes) {
    const ir::Shape domain = ir::Joined(nest.outer, pass.inner);
    const auto over = [&] {
      return absl::StrCat("[", ir::Join(domain, &c.program().symbols), "]");
    };
    if (!IsBounded(domain)) return c.Fail("a loop nest over ", over());
    const auto covers = [&](ExprId e) {
      if (c.type(e).shape == domain) return;
      c.Fail("a loop nest over ", over(), " evaluates ", ir::ToString(c.type(e)));
    };
    for (const Store& store : pass.stores) {
      for (ExprId value : store.values) covers(value);
      CheckStore(c, store, pass.inner);
    }
    for (const Reduce& reduce : pass.reduces) {
      for (ExprId input : reduce.inputs) covers(input);
      CheckReduce(c, reduce);
      CheckOrder(c, nest, pass, reduce);
    }
  }
}

}  // namespace tilewright::tile
