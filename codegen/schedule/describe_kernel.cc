#include "codegen/schedule/describe_kernel.h"

#include <vector>

#include "codegen/analysis/scratch.h"
#include "support/hash.h"
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

std::vector<plan::KernelBuffer> BuffersOf(const tile::Program& program) {
  std::vector<plan::KernelBuffer> buffers;
  for (const tile::RefId id : program.Parameters()) {
    const tile::Ref& ref = program.refs[id];
    buffers.push_back({ref.type.byte_size(), ref.is_output});
  }
  return buffers;
}

}  // namespace

plan::Kernel DescribeKernel(const tile::Program& program, const std::string& text,
                            const EmitOptions& options, const chip::Chip& chip) {
  plan::Kernel kernel;
  kernel.name = program.name;
  kernel.identity = ContentName(text);
  kernel.launch.scratch_bytes = ScratchBytes(program, options);
  kernel.launch.grid_steps = program.grid_steps();
  kernel.launch.buffers = BuffersOf(program);
  kernel.cost = CostOf(tile::MeasureWork(program, chip));
  return kernel;
}

}  // namespace tilewright::codegen
