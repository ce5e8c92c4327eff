// Functions that serializers take apart become one operation again.
#pragma once

#include "ir/program.h"

namespace tilewright::stablehlo {

// Of f32: chlo.erf_inv, in every normal random number, which jaxlib writes as Giles's
// polynomials in 39 operations, twice as slow; and chlo.erfc, in 63 with two quotients,
// which are tens of units in the last place off in its tail. What is taken apart stays
// where it is, and is dead where nothing else uses it.
void RecogniseFunctions(ir::Program* program);

}  // namespace tilewright::stablehlo
