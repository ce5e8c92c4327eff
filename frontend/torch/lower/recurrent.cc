// Cells of recurrent networks, step by step. Gates are [batch, gates, size], biases
// [gates, size].
#include "frontend/torch/lower/cells.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Cell = absl::StatusOr<std::vector<ir::ValueId>>;

Value Operand(Composer& c, size_t i, ElementType compute) {
  return c.Convert(c.operand(i), compute);
}
// Nothing is 0.
Value OperandOrZero(Composer& c, size_t i, Value like) {
  return c.has(i) ? Operand(c, i, like.element())
                  : c.Broadcast(c.Constant(0, like.element()), like.shape());
}
// With a bias where there is one.
Value WithBias(Composer& c, size_t i, size_t bias, ElementType compute) {
  const Value x = Operand(c, i, compute);
  return c.has(bias) ? x + Operand(c, bias, compute) : x;
}

}  // namespace

// Gates of the input and of the state, the cell, and their biases. Results: state, cell,
// and the gates as the backward pass wants them.
Cell lstm_cell(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  const Value gates = WithBias(c, 0, 3, compute) + WithBias(c, 1, 4, compute);
  const LstmAfter after = LstmStep(c, gates, Operand(c, 2, compute));
  return c.Finish({after.state, after.cell, after.kept});
}

// The gradients of state and cell, either of which may be absent; the cell before and
// after; gates. Results: the gradients of gates, of the cell before, and, where attribute
// 0 asks for it, of a bias.
Cell lstm_cell_backward(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.operand(2).element());
  const Value cell = Operand(c, 2, compute);
  const LstmBefore before =
      LstmStepBack(c, OperandOrZero(c, 0, cell), OperandOrZero(c, 1, cell), cell,
                   Operand(c, 3, compute), Operand(c, 4, compute));
  Values results = {before.of_gates, before.of_cell};
  if (c.attribute(0) != 0) {
    results.push_back(c.Reduce(OpKind::kAdd, before.of_gates, {0}, false));
  }
  return c.Finish(results);
}

// Gates of the input and of the state, the state, and their biases. Results: the state,
// and what the backward pass wants.
Cell gru_cell(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  const GruAfter after = GruStep(c, WithBias(c, 0, 3, compute),
                                 WithBias(c, 1, 4, compute), Operand(c, 2, compute));
  return c.Finish({after.state, after.kept});
}

// The gradient of the state, and what the forward pass kept. Results: the gradients of
// both gates and of the state before, and, where attribute 0 asks for them, of the
// biases.
Cell gru_cell_backward(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.operand(1).element());
  const GruBefore before = GruStepBack(c, Operand(c, 0, compute), Operand(c, 1, compute));
  Values results = {before.of_input, before.of_hidden, before.of_state};
  if (c.attribute(0) != 0) {
    results.push_back(c.Reduce(OpKind::kAdd, before.of_input, {0}, false));
    results.push_back(c.Reduce(OpKind::kAdd, before.of_hidden, {0}, false));
  }
  return c.Finish(results);
}

}  // namespace tilewright::torch_lower::lowerings
