// Updates of a part of an array.
#include <optional>
#include <vector>

#include "codegen/cluster/part_update.h"
#include "codegen/lower/lower_internal.h"

namespace tilewright::codegen {

using ir::Operation;

bool LowerPartUpdate(Lowering& l) {
  const std::optional<PartUpdate> found = PartUpdateOf(l.region, l.cluster);
  if (!found.has_value()) return false;
  const PartUpdate& part = *found;
  const Operation& op = *part.update;
  const ir::Shape& shape = l.program.type(op.results[0]).shape;
  if (NumElements(l.program.type(op.operands[1]).shape) == 0) return false;
  // The cluster makes what it updates: each element is one or the other.
  if (l.exprs.Definition(part.base) != nullptr) return false;
  const bool keeps_shape = part.output == op.results[0];
  if (!keeps_shape && ir::Typical(NumElements(shape)) <= kSmallState) return false;
  const tile::RefId ref = l.exprs.Output(part.output, shape);
  l.out->prepare.push_back({part.output, part.base});
  const tile::ExprId update = l.exprs.Of(op.operands[1]);
  std::vector<tile::ExprId> start;
  for (size_t k = 2; k < op.operands.size(); ++k) {
    start.push_back(l.exprs.Of(op.operands[k]));
  }
  l.b().Append(tile::StoreStatement(&l.b(), tile::StoreAt(ref, update, start)));
  return true;
}

}  // namespace tilewright::codegen
