// Machines that code is made for, as data.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "codegen/facts/processor.h"

namespace tilewright::codegen {

// What the emitters may assume of the machine: a function of its features.
struct VectorTarget {
  int vector_bits = 512;      // widest vectors to use: 128, 256, 512
  bool fma = true;            // fused multiply-add in hardware
  bool f16c = true;           // f32 <-> f16 conversions in hardware
  bool avx512 = true;         // F, BW, DQ, VL
  bool avx512_bf16 = false;   // vdpbf16ps, vcvtneps2bf16
  bool neon_bf16 = false;     // bfcvtn
  bool neon_dotprod = false;  // sdot, udot
  bool x86 = true;

  // Vector registers that the instructions can name.
  int registers() const { return avx512 || !x86 ? 32 : 16; }
};

// Every fact about the machine that decides code. The thread count is not one.
struct Target {
  std::string name;    // "native", "x86-64-v3", "x86-64-v3:zen3", ...
  std::string triple;  // "x86_64-unknown-linux-gnu"
  std::string cpu;     // LLVM's name: "znver4", "x86-64-v4"
  // Enabled features in LLVM's form, sorted: "+avx", "+avx2".
  std::vector<std::string> features;
  VectorTarget vector;
  Processor processor;
  std::string processor_class;  // whose figures those are: "zen4". As `name`, no fact
  bool nearest_class = false;   // that class does not name `cpu`, but has its features
  // Data caches of one core that blocking uses, in bytes. Nominal for named
  // targets, so that code made anywhere is equal everywhere.
  int64_t l1_bytes = 32 << 10;
  int64_t l2_bytes = 1 << 20;

  // "+avx,+avx2"
  std::string FeatureText() const;
  // The manifest fields that name it: triple, cpu, features, vector_bits, processor, l1,
  // l2. `name` is not one: equal machines share entries.
  std::vector<std::pair<std::string, std::string>> Fields() const;
  // Equal for equal targets only.
  std::string Key() const;

  friend bool operator==(const Target& a, const Target& b) { return a.Key() == b.Key(); }
};

}  // namespace tilewright::codegen
