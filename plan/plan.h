// What an executable does, as data: buffers, and steps over them. Made by
// codegen, kept by jit in the cache, executed by runtime.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/attributes.h"
#include "ir/literal.h"
#include "ir/tensor_type.h"

namespace tilewright::plan {

enum class Space : uint8_t {
  kArena,     // the executable's one block of temporary memory
  kInput,     // argument `index`
  kOutput,    // result `index`
  kConstant,  // Plan::constants[index]
  kPrepared,  // the executable's own, of Plan::prepared[index] bytes
};

// A range of bytes. Offsets are multiples of 64 except for views.
struct BufferRef {
  Space space = Space::kArena;
  int32_t index = 0;   // its number in the space; 0 for the arena
  int64_t offset = 0;  // bytes from the start of that space
  int64_t bytes = 0;

  friend bool operator==(const BufferRef&, const BufferRef&) = default;
};

// What one run of a kernel costs, for the report, the scheduler and the lens.
// Units of the chip: tile/work/work.h says what each figure counts.
struct MxuCost {
  std::string type;
  int64_t passes = 0;
  int64_t multiplies = 0;
  int64_t slots = 0;

  friend bool operator==(const MxuCost&, const MxuCost&) = default;
};
struct KernelCost {
  int64_t flops = 0;
  int64_t bytes_read = 0;
  int64_t bytes_written = 0;
  std::vector<MxuCost> mxu;  // by type of multiplication
  int64_t vpu = 0;
  int64_t eup = 0;
  int64_t xlu = 0;
  int64_t dmas = 0;
  int64_t dma_bytes = 0;

  friend bool operator==(const KernelCost&, const KernelCost&) = default;
};

// A parameter of a kernel: what its code reads and writes stays in it.
struct KernelBuffer {
  ir::Size bytes;  // of the launch's symbols
  bool written = false;

  friend bool operator==(const KernelBuffer&, const KernelBuffer&) = default;
};

// What whoever runs a kernel has to hand it; kept with its object, too, of which it is
// true (jit/library/launch_section.h). A step with less would have the code write where
// it must not.
struct Launch {
  ir::Size scratch_bytes = 0;  // per thread; of the launch's symbols
  ir::Size grid_steps = 1;     // of the launch's symbols
  std::vector<KernelBuffer> buffers;
  // Of a kernel whose sizes are known when it runs: what holds of its symbols, by number,
  // and the buffer that has their values, an i64 each.
  std::vector<ir::SymbolFacts> symbols;
  int32_t sizes = -1;

  friend bool operator==(const Launch&, const Launch&) = default;
};

// A kernel that steps call. Kernels equal up to names are one.
struct Kernel {
  std::string name;      // for people: "dot_general.3"; not part of identity
  std::string identity;  // SHA-256 of the tile program's text
  Launch launch;
  // Of a kernel with checks, whose last buffer is a report (support/abi.h): the
  // names of its refs, and where its statements are from ("scale.cc:12"), by number in
  // the report. Without names there are no checks.
  std::vector<std::string> ref_names;
  std::vector<std::string> places;
};

struct Step;

struct KernelStep {
  int32_t kernel = 0;              // index into Plan::kernels
  std::vector<BufferRef> buffers;  // one per kernel parameter
  int64_t grid_steps = 1;          // its launch's, of the sizes that it is handed
  int64_t scratch_bytes = 0;       // likewise
  KernelCost cost;                 // likewise
  // Of a kernel whose sizes are known when it runs: which of the program's symbols its
  // own are, in order.
  std::vector<ir::SymbolId> symbols;
};

struct CopyStep {
  BufferRef from;
  BufferRef to;  // same number of bytes; never overlaps partly
};

// A routine from the runtime's table (runtime/routines/routines.h).
struct RoutineStep {
  std::string routine;        // e.g. "fft", "cholesky", "lapack_sgetrf_ffi"
  ir::Attributes attributes;  // those of the operation
  std::vector<ir::TensorType> operand_types;
  std::vector<ir::TensorType> result_types;
  std::vector<BufferRef> operands;
  std::vector<BufferRef> results;  // disjoint from operands
};

// Runs condition; while the i1 in `predicate` is set: body, condition.
struct WhileStep {
  std::vector<Step> condition;
  BufferRef predicate;
  std::vector<Step> body;
};

// Runs branches[i], i the i32 (or i1: true is branch 0) in `index`; out of
// range takes the last.
struct CaseStep {
  BufferRef index;
  bool index_is_predicate = false;
  std::vector<std::vector<Step>> branches;
};

enum class StepKind : uint8_t { kKernel, kCopy, kRoutine, kWhile, kCase };

// One of the structs above, by `kind`.
struct Step {
  StepKind kind = StepKind::kKernel;
  std::string name;  // the source operation's; for people
  // The source operation's (ir/location.h), of several the one that `name` is of; -1: the
  // step comes from none. A plan says nothing of a program's files and lines.
  int32_t ordinal = -1;
  KernelStep kernel;
  CopyStep copy;
  RoutineStep routine;
  WhileStep loop;
  CaseStep branch;
};

// Input `input` may be given up by the caller; its memory is then output
// `output`'s.
struct DonatedBuffer {
  int32_t input = 0;
  int32_t output = 0;
};

struct Plan {
  std::vector<ir::TensorType> inputs;
  std::vector<ir::TensorType> outputs;
  std::vector<ir::Literal> constants;
  int64_t arena_bytes = 0;
  std::vector<Kernel> kernels;
  // What depends on constants alone, such as weights laid out for the kernels that
  // read them: made once, when the executable is, by kernels that read constants and
  // write prepared memory. The steps of a run only read it.
  std::vector<int64_t> prepared;  // sizes
  std::vector<Step> preparation;
  std::vector<Step> steps;
  std::vector<DonatedBuffer> donations;
};

}  // namespace tilewright::plan
