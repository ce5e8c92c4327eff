#include "codegen/rewrite/join_reshapes.h"

#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "codegen/rewrite/rewrite.h"
#include "tile/arrange.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;
using enum ir::AttributeName;

class Joiner {
 public:
  explicit Joiner(ir::Program* program)
      : program_(*program), stands_(program->values.size()), from_(stands_.size()) {
    std::iota(stands_.begin(), stands_.end(), 0);
    std::iota(from_.begin(), from_.end(), 0);
  }

  void Join(ir::Region* region) {
    size_t kept = 0;
    for (Operation& op : region->operations) {
      for (ValueId& v : op.operands) v = stands_[v];
      for (ir::Region& inner : op.regions) Join(&inner);
      if (op.kind == OpKind::kTranspose) JoinTranspose(&op);
      if (MovesNothing(op)) {
        op.kind = OpKind::kReshape;
        op.attributes = {};
      }
      if (op.kind == OpKind::kReshape && !IsNew(&op)) continue;
      Operation& place = region->operations[kept++];
      if (&place != &op) place = std::move(op);
    }
    region->operations.resize(kept);
    for (ValueId& v : region->results) v = stands_[v];
  }

 private:
  bool MovesNothing(const Operation& op) const {
    return op.kind == OpKind::kTranspose &&
           tile::MovesNothing(program_.type(op.operands[0]).shape,
                              op.attributes.Ints(kPermutation));
  }

  // A transpose is of what was there before any.
  void JoinTranspose(Operation* transpose) {
    Dims permutation = transpose->attributes.Ints(kPermutation);
    if (const auto before = turned_.find(transpose->operands[0]);
        before != turned_.end()) {
      transpose->operands[0] = before->second.first;
      for (int64_t& d : permutation) d = before->second.second[d];
      transpose->attributes.Set(kPermutation, permutation);
    }
    turned_[transpose->results[0]] = {transpose->operands[0], std::move(permutation)};
  }

  // A reshape is of what was there before any. Whether it gives something else than that.
  bool IsNew(Operation* reshape) {
    const ValueId result = reshape->results[0];
    const ValueId first = from_[reshape->operands[0]];
    if (program_.type(first) == program_.type(result)) {
      stands_[result] = first;
      return false;
    }
    reshape->operands[0] = from_[result] = first;
    return true;
  }

  ir::Program& program_;
  std::vector<ValueId> stands_;  // by value: what is in its place
  std::vector<ValueId> from_;    // what it is a reshape of, or itself
  std::map<ValueId, std::pair<ValueId, Dims>> turned_;  // what it is a transpose of, how
};

}  // namespace

void JoinReshapes(ir::Program* program) {
  Joiner(program).Join(&program->body);
  DropDeadOperations(program);
}

}  // namespace tilewright::codegen
