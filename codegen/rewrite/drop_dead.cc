#include <utility>

#include "codegen/rewrite/rewrite.h"

namespace tilewright::codegen {
namespace {

bool HasSideEffect(const ir::Operation& operation) {
  if (operation.kind == ir::OpKind::kCustomCall &&
      operation.attributes.Flag(ir::AttributeName::kHasSideEffect)) {
    return true;
  }
  for (const ir::Region& region : operation.regions) {
    for (const ir::Operation& inner : region.operations) {
      if (HasSideEffect(inner)) return true;
    }
  }
  return false;
}

// From the last operation to the first: one is alive when a live one, or the
// region itself, uses what it makes.
void DropIn(ir::Region* region, std::vector<bool>* live) {
  for (ir::ValueId result : region->results) (*live)[result] = true;
  std::vector<bool> kept(region->operations.size(), false);
  for (size_t i = region->operations.size(); i-- > 0;) {
    ir::Operation& operation = region->operations[i];
    bool alive = HasSideEffect(operation);
    for (ir::ValueId result : operation.results) alive = alive || (*live)[result];
    if (!alive) continue;
    kept[i] = true;
    for (ir::ValueId operand : operation.operands) (*live)[operand] = true;
    // What the regions use from outside becomes live on the way.
    for (ir::Region& inner : operation.regions) DropIn(&inner, live);
  }
  size_t next = 0;
  for (size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) continue;
    if (next != i) region->operations[next] = std::move(region->operations[i]);
    ++next;
  }
  region->operations.resize(next);
}

}  // namespace

void DropDeadOperations(ir::Program* program) {
  std::vector<bool> live(program->values.size(), false);
  DropIn(&program->body, &live);
}

}  // namespace tilewright::codegen
