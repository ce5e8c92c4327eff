// What a reader of programs is asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "ir/tensor_type.h"

namespace tilewright::stablehlo {

// Bounds that keep hostile text from taking the machine down. Exceeding one is
// an error that names it.
struct ParseLimits {
  int64_t max_text_bytes = int64_t{1} << 30;
  int64_t max_literal_bytes = int64_t{1} << 32;
  int64_t max_operations = int64_t{1} << 22;  // after inlining
  int max_nesting = 256;                      // regions, types, attributes, calls
};

struct ParseOptions {
  std::string file_name = "<input>";  // for messages
  int first_line = 1;                 // of the text within that file
  // The function to take. Empty: "main", or the only public function.
  std::string entry;
  // Types of the inputs at hand. Programs with `?` sizes are specialised to
  // them; for others they are checked where given.
  std::vector<ir::TensorType> input_types;
  // Whether `?` sizes become symbols, but for those that are 0 or 1 at hand, so that one
  // program serves other sizes too. Sizes that are equal at hand are one symbol. Where
  // the program does not allow it, it is specialised (ParsedProgram::why_numbers).
  // Without types of inputs such a program is read as far as they are not needed
  // (ParsedProgram::open).
  bool open_sizes = false;
  ParseLimits limits;
  // Whether somebody computes custom calls of this target. Asked where the program is
  // refused for another reason, so that all reasons are told at once; null: nobody knows.
  std::function<bool(absl::string_view target)> knows_call;
  // Whether functions that stand there in many operations become one (lower/recognise.h).
  bool recognise_functions = true;
};

}  // namespace tilewright::stablehlo
