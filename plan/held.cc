#include "plan/held.h"

#include "plan/visit.h"

namespace tilewright::plan {

std::vector<bool> ConstantsOfRuns(const Plan& plan) {
  std::vector<bool> read(plan.constants.size(), false);
  ForEachStep(plan.steps, [&](const Step& step) {
    ForEachBuffer(step, [&](const BufferRef& buffer) {
      if (buffer.space == Space::kConstant) read[buffer.index] = true;
    });
  });
  return read;
}

int64_t HeldBytes(const Plan& plan) {
  int64_t bytes = 0;
  const std::vector<bool> read = ConstantsOfRuns(plan);
  for (size_t i = 0; i < read.size(); ++i) {
    if (read[i]) bytes += plan.constants[i].type().byte_size();
  }
  for (int64_t prepared : plan.prepared) bytes += prepared;
  return bytes;
}

}  // namespace tilewright::plan
