#include "codegen/facts/kernel_calls.h"

#include <utility>
#include <variant>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "ir/kernel_call.h"
#include "support/hash.h"

namespace tilewright::codegen {
namespace {

void Collect(const ir::Region& region, std::set<std::string>* names) {
  for (const ir::Operation& op : region.operations) {
    const std::string name = CalledKernel(op);
    if (!name.empty()) names->insert(name);
    for (const ir::Region& inner : op.regions) Collect(inner, names);
  }
}

std::vector<ir::TensorType> TypesOf(const ir::Program& program,
                                    const std::vector<ir::ValueId>& values) {
  std::vector<ir::TensorType> types;
  for (ir::ValueId value : values) types.push_back(program.type(value));
  return types;
}

bool SameTypes(const tile::Kernel& x, const tile::Kernel& y) {
  return absl::c_equal(x.operands, y.operands, [](const auto& a, const auto& b) {
    return a.type == b.type && a.is_output == b.is_output && a.is_updated == b.is_updated;
  });
}

}  // namespace

std::string CalledKernel(const ir::Operation& op) {
  if (!ir::IsKernelCall(op)) return "";
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

bool SameContent(const tile::Kernel& x, const tile::Kernel& y) {
  const auto text = [](const tile::Kernel& kernel) {
    return tile::Print(kernel.For(Numerics::kTpu, /*debug=*/false));
  };
  return &x == &y || (SameTypes(x, y) && text(x) == text(y));
}

void AddKernel(std::shared_ptr<const tile::Kernel> kernel, KernelSet::Kernels* kernels) {
  const bool known = absl::c_any_of(
      *kernels, [&](const auto& other) { return SameContent(*kernel, *other); });
  if (!known) kernels->push_back(std::move(kernel));
}

std::string NameByContent(const tile::Kernel& kernel) {
  return absl::StrCat(
      kernel.program.name, "#",
      ContentName(tile::Print(kernel.For(Numerics::kTpu, /*debug=*/false))));
}

absl::StatusOr<KernelCall> FindKernel(const ir::Program& program, const ir::Operation& op,
                                      const KernelSet& kernels) {
  const std::string name = CalledKernel(op);
  const auto found = kernels.by_name.find(name);
  if (found == kernels.by_name.end() || found->second.empty()) {
    return absl::NotFoundError(
        absl::StrCat("kernel '", name, "' is called and was not handed over"));
  }
  const std::vector<ir::TensorType> inputs = TypesOf(program, op.operands);
  const std::vector<ir::TensorType> outputs = TypesOf(program, op.results);
  std::vector<KernelCall> fit;
  absl::Status first;
  for (const auto& kernel : found->second) {
    absl::StatusOr<std::vector<ir::Size>> sizes =
        SizesAt(*kernel, inputs, program.symbols);
    absl::Status fits = sizes.status();
    if (fits.ok()) fits = CheckOutputs(*kernel, *sizes, outputs, program.symbols);
    if (fits.ok()) fit.push_back({kernel.get(), *std::move(sizes)});
    first.Update(fits);
  }
  if (fit.size() == 1) return std::move(fit[0]);
  if (fit.empty() && found->second.size() == 1) return first;
  return absl::InvalidArgumentError(absl::StrCat(
      "kernel '", name, "': ", found->second.size(),
      " kernels have this name, and the call's types are those of ", fit.size()));
}

}  // namespace tilewright::codegen
