#include "codegen/analysis/dims.h"

#include "ir/size/facts.h"

namespace tilewright::codegen {

using ir::Dims;

int64_t Product(const Dims& dims, int begin, int end) {
  int64_t product = 1;
  for (int k = begin; k < end; ++k) product *= dims[k];
  return product;
}

ir::Size Product(const ir::Shape& shape, int begin, int end) {
  ir::Size product = 1;
  for (int k = begin; k < end; ++k) product = product * shape[k];
  return product;
}

std::vector<ReshapeGroup> ReshapeGroups(const ir::Shape& own, const ir::Shape& operand) {
  std::vector<ReshapeGroup> runs;
  int i = 0, j = 0;
  const int n = own.rank(), m = operand.rank();
  while (i < n || j < m) {
    ReshapeGroup run{i, i, j, j};
    ir::Size left = 1, right = 1;
    do {
      // The smaller side goes on; which one that is, is only an estimate of symbols.
      if (i < n && (ir::Typical(left) <= ir::Typical(right) || j == m)) {
        left = left * own[i++];
      } else {
        right = right * operand[j++];
      }
    } while (!(left == right) && (i < n || j < m));
    // Ones behind the cut belong to this group, so that none is left over.
    while (i < n && own[i] == 1) ++i;
    while (j < m && operand[j] == 1) ++j;
    run.own_end = i;
    run.operand_end = j;
    runs.push_back(run);
  }
  return runs;
}

}  // namespace tilewright::codegen
