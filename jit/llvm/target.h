// Machines that code is made for: those with names, and this one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "codegen/facts/target.h"
#include "jit/llvm/host_caches.h"
#include "jit/llvm/host_features.h"

namespace tilewright::jit {

using codegen::Target;

// Its machine's number in ELF headers.
uint16_t ElfMachine(const Target& target);

// "native", "x86-64-v3", "x86-64-v4", "x86-64-v4-bf16", "aarch64", "aarch64-v8.2",
// "aarch64-v8.6".
std::vector<std::string> TargetNames();

// Those of the classes of processors (codegen/facts/processor.h) that can be machines
// like `target`.
std::vector<std::string> ProcessorClassesFor(const Target& target);

// One of TargetNames(), or a named one and a class of processors: "x86-64-v3:zen3". The
// class gives its figures and its caches.
// InvalidArgument, with what there is, for anything else;
// FailedPrecondition when "native" is asked for on a machine below x86-64-v3.
absl::StatusOr<Target> FindTarget(absl::string_view name);

// What "native" is on a machine that LLVM names `cpu` and that says this of itself.
// FailedPrecondition below x86-64-v3, with what is missing.
absl::StatusOr<Target> DescribeMachine(absl::string_view cpu, bool x86,
                                       const ReportedFeatures& reported,
                                       const HostCaches& caches);

// FailedPrecondition when this machine cannot run code made for `target`: names
// each feature that is missing, or the other architecture.
absl::Status CheckRunnable(const Target& target);

}  // namespace tilewright::jit
