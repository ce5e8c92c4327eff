#include "codegen/facts/kernel_calls.h"

#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"

namespace tilewright::codegen {
namespace {

constexpr absl::string_view kTarget = "tilewright_kernel";

void Collect(const ir::Region& region, std::set<std::string>* names) {
  for (const ir::Operation& op : region.operations) {
    const std::string name = CalledKernel(op);
    if (!name.empty()) names->insert(name);
    for (const ir::Region& inner : op.regions) Collect(inner, names);
  }
}

absl::Status CheckTypes(const ir::Program& program, const tile::Kernel& kernel,
                        bool outputs, const std::vector<ir::ValueId>& values) {
  const absl::string_view what = outputs ? "output" : "input";
  size_t n = 0;
  for (const tile::Operand& operand : kernel.operands) {
    if (outputs ? !operand.is_output : !operand.is_input()) continue;
    if (n < values.size() && program.type(values[n]) != operand.type) {
      return absl::InvalidArgumentError(
          absl::StrCat("kernel '", kernel.program.name, "': ", what, " ", n, " ('",
                       operand.name, "') is ", ir::ToString(operand.type),
                       ", the call has ", ir::ToString(program.type(values[n]))));
    }
    ++n;
  }
  if (n == values.size()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("kernel '", kernel.program.name,
                                                 "': has ", n, " ", what,
                                                 "s, the call has ", values.size()));
}

}  // namespace

std::string CalledKernel(const ir::Operation& op) {
  if (op.kind != ir::OpKind::kCustomCall ||
      op.attributes.Text(ir::AttributeName::kCallTargetName) != kTarget) {
    return "";
  }
  const ir::Config& config =
      op.attributes.Configuration(ir::AttributeName::kBackendConfig);
  const auto name = config.find("");
  const auto* const text =
      name == config.end() ? nullptr : std::get_if<std::string>(&name->second);
  return text != nullptr && !text->empty() ? *text : "(without a name)";
}

std::set<std::string> CalledKernels(const ir::Program& program) {
  std::set<std::string> names;
  Collect(program.body, &names);
  return names;
}

absl::Status CheckKernelCall(const ir::Program& program, const ir::Operation& op,
                             const KernelSet& kernels) {
  const std::string name = CalledKernel(op);
  const auto kernel = kernels.by_name.find(name);
  if (kernel == kernels.by_name.end()) {
    return absl::NotFoundError(
        absl::StrCat("kernel '", name, "' is called and was not handed over"));
  }
  const absl::Status inputs = CheckTypes(program, *kernel->second, false, op.operands);
  return inputs.ok() ? CheckTypes(program, *kernel->second, true, op.results) : inputs;
}

}  // namespace tilewright::codegen
