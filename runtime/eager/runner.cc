#include "runtime/eager/runner.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "plan/updates.h"
#include "plan/visit.h"
#include "runtime/eager/program.h"
#include "runtime/run/run_plan.h"
#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

using Clock = std::chrono::steady_clock;

// Nodes of ever new sizes leave memory as it is.
constexpr size_t kMostBound = 4096;
// Bytes of scratch that stay from one operation to the next.
constexpr int64_t kKeptWorkspace = int64_t{16} << 20;
// Of an operation that is open at first (Operation::Sizes, Runner::IsBetterKnown): how
// often its sizes return, or it runs, before it knows them, and the most memory between
// its kernels.
constexpr int kReturns = 4, kOpenRuns = 64, kOpenRunsOfMuch = 4;
// Operations between that make it a return.
constexpr uint64_t kBetween = 128;
constexpr int64_t kLargeBytes = int64_t{1} << 20, kManyBytes = int64_t{64} << 10;
constexpr int64_t kStreamedBytes = int64_t{48} << 20;
constexpr int64_t kMostTemporary = int64_t{64} << 20, kMuchTemporary = kMostTemporary / 8;

bool Overlap(const uint8_t* a, int64_t a_bytes, const uint8_t* b, int64_t b_bytes) {
  return a < b + b_bytes && b < a + a_bytes;
}

int64_t SumOf(const std::vector<int64_t>& arrays) {
  return absl::c_accumulate(arrays, int64_t{0});
}
// Rows of an array that vectors are hardly filled with, or a product of so few that its
// other side is packed for hardly more than one use.
bool HasShortRows(const NodeStructure& node) {
  constexpr int64_t kShort = 32, kFew = 16;
  const auto is_array = [](const NodeOperand& operand) {
    return operand.kind == Operand::Kind::kArray && operand.sizes.size() >= 2;
  };
  const NodeOperand* before = nullptr;  // an array that is read
  for (size_t i = 0; i < node.operands.size(); ++i) {
    const NodeOperand& operand = node.operands[i];
    if (!is_array(operand)) continue;
    const int64_t columns = operand.sizes.back(), rows = operand.sizes.end()[-2];
    if (columns >= 2 && columns < kShort && operand.strides.back() == 1) return true;
    if (i >= node.head.operands) continue;
    if (before != nullptr && before->sizes != operand.sizes &&
        std::min(before->sizes.end()[-2], rows) < kFew) {
      return true;
    }
    before = &operand;
  }
  return false;
}

// For people: the operation, and of its operands the types and ranks, or, of code that
// knows them, the sizes. "add (f32[2], f32[1])", "sort (f32[3x5])".
std::string ClassOf(const NodeStructure& node, bool has_sizes) {
  std::vector<std::string> operands;
  for (size_t i = 0; i < node.head.operands; ++i) {
    const NodeOperand& operand = node.operands[i];
    if (operand.kind != Operand::Kind::kArray) continue;
    operands.push_back(absl::StrCat(ir::Name(operand.element), "[",
                                    has_sizes ? absl::StrJoin(operand.sizes, "x")
                                              : absl::StrCat(operand.sizes.size()),
                                    "]"));
  }
  return absl::StrCat(node.head.operation->name, " (", absl::StrJoin(operands, ", "),
                      ")");
}

// Copies the bytes of its operand.
absl::Status CopyBytes(const NodeView& node, const RunContext& context) {
  Count(context.counters->copies);
  runtime::Crew crew;
  crew.pool = &context.device->workers();
  crew.threads = context.device->threads();
  runtime::CopyMemory(node.address(1), node.address(0),
                      node.Structure().operands[0].sizes[0], crew);
  return absl::OkStatus();
}
// Writes the time.
absl::Status ReadClock(const NodeView& node, const RunContext&) {
  const int64_t now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                          std::chrono::steady_clock::now().time_since_epoch())
                          .count();
  std::memcpy(node.address(0), &now, sizeof now);
  return absl::OkStatus();
}

absl::Status InOperation(const Operation& operation, const absl::Status& status) {
  return absl::Status(status.code(),
                      absl::StrCat(operation.name, ": ", status.message()));
}

}  // namespace

constexpr Operation kCopyBytes = {"copy", nullptr, Operation::Sizes::kNumbers,
                                  &CopyBytes};
constexpr Operation kReadClock = {"clock", nullptr, Operation::Sizes::kNumbers,
                                  &ReadClock};

absl::Status Runner::Run(const NodeView& node, bool* stays_apart) {
  Kernel& kernel = FindKernel(node);
  *stays_apart = kernel.library_calls > 0 || !kernel.status.ok();
  TW_RETURN_IF_ERROR(kernel.status);
  return Launch(kernel, node);
}

std::optional<absl::Status> Runner::RunIfQuick(const NodeView& node) {
  Kernel* const kernel = FindRecent(node.structure());
  if (kernel == nullptr || !kernel->pace.quick()) return std::nullopt;
  CountAlone(counters_->kernel_hits);
  return Launch(*kernel, node);
}

Runner::Kernel* Runner::FindRecent(KeyView key) const {
  if (const auto found = bound_.find(key); found != bound_.end()) {
    return found->second.get();
  }
  const auto found = for_sizes_.find(key);
  return found == for_sizes_.end() ? nullptr : found->second.get();
}

// Whether it is time for a kernel that knows the sizes. A batch of another length is met
// by each layer, and perhaps never again.
bool Runner::ComesAgain(Kernel* kernel) const {
  if (kernel->returns < 0) return false;
  if (operations_ - kernel->returned_at >= kBetween) {
    kernel->returned_at = operations_;
    ++kernel->returns;
  }
  const bool much = kernel->sized.temporary_bytes > kMuchTemporary;
  return ++kernel->open_runs >= (much ? kOpenRunsOfMuch : kOpenRuns) ||
         kernel->returns >= kReturns;
}

Runner::Kernel& Runner::FindKernel(const NodeView& node) {
  const KeyView key = node.structure();
  ++operations_;
  if (Kernel* const recent = FindRecent(key); recent != nullptr) {
    CountAlone(counters_->kernel_hits);
    if (!ComesAgain(recent)) return *recent;
    bound_.erase(key);
    return KeepForSizes(Key(key.begin(), key.end()), node, "its sizes come again");
  }
  Key words(key.begin(), key.end());
  if (const auto before = bound_before_.find(key); before != bound_before_.end()) {
    CountAlone(counters_->kernel_hits);
    std::unique_ptr<Kernel> kernel = std::move(before->second);
    bound_before_.erase(before);
    return KeepBound(std::move(words), std::move(kernel));
  }
  const NodeStructure structure = node.Structure();
  absl::StatusOr<std::unique_ptr<Kernel>> bound = BindKernel(structure, node.place());
  if (bound.ok()) return KeepBound(std::move(words), *std::move(bound));
  {
    const std::lock_guard<std::mutex> lock(reasons_mutex_);
    ++reasons_[absl::StrCat(structure.head.operation->name, ": ",
                            bound.status().message())];
  }
  return KeepForSizes(std::move(words), node,
                      absl::StrCat("its sizes are new; ", bound.status().message()));
}

Runner::Kernel& Runner::KeepForSizes(Key&& words, const NodeView& node,
                                     const std::string& cause) {
  return *(for_sizes_[std::move(words)] = std::make_unique<Kernel>(
               MakeKernel(node.Structure(), cause, node.place())));
}

Runner::Kernel& Runner::KeepBound(Key&& words, std::unique_ptr<Kernel> kernel) {
  if (bound_.size() == kMostBound) {
    bound_before_ = std::move(bound_);
    bound_.clear();
  }
  return *(bound_[std::move(words)] = std::move(kernel));
}

std::vector<std::pair<std::string, int64_t>> Runner::CompiledForOneSize() const {
  const std::lock_guard<std::mutex> lock(reasons_mutex_);
  return {reasons_.begin(), reasons_.end()};
}

// Whether code for these sizes is so much faster that it is worth its compilation where
// they come again. It changes no value.
bool Runner::IsBetterKnown(const NodeStructure& node, const Kernel& kernel) {
  const int64_t read = SumOf(kernel.input_bytes), written = SumOf(kernel.output_bytes);
  // A sum of all is cut into parts for threads.
  if (read >= kLargeBytes && kernel.sized.most_grid_steps == 1) return true;
  // What is written passes the caches.
  if (written >= kStreamedBytes) return true;
  return read + written >= kManyBytes && HasShortRows(node);
}

absl::StatusOr<std::unique_ptr<Runner::Kernel>> Runner::BindKernel(
    const NodeStructure& node, uint32_t place) {
  if (!open_sizes_) return absl::UnimplementedError("open sizes are switched off");
  const NodeStructure collapsed = Collapsed(node);
  TW_ASSIGN_OR_RETURN(const Form form, FormOf(collapsed));
  const auto [found, made] = classes_.FindOrMake(collapsed, form, options_);
  TW_RETURN_IF_ERROR(found->status());
  if (made) {
    const runtime::CompileStats& stats = found->kernel().stats();
    const std::string code = ClassOf(node, /*has_sizes=*/false);
    Count(counters_->classes);
    counters_->code_uses.Add(found->use(), code, stats);
    CountMade(stats.kernels_compiled > 0, code, "its class is new", place, counters_);
  } else {
    CountAlone(counters_->kernel_hits);
  }
  TW_ASSIGN_OR_RETURN(KernelClass::Sized sized, found->At(form.sizes));
  auto kernel = std::make_unique<Kernel>();
  kernel->open = found;
  kernel->launches = counters_->launches.Of(ClassOf(node, /*has_sizes=*/false));
  kernel->use = found->use();
  kernel->inputs = found->inputs();
  kernel->outputs = found->outputs();
  kernel->becomes = found->becomes();
  kernel->checks = found->checks();
  kernel->input_bytes = std::move(sized.input_bytes);
  kernel->output_bytes = std::move(sized.output_bytes);
  kernel->sized = std::move(sized.kernel);
  kernel->numbers = std::move(sized.numbers);
  kernel->returned_at = operations_;
  if (node.head.operation->sizes == Operation::Sizes::kOpenAtFirst) {
    if (kernel->sized.temporary_bytes > kMostTemporary) {
      return absl::ResourceExhaustedError("open sizes take much memory");
    }
    kernel->returns = 0;
    return kernel;
  }
  if (IsBetterKnown(collapsed, *kernel)) {
    kernel->returns = 0;
  } else {
    kernel->pace = Pace(SumOf(kernel->input_bytes) + SumOf(kernel->output_bytes));
  }
  return kernel;
}

Runner::Kernel Runner::MakeKernel(const NodeStructure& node, const std::string& cause,
                                  uint32_t place) {
  Kernel kernel;
  kernel.status = Make(node, Blocks::kInPlace, cause, place, &kernel);
  if (kernel.status.ok() && kernel.executable == nullptr) {
    kernel.status = Make(node, Blocks::kAnew, cause, place, &kernel);
  }
  return kernel;
}

absl::Status Runner::Make(const NodeStructure& node, Blocks blocks,
                          const std::string& cause, uint32_t place, Kernel* kernel) {
  TW_ASSIGN_OR_RETURN(const NodeProgram made, BuildProgram(node, blocks));
  auto executable = runtime::Executable::Compile(made.program, options_);
  if (!executable.ok()) return InOperation(*node.head.operation, executable.status());
  const plan::Plan& plan = (*executable)->plan();
  if (made.nest >= 0 && !plan::UpdatesInPlace(plan, made.nest, 0)) {
    return absl::OkStatus();
  }
  kernel->executable = *std::move(executable);
  plan::ForEachStep(plan.steps, [&](const plan::Step& step) {
    kernel->library_calls += step.kind == plan::StepKind::kRoutine ? 1 : 0;
  });
  const runtime::CompileStats& stats = kernel->executable->stats();
  const std::string code = ClassOf(node, /*has_sizes=*/true);
  kernel->use = std::make_shared<CodeUse>();
  counters_->code_uses.Add(kernel->use, code, stats);
  CountMade(stats.kernels_compiled > 0, code, cause, place, counters_);
  Count(counters_->for_one_size);
  kernel->launches = counters_->launches.Of(code);
  kernel->inputs = made.inputs;
  kernel->outputs = made.outputs;
  kernel->becomes = made.becomes;
  if (made.same >= 0 && plan.steps.size() <= 2) kernel->becomes[made.same] = 0;
  kernel->checks = made.checks;
  for (const ir::TensorType& type : made.program.InputTypes()) {
    kernel->input_bytes.push_back(type.byte_size());
  }
  const std::vector<ir::TensorType> results = made.program.OutputTypes();
  for (size_t o = 0; o < kernel->outputs.size(); ++o) {
    kernel->output_bytes.push_back(results[o].byte_size());
  }
  if (made.nest >= 0) {
    kernel->input_bytes[made.nest] = kernel->output_bytes[0] = made.within.byte_size();
  }
  kernel->pace = Pace(SumOf(kernel->input_bytes) + SumOf(kernel->output_bytes));
  return absl::OkStatus();
}

absl::Status Runner::Launch(Kernel& kernel, const NodeView& node) {
  absl::InlinedVector<const void*, 8> inputs(kernel.inputs.size());
  absl::InlinedVector<void*, 4> outputs(kernel.outputs.size());
  std::vector<runtime::Block> temporaries;
  for (size_t o = 0; o < outputs.size(); ++o) {
    outputs[o] = node.address(kernel.outputs[o]);
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (kernel.inputs[i] < 0) {
      inputs[i] = &kernel.numbers[-1 - kernel.inputs[i]];
      continue;
    }
    const size_t operand = kernel.inputs[i];
    if (!node.is_array(operand)) {
      inputs[i] = node.immediate(operand);
      continue;
    }
    const uint8_t* const address = node.address(operand);
    inputs[i] = address;
    for (size_t o = 0; o < outputs.size(); ++o) {
      if (kernel.becomes[i] == static_cast<int>(o)) continue;
      if (!Overlap(address, kernel.input_bytes[i], static_cast<uint8_t*>(outputs[o]),
                   kernel.output_bytes[o])) {
        continue;
      }
      // Results may not lie over what is still read.
      TW_ASSIGN_OR_RETURN(runtime::Block copy,
                          device_->memory()->Allocate(kernel.input_bytes[i], [] {
                            return std::string("a copy of an operand");
                          }));
      std::memcpy(copy.data(), address, kernel.input_bytes[i]);
      inputs[i] = copy.data();
      temporaries.push_back(std::move(copy));
      Count(counters_->temporaries);
      break;
    }
  }
  absl::InlinedVector<int64_t, 4> found(kernel.checks.size());
  for (int64_t& each : found) outputs.push_back(&each);
  CountAlone(*kernel.launches);
  kernel.use->Ran();
  absl::Status status;
  const bool tries = kernel.pace.tries();
  const int threads = tries || kernel.pace.quick() ? 1 : device_->threads();
  const auto begin = tries ? Clock::now() : Clock::time_point();
  if (kernel.open != nullptr) {
    status = RunOpen(kernel, threads, inputs, outputs);
  } else {
    CountAlone(counters_->launches_for_one_size);
    if (kernel.library_calls > 0) Count(counters_->library_calls, kernel.library_calls);
    runtime::ExecuteOptions options;
    options.threads = threads;
    options.memory = device_->memory().get();
    options.workers = &device_->workers();
    status = kernel.executable->Execute(inputs, outputs, options);
  }
  if (tries) kernel.pace.Note(Clock::now() - begin);
  if (!status.ok()) return InOperation(node.operation(), status);
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i] == Check::kHolds) continue;
    return Failure(kernel.checks[i], found[i], node.Structure());
  }
  return status;
}

absl::Status Runner::RunOpen(const Kernel& kernel, int threads,
                             absl::Span<const void* const> inputs,
                             absl::Span<void* const> outputs) {
  absl::InlinedVector<void*, 12> arguments;
  for (const void* const input : inputs) arguments.push_back(const_cast<void*>(input));
  arguments.insert(arguments.end(), outputs.begin(), outputs.end());
  runtime::Crew crew;
  crew.pool = &device_->workers();
  crew.threads = threads;
  crew.scratch_bytes = kernel.sized.scratch_bytes;
  crew.numerics = options_.facts.kernel.numerics;
  const int64_t scratch = crew.scratch_bytes * crew.threads;
  const int64_t wanted = scratch + kernel.sized.temporary_bytes;
  runtime::Block own;
  runtime::Block& workspace = wanted <= kKeptWorkspace ? workspace_ : own;
  if (wanted > workspace.size()) {
    workspace = {};
    TW_ASSIGN_OR_RETURN(workspace, device_->memory()->Allocate(
                                       wanted, [] { return std::string("scratch"); }));
  }
  crew.scratch = static_cast<char*>(workspace.data());
  return kernel.open->kernel().Run(kernel.sized, arguments, crew, crew.scratch + scratch);
}

}  // namespace tilewright::eager
