#include "codegen/rewrite/pad_updates.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "codegen/rewrite/rewrite.h"
#include "ir/builder.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;
using enum ir::AttributeName;

// Of the array, the part is at least one in so many elements: a smaller one is written
// faster where the array lies, which is filled faster than it is padded.
constexpr int64_t kLeastShare = 4;

class Padder {
 public:
  explicit Padder(ir::Program* program)
      : program_(*program), made_(program->values.size()) {}

  void Pad(ir::Region* region) {
    std::vector<Operation> before = std::move(region->operations);
    region->operations.clear();
    region->operations.reserve(before.size());
    for (Operation& op : before) {
      for (ir::Region& inner : op.regions) Pad(&inner);
      if (op.kind == OpKind::kDynamicUpdateSlice) PadUpdate(region, &op);
      for (const ValueId v : op.results) {
        if (static_cast<size_t>(v) < made_.size()) made_[v] = Kept(op);
      }
      region->operations.push_back(std::move(op));
    }
  }

 private:
  // What is looked at again of an operation.
  struct Maker {
    OpKind kind;
    ValueId operand = -1;  // of a move
    ir::Literal literal;   // of a constant
  };

  static std::optional<Maker> Kept(const Operation& op) {
    if (op.kind == OpKind::kConstant) {
      return Maker{op.kind, -1, op.attributes.Constant(kValue)};
    }
    if (op.kind == OpKind::kReshape || op.kind == OpKind::kBroadcastInDim) {
      return Maker{op.kind, op.operands[0], {}};
    }
    return std::nullopt;
  }

  const std::optional<Maker>& MakerOf(ValueId v) const {
    static const std::optional<Maker> kNone;
    return static_cast<size_t>(v) < made_.size() ? made_[v] : kNone;
  }

  void PadUpdate(ir::Region* region, Operation* op) {
    const ir::TensorType& whole = program_.type(op->results[0]);
    const ir::TensorType& part = program_.type(op->operands[1]);
    if (!whole.shape.is_static() || !part.shape.is_static()) return;
    if (part.num_elements() == 0) return;
    if (part.num_elements() < whole.num_elements() / kLeastShare) return;
    Dims low, high;
    for (int d = 0; d < whole.rank(); ++d) {
      const std::optional<Maker>& start = MakerOf(op->operands[2 + d]);
      if (!start.has_value() || start->kind != OpKind::kConstant) return;
      const int64_t room = whole.dims()[d] - part.dims()[d];
      low.push_back(std::clamp<int64_t>(start->literal.IntegerAt(0), 0, room));
      high.push_back(room - low.back());
    }
    const std::optional<ValueId> around = OneValueOf(region, *op);
    if (!around.has_value()) return;
    op->kind = OpKind::kPad;
    op->operands = {op->operands[1], *around};
    op->attributes.Set(kInteriorPadding, Dims(low.size(), 0));
    op->attributes.Set(kEdgePaddingLow, std::move(low));
    op->attributes.Set(kEdgePaddingHigh, std::move(high));
  }

  // The scalar that all elements of what is updated are; none: they are not known to be
  // one.
  std::optional<ValueId> OneValueOf(ir::Region* region, const Operation& op) {
    const ir::TensorType one = ir::Scalar(program_.type(op.results[0]).element);
    for (ValueId v = op.operands[0];;) {
      if (program_.type(v).rank() == 0) return v;
      const std::optional<Maker>& maker = MakerOf(v);
      if (!maker.has_value()) return std::nullopt;
      if (maker->kind == OpKind::kConstant) {
        if (!maker->literal.is_splat()) return std::nullopt;
        return ir::Builder(&program_, region, op.location)
            .Constant(maker->literal.WithType(one));
      }
      v = maker->operand;
    }
  }

  ir::Program& program_;
  // By value: its maker, where that is a constant or a move.
  std::vector<std::optional<Maker>> made_;
};

}  // namespace

void PadUpdates(ir::Program* program) {
  Padder(program).Pad(&program->body);
  DropDeadOperations(program);
}

}  // namespace tilewright::codegen
