// The two counter-based generators as tensor operations, bit for bit as
// XLA:CPU computes them. Internal to codegen/rewrite/.
#pragma once

#include "ir/builder.h"

namespace tilewright::codegen {

struct RandomBits {
  ir::ValueId state;  // the state after, same type as before
  ir::ValueId bits;   // ui32 or ui64 of the shape asked for
};

// state: ui64[2], key and counter. `wide` asks for ui64 elements.
RandomBits ThreeFryBits(ir::Builder& b, ir::ValueId state, const ir::Dims& shape,
                        bool wide);
// state: ui64[2], key and the low half of the counter, whose high half is the
// key again; or ui64[3], key and both halves.
RandomBits PhiloxBits(ir::Builder& b, ir::ValueId state, const ir::Dims& shape,
                      bool wide);

}  // namespace tilewright::codegen
