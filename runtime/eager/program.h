// A recorded operation as a program of its own.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "ir/check/checked_builder.h"
#include "ir/program.h"
#include "runtime/eager/arrays/layout.h"
#include "runtime/eager/node.h"

namespace tilewright::eager {

struct NodeProgram {
  ir::Program program;
  // Of the node, by input and output of the program: its operand, counted on through the
  // results. Of an input that is an open size, an i32: -1 less its number in `numbers`.
  std::vector<int> inputs;
  std::vector<int> outputs;
  // Of each input: the output whose memory it is, or -1.
  std::vector<int> becomes;
  // Of the program's last results, which are behind those of `outputs`.
  std::vector<Check> checks;
  std::vector<ir::Size> numbers;
  // The input that is the nest of the one result, which is a block of it; -1: there is
  // none. Its program may only be run where that is updated in place.
  int nest = -1;
  ir::TensorType within;  // of the nest: from the first element of the block to its last
  // The input that is the same array as that block, of an operation that reads each
  // element where it writes it; -1: there is none. One kernel may read what it writes.
  int same = -1;
};

// What is made of a result that is a block of its nest (IsBlock), where it is the only
// one: an update of the nest in place, or everything from the first to the last element
// anew.
enum class Blocks { kInPlace, kAnew };

// What a check that does not hold says of this node.
absl::Status Failure(const Check& check, int64_t found, const NodeStructure& node);
// Its words, of what was `found`.
std::string FailureText(const Check& check, absl::string_view found,
                        const NodeStructure& node);

// Operands that are one array are one input; an array that is written where one is read
// is that input, donated. Unimplemented, Internal or InvalidArgument with the operation's
// name.
absl::StatusOr<NodeProgram> BuildProgram(const NodeStructure& node, Blocks blocks);

// The same with arrays that lie as `layouts` say, of sizes with so many symbols, each of
// at least 2. Sizes that are data are inputs.
absl::StatusOr<NodeProgram> BuildOpenProgram(const NodeStructure& node,
                                             std::vector<Layout> layouts, int symbols,
                                             Blocks blocks);

// Writes the operation with these operands, in logical order, into a program; gives one
// value for each result, of its type, and adds what is to be checked.
absl::StatusOr<std::vector<ir::ValueId>> LowerOperation(
    const NodeStructure& node, absl::Span<const ir::ValueId> operands,
    ir::CheckedBuilder* builder, std::vector<Check>* checks);
// The same with results of these types, whatever the node's sizes are.
absl::StatusOr<std::vector<ir::ValueId>> LowerOperation(
    const NodeStructure& node, absl::Span<const ir::ValueId> operands,
    absl::Span<const ir::TensorType> results, ir::CheckedBuilder* builder,
    std::vector<Check>* checks);

}  // namespace tilewright::eager
