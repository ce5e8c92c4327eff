#include "runtime/eager/runner.h"

#include <cstring>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"
#include "runtime/eager/program.h"
#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

bool Overlap(const uint8_t* a, int64_t a_bytes, const uint8_t* b, int64_t b_bytes) {
  return a < b + b_bytes && b < a + a_bytes;
}

absl::Status InOperation(const NodeView& node, const absl::Status& status) {
  return absl::Status(status.code(),
                      absl::StrCat(node.operation().name, ": ", status.message()));
}

}  // namespace

absl::Status Runner::Run(const NodeView& node) {
  const Kernel& kernel = FindKernel(node);
  TW_RETURN_IF_ERROR(kernel.status);
  return Launch(kernel, node);
}

const Runner::Kernel& Runner::FindKernel(const NodeView& node) {
  const absl::Span<const uint64_t> structure = node.structure();
  auto& same_hash = kernels_[absl::Hash<absl::Span<const uint64_t>>()(structure)];
  for (const auto& [key, kernel] : same_hash) {
    if (absl::MakeConstSpan(key) != structure) continue;
    Count(counters_->kernel_hits);
    return *kernel;
  }
  same_hash.emplace_back(Key(structure.begin(), structure.end()),
                         std::make_unique<Kernel>(MakeKernel(node)));
  return *same_hash.back().second;
}

Runner::Kernel Runner::MakeKernel(const NodeView& node) {
  Kernel kernel;
  const absl::StatusOr<NodeProgram> made = BuildProgram(node.Structure());
  if (!made.ok()) {
    kernel.status = made.status();
    return kernel;
  }
  auto executable = runtime::Executable::Compile(made->program, options_);
  if (!executable.ok()) {
    kernel.status = InOperation(node, executable.status());
    return kernel;
  }
  kernel.executable = *std::move(executable);
  const bool compiled = kernel.executable->stats().kernels_compiled > 0;
  Count(compiled ? counters_->compilations : counters_->cache_hits);
  kernel.inputs = made->inputs;
  kernel.outputs = made->outputs;
  kernel.becomes = made->becomes;
  kernel.checks = made->checks;
  for (const ir::TensorType& type : made->program.InputTypes()) {
    kernel.input_bytes.push_back(type.byte_size());
  }
  const std::vector<ir::TensorType> results = made->program.OutputTypes();
  for (size_t o = 0; o < kernel.outputs.size(); ++o) {
    kernel.output_bytes.push_back(results[o].byte_size());
  }
  return kernel;
}

absl::Status Runner::Launch(const Kernel& kernel, const NodeView& node) {
  absl::InlinedVector<const void*, 8> inputs(kernel.inputs.size());
  absl::InlinedVector<void*, 4> outputs(kernel.outputs.size());
  std::vector<runtime::Block> temporaries;
  for (size_t o = 0; o < outputs.size(); ++o) {
    outputs[o] = node.address(kernel.outputs[o]);
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
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
  runtime::ExecuteOptions options;
  options.threads = device_->threads();
  options.memory = device_->memory().get();
  options.workers = &device_->workers();
  Count(counters_->launches);
  const absl::Status status = kernel.executable->Execute(inputs, outputs, options);
  if (!status.ok()) return InOperation(node, status);
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i] == Check::kHolds) continue;
    return Failure(kernel.checks[i], found[i], node.Structure());
  }
  return status;
}

}  // namespace tilewright::eager
