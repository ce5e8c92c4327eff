// Machines that code is made for.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "codegen/emit.h"
#include "codegen/scalar_ops.h"
#include "support/numerics.h"

namespace tilewright::jit {

// Every fact about the machine that decides code. The thread count is not one.
struct Target {
  std::string name;    // "native", "x86-64-v3", ...
  std::string triple;  // "x86_64-unknown-linux-gnu"
  std::string cpu;     // LLVM's name: "znver4", "x86-64-v4"
  // Enabled features in LLVM's form, sorted: "+avx", "+avx2".
  std::vector<std::string> features;
  codegen::VectorTarget vector;
  // Data caches of one core that blocking uses, in bytes. Nominal for named
  // targets, so that code made anywhere is equal everywhere.
  int64_t l1_bytes = 32 << 10;
  int64_t l2_bytes = 1 << 20;

  // "+avx,+avx2"
  std::string FeatureText() const;
  // Its machine's number in ELF headers.
  uint16_t ElfMachine() const;
  // Equal for equal targets only; the name takes no part.
  std::string Key() const;

  friend bool operator==(const Target& a, const Target& b) { return a.Key() == b.Key(); }
};

// "native", "x86-64-v3", "x86-64-v4", "x86-64-v4-bf16", "aarch64".
std::vector<std::string> TargetNames();

// InvalidArgument, with the list of names, for any other name;
// FailedPrecondition when "native" is asked for on a machine below x86-64-v3.
absl::StatusOr<Target> FindTarget(absl::string_view name);

// FailedPrecondition when this machine cannot run code made for `target`: names
// each feature that is missing, or the other architecture.
absl::Status CheckRunnable(const Target& target);

// The manifest fields that name a target: triple, cpu, features, vector_bits,
// l1, l2. `Target::name` is not one: equal machines share entries.
std::vector<std::pair<std::string, std::string>> ManifestFields(const Target& target);

// What the emitter is told about `target`.
codegen::EmitOptions EmitOptionsFor(const Target& target, Numerics numerics);

}  // namespace tilewright::jit
