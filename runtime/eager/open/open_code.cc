#include "runtime/eager/open/open_code.h"

#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "ir/check/verify.h"
#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

constexpr size_t kWordsOfNumber = 2;

}  // namespace

absl::StatusOr<std::shared_ptr<const OpenCode>> MakeOpenCode(
    absl::Span<const ir::Program> programs, runtime::CompileOptions options) {
  auto code = std::make_shared<OpenCode>();
  TW_ASSIGN_OR_RETURN(code->program, ir::SymbolicProgram::Of(programs));
  TW_RETURN_IF_ERROR(ir::VerifyStatus(code->program.program()));
  const auto at_hand = code->program.Match(programs.back());
  if (!at_hand) return absl::InternalError("a program is none of those that it is");
  options.sizes = at_hand->sizes;
  code->numerics = options.facts.kernel.numerics;
  TW_ASSIGN_OR_RETURN(code->kernel,
                      runtime::OpenKernel::Make(code->program.program(), options));
  return code;
}

absl::StatusOr<OpenRun> OpenRunOf(std::shared_ptr<const OpenCode> code,
                                  const ir::Program& program) {
  const std::optional<ir::SymbolicProgram::Instance> at = code->program.Match(program);
  if (!at) return absl::UnimplementedError("another program");
  OpenRun run;
  TW_ASSIGN_OR_RETURN(run.sized, code->kernel->At(at->sizes));
  for (const ir::Literal& number : at->numbers) {
    // An element is at most two words.
    const size_t at_word = run.numbers.size();
    run.numbers.resize(at_word + kWordsOfNumber);
    std::memcpy(&run.numbers[at_word], number.bytes().data(), number.bytes().size());
  }
  run.code = std::move(code);
  return run;
}

absl::Status RunOpen(const OpenRun& run, absl::Span<const void* const> inputs,
                     absl::Span<void* const> outputs,
                     const runtime::ExecuteOptions& options) {
  std::vector<void*> arguments;
  arguments.reserve(inputs.size() + run.code->program.numbers() + outputs.size());
  for (const void* const input : inputs) arguments.push_back(const_cast<void*>(input));
  for (size_t n = 0; n < run.numbers.size(); n += kWordsOfNumber) {
    arguments.push_back(const_cast<uint64_t*>(&run.numbers[n]));
  }
  arguments.insert(arguments.end(), outputs.begin(), outputs.end());
  runtime::Crew crew;
  crew.pool = options.workers;
  crew.threads = options.threads;
  crew.waiters = options.waiters;
  crew.scratch_bytes = run.sized.scratch_bytes;
  crew.numerics = run.code->numerics;
  const int64_t scratch = crew.scratch_bytes * crew.threads;
  TW_ASSIGN_OR_RETURN(
      const runtime::Block workspace,
      options.memory->AllocateTemporary(scratch + run.sized.temporary_bytes, [] {
        return std::string("a segment's temporary memory");
      }));
  crew.scratch = static_cast<char*>(workspace.data());
  return run.code->kernel->Run(run.sized, arguments, crew, crew.scratch + scratch);
}

}  // namespace tilewright::eager
