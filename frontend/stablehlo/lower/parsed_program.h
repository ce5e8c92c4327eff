// What a program that was read is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/program.h"

namespace tilewright::stablehlo {

// One check.* operation. What it compares are extra outputs of the program.
struct Expectation {
  enum class Kind {
    kEqual,        // check.expect_eq, expect_eq_const: equal, NaN equals NaN
    kAlmostEqual,  // check.expect_almost_eq(_const): within `tolerance`
    kClose,        // check.expect_close: between min and max ULP apart
    kSerialized    // check.expect_serialized_eq: equal to what a probe saw
  };
  Kind kind = Kind::kEqual;
  int actual_output = 0;    // index among the program's outputs
  int expected_output = 0;  // likewise
  double tolerance = 1e-4;
  int64_t min_ulp = 0;
  int64_t max_ulp = 3;
  ir::Location location;
};

// What a function declares; `?` sizes are ir::kDynamicSize.
struct Signature {
  std::vector<ir::TensorType> inputs;
  std::vector<ir::TensorType> results;
};

struct ParsedProgram {
  ir::Program program;  // verified
  // Of a program with `?` sizes among its inputs that was read without their types
  // (ParseOptions::open_sizes): of `program` there is the name alone, then.
  std::optional<Signature> open;
  // What each symbol of the program is for the inputs at hand.
  std::vector<int64_t> sizes;
  // Of a program whose sizes were to stay open, but did not: the operation, and the
  // cause.
  std::string why_numbers;
  std::string module_name;  // "jit_step"; empty where the module has none
  // Outputs 0 .. num_results-1 are the function's own results; the rest exist
  // for `expectations`.
  int num_results = 0;
  std::vector<Expectation> expectations;
  // Inputs that the caller gives up (tf.aliasing_output, jax.buffer_donor), in order.
  // Those that fit a result are among the program's donations.
  std::vector<int> given_up;
  // Of each result: the kind of memory that it is wanted in (mhlo.memory_kind); empty
  // where nothing is said.
  std::vector<std::string> memory_kinds;
  // Of each input and result: how it is to lie in memory (mhlo.layout_mode), as XLA
  // writes layouts, or "default" or "auto"; empty where nothing is said.
  std::vector<std::string> argument_layouts;
  std::vector<std::string> result_layouts;
  // Numbers of the channels to and from the host, as the caller has them; the program's
  // own are their places here.
  std::vector<int64_t> host_channels;
};

}  // namespace tilewright::stablehlo
