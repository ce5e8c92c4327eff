#include "tilewright/kernel.h"

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "api/kernel_impl.h"
#include "api/program_impl.h"
#include "ir/size/text.h"
#include "support/status_macros.h"
#include "tilewright/builder.h"

namespace tilewright {

const std::string& Kernel::name() const { return impl_->kernel->program.name; }
const std::vector<TensorType>& Kernel::inputs() const { return impl_->inputs; }
const std::vector<TensorType>& Kernel::outputs() const { return impl_->outputs; }

std::string Kernel::Text(NumericMode numerics) const {
  const bool tpu = numerics == NumericMode::kTpu;
  return tile::Print(
      impl_->kernel->For(tpu ? Numerics::kTpu : Numerics::kIeee, /*debug=*/false));
}

Program BindKernels(const Program& program, absl::Span<const Kernel> kernels) {
  auto impl = std::make_shared<Program::Impl>(program.impl());
  std::map<std::string, codegen::KernelSet::Kernels> bound;
  for (const Kernel& kernel : kernels) {
    codegen::AddKernel(kernel.impl().kernel, &bound[kernel.name()]);
  }
  for (auto& [name, named] : bound) impl->kernels.by_name[name] = std::move(named);
  return Program(std::move(impl));
}

absl::StatusOr<Program> Kernel::ToProgram() const {
  ProgramBuilder builder;
  const ir::SymbolList& symbols = impl_->kernel->program.symbols;
  for (int s = 0; s < symbols.count(); ++s) {
    const ir::SymbolFacts& facts = symbols[s].facts;
    builder.Symbol(symbols[s].name, {.at_least = facts.at_least,
                                     .at_most = facts.at_most,
                                     .multiple_of = facts.multiple_of});
  }
  const auto outside = [&](const ir::TensorType& type) {
    TensorType result{static_cast<ElementType>(type.element), {}};
    for (const ir::Size& size : type.shape.sizes()) {
      result.dims.push_back(
          size.is_number() ? size.number() : builder.Size(ir::NamedText(size, symbols)));
    }
    return result;
  };
  std::vector<ProgramBuilder::Value> operands;
  int output = 0;
  for (const tile::Operand& operand : impl_->kernel->operands) {
    ProgramBuilder::InputOptions options;
    if (operand.is_updated) options.donated_to = output;
    if (operand.is_input()) {
      operands.push_back(builder.Input(outside(operand.type), options));
    }
    if (operand.is_output) ++output;
  }
  return builder.Build(builder.CallKernel(*this, operands));
}

absl::StatusOr<std::vector<Buffer>> Kernel::Run(const Device& device,
                                                absl::Span<const Buffer> inputs) const {
  return Run(device, inputs, CompileOptionsFromEnvironment());
}

absl::StatusOr<std::vector<Buffer>> Kernel::Run(const Device& device,
                                                absl::Span<const Buffer> inputs,
                                                CompileOptions options,
                                                const ExecuteOptions& how) const {
  options.chip = device.chip();
  TW_ASSIGN_OR_RETURN(const Executable executable, impl_->ExecutableFor(*this, options));
  return Execute(executable, device, inputs, how);
}

absl::StatusOr<Executable> Kernel::Impl::ExecutableFor(
    const Kernel& self, const CompileOptions& options) const {
  const std::lock_guard<std::mutex> lock(mutex);
  for (const auto& [with, executable] : compiled) {
    if (with == options) return executable;
  }
  TW_ASSIGN_OR_RETURN(const Program program, self.ToProgram());
  TW_ASSIGN_OR_RETURN(Executable executable, Executable::Compile(program, options));
  if (options.cache_mode == "verify") return executable;
  // Whoever tries many options keeps the last ones.
  constexpr size_t kMost = 4;
  if (compiled.size() == kMost) compiled.erase(compiled.begin());
  compiled.emplace_back(options, executable);
  return executable;
}

}  // namespace tilewright
