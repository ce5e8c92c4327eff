// What processors do in a cycle, as data: what the emitter's choices of tiles rest on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace tilewright::codegen {

// Of one core, at the width of the vectors that a target uses. It shapes code and never
// changes a result.
struct Processor {
  int multiply_adds = 1;  // of vectors of f32, begun in a cycle
  int pair_products = 2;  // vdpbf16ps begun in two cycles, where there is one
  int latency = 5;        // cycles until a multiply-add's result can be added to
  int loads = 2;          // vectors read from the L1 cache in a cycle
  int decoded = 6;        // instructions that a cycle takes up
  // MiB of a last cache that keeps what cores write, all together: reading it there is
  // much faster than memory. 0: there is none, or none that is.
  int last_cache = 32;
  // 1: vscalefps takes hundreds of cycles where a result underflows and is not flushed.
  int slow_underflow = 0;

  // "multiply_adds=1 pair_products=2 latency=5 loads=2 decoded=6 last_cache=32
  // slow_underflow=0": equal for equal ones.
  std::string Text() const;
  // What Text() gave. DATA_LOSS for anything else.
  static absl::StatusOr<Processor> Parse(absl::string_view text);

  // Whether products of bf16 by pairs, two multiply-adds a lane each, take no longer than
  // f32's one by one.
  bool PairsPay() const { return pair_products >= multiply_adds; }

  friend bool operator==(const Processor&, const Processor&) = default;
};

// A class of processors that one tuning serves.
struct ProcessorClass {
  absl::string_view name;  // "zen4"
  absl::string_view cpus;  // LLVM's names of its members: "znver4 znver5"
  bool x86;
  int multiply_adds_512;  // 0: no such vectors
  int multiply_adds;      // of narrower ones
  int pair_products;      // of 512 bits, in two cycles; 0: there are none
  int latency;
  int loads_512, loads;
  int decoded;
  int last_cache;
  int slow_underflow;
  int64_t l1_bytes, l2_bytes;  // of a core

  // Whether LLVM's `cpu` is among its members.
  bool Has(absl::string_view cpu) const;
  Processor WithVectors(int bits) const;
  // Whether its members can be machines of such a kind.
  bool Fits(bool of_x86, int vector_bits, bool pairs) const;
};

// All classes, those of x86-64 first.
absl::Span<const ProcessorClass> ProcessorClasses();
// The class of that name, or null.
const ProcessorClass* FindProcessorClass(absl::string_view name);
// The class of LLVM's `cpu`, or where no class names it the nearest by the features (in
// LLVM's form, sorted).
const ProcessorClass& ClassOfCpu(absl::string_view cpu, bool x86,
                                 const std::vector<std::string>& features);

}  // namespace tilewright::codegen
