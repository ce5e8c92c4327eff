// One step of LSTM and GRU, forward and backward. Gates are [batch, gates, size], all
// else [batch, size]; everything is in the type that is computed with.
#pragma once

#include "frontend/torch/lower/composer.h"

namespace tilewright::torch_lower {

Value Gate(Composer& c, Value gates, int64_t i);
Value JoinedGates(Composer& c, const Values& gates);

struct LstmAfter {
  Value state, cell;
  Value kept;  // the gates: input, forget, cell, output
};
LstmAfter LstmStep(Composer& c, Value gates, Value cell);

struct LstmBefore {
  Value of_gates, of_cell;
};
// By the gradients of what a step made; `cell` and `after`: before and after it.
LstmBefore LstmStepBack(Composer& c, Value of_state, Value of_cell, Value cell,
                        Value after, Value kept);

struct GruAfter {
  Value state;
  Value kept;  // reset, update, new, the state before, its part of the new gate
};
GruAfter GruStep(Composer& c, Value of_input, Value of_state, Value state);

struct GruBefore {
  Value of_input, of_hidden;  // of the gates
  Value of_state;             // but for what goes through the gates
};
GruBefore GruStepBack(Composer& c, Value of_state, Value kept);

}  // namespace tilewright::torch_lower
