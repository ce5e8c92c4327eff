// Constants that are other numbers for other sizes.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "ir/open/size_fit.h"
#include "ir/open/size_values.h"
#include "ir/program.h"

namespace tilewright::ir {

// The element that all of a literal's are, as one of rank 0; of none: nullopt.
std::optional<Literal> UniformElement(const Literal& literal);

// Appends an operation with one result.
using AppendOperation = std::function<ValueId(OpKind kind, std::vector<ValueId> operands,
                                              TensorType type, Attributes attributes)>;

// The value that has these elements, of rank 0 and one type, at the points of `fit`: a
// size, or a float that is one, or that divides 1. nullopt where it is nothing such.
std::optional<ValueId> OpenScalar(const std::vector<Literal>& elements, SizeFit* fit,
                                  SizeValues* sizes, const AppendOperation& append);

}  // namespace tilewright::ir
