// Functions that serializers take apart become one operation again.
#pragma once

#include "ir/program.h"

namespace tilewright::stablehlo {

// chlo.erf_inv of f32, in every normal random number: jaxlib writes it as Giles's
// polynomials in 39 operations, twice as slow. What is taken apart stays where it is, and
// is dead where nothing else uses it.
void RecogniseFunctions(ir::Program* program);

}  // namespace tilewright::stablehlo
