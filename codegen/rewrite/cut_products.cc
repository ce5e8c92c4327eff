#include "codegen/rewrite/cut_products.h"

#include <set>
#include <utility>

#include "codegen/facts/op_facts.h"
#include "ir/builder.h"
#include "tile/arrange.h"
#include "tile/product_types.h"
#include "tile/sum_order.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::ElementType;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;
using enum ir::AttributeName;

// More results than these are blocks enough.
constexpr int64_t kFewResults = 128 * 128;
constexpr int64_t kLeastChains = 4;

// An operand whose contracted dimensions are adjacent, in the order of the sum: they are
// seen as one.
struct Side {
  ValueId value;
  Dims dims;  // k is one of them
  int64_t k;  // which
  Dims batching;

  Side(const ir::Program& program, ValueId v, const Dims& batching_dims,
       const Dims& contracting)
      : value(v), dims(program.type(v).dims()), k(contracting[0]) {
    const auto count = static_cast<int64_t>(contracting.size());
    for (int64_t i = 1; i < count; ++i) dims[k] *= dims[k + i];
    dims.erase(dims.begin() + k + 1, dims.begin() + k + count);
    for (int64_t d : batching_dims) batching.push_back(d < k ? d : d - count + 1);
  }
  int64_t depth() const { return dims[k]; }

  // Elements [from, to) of k.
  ValueId Piece(ir::Builder& b, int64_t from, int64_t to) const {
    const ValueId merged = b.type(value).dims() == dims ? value : b.Reshape(value, dims);
    if (from == 0 && to == depth()) return merged;
    Dims start(dims.size(), 0), limit = dims;
    start[k] = from;
    limit[k] = to;
    return b.Slice(merged, std::move(start), std::move(limit));
  }
  // Its first chains, in a batch: the chain's number is dimension k, what is in it the
  // next one.
  ValueId Chains(ir::Builder& b, int64_t count) const {
    Dims shape = dims;
    shape[k] = count;
    shape.insert(shape.begin() + k + 1, tile::kProductChain);
    return b.Reshape(Piece(b, 0, count * tile::kProductChain), std::move(shape));
  }
  Dims BatchingOfChains() const {
    Dims all;
    for (int64_t d : batching) all.push_back(d < k ? d : d + 1);
    all.push_back(k);
    return all;
  }
};

bool AreAdjacent(const Dims& dims) {
  for (size_t i = 1; i < dims.size(); ++i) {
    if (dims[i] != dims[i - 1] + 1) return false;
  }
  return !dims.empty();
}

class Rewriter {
 public:
  explicit Rewriter(ir::Program* program) : program_(program) {}

  void Rewrite(ir::Region* region) {
    std::vector<Operation> operations = std::move(region->operations);
    region->operations.clear();
    for (const Operation& op : operations) {
      if (!ir::IsElementwise(op.kind) && !IsDataMovement(op)) continue;
      for (ValueId result : op.results) computed_.insert(result);
    }
    for (Operation& op : operations) {
      for (ir::Region& inner : op.regions) Rewrite(&inner);
      if (IsLong(op)) {
        Cut(op, region);
      } else {
        region->operations.push_back(std::move(op));
      }
    }
  }

 private:
  Side SideOf(const Operation& op, int operand) const {
    const ir::Attributes& at = op.attributes;
    return {
        *program_, op.operands[operand],
        at.Ints(operand == 0 ? kLhsBatchingDimensions : kRhsBatchingDimensions),
        at.Ints(operand == 0 ? kLhsContractingDimensions : kRhsContractingDimensions)};
  }

  // Vectors, which may be summed in another order, are left alone, and so is what
  // clusters compute where it is multiplied, as attention has it. What is cut by numbers
  // alone gives the bytes of what is not.
  bool IsLong(const Operation& op) const {
    if (op.kind != OpKind::kDotGeneral || op.attributes.Flag(kRoundsProducts)) {
      return false;
    }
    for (const ValueId v : {op.operands[0], op.operands[1], op.results[0]}) {
      if (!program_->type(v).shape.is_static()) return false;
    }
    if (computed_.contains(op.operands[0]) || computed_.contains(op.operands[1])) {
      return false;
    }
    const ir::TensorType& result = program_->type(op.results[0]);
    const int64_t results = result.num_elements();
    if (!ir::IsFloat(result.element) || results == 0 || results > kFewResults ||
        !AreAdjacent(op.attributes.Ints(kLhsContractingDimensions)) ||
        !AreAdjacent(op.attributes.Ints(kRhsContractingDimensions))) {
      return false;
    }
    const Side lhs = SideOf(op, 0), rhs = SideOf(op, 1);
    const auto free = [&](const Side& side) {
      int64_t size = tile::Elements(side.dims) / side.depth();
      for (int64_t d : side.batching) size /= side.dims[d];
      return size;
    };
    return lhs.depth() >= kLeastChains * tile::kProductChain && free(lhs) > 1 &&
           free(rhs) > 1;
  }

  void Cut(const Operation& op, ir::Region* region) {
    ir::Builder b(program_, region, op.location);
    const Side lhs = SideOf(op, 0), rhs = SideOf(op, 1);
    const ir::TensorType type = program_->type(op.results[0]);
    const auto element = [&](ValueId v) { return program_->type(v).element; };
    const ir::TensorType sum = {
        tile::AccumulatorOf(element(op.operands[0]), element(op.operands[1]),
                            type.element),
        type.dims()};
    const auto dot = [&](ValueId x, ValueId y, Dims x_batching, Dims y_batching,
                         int64_t later, Dims dims) {
      Operation product;
      product.kind = op.kind;
      product.attributes = op.attributes;
      product.attributes.Set(kLhsBatchingDimensions, std::move(x_batching));
      product.attributes.Set(kRhsBatchingDimensions, std::move(y_batching));
      product.attributes.Set(kLhsContractingDimensions, Dims{lhs.k + later});
      product.attributes.Set(kRhsContractingDimensions, Dims{rhs.k + later});
      product.operands = {x, y};
      product.location = op.location;
      return b.AppendOperation(std::move(product), {{sum.element, std::move(dims)}})[0];
    };
    const int64_t depth = lhs.depth(), count = depth / tile::kProductChain;
    const auto batch = static_cast<int64_t>(lhs.batching.size());
    Dims dims = type.dims();
    dims.insert(dims.begin() + batch, count);
    const ValueId chains =
        dot(lhs.Chains(b, count), rhs.Chains(b, count), lhs.BatchingOfChains(),
            rhs.BatchingOfChains(), 1, std::move(dims));
    // What is added to -0 stays what it is.
    ValueId total =
        b.Reduce(OpKind::kAdd, chains, b.Splat(-0.0, ir::Scalar(sum.element)), {batch});
    b.region()->operations.back().attributes.Set(kIsOrdered, true);
    const int64_t whole = count * tile::kProductChain;
    if (whole < depth) {
      const ValueId rest = dot(lhs.Piece(b, whole, depth), rhs.Piece(b, whole, depth),
                               lhs.batching, rhs.batching, 0, type.dims());
      total = b.Binary(OpKind::kAdd, total, rest);
    }
    // Under the operation's own name: a conversion to the type that it has is none.
    Operation last;
    last.kind = OpKind::kConvert;
    last.operands = {total};
    last.results = op.results;
    last.location = op.location;
    b.region()->operations.push_back(std::move(last));
  }

  ir::Program* program_;
  std::set<ValueId> computed_;
};

}  // namespace

absl::StatusOr<ir::Program> CutLongProducts(ir::Program program) {
  Rewriter(&program).Rewrite(&program.body);
  return program;
}

}  // namespace tilewright::codegen
