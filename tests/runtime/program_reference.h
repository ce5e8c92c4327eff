// Programs by the reference (tests/reference/), operation by operation: each is planned
// alone and its tile programs are evaluated, so that clusters, and the memory that a
// plan of the whole shares out, have no part in what is expected.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "codegen/pipeline.h"
#include "runtime/routines/routines.h"
#include "runtime/run/executable.h"
#include "support/status_macros.h"
#include "tests/reference/plan_run.h"

namespace tilewright::runtime {

// What is planned of a program: its tile programs, and steps that run them.
inline absl::StatusOr<codegen::PlannedProgram> PlanFor(const ir::Program& program,
                                                       const CompileOptions& options) {
  return codegen::Pipeline(options.facts).Plan(program);
}

// Routines are no kernels: what they make of exact operands is taken as it is.
inline absl::Status RunRoutineOn(const plan::RoutineStep& step, reference::PlanRun& run) {
  std::vector<const void*> operands;
  std::vector<void*> results;
  bool exact = true;
  for (const plan::BufferRef& ref : step.operands) {
    operands.push_back(run.Address(ref));
    exact = exact && !run.HasRadii(ref);
  }
  for (const plan::BufferRef& ref : step.results) results.push_back(run.Address(ref));
  TW_RETURN_IF_ERROR(RunRoutine(step, operands, results));
  for (size_t r = 0; r < step.results.size(); ++r) {
    run.ForgetRadii(step.results[r]);
    if (exact) continue;
    reference::Array array = run.Load(step.results[r], step.result_types[r]);
    for (reference::Element& x : array.elements) x = reference::kUnknown;
    run.Store(step.results[r], array);
  }
  return absl::OkStatus();
}

class ProgramReference {
 public:
  using Values = std::map<ir::ValueId, reference::Array>;

  ProgramReference(const ir::Program& program, CompileOptions options)
      : program_(program), options_(std::move(options)) {
    options_.facts.cluster = false;
  }

  // The outputs. Aborted where control depends on a value that is not known.
  absl::StatusOr<std::vector<reference::Array>> Run(
      const std::vector<reference::Array>& inputs) {
    return RunRegion(program_.body, inputs, {});
  }

 private:
  // The region's results; `around`: the values of the regions around it.
  absl::StatusOr<std::vector<reference::Array>> RunRegion(
      const ir::Region& region, const std::vector<reference::Array>& arguments,
      const Values& around) {
    Values values = around;
    for (size_t i = 0; i < arguments.size(); ++i) {
      values[region.arguments[i]] = arguments[i];
    }
    for (const ir::Operation& op : region.operations) {
      TW_ASSIGN_OR_RETURN(std::vector<reference::Array> results, RunOne(op, values));
      for (size_t i = 0; i < results.size(); ++i) {
        values[op.results[i]] = std::move(results[i]);
      }
    }
    return Of(region.results, values);
  }

  static std::vector<reference::Array> Of(const std::vector<ir::ValueId>& ids,
                                          const Values& values) {
    std::vector<reference::Array> arrays;
    for (ir::ValueId v : ids) arrays.push_back(values.at(v));
    return arrays;
  }

  absl::StatusOr<std::vector<reference::Array>> RunOne(const ir::Operation& op,
                                                       const Values& values) {
    switch (op.kind) {
      case ir::OpKind::kWhile:
        return RunWhile(op, values);
      case ir::OpKind::kIf:
      case ir::OpKind::kCase: {
        const reference::Array index = values.at(op.operands[0]);
        if (!IsExact(index.elements[0])) return absl::AbortedError("an unknown branch");
        int64_t taken = IntegerOf(index.type.element, index.elements[0]);
        if (op.kind == ir::OpKind::kIf) taken = taken != 0 ? 0 : 1;
        const auto count = static_cast<int64_t>(op.regions.size());
        if (taken < 0 || taken >= count) taken = count - 1;
        return RunRegion(op.regions[taken], {}, values);
      }
      default:
        return RunAlone(op, values);
    }
  }

  absl::StatusOr<std::vector<reference::Array>> RunWhile(const ir::Operation& op,
                                                         const Values& values) {
    constexpr int kMostRounds = 1 << 16;
    std::vector<reference::Array> state = Of(op.operands, values);
    for (int round = 0; round < kMostRounds; ++round) {
      TW_ASSIGN_OR_RETURN(const auto proceeds, RunRegion(op.regions[0], state, values));
      const reference::Element& predicate = proceeds[0].elements[0];
      if (!IsExact(predicate)) return absl::AbortedError("an unknown predicate");
      if (predicate.re == 0) return state;
      TW_ASSIGN_OR_RETURN(state, RunRegion(op.regions[1], state, values));
    }
    return absl::AbortedError("a loop goes on and on");
  }

  // A program of this operation only, planned when it is first met.
  absl::StatusOr<std::vector<reference::Array>> RunAlone(const ir::Operation& op,
                                                         const Values& values) {
    std::vector<ir::ValueId> arguments = op.operands;
    std::sort(arguments.begin(), arguments.end());
    arguments.erase(std::unique(arguments.begin(), arguments.end()), arguments.end());
    std::unique_ptr<codegen::PlannedProgram>& planned = planned_[&op];
    if (planned == nullptr) {
      ir::Program alone;
      alone.values = program_.values;
      alone.body.arguments = arguments;
      alone.body.operations = {op};
      alone.body.results = op.results;
      TW_ASSIGN_OR_RETURN(codegen::PlannedProgram made, PlanFor(alone, options_));
      planned = std::make_unique<codegen::PlannedProgram>(std::move(made));
    }
    reference::PlanRun run(planned->plan, reference::ByReference(planned->programs),
                           RunRoutineOn);
    return run.Run(Of(arguments, values));
  }

  const ir::Program& program_;
  CompileOptions options_;
  std::map<const ir::Operation*, std::unique_ptr<codegen::PlannedProgram>> planned_;
};

}  // namespace tilewright::runtime
