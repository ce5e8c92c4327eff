// One program for all sizes, of programs that were made for some.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "ir/open/size_fit.h"
#include "ir/program.h"

namespace tilewright::ir {

// What the program takes.
struct OpenInput {
  std::string name;  // for people
  Shape shape;
};

// `programs`, one for each point of `fit`, are equal but for numbers. Gives the program
// that they all are: its inputs have these shapes, of the fit's symbols, which it
// asserts, with what is known of the symbols. What differs is computed from the inputs'
// sizes, and operations whose attributes differ become those that have them as operands
// (dynamic_reshape, real_dynamic_slice): StableHLO with `?`, which is printed and read
// back, and is nothing that kernels are made of. Unimplemented names the operation and
// what it has at which sizes, where they are not one program, or no expression is found;
// which operation of the first one's body that is, is then in *operation.
absl::StatusOr<Program> OpenProgram(absl::Span<const Program> programs,
                                    const std::vector<OpenInput>& inputs, SizeFit* fit,
                                    size_t* operation);

}  // namespace tilewright::ir
