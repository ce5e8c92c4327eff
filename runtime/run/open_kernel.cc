#include "runtime/run/open_kernel.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "jit/llvm/target.h"
#include "plan/launch.h"
#include "support/abi.h"
#include "support/float_state.h"
#include "support/round.h"
#include "support/status_macros.h"

namespace tilewright::runtime {
namespace {

bool MakesDataOfSizes(const ir::Region& region) {
  return std::any_of(
      region.operations.begin(), region.operations.end(), [](const ir::Operation& op) {
        return op.kind == ir::OpKind::kGetDimensionSize ||
               std::any_of(op.regions.begin(), op.regions.end(), MakesDataOfSizes);
      });
}

absl::Status Unfit(const ir::Program& program, absl::string_view why) {
  return absl::UnimplementedError(
      absl::StrCat("@", program.name, " is not one kernel for all sizes: ", why));
}

// Whether the kernel's parameter has the bytes of the type at all sizes.
bool Holds(const ir::TensorType& type, const plan::KernelBuffer& buffer,
           const std::vector<ir::SymbolId>& symbols) {
  const ir::Size bytes = ir::Substitute(
      buffer.bytes, [&](ir::SymbolId id) { return ir::Size::OfSymbol(symbols[id]); });
  return bytes == NumElements(type.shape) * ir::StorageBytes(type.element);
}

bool Keeps(int64_t value, const ir::SymbolFacts& facts) {
  return value >= facts.at_least && value <= facts.at_most &&
         (facts.multiple_of == 1 || value % facts.multiple_of == 0);
}

}  // namespace

absl::StatusOr<std::unique_ptr<const OpenKernel>> OpenKernel::Make(
    const ir::Program& program, const jit::CompileOptions& options) {
  if (MakesDataOfSizes(program.body)) return Unfit(program, "a size is data of it");
  TW_RETURN_IF_ERROR(jit::CheckRunnable(options.facts.kernel.target));
  TW_ASSIGN_OR_RETURN(jit::CompiledProgram compiled,
                      jit::CompileProgram(program, options));
  plan::Plan& plan = compiled.plan;
  if (plan.steps.size() != 1 || !plan.preparation.empty() || plan.arena_bytes != 0 ||
      plan.steps[0].kind != plan::StepKind::kKernel) {
    return Unfit(program, absl::StrCat("it is ", plan.steps.size(), " steps"));
  }
  const plan::KernelStep& call = plan.steps[0].kernel;
  const plan::Kernel& kernel = plan.kernels[call.kernel];
  const std::vector<ir::SymbolId>& symbols = call.symbols;
  if (kernel.launch.sizes < 0) return Unfit(program, "the kernel knows its sizes");
  // What follows from the cache is believed only as far as it is looked at.
  const bool known = symbols.size() == kernel.launch.symbols.size() &&
                     std::all_of(symbols.begin(), symbols.end(), [&](ir::SymbolId id) {
                       return id >= 0 && id < program.symbols.count();
                     });
  if (!known || symbols.size() > kMostSymbols || call.buffers.size() > kMostParameters ||
      !kernel.ref_names.empty()) {
    return Unfit(program, "its plan is another's");
  }
  auto made = std::unique_ptr<OpenKernel>(new OpenKernel());
  TW_ASSIGN_OR_RETURN(made->constants_, ConstantMemory::Take(&plan, Block::Kind::kPlain));
  const std::vector<ir::TensorType> inputs = program.InputTypes();
  const std::vector<ir::TensorType> outputs = program.OutputTypes();
  for (size_t p = 0; p < call.buffers.size(); ++p) {
    const plan::BufferRef& buffer = call.buffers[p];
    Parameter& parameter = made->parameters_.emplace_back();
    if (static_cast<int32_t>(p) == kernel.launch.sizes) continue;
    if (buffer.space == plan::Space::kConstant &&
        kernel.launch.buffers[p].bytes.is_number()) {
      parameter.constant =
          static_cast<char*>(made->constants_.constant(buffer.index)) + buffer.offset;
      continue;
    }
    const bool is_input = buffer.space == plan::Space::kInput;
    if (!is_input && buffer.space != plan::Space::kOutput) {
      return Unfit(program, "it reads what follows from its sizes");
    }
    const ir::TensorType& type = (is_input ? inputs : outputs)[buffer.index];
    if (buffer.offset != 0 || !Holds(type, kernel.launch.buffers[p], symbols)) {
      return Unfit(program, "it reads or writes a part of an array");
    }
    parameter.argument =
        buffer.index + (is_input ? 0 : static_cast<int32_t>(inputs.size()));
  }
  made->symbols_ = program.symbols;
  for (int s = 0; s < program.symbols.count(); ++s) {
    ir::SymbolFacts facts = program.symbols[s].facts;
    // Sizes of 0 and 1 are none of a symbol's: their programs are others.
    facts.at_least = std::max<int64_t>(facts.at_least, 2);
    made->facts_.push_back(facts);
  }
  made->kernel_symbols_ = symbols;
  made->arguments_ = inputs.size() + outputs.size();
  made->launch_ = kernel.launch;
  made->steps_ = ir::SizeFunction(kernel.launch.grid_steps);
  made->scratch_ = ir::SizeFunction(kernel.launch.scratch_bytes);
  made->identity_ = kernel.identity;
  made->stats_ = compiled.stats;
  made->kernel_ = compiled.kernels[call.kernel];
  return std::unique_ptr<const OpenKernel>(std::move(made));
}

absl::StatusOr<int64_t> OpenKernel::ScratchBytes(absl::Span<const int64_t> sizes) const {
  if (launch_.scratch_bytes.is_number()) {
    return RoundUp(launch_.scratch_bytes.number(), TW_BUFFER_ALIGNMENT);
  }
  if (sizes.size() != facts_.size()) return Refusal(sizes, 0);
  int64_t values[kMostSymbols], bytes = 0;
  for (size_t k = 0; k < kernel_symbols_.size(); ++k) {
    values[k] = sizes[kernel_symbols_[k]];
  }
  if (!scratch_.Compute({values, kernel_symbols_.size()}, &bytes) || bytes < 0 ||
      bytes > plan::kMaxBytes) {
    return Refusal(sizes, 0);
  }
  return RoundUp(bytes, TW_BUFFER_ALIGNMENT);
}

absl::Status OpenKernel::Refusal(absl::Span<const int64_t> sizes, int64_t scratch) const {
  if (sizes.size() != facts_.size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        sizes.size(), " sizes for a program of ", facts_.size(), " symbols"));
  }
  TW_RETURN_IF_ERROR(symbols_.Check(sizes));
  for (size_t s = 0; s < sizes.size(); ++s) {
    TW_RETURN_IF_ERROR(ir::CheckFacts(facts_[s], symbols_[s].name, sizes[s]));
  }
  std::vector<int64_t> own;
  for (ir::SymbolId id : kernel_symbols_) own.push_back(sizes[id]);
  TW_ASSIGN_OR_RETURN(const int64_t steps, plan::GridStepsOf(launch_, own));
  TW_ASSIGN_OR_RETURN(const int64_t bytes, plan::ScratchBytesOf(launch_, own));
  return absl::InvalidArgumentError(absl::StrCat("a grid of ", steps, " steps with ",
                                                 bytes, " bytes of scratch each, of ",
                                                 scratch));
}

absl::Status OpenKernel::Run(absl::Span<const int64_t> sizes,
                             absl::Span<void* const> arguments, const Crew& crew) const {
  if (arguments.size() != arguments_) {
    return absl::InvalidArgumentError(
        absl::StrCat(arguments.size(), " arrays for a program of ", arguments_));
  }
  if (sizes.size() != facts_.size()) return Refusal(sizes, crew.scratch_bytes);
  bool fits = true;
  for (size_t s = 0; s < sizes.size(); ++s) fits = fits && Keeps(sizes[s], facts_[s]);
  int64_t values[kMostSymbols];
  for (size_t k = 0; k < kernel_symbols_.size(); ++k) {
    values[k] = sizes[kernel_symbols_[k]];
  }
  int64_t steps = 0, scratch = 0;
  const absl::Span<const int64_t> own(values, kernel_symbols_.size());
  fits = fits && steps_.Compute(own, &steps) && steps >= 1 &&
         steps <= plan::kMaxGridSteps && scratch_.Compute(own, &scratch) &&
         scratch >= 0 && scratch <= crew.scratch_bytes;
  if (!fits) return Refusal(sizes, crew.scratch_bytes);
  void* buffers[kMostParameters];
  for (size_t p = 0; p < parameters_.size(); ++p) {
    const Parameter& parameter = parameters_[p];
    buffers[p] = parameter.argument >= 0         ? arguments[parameter.argument]
                 : parameter.constant != nullptr ? parameter.constant
                                                 : values;
  }
  const ScopedFloatState float_state(crew.numerics);
  RunGrid(kernel_->entry(), steps, buffers, crew);
  return absl::OkStatus();
}

}  // namespace tilewright::runtime
