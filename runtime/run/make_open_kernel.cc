// From the plan of a program of symbols to kernels that run at all sizes.
#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "jit/llvm/target.h"
#include "plan/updates.h"
#include "runtime/run/open_kernel.h"
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

// The kernels that know all sizes, by identity.
std::vector<std::string> KnowingKernels(const plan::Plan& plan) {
  std::vector<std::string> found;
  for (const plan::Kernel& kernel : plan.kernels) {
    if (kernel.launch.sizes < 0) found.push_back(kernel.identity);
  }
  std::sort(found.begin(), found.end());
  return found;
}

// Whether each symbol of the program's sizes is handed to a kernel. One that is not may
// be a number in all of them: where a size that follows from it is 0 or 1 at hand.
bool TakesAll(const plan::Plan& plan, const ir::Program& program) {
  std::vector<bool> missing(program.symbols.count());
  for (const ir::TensorType& type : program.values) {
    for (int d = 0; d < type.rank(); ++d) {
      ir::ForEachSymbol(type.shape[d], [&](ir::SymbolId s) { missing[s] = true; });
    }
  }
  for (const plan::Step& step : plan.steps) {
    if (step.kind != plan::StepKind::kKernel) continue;
    for (const ir::SymbolId s : step.kernel.symbols) missing[s] = false;
  }
  return plan.kernels.empty() ||
         std::find(missing.begin(), missing.end(), true) == missing.end();
}

}  // namespace

// A plan's memory is of the sizes at hand: values that are handed on get memory of their
// own, as large as their expressions say.
class OpenKernelMaker {
 public:
  OpenKernelMaker(const ir::Program& program, jit::CompiledProgram compiled)
      : program_(program),
        compiled_(std::move(compiled)),
        inputs_(program.InputTypes()),
        outputs_(program.OutputTypes()),
        whole_(outputs_.size(), true),
        made_(new OpenKernel()) {}

  absl::StatusOr<std::unique_ptr<const OpenKernel>> Make() {
    plan::Plan& plan = compiled_.plan;
    if (plan.steps.empty()) return Unfit(program_, "it is 0 steps");
    if (!plan.preparation.empty()) return Unfit(program_, "it has constants to prepare");
    TW_ASSIGN_OR_RETURN(made_->constants_,
                        ConstantMemory::Take(&plan, Block::Kind::kPlain));
    for (const plan::Step& step : plan.steps) {
      if (step.kind == plan::StepKind::kKernel) {
        TW_RETURN_IF_ERROR(AddKernel(step.kernel));
      } else if (step.kind == plan::StepKind::kCopy) {
        TW_RETURN_IF_ERROR(AddCopy(step.copy));
      } else {
        return Unfit(program_, absl::StrCat("'", step.name, "' is no kernel"));
      }
    }
    // What is written into a part of an output, behind the whole or instead of it.
    if (std::find(whole_.begin(), whole_.end(), false) != whole_.end()) {
      return Unfit(program_, "it writes an output in parts");
    }
    for (const plan::DonatedBuffer& donation : plan.donations) {
      if (plan::UpdatesInPlace(plan, donation.input, donation.output)) {
        made_->updates_.emplace_back(donation.input, donation.output);
      }
    }
    made_->symbols_ = program_.symbols;
    for (int s = 0; s < program_.symbols.count(); ++s) {
      ir::SymbolFacts facts = program_.symbols[s].facts;
      // Sizes of 0 and 1 are none of a symbol's: their programs are others.
      facts.at_least = std::max<int64_t>(facts.at_least, 2);
      made_->facts_.push_back(facts);
    }
    made_->arguments_ = inputs_.size() + outputs_.size();
    made_->stats_ = compiled_.stats;
    return std::unique_ptr<const OpenKernel>(std::move(made_));
  }

 private:
  using Parameter = OpenKernel::Parameter;

  // What lies in the arena.
  struct Value {
    int64_t begin, end;  // at the sizes at hand
    ir::Size bytes;
    int32_t temporary;
  };

  absl::Status AddKernel(const plan::KernelStep& call) {
    const plan::Kernel& kernel = compiled_.plan.kernels[call.kernel];
    // What follows from the cache is believed only as far as it is looked at.
    const bool known =
        call.symbols.size() == kernel.launch.symbols.size() &&
        std::all_of(call.symbols.begin(), call.symbols.end(), [&](ir::SymbolId id) {
          return id >= 0 && id < program_.symbols.count();
        });
    if (!known || call.symbols.size() > OpenKernel::kMostSymbols ||
        call.buffers.size() > OpenKernel::kMostParameters || !kernel.ref_names.empty()) {
      return Unfit(program_, "its plan is another's");
    }
    std::vector<Parameter> parameters(call.buffers.size());
    // What is written replaces what was there when everything has been read.
    for (const bool written : {false, true}) {
      for (size_t p = 0; p < call.buffers.size(); ++p) {
        if (kernel.launch.buffers[p].written != written) continue;
        if (static_cast<int32_t>(p) == kernel.launch.sizes) continue;
        const ir::Size bytes = ir::Substitute(
            kernel.launch.buffers[p].bytes,
            [&](ir::SymbolId id) { return ir::Size::OfSymbol(call.symbols[id]); });
        TW_ASSIGN_OR_RETURN(parameters[p], ParameterOf(call.buffers[p], bytes, written));
      }
    }
    made_->steps_.push_back({call.symbols, std::move(parameters), kernel.launch,
                             ir::SizeFunction(kernel.launch.grid_steps),
                             ir::SizeFunction(kernel.launch.scratch_bytes),
                             compiled_.kernels[call.kernel], ir::SizeFunction(0)});
    return absl::OkStatus();
  }

  // A copy of a whole array.
  absl::Status AddCopy(const plan::CopyStep& copy) {
    TW_ASSIGN_OR_RETURN(const ir::Size bytes, BytesOf(copy.from));
    TW_ASSIGN_OR_RETURN(const Parameter from, ParameterOf(copy.from, bytes, false));
    TW_ASSIGN_OR_RETURN(const Parameter to, ParameterOf(copy.to, bytes, true));
    OpenKernel::Step step = {{},
                             {from, to},
                             {},
                             ir::SizeFunction(1),
                             ir::SizeFunction(0),
                             nullptr,
                             ir::SizeFunction(bytes)};
    made_->steps_.push_back(std::move(step));
    return absl::OkStatus();
  }

  absl::StatusOr<ir::Size> BytesOf(const plan::BufferRef& buffer) {
    const bool is_output = buffer.space == plan::Space::kOutput;
    if (is_output || buffer.space == plan::Space::kArena) {
      const int64_t begin = buffer.offset + (is_output ? Apart(buffer.index) : 0);
      for (const Value& value : values_) {
        if (value.begin == begin && value.end == begin + buffer.bytes) return value.bytes;
      }
    }
    if (is_output || buffer.space == plan::Space::kInput) {
      const plan::Plan& plan = compiled_.plan;
      const ir::TensorType& at_hand =
          (is_output ? plan.outputs : plan.inputs)[buffer.index];
      const ir::TensorType& type = (is_output ? outputs_ : inputs_)[buffer.index];
      if (buffer.offset == 0 && buffer.bytes == at_hand.byte_size()) {
        return NumElements(type.shape) * ir::StorageBytes(type.element);
      }
    }
    return Unfit(program_, "it copies a part of an array");
  }

  absl::StatusOr<Parameter> ParameterOf(const plan::BufferRef& buffer,
                                        const ir::Size& bytes, bool written) {
    Parameter parameter;
    switch (buffer.space) {
      case plan::Space::kConstant:
        if (!bytes.is_number()) break;
        parameter.kind = Parameter::Kind::kConstant;
        parameter.constant =
            static_cast<char*>(made_->constants_.constant(buffer.index)) + buffer.offset;
        return parameter;
      case plan::Space::kInput:
      case plan::Space::kOutput: {
        const bool is_input = buffer.space == plan::Space::kInput;
        const ir::TensorType& type = (is_input ? inputs_ : outputs_)[buffer.index];
        const ir::Size whole = NumElements(type.shape) * ir::StorageBytes(type.element);
        const bool is_whole = buffer.offset == 0 && bytes == whole;
        if (written && !is_input) {
          whole_[buffer.index] = is_whole;
          if (is_whole) Forget(Apart(buffer.index), kOutputsApart);
        }
        if (!is_whole) {
          if (is_input) return Unfit(program_, "it reads a part of an array");
          // At the sizes at hand a value has room where an output will be.
          plan::BufferRef apart = buffer;
          apart.offset += Apart(buffer.index);
          parameter.kind = Parameter::Kind::kTemporary;
          TW_ASSIGN_OR_RETURN(parameter.index, TemporaryOf(apart, bytes, written));
          return parameter;
        }
        parameter.kind = Parameter::Kind::kArgument;
        parameter.index =
            buffer.index + (is_input ? 0 : static_cast<int32_t>(inputs_.size()));
        return parameter;
      }
      case plan::Space::kArena: {
        parameter.kind = Parameter::Kind::kTemporary;
        TW_ASSIGN_OR_RETURN(parameter.index, TemporaryOf(buffer, bytes, written));
        return parameter;
      }
      default:
        break;
    }
    return Unfit(program_, "it reads what follows from its sizes");
  }

  // Offsets in the arena, which is smaller, of values that lie in outputs.
  static constexpr int64_t kOutputsApart = int64_t{1} << 46;
  static int64_t Apart(int32_t output) { return kOutputsApart * (1 + int64_t{output}); }

  // What lay there is no more.
  void Forget(int64_t begin, int64_t bytes) {
    values_.erase(std::remove_if(values_.begin(), values_.end(),
                                 [&](const Value& value) {
                                   return value.begin < begin + bytes &&
                                          begin < value.end;
                                 }),
                  values_.end());
  }

  absl::StatusOr<int32_t> TemporaryOf(const plan::BufferRef& buffer,
                                      const ir::Size& bytes, bool written) {
    const int64_t begin = buffer.offset, end = begin + buffer.bytes;
    for (const Value& value : values_) {
      if (value.begin != begin || value.end != end) continue;
      // A kernel may change what lies there in parts: at other sizes, in more or less.
      if (value.bytes != bytes) return Unfit(program_, "two values have one place");
      made_->temporaries_[value.temporary].last = made_->steps_.size();
      return value.temporary;
    }
    if (!written) return Unfit(program_, "it reads a part of a value");
    Forget(begin, end - begin);
    if (made_->temporaries_.size() == OpenKernel::kMostTemporaries) {
      return Unfit(program_, "it has too many values");
    }
    const auto temporary = static_cast<int32_t>(made_->temporaries_.size());
    const size_t step = made_->steps_.size();
    made_->temporaries_.push_back({ir::SizeFunction(bytes), step, step});
    values_.push_back({begin, end, bytes, temporary});
    return temporary;
  }

  const ir::Program& program_;
  jit::CompiledProgram compiled_;
  const std::vector<ir::TensorType> inputs_, outputs_;
  std::vector<bool> whole_;  // of each output: no part of it was written last
  std::unique_ptr<OpenKernel> made_;
  std::vector<Value> values_;
};

absl::StatusOr<std::unique_ptr<const OpenKernel>> OpenKernel::Make(
    const ir::Program& program, const jit::CompileOptions& options) {
  if (MakesDataOfSizes(program.body)) return Unfit(program, "a size is data of it");
  TW_RETURN_IF_ERROR(jit::CheckRunnable(options.facts.kernel.target));
  TW_ASSIGN_OR_RETURN(jit::CompiledProgram compiled,
                      jit::CompileProgram(program, options));
  const std::vector<std::string> knowing = KnowingKernels(compiled.plan);
  const bool all = knowing.size() == compiled.plan.kernels.size();
  if (!knowing.empty() && all && program.symbols.count() > 0) {
    return Unfit(program, "its kernels know their sizes");
  }
  if (!TakesAll(compiled.plan, program)) {
    return Unfit(program, "no kernel of it takes one of its sizes");
  }
  if (!knowing.empty() && program.symbols.count() > 0) {
    // A kernel of numbers alone is one for all sizes if others do not change it.
    jit::CompileOptions others = options;
    for (size_t s = 0; s < others.sizes.size(); ++s) {
      others.sizes[s] = 2 * options.sizes[s] + 37 + 12 * static_cast<int64_t>(s);
    }
    TW_ASSIGN_OR_RETURN(const jit::CompiledProgram other,
                        jit::CompileProgram(program, others));
    if (KnowingKernels(other.plan) != knowing) {
      return Unfit(program, "a kernel of it knows its sizes");
    }
  }
  return OpenKernelMaker(program, std::move(compiled)).Make();
}

}  // namespace tilewright::runtime
