// Code that is the same for all sizes of a segment.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "ir/open/symbolic_program.h"
#include "runtime/run/executable.h"
#include "runtime/run/open_kernel.h"

namespace tilewright::eager {

struct OpenCode {
  ir::SymbolicProgram program;
  std::unique_ptr<const runtime::OpenKernel> kernel;
  Numerics numerics = Numerics::kIeee;
};

// Of programs that are one but for numbers. Unimplemented where they are not, or where a
// kernel has to know its sizes.
absl::StatusOr<std::shared_ptr<const OpenCode>> MakeOpenCode(
    absl::Span<const ir::Program> programs, runtime::CompileOptions options);

// That code at sizes.
struct OpenRun {
  std::shared_ptr<const OpenCode> code;
  runtime::OpenKernel::Sized sized;
  std::vector<uint64_t> numbers;  // that the program takes behind its inputs
};

// Runs what `program`, of numbers, would; Unimplemented where it is another one.
absl::StatusOr<OpenRun> OpenRunOf(std::shared_ptr<const OpenCode> code,
                                  const ir::Program& program);

// As runtime::Executable::Execute does of that program. `options` has memory and workers.
absl::Status RunOpen(const OpenRun& run, absl::Span<const void* const> inputs,
                     absl::Span<void* const> outputs,
                     const runtime::ExecuteOptions& options);

}  // namespace tilewright::eager
