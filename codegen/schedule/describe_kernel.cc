#include "codegen/schedule/describe_kernel.h"

#include <algorithm>
#include <vector>

#include "codegen/analysis/scratch.h"
#include "support/hash.h"
#include "tile/sizes.h"
#include "tile/work/work.h"

namespace tilewright::codegen {
namespace {

plan::KernelCost CostOf(const tile::Work& work) {
  plan::KernelCost cost;
  cost.flops = work.flops;
  cost.bytes_read = work.bytes_read;
  cost.bytes_written = work.bytes_written;
  for (size_t t = 0; t < work.mxu.size(); ++t) {
    if (work.mxu[t].passes == 0) continue;
    cost.mxu.push_back({tile::kMxuTypeNames[t], work.mxu[t].passes,
                        work.mxu[t].multiplies, work.mxu[t].slots});
  }
  cost.vpu = work.vpu;
  cost.eup = work.eup;
  cost.xlu = work.xlu;
  cost.dmas = work.dmas;
  cost.dma_bytes = work.dma_bytes;
  return cost;
}

int32_t ParameterOf(const tile::Program& program, tile::RefId ref) {
  const std::vector<tile::RefId> parameters = program.Parameters();
  return static_cast<int32_t>(std::find(parameters.begin(), parameters.end(), ref) -
                              parameters.begin());
}

std::vector<plan::KernelBuffer> BuffersOf(const tile::Program& program) {
  std::vector<plan::KernelBuffer> buffers;
  for (const tile::RefId id : program.Parameters()) {
    const tile::Ref& ref = program.refs[id];
    const ir::Size bytes =
        NumElements(ref.type.shape) * ir::StorageBytes(ref.type.element);
    buffers.push_back({bytes, ref.is_output});
  }
  return buffers;
}

}  // namespace

plan::Kernel DescribeKernel(const tile::Program& program, const std::string& text,
                            const EmitOptions& options) {
  plan::Kernel kernel;
  kernel.name = program.name;
  kernel.identity = ContentName(text);
  kernel.launch.scratch_bytes = ScratchBytes(program, options);
  kernel.launch.grid_steps = program.grid_steps();
  kernel.launch.buffers = BuffersOf(program);
  for (int s = 0; s < program.symbols.count(); ++s) {
    kernel.launch.symbols.push_back(program.symbols[s].facts);
  }
  if (program.sizes >= 0) kernel.launch.sizes = ParameterOf(program, program.sizes);
  return kernel;
}

plan::KernelCost CostOf(const tile::Program& program, absl::Span<const int64_t> sizes,
                        const chip::Chip& chip) {
  if (sizes.empty()) return CostOf(tile::MeasureWork(program, chip));
  return CostOf(tile::MeasureWork(tile::AtSizes(program, sizes), chip));
}

}  // namespace tilewright::codegen
