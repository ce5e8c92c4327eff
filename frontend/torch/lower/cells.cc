#include "frontend/torch/lower/cells.h"

#include "frontend/torch/lower/movement.h"

namespace tilewright::torch_lower {
namespace {

Value Logistic(Composer& c, Value x) { return c.Unary(OpKind::kLogistic, x); }
Value Tanh(Composer& c, Value x) { return c.Unary(OpKind::kTanh, x); }
// Derivatives, by the function's value.
Value OfLogistic(Value y) { return (1.0 - y) * y; }
Value OfTanh(Value y) { return 1.0 - y * y; }

}  // namespace

Value Gate(Composer& c, Value gates, int64_t i) {
  if (!IsThere(gates)) return gates;
  Shape shape;
  shape.Append(gates.shape()[0]);
  shape.Append(gates.shape()[2]);
  return c.Reshape(Slice(c, gates, 1, i, i + 1), shape);
}

Value JoinedGates(Composer& c, const Values& gates) {
  if (!IsThere(gates[0])) return gates[0];
  Shape shape;
  shape.Append(gates[0].shape()[0]);
  shape.Append(ir::Size(1));
  shape.Append(gates[0].shape()[1]);
  Values parts;
  for (const Value& gate : gates) parts.push_back(c.Reshape(gate, shape));
  return Concatenate(c, parts, 1);
}

LstmAfter LstmStep(Composer& c, Value gates, Value cell) {
  const Value in = Logistic(c, Gate(c, gates, 0));
  const Value forget = Logistic(c, Gate(c, gates, 1));
  const Value candidate = Tanh(c, Gate(c, gates, 2));
  const Value out = Logistic(c, Gate(c, gates, 3));
  const Value after = forget * cell + in * candidate;
  return {out * Tanh(c, after), after, JoinedGates(c, {in, forget, candidate, out})};
}

LstmBefore LstmStepBack(Composer& c, Value of_state, Value of_cell, Value cell,
                        Value after, Value kept) {
  const Value in = Gate(c, kept, 0), forget = Gate(c, kept, 1);
  const Value candidate = Gate(c, kept, 2), out = Gate(c, kept, 3);
  const Value shown = Tanh(c, after);
  const Value of_after = of_state * out * OfTanh(shown) + of_cell;
  return {
      JoinedGates(
          c, {of_after * candidate * OfLogistic(in), of_after * cell * OfLogistic(forget),
              of_after * in * OfTanh(candidate), of_state * shown * OfLogistic(out)}),
      of_after * forget};
}

GruAfter GruStep(Composer& c, Value of_input, Value of_state, Value state) {
  const auto both = [&](int64_t i) {
    return Logistic(c, Gate(c, of_input, i) + Gate(c, of_state, i));
  };
  const Value reset = both(0), update = both(1);
  const Value part = Gate(c, of_state, 2);
  const Value candidate = Tanh(c, Gate(c, of_input, 2) + reset * part);
  return {candidate + update * (state - candidate),
          JoinedGates(c, {reset, update, candidate, state, part})};
}

GruBefore GruStepBack(Composer& c, Value of_state, Value kept) {
  const Value reset = Gate(c, kept, 0), update = Gate(c, kept, 1);
  const Value candidate = Gate(c, kept, 2), state = Gate(c, kept, 3);
  const Value part = Gate(c, kept, 4);
  const Value of_update = of_state * (state - candidate) * OfLogistic(update);
  const Value of_new = of_state * (1.0 - update) * OfTanh(candidate);
  const Value of_reset = of_new * part * OfLogistic(reset);
  return {JoinedGates(c, {of_reset, of_update, of_new}),
          JoinedGates(c, {of_reset, of_update, of_new * reset}), of_state * update};
}

}  // namespace tilewright::torch_lower
