// A kernel that was written with the authoring API: a tile program with names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "chip/chip.h"
#include "tile/program.h"

namespace tilewright::tile {

struct Operand {
  std::string name;
  ir::TensorType type;
  bool is_output = false;
  // An input, too: the call's operand and its result are one array in the kernel.
  bool is_updated = false;
  // No operand of a call: what that operand, which is updated, holds before
  // (Ref::before).
  int before = -1;

  bool is_input() const { return before < 0 && (!is_output || is_updated); }
};

struct Kernel {
  // As for precision DEFAULT of `tpu` numerics; see For(). Sizes of arrays and of the
  // grid may be of its symbols, each of which an input's size says.
  Program program;
  std::vector<Operand> operands;       // of the HBM refs, in order
  std::vector<std::string> ref_names;  // by ref
  // Where its statements are from, in the order of the program's text.
  std::vector<std::string> places;
  std::vector<int> buffers;  // by ref: copies of a window
  // Statements over whole arrays, which have no grid of their own: who compiles it
  // cuts them into steps.
  bool over_arrays = false;

  // The program for these numerics; where `debug`, with checks and a last ref for
  // the report. Over whole arrays nothing is left to be checked, and of sizes that are no
  // numbers yet (AtSizes) nothing is.
  Program For(Numerics numerics, bool debug) const;
};

// The kernel for these values of its symbols, as if it had been written with numbers.
// InvalidArgument, naming sizes and operand, where these are none that it takes, arrays
// are too large, the grid has no points or a window leaves its array.
absl::StatusOr<Kernel> AtSizes(const Kernel& kernel, absl::Span<const int64_t> values);

// ResourceExhausted when the chip's VMEM or SMEM cannot hold windows and
// scratch: with the figures and the largest contributors. Arrays in VMEM are
// padded to whole native tiles.
absl::Status CheckMemory(const Kernel& kernel, const chip::Chip& chip);

// Whether a kernel may go over rows of so many elements, this wide, more than once: as
// many rows as a register has sublanes fit VMEM, of each of kRowArrays arrays, twice.
inline constexpr int kRowArrays = 8;
bool RowFits(int64_t row, int element_bytes, const chip::Chip& chip);

// Bytes of an array in VMEM: its last two dimensions in whole native tiles.
int64_t VmemBytes(const ir::TensorType& type, const chip::Chip& chip);

}  // namespace tilewright::tile
