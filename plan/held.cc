#include "plan/held.h"

namespace tilewright::plan {
namespace {

void Note(const BufferRef& buffer, std::vector<bool>* read) {
  if (buffer.space == Space::kConstant) (*read)[buffer.index] = true;
}

void Note(const std::vector<Step>& steps, std::vector<bool>* read) {
  for (const Step& step : steps) {
    for (const BufferRef& buffer : step.kernel.buffers) Note(buffer, read);
    for (const BufferRef& buffer : step.routine.operands) Note(buffer, read);
    if (step.kind == StepKind::kCopy) Note(step.copy.from, read);
    if (step.kind == StepKind::kCase) Note(step.branch.index, read);
    if (step.kind == StepKind::kWhile) Note(step.loop.predicate, read);
    Note(step.loop.condition, read);
    Note(step.loop.body, read);
    for (const std::vector<Step>& branch : step.branch.branches) Note(branch, read);
  }
}

}  // namespace

std::vector<bool> ConstantsOfRuns(const Plan& plan) {
  std::vector<bool> read(plan.constants.size(), false);
  Note(plan.steps, &read);
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
