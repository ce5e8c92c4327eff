// Programs whose entry takes or gives arrays that do not lie row by row.
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "frontend/pjrt/data/order.h"
#include "frontend/stablehlo/lower/parsed_program.h"

namespace tilewright::pjrt {

// Of a program's arguments and results, as its caller sees them.
struct EntryOrders {
  std::vector<Order> inputs;
  std::vector<Order> outputs;
  std::vector<ir::TensorType> output_types;
};

// Whether any array does not lie row by row.
bool AnyPlaced(const EntryOrders& orders);

// Reads the layouts that are asked for (mhlo.layout_mode), and makes the entry take and
// give what lies in memory, row by row: what is not so is transposed at the door, where
// the compiler makes the transposition part of what reads or writes the array. A donation
// of an array to one that lies otherwise ends. Fails as ReadOrder does.
absl::StatusOr<EntryOrders> PlaceEntry(stablehlo::ParsedProgram* parsed);

}  // namespace tilewright::pjrt
