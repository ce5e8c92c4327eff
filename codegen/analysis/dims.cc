#include "codegen/analysis/dims.h"

namespace tilewright::codegen {

using ir::Dims;

int64_t Product(const Dims& dims, int begin, int end) {
  int64_t product = 1;
  for (int k = begin; k < end; ++k) product *= dims[k];
  return product;
}

std::vector<ReshapeGroup> ReshapeGroups(const Dims& own, const Dims& operand) {
  std::vector<ReshapeGroup> runs;
  int i = 0, j = 0;
  const int n = static_cast<int>(own.size()), m = static_cast<int>(operand.size());
  while (i < n || j < m) {
    ReshapeGroup run{i, i, j, j};
    int64_t left = 1, right = 1;
    do {
      if (i < n && (left <= right || j == m)) {
        left *= own[i++];
      } else {
        right *= operand[j++];
      }
    } while (left != right && (i < n || j < m));
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
