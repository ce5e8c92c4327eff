#include "codegen/rewrite/order_rows.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "codegen/facts/op_facts.h"
#include "codegen/facts/region_uses.h"
#include "codegen/rewrite/rewrite.h"
#include "codegen/rewrite/row_nest.h"
#include "ir/builder.h"
#include "tile/arrange.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;
using enum ir::AttributeName;

// Where number d is in `list`.
int64_t IndexOf(const Dims& list, int64_t d) {
  return std::distance(list.begin(), absl::c_find(list, d));
}

Dims Gathered(const Dims& list, const Dims& order) {
  Dims out;
  for (int64_t d : order) out.push_back(list[d]);
  return out;
}

ir::Shape Moved(const ir::Shape& shape, const Dims& order) {
  ir::Shape out;
  for (int64_t d : order) out.Append(shape[d]);
  return out;
}

class Orderer {
 public:
  explicit Orderer(ir::Program* program) : program_(program) {}

  bool Order(ir::Region* region) {
    bool any = false;
    for (Operation& op : region->operations) {
      for (ir::Region& inner : op.regions) any |= Order(&inner);
    }
    const RegionUses uses(*program_, *region);
    region_ = region;
    uses_ = &uses;
    before_.clear();
    after_.clear();
    for (size_t n = 0; n < region->operations.size(); ++n) {
      if (region->operations[n].kind != OpKind::kDotGeneral) continue;
      for (const int side : {0, 1}) {
        const auto nest =
            FindRowNest(*program_, *region, uses, static_cast<int>(n), side);
        if (!nest.has_value()) continue;
        Rewrite(*nest, static_cast<int>(n), side);
        break;
      }
    }
    if (before_.empty() && after_.empty()) return any;
    Insert();
    return true;
  }

 private:
  Operation& op(int n) { return region_->operations[n]; }

  void Rewrite(const RowNest& nest, int dot, int side) {
    order_ = &nest.order;
    outside_.clear();
    for (const auto& [n, dims] : nest.products) MakeInOrder(n, OrderOf(dims));
    for (const auto& [n, place] : nest.inside) Reorder(n, place, nest);
    ReorderLast(dot, side);
  }

  // The order of dimensions that are those of the weights: theirs, then others.
  Dims OrderOf(const Dims& dims) const {
    Dims order(dims.size());
    std::iota(order.begin(), order.end(), 0);
    absl::c_sort(order, [&](int64_t a, int64_t b) {
      return std::pair(IndexOf(*order_, dims[a]), a) <
             std::pair(IndexOf(*order_, dims[b]), b);
    });
    return order;
  }

  // Makes a product's result in this order, if only pairs of batch dimensions or the
  // operands change places: products commute.
  void MakeInOrder(int n, const Dims& order) {
    Operation& dot = op(n);
    ir::Attributes& at = dot.attributes;
    const size_t batch = at.Ints(kLhsBatchingDimensions).size();
    const size_t first = program_->type(dot.operands[0]).shape.rank() -
                         at.Ints(kLhsContractingDimensions).size();
    Dims sides(order.size());
    std::iota(sides.begin(), sides.end(), 0);
    const bool in_order =
        std::equal(sides.begin() + batch, sides.end(), order.begin() + batch);
    std::rotate(sides.begin() + batch, sides.begin() + first, sides.end());
    const bool swapped =
        std::equal(sides.begin() + batch, sides.end(), order.begin() + batch);
    if (!in_order && (!swapped || at.Has(kAlgorithm))) return;
    const Dims pairs(order.begin(), order.begin() + batch);
    for (const auto name : {kLhsBatchingDimensions, kRhsBatchingDimensions}) {
      at.Set(name, Gathered(at.Ints(name), pairs));
    }
    if (!in_order) SwapOperands(&dot);
    ir::Shape& shape = program_->values[dot.results[0]].shape;
    shape = Moved(shape, order);
    outside_[{dot.results[0], order}] = dot.results[0];
  }

  static void SwapOperands(Operation* dot) {
    ir::Attributes& at = dot->attributes;
    std::swap(dot->operands[0], dot->operands[1]);
    const auto swap = [&](ir::AttributeName a, ir::AttributeName b) {
      Dims of_a = at.Ints(a);
      at.Set(a, at.Ints(b));
      at.Set(b, std::move(of_a));
    };
    swap(kLhsBatchingDimensions, kRhsBatchingDimensions);
    swap(kLhsContractingDimensions, kRhsContractingDimensions);
    if (at.Ints(kPrecision).size() == 2) {
      at.Set(kPrecision, Gathered(at.Ints(kPrecision), {1, 0}));
    }
  }

  void Reorder(int n, const RowNest::Place& place, const RowNest& nest) {
    Operation& o = op(n);
    const Dims order = OrderOf(place.result);
    const Dims of_first = OrderOf(place.operands[0]);
    ReorderAttributes(&o, order, of_first);
    for (size_t i = 0; i < o.operands.size(); ++i) {
      const bool inside = nest.inside.count(uses_->MakerOf(o.operands[i])) > 0;
      if (!inside) o.operands[i] = Outside(o.operands[i], OrderOf(place.operands[i]), n);
    }
    ir::TensorType& type = program_->values[o.results[0]];
    type.shape = Moved(type.shape, order);
  }

  static void ReorderAttributes(Operation* o, const Dims& order, const Dims& of_operand) {
    ir::Attributes& at = o->attributes;
    if (o->kind == OpKind::kTranspose) {
      Dims permutation;
      for (int64_t d : order) {
        permutation.push_back(IndexOf(of_operand, at.Ints(kPermutation)[d]));
      }
      at.Set(kPermutation, std::move(permutation));
    } else if (o->kind == OpKind::kBroadcastInDim) {
      Dims dims = Gathered(at.Ints(kBroadcastDimensions), of_operand);
      for (int64_t& d : dims) d = IndexOf(order, d);
      at.Set(kBroadcastDimensions, std::move(dims));
    } else if (o->kind == OpKind::kReduce) {
      at.Set(kDimensions, Dims{IndexOf(of_operand, at.Ints(kDimensions)[0])});
    }
  }

  // A value that others read, too, for operation n: what is made wherever it is read is
  // made in the order.
  ValueId Outside(ValueId v, const Dims& order, int n) {
    if (absl::c_is_sorted(order)) return v;
    const auto [it, fresh] = outside_.try_emplace({v, order}, v);
    if (!fresh) return it->second;
    const ir::TensorType type = {program_->type(v).element,
                                 Moved(program_->type(v).shape, order)};
    const int maker = uses_->MakerOf(v);
    Operation made;
    if (maker >= 0 && Remakes(op(maker))) {
      made = op(maker);
      if (made.kind == OpKind::kConstant) {
        made.attributes.Set(kValue, made.attributes.Constant(kValue).WithType(type));
      } else if (made.kind == OpKind::kIota) {
        made.attributes.Set(kIotaDimension,
                            IndexOf(order, made.attributes.Int(kIotaDimension)));
      } else {
        Dims dims = made.attributes.Ints(kBroadcastDimensions);
        for (int64_t& d : dims) d = IndexOf(order, d);
        made.attributes.Set(kBroadcastDimensions, std::move(dims));
      }
    } else {
      made.kind = OpKind::kTranspose;
      made.attributes.Set(kPermutation, order);
      made.operands = {v};
      made.location = op(n).location;
    }
    made.results = {program_->AddValue(type)};
    it->second = made.results[0];
    before_[n].push_back(std::move(made));
    return it->second;
  }
  static bool Remakes(const Operation& o) {
    return IsRematerialisable(o) || o.kind == OpKind::kBroadcastInDim;
  }

  // The product that sums, whose result is brought back to its own order.
  void ReorderLast(int n, int side) {
    Operation& dot = op(n);
    ir::Attributes& at = dot.attributes;
    const auto batching = [](int s) {
      return s == 0 ? kLhsBatchingDimensions : kRhsBatchingDimensions;
    };
    const auto contracting = [](int s) {
      return s == 0 ? kLhsContractingDimensions : kRhsContractingDimensions;
    };
    const Dims before = at.Ints(batching(side));
    const Dims pairs = OrderOf(before);
    const Dims columns = at.Ints(contracting(side));
    // The result's dimensions as they are, by the weights' and the other side's own, and
    // as they are to be.
    const auto rank = static_cast<int64_t>(order_->size());
    const auto result_dims = [&](const Dims& groups, bool in_order) {
      Dims free;
      for (int64_t i = 0; i < rank; ++i) {
        const int64_t d = in_order ? (*order_)[i] : i;
        if (!tile::Contains(before, d) && d != columns[0]) free.push_back(d);
      }
      Dims others(program_->type(dot.results[0]).shape.rank() - groups.size() -
                  free.size());
      std::iota(others.begin(), others.end(), rank);
      return side == 0 ? tile::Joined(groups, free, others)
                       : tile::Joined(groups, others, free);
    };
    const Dims was = result_dims(before, false);
    const Dims is = result_dims(Gathered(before, pairs), true);
    Dims moved = Gathered(before, pairs);
    for (int64_t& d : moved) d = IndexOf(*order_, d);
    at.Set(batching(1 - side), Gathered(at.Ints(batching(1 - side)), pairs));
    at.Set(batching(side), std::move(moved));
    at.Set(contracting(side), Dims{IndexOf(*order_, columns[0])});
    if (was == is) return;

    Dims to_product, back;
    for (int64_t d : is) to_product.push_back(IndexOf(was, d));
    for (int64_t d : was) back.push_back(IndexOf(is, d));
    const ir::TensorType type = program_->type(dot.results[0]);
    Operation transpose;
    transpose.kind = OpKind::kTranspose;
    transpose.results = dot.results;
    transpose.attributes.Set(kPermutation, std::move(back));
    transpose.location = dot.location;
    dot.results = {program_->AddValue({type.element, Moved(type.shape, to_product)})};
    transpose.operands = dot.results;
    after_[n].push_back(std::move(transpose));
  }

  void Insert() {
    std::vector<Operation> operations = std::move(region_->operations);
    region_->operations.clear();
    const auto append = [&](std::vector<Operation> some) {
      absl::c_move(some, std::back_inserter(region_->operations));
    };
    for (size_t n = 0; n < operations.size(); ++n) {
      append(std::move(before_[static_cast<int>(n)]));
      region_->operations.push_back(std::move(operations[n]));
      append(std::move(after_[static_cast<int>(n)]));
    }
  }

  ir::Program* const program_;
  // Of the region at hand.
  ir::Region* region_ = nullptr;
  const RegionUses* uses_ = nullptr;
  std::map<int, std::vector<Operation>> before_, after_;  // operations that are new
  // Of the nest at hand.
  const Dims* order_ = nullptr;
  std::map<std::pair<ValueId, Dims>, ValueId> outside_;  // in which order: what it is
};

}  // namespace

void OrderRows(ir::Program* program) {
  if (Orderer(program).Order(&program->body)) DropDeadOperations(program);
}

}  // namespace tilewright::codegen
