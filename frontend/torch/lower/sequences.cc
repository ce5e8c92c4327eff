// Layers of LSTM, GRU and RNN over a sequence, in one direction: a loop over its steps.
// Gates are [steps, batch, gates, size], all else [steps, batch, size] or [batch, size];
// the weights of the state are [gates * size, size]. Attribute 0: from the last step to
// the first. A step's state is rounded to its type, as a cell's is.
#include "frontend/torch/lower/cells.h"
#include "frontend/torch/lower/loop.h"
#include "frontend/torch/lower/movement.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Sequence = absl::StatusOr<std::vector<ir::ValueId>>;
using ir::Dims;

// What a layer's loop goes over.
class Steps {
 public:
  // `gates`: the operand that has the sizes, with so many gates.
  Steps(const Lowering& call, size_t gates)
      : c(call),
        compute(ComputeType(c.operand(gates).element())),
        type(c.operand(gates).element()),
        reversed(c.attribute(0) != 0) {
    const Shape shape = c.operand(gates).shape();
    ok = Numbers(c, {shape[0], shape[1], shape[2], shape[3]}, &sizes_);
  }
  int64_t steps() const { return sizes_[0]; }
  int64_t size() const { return sizes_[3]; }

  Value Computed(Value x) { return c.Convert(x, compute); }
  Value Rounded(Value x) { return c.Convert(x, type); }
  Value OperandOrZero(size_t i) {
    return c.has(i) ? Computed(c.operand(i))
                    : c.Broadcast(c.Constant(0, compute), Shape({sizes_[1], sizes_[3]}));
  }
  // The place of a turn's step, in a pass forward or backward.
  Value Forward(Value number) {
    return reversed ? Place(c, steps() - 1) - number : number;
  }
  Value Backward(Value number) {
    return reversed ? number : Place(c, steps() - 1) - number;
  }

  // A step of a sequence, as it is computed with.
  Value At(Value sequence, Value place) {
    if (!IsThere(sequence)) return sequence;
    Dims block;
    for (int d = 0; d < sequence.rank(); ++d) {
      block.push_back(sequence.shape()[d].number());
    }
    block[0] = 1;
    const Value step = SliceAt(c, sequence, Places(place, sequence.rank()), block);
    block.erase(block.begin());
    return Computed(c.Reshape(step, Shape(block)));
  }
  Value Written(Value sequence, Value place, Value step) {
    if (!IsThere(step) || !IsThere(sequence)) return step;
    Shape block = step.shape();
    block.Insert(0, ir::Size(1));
    const Value rounded = c.Convert(c.Reshape(step, block), sequence.element());
    return UpdateAt(c, sequence, rounded, Places(place, sequence.rank()));
  }
  // A result before anything is written.
  Value Blank(size_t result) {
    const TensorType& of = c.result(result);
    return c.Broadcast(c.Constant(0, of.element), of.shape);
  }
  // [batch, gates * size] as [batch, gates, size], and back.
  Value Split(Value x, int64_t gates) {
    return c.Reshape(x, Shape({sizes_[1], gates, size()}));
  }
  Value Joined(Value x) {
    if (!IsThere(x)) return x;
    return c.Reshape(x, Shape({sizes_[1], x.shape()[1].number() * size()}));
  }
  // The state's part of the gates, and the gradient of a state, by that of its part.
  Value OfState(Value state, Value weights, int64_t gates) {
    return Split(c.Dot(Rounded(state), weights, {}, 1, 1, compute), gates);
  }
  Value ToState(Value of_gates, Value weights) {
    return c.Dot(Rounded(Joined(of_gates)), weights, {}, 1, 0, compute);
  }
  // A sequence of states, each moved to the place of the step after it.
  Value Before(Value first, Value sequence) {
    const Value one = c.Reshape(first, Shape({1, sizes_[1], size()}));
    if (steps() == 1) return one;
    return reversed ? Concatenate(c, {Slice(c, sequence, 0, 1, steps()), one}, 0)
                    : Concatenate(c, {one, Slice(c, sequence, 0, 0, steps() - 1)}, 0);
  }

  Composer c;
  const ElementType compute, type;
  const bool reversed;
  bool ok = false;

 private:
  Values Places(Value first, int rank) {
    Values places(rank, Place(c, 0));
    places[0] = first;
    return places;
  }

  Dims sizes_;
};

}  // namespace

// The input's part of the gates, the state's weights, state and cell before. Results:
// states, cells, and the gates as the backward pass wants them.
Sequence lstm_layer(const Lowering& call) {
  Steps s(call, 0);
  Composer& c = s.c;
  if (!s.ok) return c.Finish({c.operand(0)});
  const Values init = {s.Rounded(c.operand(2)), s.Rounded(c.operand(3)), s.Blank(0),
                       s.Blank(1), s.Blank(2)};
  const auto turn = [&](Value number, const Values& at) {
    const Value place = s.Forward(number);
    const Value gates = s.At(c.operand(0), place) + s.OfState(at[0], c.operand(1), 4);
    const LstmAfter after = LstmStep(c, gates, s.Computed(at[1]));
    return Values{s.Rounded(after.state), s.Rounded(after.cell),
                  s.Written(at[2], place, after.state),
                  s.Written(at[3], place, after.cell),
                  s.Written(at[4], place, after.kept)};
  };
  const Values made = Loop(c, Place(c, s.steps()), init, turn);
  return c.Finish({made[2], made[3], made[4]});
}

// Gradients of states and of cells, of which either may be absent; what was kept, cells,
// the cell before, the state's weights; the gradients that come from the steps after
// these, of state and cell, or nothing. Results: the gradients of the gates, and of state
// and cell before.
Sequence lstm_layer_backward(const Lowering& call) {
  Steps s(call, 2);
  Composer& c = s.c;
  if (!s.ok) return c.Finish({c.operand(2)});
  const Value cells = c.operand(3);
  const Value before = s.Before(s.Rounded(c.operand(4)), cells);
  const Values init = {s.OperandOrZero(6), s.OperandOrZero(7), s.Blank(0)};
  const auto turn = [&](Value number, const Values& at) {
    const Value place = s.Backward(number);
    const auto with = [&](Value x, size_t operand) {
      return c.has(operand) ? x + s.At(c.operand(operand), place) : x;
    };
    const LstmBefore step =
        LstmStepBack(c, with(at[0], 0), with(at[1], 1), s.At(before, place),
                     s.At(cells, place), s.At(c.operand(2), place));
    return Values{s.ToState(step.of_gates, c.operand(5)), step.of_cell,
                  s.Written(at[2], place, step.of_gates)};
  };
  const Values made = Loop(c, Place(c, s.steps()), init, turn);
  return c.Finish({made[2], made[0], made[1]});
}

// The input's part of the gates, the state's weights, the state before, and the bias of
// its part, [gates, size] or nothing. Results: states, and what the backward pass wants.
Sequence gru_layer(const Lowering& call) {
  Steps s(call, 0);
  Composer& c = s.c;
  if (!s.ok) return c.Finish({c.operand(0)});
  const Values init = {s.Rounded(c.operand(2)), s.Blank(0), s.Blank(1)};
  const auto turn = [&](Value number, const Values& at) {
    const Value place = s.Forward(number);
    Value of_state = s.OfState(at[0], c.operand(1), 3);
    if (c.has(3)) of_state = of_state + s.Computed(c.operand(3));
    const GruAfter after =
        GruStep(c, s.At(c.operand(0), place), of_state, s.Computed(at[0]));
    return Values{s.Rounded(after.state), s.Written(at[1], place, after.state),
                  s.Written(at[2], place, after.kept)};
  };
  const Values made = Loop(c, Place(c, s.steps()), init, turn);
  return c.Finish({made[1], made[2]});
}

// The gradient of states, or nothing; what was kept, the state's weights, and the
// gradient that comes from the steps after these, or nothing. Results: the gradients of
// both parts of the gates, and of the state before.
Sequence gru_layer_backward(const Lowering& call) {
  Steps s(call, 1);
  Composer& c = s.c;
  if (!s.ok) return c.Finish({c.operand(1)});
  const Values init = {s.OperandOrZero(3), s.Blank(0), s.Blank(1)};
  const auto turn = [&](Value number, const Values& at) {
    const Value place = s.Backward(number);
    const Value of_state = c.has(0) ? at[0] + s.At(c.operand(0), place) : at[0];
    const GruBefore step = GruStepBack(c, of_state, s.At(c.operand(1), place));
    return Values{step.of_state + s.ToState(step.of_hidden, c.operand(2)),
                  s.Written(at[1], place, step.of_input),
                  s.Written(at[2], place, step.of_hidden)};
  };
  const Values made = Loop(c, Place(c, s.steps()), init, turn);
  return c.Finish({made[1], made[2], made[0]});
}

// One gate, the state's weights, the state before. Attribute 1: relu, not tanh. Result:
// states.
Sequence rnn_layer(const Lowering& call) {
  Steps s(call, 0);
  Composer& c = s.c;
  if (!s.ok) return c.Finish({c.operand(0)});
  const auto activated = [&](Value x) {
    if (c.attribute(1) == 0) return c.Unary(OpKind::kTanh, x);
    return c.Binary(OpKind::kMaximum, x, c.Constant(0, s.compute));
  };
  const Values init = {s.Rounded(c.operand(2)), s.Blank(0)};
  const auto turn = [&](Value number, const Values& at) {
    const Value place = s.Forward(number);
    const Value gate = s.At(c.operand(0), place) + s.OfState(at[0], c.operand(1), 1);
    const Value state = activated(Gate(c, gate, 0));
    return Values{s.Rounded(state), s.Written(at[1], place, state)};
  };
  return c.Finish({Loop(c, Place(c, s.steps()), init, turn)[1]});
}

// The gradient of states, or nothing; states, as [steps, batch, 1, size]; the state's
// weights; the gradient that comes from the steps after these, or nothing. Attribute 1:
// relu. Results: the gradients of the gate and of the state before.
Sequence rnn_layer_backward(const Lowering& call) {
  Steps s(call, 1);
  Composer& c = s.c;
  if (!s.ok) return c.Finish({c.operand(1)});
  const auto of_gate = [&](Value of_state, Value state) {
    if (c.attribute(1) == 0) return of_state * (1.0 - state * state);
    const Value zero = c.Constant(0, s.compute);
    return c.Select(c.Compare("LE", state, zero), zero, of_state);
  };
  const Values init = {s.OperandOrZero(3), s.Blank(0)};
  const auto turn = [&](Value number, const Values& at) {
    const Value place = s.Backward(number);
    const Value of_state = c.has(0) ? at[0] + s.At(c.operand(0), place) : at[0];
    const Value state = Gate(c, s.At(c.operand(1), place), 0);
    const Value gate = JoinedGates(c, {of_gate(of_state, state)});
    return Values{s.ToState(gate, c.operand(2)), s.Written(at[1], place, gate)};
  };
  const Values made = Loop(c, Place(c, s.steps()), init, turn);
  return c.Finish({made[1], made[0]});
}

}  // namespace tilewright::torch_lower::lowerings
