// Facts about single operations that rewrites, clustering and lowering share.
#pragma once

#include <cstdint>

#include "ir/program.h"
#include "tile/arrange.h"

namespace tilewright::codegen {

using tile::WithoutUnitDims;

// A constant with one value, or an iota: never materialised for a consumer that
// computes it.
bool IsRematerialisable(const ir::Operation& op);
// Whether it rearranges what it reads; of constants, which read nothing, not.
bool IsDataMovement(const ir::Operation& op);
// One that is no kernel: control, a library routine, a view.
bool IsStep(const ir::Program& program, const ir::Operation& op);
// One whose kernel has statements of its own, which nothing else joins as a member.
bool IsSingle(const ir::Program& program, const ir::Operation& op);
bool IsContraction(const ir::Operation& op);
// A bitcast that changes the shape or concerns complex numbers: the same bytes
// under another type.
bool IsView(const ir::Program& program, const ir::Operation& op);
// Whether a reduction's lanes run along its last reduced dimension: a function
// of the operation alone.
bool ReducesAlongLanes(const ir::Program& program, const ir::Operation& reduce);
// The same, where all reduced dimensions are at the end.
bool ReducesTrailing(const ir::Program& program, const ir::Operation& reduce);
// The reducer when it is one associative operation with an identity.
bool FindCombiner(const ir::Program& program, const ir::Region& region, ir::OpKind* kind);
// A reduce_window that is a running reduction along one dimension.
bool IsScan(const ir::Program& program, const ir::Operation& op, int64_t* dimension,
            bool* reverse);

}  // namespace tilewright::codegen
