// What stands behind tilewright::Program.
#pragma once

#include <vector>

#include "codegen/kernel_calls.h"
#include "ir/program.h"
#include "tilewright/program.h"

namespace tilewright {

struct Program::Impl {
  ir::Program program;
  int num_results = 0;
  std::vector<Expectation> expectations;
  std::vector<TensorType> inputs;
  std::vector<TensorType> outputs;
  codegen::KernelSet kernels;  // that it may call
};

namespace api {

// `program` is verified; all of its outputs are results.
Program MakeProgram(ir::Program program);

}  // namespace api
}  // namespace tilewright
