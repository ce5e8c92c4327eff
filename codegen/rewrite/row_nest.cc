#include "codegen/rewrite/row_nest.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "absl/algorithm/container.h"
#include "codegen/facts/op_facts.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;
using enum ir::AttributeName;

class Finder {
 public:
  Finder(const ir::Program& program, const ir::Region& region, const RegionUses& uses,
         int dot, int side)
      : program_(program), region_(region), uses_(uses), dot_(dot), side_(side) {}

  std::optional<RowNest> Find() {
    const Operation& dot = op(dot_);
    const ValueId weights = dot.operands[side_];
    const Dims& summed = dot.attributes.Ints(side_ == 0 ? kLhsContractingDimensions
                                                        : kRhsContractingDimensions);
    if (!shape(weights).is_static() || summed.size() != 1 ||
        dot.operands[0] == dot.operands[1]) {
      return std::nullopt;
    }
    columns_ = summed[0];
    if (IsByVector() && !ColumnsAreLast()) return std::nullopt;
    Dims all(shape(weights).rank());
    std::iota(all.begin(), all.end(), 0);
    Reach(weights, std::move(all));
    if (!Collect() || nest_.inside.count(uses_.MakerOf(weights)) == 0)
      return std::nullopt;
    const bool found = absl::c_any_of(
        nest_.products, [&](const auto& p) { return FindOrder(op(p.first), p.second); });
    if (!found || IsInOrder()) return std::nullopt;
    return std::move(nest_);
  }

 private:
  const Operation& op(int n) const { return region_.operations[n]; }
  const ir::Shape& shape(ValueId v) const { return program_.type(v).shape; }

  // What a vector sums goes in an order that the last dimension of the weights decides
  // (docs/accuracy.md), which columns would come to be.
  bool IsByVector() const {
    const ir::Attributes& at = op(dot_).attributes;
    const bool right = side_ == 0;  // the vector
    const tile::DotSide vector = tile::ArrangeDotSide(
        shape(op(dot_).operands[1 - side_]),
        at.Ints(right ? kRhsBatchingDimensions : kLhsBatchingDimensions),
        at.Ints(right ? kRhsContractingDimensions : kLhsContractingDimensions));
    return vector.free_size == 1;
  }
  bool ColumnsAreLast() const {
    int64_t last = weights().rank() - 1;
    while (last > 0 && weights()[last] == 1) --last;
    return last == columns_;
  }

  // False: as other dimensions it was reached before.
  bool Reach(ValueId v, Dims dims) {
    const int maker = uses_.MakerOf(v);
    if (maker < 0 || op(maker).results != std::vector<ValueId>{v}) return true;
    const auto [it, fresh] = reached_.try_emplace(maker, dims);
    return fresh || it->second == dims;
  }

  // From the last operation to the first: readers come before what they read.
  bool Collect() {
    while (!reached_.empty()) {
      const auto [n, dims] = std::move(*reached_.begin());
      reached_.erase(reached_.begin());
      if (!IsOnlyReadInside(n)) continue;
      if (op(n).kind == OpKind::kDotGeneral) nest_.products.emplace(n, dims);
      std::optional<RowNest::Place> place = PlaceOf(op(n), dims);
      if (!place.has_value()) continue;
      for (size_t i = 0; i < place->operands.size(); ++i) {
        if (!Reach(op(n).operands[i], place->operands[i])) return false;
      }
      nest_.inside.emplace(n, *std::move(place));
    }
    return true;
  }

  bool IsOnlyReadInside(int n) const {
    const ValueId v = op(n).results[0];
    // The other side of the product is read as it is.
    if (uses_.IsExternal(v) || op(dot_).operands[1 - side_] == v) return false;
    return absl::c_all_of(uses_.UsersOf(v), [&](int user) {
      return user == dot_ || nest_.inside.count(user) > 0;
    });
  }

  // nullopt: dimensions of what it reads are not those of its result.
  std::optional<RowNest::Place> PlaceOf(const Operation& o, const Dims& dims) const {
    if (o.operands.empty()) return std::nullopt;
    RowNest::Place place = {dims, {}};
    for (size_t i = 0; i < o.operands.size(); ++i) {
      std::optional<Dims> of_operand = DimsOf(o, i, dims);
      if (!of_operand.has_value()) return std::nullopt;
      place.operands.push_back(*std::move(of_operand));
    }
    return place;
  }

  std::optional<Dims> DimsOf(const Operation& o, size_t i, const Dims& dims) const {
    const ir::Shape& from = shape(o.operands[i]);
    if (ir::IsElementwise(o.kind)) {
      if (from.rank() == 0) return Dims{};
      return from == shape(o.results[0]) ? std::optional(dims) : std::nullopt;
    }
    Dims out(from.rank(), RowNest::kNone);
    switch (o.kind) {
      case OpKind::kBroadcastInDim:
        for (size_t d = 0; d < out.size(); ++d) {
          out[d] = dims[o.attributes.Ints(kBroadcastDimensions)[d]];
        }
        return out;
      case OpKind::kTranspose:
        for (size_t d = 0; d < out.size(); ++d) {
          out[o.attributes.Ints(kPermutation)[d]] = dims[d];
        }
        return out;
      case OpKind::kReshape:
        return OfReshape(from, shape(o.results[0]), dims);
      case OpKind::kReduce:
        return i == 0 ? OfReduce(o, dims) : out;
      default:
        return std::nullopt;
    }
  }

  // Only dimensions of 1 come or go.
  static std::optional<Dims> OfReshape(const ir::Shape& from, const ir::Shape& to,
                                       const Dims& dims) {
    if (WithoutUnitDims(from) != WithoutUnitDims(to)) return std::nullopt;
    Dims out(from.rank(), RowNest::kNone);
    int next = 0;
    for (int d = 0; d < from.rank(); ++d) {
      if (from[d] == 1) continue;
      while (to[next] == 1) ++next;
      out[d] = dims[next++];
    }
    return out;
  }

  // Over columns, which stay last, so that they are summed in the same order.
  std::optional<Dims> OfReduce(const Operation& o, Dims dims) const {
    const Dims& reduced = o.attributes.Ints(kDimensions);
    const ir::Shape& from = shape(o.operands[0]);
    if (!ReducesTrailing(program_, o) || reduced.size() != 1 ||
        !(from[reduced[0]] == weights()[columns_]) ||
        absl::c_linear_search(dims, columns_)) {
      return std::nullopt;
    }
    dims.insert(dims.begin() + reduced[0], columns_);
    return dims;
  }

  const ir::Shape& weights() const { return shape(op(dot_).operands[side_]); }

  // Dimensions in ascending order, without those of 1.
  Dims Large(Dims dims) const {
    std::erase_if(dims,
                  [&](int64_t d) { return d == RowNest::kNone || weights()[d] == 1; });
    absl::c_sort(dims);
    return dims;
  }

  bool FindOrder(const Operation& scores, const Dims& dims) {
    const auto batch =
        static_cast<int64_t>(scores.attributes.Ints(kLhsBatchingDimensions).size());
    const int64_t first =
        shape(scores.operands[0]).rank() -
        static_cast<int64_t>(scores.attributes.Ints(kLhsContractingDimensions).size());
    const Dims groups(dims.begin(), dims.begin() + batch);
    Dims rows(dims.begin() + batch, dims.begin() + first);
    Dims columns(dims.begin() + first, dims.end());
    if (Large(columns) != Dims{columns_}) std::swap(rows, columns);
    const tile::DotSide of_weights =
        tile::ArrangeDotSide(weights(), Batching(), {columns_});
    if (Large(columns) != Dims{columns_} || Large(groups) != Large(of_weights.batch) ||
        Large(rows) != Large(of_weights.free)) {
      return false;
    }
    nest_.order.clear();
    for (int64_t d = 0; d < weights().rank(); ++d) {
      if (!absl::c_linear_search(dims, d)) nest_.order.push_back(d);
    }
    for (const Dims& part : {groups, rows, columns}) {
      absl::c_copy_if(part, std::back_inserter(nest_.order),
                      [](int64_t d) { return d != RowNest::kNone; });
    }
    return true;
  }

  const Dims& Batching() const {
    return op(dot_).attributes.Ints(side_ == 0 ? kLhsBatchingDimensions
                                               : kRhsBatchingDimensions);
  }
  bool IsInOrder() const {
    Dims batching = Batching();
    std::erase_if(batching, [&](int64_t d) { return weights()[d] == 1; });
    return tile::MovesNothing(weights(), nest_.order) && absl::c_is_sorted(batching);
  }

  const ir::Program& program_;
  const ir::Region& region_;
  const RegionUses& uses_;
  const int dot_, side_;
  int64_t columns_ = 0;
  std::map<int, Dims, std::greater<>> reached_;  // and not visited yet
  RowNest nest_;
};

}  // namespace

std::optional<RowNest> FindRowNest(const ir::Program& program, const ir::Region& region,
                                   const RegionUses& uses, int dot, int side) {
  return Finder(program, region, uses, dot, side).Find();
}

}  // namespace tilewright::codegen
