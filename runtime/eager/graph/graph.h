// Operations that are captured once and run as one program again and again.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "ir/element_type.h"
#include "runtime/eager/memory/buffer.h"
#include "runtime/eager/recorder.h"

namespace tilewright::ir {
struct Program;
}

namespace tilewright::eager {

// A program that was captured, with its code. Thread-safe; a run that is recorded keeps
// what it needs.
class Graph {
 public:
  virtual ~Graph() = default;

  // Where an input begins.
  struct Input {
    Buffer* buffer = nullptr;
    int64_t offset = 0;  // in bytes
  };
  struct Run {
    absl::Span<const Input> inputs;  // as Capture::AddInput counts them
    // As Capture::Finish counts them, of the bytes that were captured.
    absl::Span<Buffer* const> outputs;
    // The first of `randoms()` random numbers.
    uint64_t seed = 0, offset = 0;
    uint32_t place = 0;  // Call's
  };

  virtual int64_t randoms() const = 0;
  // Whether its code is the same for other sizes.
  virtual bool is_open() const = 0;
  // What the captured operations did with their inputs it does with these.
  virtual absl::Status Record(const Run& run) const = 0;
};

// Of captured programs that may be one but for their sizes: code for all of them, once
// there have been some. Thread-safe.
class GraphFamily {
 public:
  virtual ~GraphFamily() = default;
  // Whether there is such code, or may yet be.
  virtual bool may_open() const = 0;
};

// Captures the operations of one thread at a time. Their operands are inputs, what they
// have computed, and constants: memory that was there before, which they do not write.
// No values exist meanwhile: who reads one gets FailedPrecondition.
class Capture {
 public:
  virtual ~Capture() = default;

  // Memory of an input, of so many bytes from its first element to its last.
  virtual BufferRef AddInput(int64_t bytes) = 0;
  // Which one this is; -1 for other memory.
  virtual int InputOf(const Buffer& buffer) const = 0;
  // Whether it may be an output: an input, or what operations have computed.
  virtual bool CanGive(const Buffer& buffer) const = 0;

  // From here to Close the calling thread's operations are captured. Not inside of
  // another capture: FailedPrecondition.
  virtual absl::Status Open() = 0;
  virtual void Close() = 0;

  // Operations that were captured so far.
  virtual int64_t operations() const = 0;

  // Counts so many random numbers more; gives how many were taken before.
  virtual uint64_t TakeRandom(int64_t count) = 0;

  // Compiles what was captured, so that it computes what is in these buffers, each of
  // this capture and no input, and in the inputs that were written. Unimplemented where
  // the operations are no program; nothing more is captured. It becomes one of the
  // family, whose code for all sizes is taken if not `own`: NotFound where there is none
  // that does the same.
  virtual absl::StatusOr<std::shared_ptr<const Graph>> Finish(
      absl::Span<Buffer* const> outputs, GraphFamily* family, bool own) = 0;

  // Instead of Finish: what was captured becomes one of the family, and is not compiled.
  virtual absl::Status Join(absl::Span<Buffer* const> outputs, GraphFamily* family) = 0;

  // An array whose elements fill its memory, row-major.
  struct Array {
    ir::ElementType element = ir::ElementType::kF32;
    std::vector<int64_t> sizes;
  };
  // For those who run it elsewhere: StableHLO's text of a program of all inputs, in their
  // order, and the outputs that were asked for. Behind them is one for each thing that
  // its operations check, an i64: Check::kHolds, or what is wrong, which is $0 in its
  // text.
  struct Exported {
    std::string text;
    std::vector<std::string> checks;
    std::shared_ptr<const ir::Program> program;  // what the text says
    // By operation of the program's body: which captured one it is of; -1: none.
    std::vector<int64_t> captured_by;
  };
  // Instead of Finish. Each output has memory of its own. Unimplemented where the
  // operations are no program, write an input or take random numbers.
  virtual absl::StatusOr<Exported> Export(absl::Span<const Array> inputs,
                                          absl::Span<Buffer* const> outputs,
                                          absl::Span<const Array> arrays) = 0;
};

// An abstract class, as Recorder is, which outlives it.
class Capturer {
 public:
  virtual ~Capturer() = default;
  virtual std::unique_ptr<Capture> Begin() = 0;
  virtual std::unique_ptr<GraphFamily> NewFamily() = 0;

  // Sizes that programs were captured with some values of.
  struct OpenSizes {
    struct Symbol {
      std::string name;
      int64_t at_least = 0;
      int64_t at_most = 0;
    };
    std::vector<Symbol> symbols;
    std::vector<std::vector<int64_t>> points;      // values of all symbols, by program
    std::vector<std::string> names;                // of inputs
    std::vector<std::vector<std::string>> inputs;  // their sizes, as ir/size/text.h says
    std::vector<std::string> factors;              // what sizes are made of besides
    std::vector<std::vector<std::string>> floats;  // ir::SizeFormula's steps
  };
  // One program for all sizes. Unimplemented where these are not one, and then where that
  // was seen is in *captured: a captured operation, or -1.
  virtual absl::StatusOr<Capture::Exported> Open(
      const std::vector<Capture::Exported>& programs, const OpenSizes& sizes,
      int64_t* captured) = 0;
};
Capturer& ProcessCapturer();

}  // namespace tilewright::eager
