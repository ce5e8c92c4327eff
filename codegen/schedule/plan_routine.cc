// Operations that are no cluster: views of memory, and routines of libraries.
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "codegen/facts/kernel_calls.h"
#include "codegen/facts/routine_names.h"
#include "codegen/schedule/region_planner.h"

namespace tilewright::codegen {

using ir::Operation;
using ir::OpKind;
using ir::Region;
using ir::ValueId;
using plan::BufferRef;
using plan::Step;

absl::Status RegionPlanner::PlanStep(RegionPlan& r, const Operation& op, int n) {
  switch (op.kind) {
    case OpKind::kWhile:
      return PlanWhile(r, op, n);
    case OpKind::kIf:
    case OpKind::kCase:
      return PlanCase(r, op, n);
    case OpKind::kBitcastConvert:
      return PlanView(op);
    default:
      return CalledKernel(op).empty() ? PlanRoutine(r, op, n) : PlanKernelCall(r, op, n);
  }
}

absl::Status RegionPlanner::PlanView(const Operation& op) {
  const ir::TensorType& from = program_.type(op.operands[0]);
  const ir::TensorType& to = program_.type(op.results[0]);
  if (from.byte_size() != to.byte_size()) {
    return At(absl::UnimplementedError(absl::StrCat(
                  "bitcast_convert from ", ir::ToString(from), " to ", ir::ToString(to),
                  " is not supported: elements of less than "
                  "a byte take one byte each")),
              op);
  }
  memory_.Share(op.results[0], op.operands[0]);
  return absl::OkStatus();
}

absl::Status RegionPlanner::PlanRoutine(RegionPlan& r, const Operation& op, int n) {
  const std::optional<std::string> name = RoutineName(op);
  if (!name.has_value()) {
    const std::string& target = op.attributes.Text(ir::AttributeName::kCallTargetName);
    return At(absl::UnimplementedError(
                  absl::StrCat(target.empty() ? std::string(ir::Name(op.kind))
                                              : absl::StrCat("custom_call @", target),
                               " is not supported")),
              op);
  }
  memory_.Advance();
  plan::RoutineStep routine;
  routine.routine = *name;
  routine.attributes = op.attributes;
  for (ValueId v : op.operands) {
    routine.operand_types.push_back(program_.type(v));
    routine.operands.push_back(memory_.At(v));
    memory_.Use(memory_.At(v));
  }
  for (ValueId v : op.results) {
    memory_.PutAlone(v, memory_.Destination(r.slots, v, n));
    routine.result_types.push_back(program_.type(v));
    routine.results.push_back(memory_.At(v));
  }
  Step& step = AddStep(r.steps, plan::StepKind::kRoutine, *name);
  step.routine = std::move(routine);
  for (ValueId v : op.operands) memory_.Use(memory_.At(v));
  for (ValueId v : op.results) memory_.Use(memory_.At(v));
  return absl::OkStatus();
}

}  // namespace tilewright::codegen
