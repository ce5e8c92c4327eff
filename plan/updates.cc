#include "plan/updates.h"

#include <algorithm>

#include "plan/visit.h"

namespace tilewright::plan {

bool UpdatesInPlace(const Plan& plan, int input, int output) {
  const auto is_donated = [&](const DonatedBuffer& d) {
    return d.input == input && d.output == output;
  };
  if (std::none_of(plan.donations.begin(), plan.donations.end(), is_donated)) {
    return false;
  }
  const auto lies_there = [&](const BufferRef& buffer) {
    return (buffer.space == Space::kInput && buffer.index == input) ||
           (buffer.space == Space::kOutput && buffer.index == output);
  };
  bool copied = false, in_place = true;
  ForEachStep(plan.steps, [&](const Step& step) {
    int here = 0, changed = 0;
    ForEachBuffer(step, [&](const BufferRef& buffer) { here += lies_there(buffer); });
    if (here == 0) return;
    if (step.kind == StepKind::kCopy && !copied) {
      const BufferRef &from = step.copy.from, &to = step.copy.to;
      copied = from.space == Space::kInput && to.space == Space::kOutput && here == 2 &&
               from.offset == 0 && to.offset == 0 &&
               to.bytes == plan.outputs[output].byte_size();
      in_place = in_place && copied;
      return;
    }
    if (step.kind == StepKind::kKernel && copied) {
      const Launch& launch = plan.kernels[step.kernel.kernel].launch;
      for (size_t p = 0; p < step.kernel.buffers.size(); ++p) {
        const BufferRef& buffer = step.kernel.buffers[p];
        changed += lies_there(buffer) && buffer.space == Space::kOutput &&
                   p < launch.buffers.size() && launch.buffers[p].written;
      }
    }
    in_place = in_place && changed == here;
  });
  return copied && in_place;
}

}  // namespace tilewright::plan
