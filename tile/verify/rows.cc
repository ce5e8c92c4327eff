// Scans and sorts: rows of whole arrays.
#include <algorithm>

#include "tile/verify/checker.h"
#include "tile/verify/verify.h"

namespace tilewright::tile {
namespace {

using ir::Dims;
using ir::ElementType;

// `front`: outputs may have the first elements of rows only.
void CheckRows(Checker& c, absl::string_view what, const std::vector<ExprId>& inputs,
               const std::vector<RefId>& outputs, int64_t dimension, bool front = false) {
  if (inputs.empty() || inputs.size() != outputs.size()) {
    return c.Fail("a ", what, " of ", inputs.size(), " arrays to ", outputs.size());
  }
  const ir::Shape& shape = c.type(inputs[0]).shape;
  if (dimension < 0 || dimension >= shape.rank()) {
    return c.Fail("a ", what, " along dimension ", dimension, " of [", ir::Join(shape),
                  "]");
  }
  // Of what is kept, all outputs keep as much.
  ir::Shape kept = shape;
  const ir::Shape& first = c.ref(outputs[0]).type.shape;
  const int d = static_cast<int>(dimension);
  if (front && first.is_static() && first.rank() == shape.rank() &&
      shape[d].is_number() && first[d].number() < shape[d].number()) {
    kept.Set(d, first[d]);
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    CheckWhole(c, outputs[i]);
    const ir::TensorType& to = c.ref(outputs[i]).type;
    if (c.type(inputs[i]).shape == shape && to.shape == kept) continue;
    c.Fail("a ", what, " of ", ir::ToString(c.type(inputs[i])), " to ", ir::ToString(to));
  }
}

}  // namespace

void CheckSort(Checker& c, const Sort& sort) {
  CheckRows(c, "sort", sort.inputs, sort.outputs, sort.dimension, sort.stable);
  if (!c.ok()) return;
  std::vector<ElementType> pairs;
  for (size_t i = 0; i < sort.inputs.size(); ++i) {
    const ir::TensorType& to = c.ref(sort.outputs[i]).type;
    if (c.type(sort.inputs[i]).element != to.element) {
      c.Fail("a sort of ", ir::ToString(c.type(sort.inputs[i])), " to ",
             ir::ToString(to));
    }
    pairs.insert(pairs.end(), 2, to.element);
  }
  CheckRegion(c, sort.region, pairs, {ElementType::kI1});
}

void CheckScan(Checker& c, const Scan& scan) {
  CheckRows(c, "scan", scan.reduce.inputs, scan.outputs, scan.dimension);
  if (c.ok()) CheckReduce(c, scan.reduce);
  for (size_t i = 0; c.ok() && i < scan.outputs.size(); ++i) {
    const ElementType from = c.type(scan.reduce.inits[i]).element;
    const ElementType to = c.ref(scan.outputs[i]).type.element;
    if (ir::IsComplex(from) != ir::IsComplex(to)) {
      c.Fail("a scan of ", ir::Name(from), " to ", ir::Name(to));
    }
  }
}

}  // namespace tilewright::tile
