#include "frontend/pjrt/entry/replace_values.h"

#include <vector>

namespace tilewright::pjrt {
namespace {

void ReplaceIn(const std::map<ir::ValueId, ir::ValueId>& replaced,
               std::vector<ir::ValueId>* values) {
  for (ir::ValueId& value : *values) {
    const auto found = replaced.find(value);
    if (found != replaced.end()) value = found->second;
  }
}

}  // namespace

void ReplaceValues(const std::map<ir::ValueId, ir::ValueId>& replaced,
                   ir::Region* region) {
  for (ir::Operation& operation : region->operations) {
    ReplaceIn(replaced, &operation.operands);
    for (ir::Region& inner : operation.regions) ReplaceValues(replaced, &inner);
  }
  ReplaceIn(replaced, &region->results);
}

}  // namespace tilewright::pjrt
