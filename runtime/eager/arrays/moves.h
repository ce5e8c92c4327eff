// Data movement as it is appended to a program.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "ir/check/checked_builder.h"

namespace tilewright::eager {

// What moves nothing appends nothing.
absl::StatusOr<ir::ValueId> AppendReshape(ir::CheckedBuilder* builder, ir::ValueId x,
                                          ir::Dims sizes);
absl::StatusOr<ir::ValueId> AppendTranspose(ir::CheckedBuilder* builder, ir::ValueId x,
                                            ir::Dims permutation);
// The block of these sizes that begins there.
absl::StatusOr<ir::ValueId> AppendSlice(ir::CheckedBuilder* builder, ir::ValueId x,
                                        const ir::Dims& start, const ir::Dims& sizes);
// The same with `block` instead.
absl::StatusOr<ir::ValueId> AppendUpdate(ir::CheckedBuilder* builder, ir::ValueId x,
                                         ir::ValueId block, const ir::Dims& start);
// `dimensions` say where those of x go.
absl::StatusOr<ir::ValueId> AppendBroadcast(ir::CheckedBuilder* builder, ir::ValueId x,
                                            const ir::TensorType& type,
                                            ir::Dims dimensions);

}  // namespace tilewright::eager
