#include "api/report_sizes.h"

#include <algorithm>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "codegen/facts/open_sizes.h"
#include "ir/location.h"
#include "plan/visit.h"

namespace tilewright::api {
namespace {

std::string NameAndPlace(absl::string_view name, const ir::Program& program,
                         ir::Location location) {
  const std::string place = ir::LocationText(program.files, location);
  return place.empty() ? std::string(name) : absl::StrCat(name, " (", place, ")");
}

// Operations whose types have sizes that are no numbers, by ordinal.
void FindOpen(const ir::Program& program, const ir::Region& region,
              std::map<int32_t, const ir::Operation*>* found) {
  for (const ir::Operation& op : region.operations) {
    if (codegen::HasOpenSizes(program, op)) found->emplace(op.location.ordinal, &op);
    for (const ir::Region& inner : op.regions) FindOpen(program, inner, found);
  }
}

}  // namespace

void ReportSizes(const Program::Impl& program, const plan::Plan& plan,
                 CompileReport* report) {
  report->all_sized_because = program.why_numbers;
  if (program.symbolic == nullptr) return;
  const ir::Program& symbolic = program.symbolic->program;
  for (int s = 0; s < symbolic.symbols.count(); ++s) {
    report->sizes.emplace_back(symbolic.symbols[s].name, program.symbolic->sizes[s]);
  }
  if (const ir::Operation* const op = codegen::WhatNeedsNumbers(symbolic)) {
    report->all_sized_because = NameAndPlace(ir::Name(op->kind), symbolic, op->location);
    return;
  }
  for (const plan::Kernel& kernel : plan.kernels) {
    if (!kernel.launch.symbols.empty()) ++report->kernels_open;
  }
  std::map<int32_t, const ir::Operation*> open;
  FindOpen(symbolic, symbolic.body, &open);
  plan::ForEachStep(plan.steps, [&](const plan::Step& step) {
    if (step.kind != plan::StepKind::kKernel) return;
    if (!plan.kernels[step.kernel.kernel].launch.symbols.empty()) return;
    const auto op = open.find(step.ordinal);
    if (op == open.end()) return;
    report->sized_steps.push_back(
        NameAndPlace(step.name, symbolic, op->second->location));
  });
}

}  // namespace tilewright::api
