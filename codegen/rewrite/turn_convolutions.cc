#include "codegen/rewrite/turn_convolutions.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;
using enum ir::AttributeName;

// Chains of elementwise operations are short where this pays.
constexpr int kMostOperations = 16;

void CountUses(const ir::Region& region, std::vector<int>* uses) {
  for (const ValueId v : region.results) ++(*uses)[v];
  for (const Operation& op : region.operations) {
    for (const ValueId v : op.operands) ++(*uses)[v];
    for (const ir::Region& inner : op.regions) CountUses(inner, uses);
  }
}

// Of a dimension before the transpose, which one it is behind it.
int64_t Behind(const Dims& permutation, int64_t dimension) {
  return std::distance(permutation.begin(),
                       std::find(permutation.begin(), permutation.end(), dimension));
}

class Turner {
 public:
  explicit Turner(ir::Program* program)
      : program_(program), uses_(program->values.size()), made_(program->values.size()) {
    CountUses(program->body, &uses_);
  }

  void Turn(ir::Region* region) {
    for (Operation& op : region->operations) {
      for (ir::Region& inner : op.regions) Turn(&inner);
      for (const ValueId v : op.results) made_[v] = &op;
    }
    std::vector<bool> gone(region->operations.size());
    for (size_t i = 0; i < gone.size(); ++i) {
      gone[i] = TurnInto(region->operations[i]);
    }
    for (const Operation& op : region->operations) {
      for (const ValueId v : op.results) made_[v] = nullptr;
    }
    size_t i = 0;
    std::erase_if(region->operations, [&](const Operation&) { return gone[i++]; });
  }

 private:
  // Whether a transpose is needed no more: its operand's maker makes its result.
  bool TurnInto(const Operation& transpose) {
    if (transpose.kind != OpKind::kTranspose) return false;
    const ValueId whole = transpose.operands[0];
    const Dims permutation = transpose.attributes.Ints(kPermutation);
    int left = kMostOperations;
    std::vector<const Operation*> convolutions;
    if (!CanTurn(whole, &left, &convolutions) || convolutions.size() != 1) return false;
    const int64_t features = convolutions[0]->attributes.Int(kOutputFeatureDimension);
    if (permutation.empty() || permutation.back() != features) return false;
    TurnMaker(whole, permutation);
    made_[whole]->results[0] = transpose.results[0];
    return true;
  }

  bool CanTurn(ValueId v, int* left, std::vector<const Operation*>* convolutions) const {
    const Operation* const op = made_[v];
    if (op == nullptr || uses_[v] != 1 || op->results.size() != 1 || (*left)-- == 0) {
      return false;
    }
    if (op->kind == OpKind::kConvolution) convolutions->push_back(op);
    if (op->kind == OpKind::kConvolution || op->kind == OpKind::kBroadcastInDim) {
      return true;
    }
    return ir::IsElementwise(op->kind) && op->regions.empty() && !op->operands.empty() &&
           std::all_of(op->operands.begin(), op->operands.end(), [&](ValueId operand) {
             return program_->type(operand).shape == program_->type(v).shape &&
                    CanTurn(operand, left, convolutions);
           });
  }

  void TurnMaker(ValueId v, const Dims& permutation) {
    Operation& op = *made_[v];
    ir::Shape turned = program_->type(v).shape;
    for (size_t d = 0; d < permutation.size(); ++d) {
      turned.Set(static_cast<int>(d), program_->type(v).shape[permutation[d]]);
    }
    program_->values[v].shape = std::move(turned);
    if (op.kind == OpKind::kConvolution) {
      for (const auto name : {kOutputBatchDimension, kOutputFeatureDimension}) {
        op.attributes.Set(name, Behind(permutation, op.attributes.Int(name, 0)));
      }
      TurnDims(&op, kOutputSpatialDimensions, permutation);
    } else if (op.kind == OpKind::kBroadcastInDim) {
      TurnDims(&op, kBroadcastDimensions, permutation);
    } else {
      for (const ValueId operand : op.operands) TurnMaker(operand, permutation);
    }
  }

  static void TurnDims(Operation* op, ir::AttributeName name, const Dims& permutation) {
    Dims dims = op->attributes.Ints(name);
    for (int64_t& d : dims) d = Behind(permutation, d);
    op->attributes.Set(name, std::move(dims));
  }

  ir::Program* const program_;
  std::vector<int> uses_;
  std::vector<Operation*> made_;  // in the region at hand
};

}  // namespace

void TurnConvolutions(ir::Program* program) { Turner(program).Turn(&program->body); }

}  // namespace tilewright::codegen
