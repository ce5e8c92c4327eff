// Constants that are other numbers for other sizes.
#pragma once

#include <optional>
#include <vector>

#include "ir/open/size_fit.h"
#include "ir/open/size_formula.h"
#include "ir/open/size_values.h"
#include "ir/program.h"

namespace tilewright::ir {

// The element that all of a literal's are, as one of rank 0; of none: nullopt.
std::optional<Literal> UniformElement(const Literal& literal);

// The value that has these elements, of rank 0 and one type, at the points of `fit`: a
// size; of a float also its root, what 1 divided by either is, or one of the fit's
// formulas. nullopt where it is nothing such.
std::optional<ValueId> OpenScalar(const std::vector<Literal>& elements, SizeFit* fit,
                                  SizeValues* sizes, const AppendOperation& append);

}  // namespace tilewright::ir
