// What a compilation's report says of sizes that a program leaves open.
#pragma once

#include "api/program_impl.h"
#include "plan/plan.h"
#include "tilewright/compile.h"

namespace tilewright::api {

// Fills the report's fields on sizes. `plan` is of what was compiled of the program.
void ReportSizes(const Program::Impl& program, const plan::Plan& plan,
                 CompileReport* report);

}  // namespace tilewright::api
