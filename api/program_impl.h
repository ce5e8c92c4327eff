// What stands behind tilewright::Program.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "api/sizes/built_program.h"
#include "codegen/facts/kernel_calls.h"
#include "ir/program.h"
#include "tilewright/program.h"

namespace tilewright {

namespace api {

// A program with symbols for the sizes that its text leaves open, and what they are for
// the inputs at hand.
struct SymbolicProgram {
  ir::Program program;
  std::vector<int64_t> sizes;
};

// What an open program is made of again, when types of inputs are known.
struct OpenSource {
  std::string text;  // to be read, or for people where it was built
  ParseOptions options;
  std::shared_ptr<const BuiltProgram> built;
};

}  // namespace api

struct Program::Impl {
  ir::Program program;  // of numbers; of an open program the name alone
  std::string title;    // what its module is called; "" where it has no name
  int num_results = 0;
  std::vector<Expectation> expectations;
  std::vector<TensorType> inputs;
  std::vector<TensorType> outputs;
  codegen::KernelSet kernels;  // that it may call
  // Of programs whose text leaves sizes open: null, or why there is none.
  std::shared_ptr<const api::SymbolicProgram> symbolic;
  std::string why_numbers;
  std::shared_ptr<const api::OpenSource> source;  // of an open program

  // What is compiled, and for which values of its symbols.
  const ir::Program& compiled() const { return symbolic ? symbolic->program : program; }
  std::vector<int64_t> sizes() const {
    return symbolic ? symbolic->sizes : std::vector<int64_t>();
  }
  // Of an open one, without its kernels.
  absl::StatusOr<Program> SizedAt(const std::vector<TensorType>& input_types) const;
  // FailedPrecondition for an open program: there is nothing to compile yet.
  absl::Status CheckSized() const;
};

namespace api {

// `program` is verified; all of its outputs are results.
Program MakeProgram(ir::Program program);
// The same of one that may have symbols: it is open, then. InvalidArgument names a symbol
// that is no size of an input.
absl::StatusOr<Program> MadeOf(ir::Program program);

}  // namespace api
}  // namespace tilewright
