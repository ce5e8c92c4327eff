// What a plan does with an output that lies where one of its inputs does.
#pragma once

#include "plan/plan.h"

namespace tilewright::plan {

// Whether `output`, where it is put into the memory of `input`, is that with a part of it
// changed: nothing reads what lies there, and nothing is written but that part. The plan
// says so by a copy of all of it, which is none then, before kernels write into it.
bool UpdatesInPlace(const Plan& plan, int input, int output);

}  // namespace tilewright::plan
