#include "tile/work/unit_cost.h"

#include <algorithm>

#include "support/round.h"
#include "support/saturate.h"

namespace tilewright::tile {

int64_t Registers(const ir::TensorType& type, const chip::Chip& chip) {
  ir::Dims dims;
  for (int64_t d : type.dims()) {
    if (d != 1) dims.push_back(d);
  }
  if (type.dims().empty()) return 0;
  const int64_t words = std::max(ir::StorageBytes(type.element) / 4, 1);
  if (dims.size() < 2) {
    const int64_t elements = dims.empty() ? 1 : dims[0];
    return SaturatingMultiply(DivideUp(elements, int64_t{chip.lanes} * chip.sublanes),
                              words);
  }
  int64_t count = words;
  for (size_t d = 0; d < dims.size(); ++d) {
    const bool last = d + 1 == dims.size(), second_last = d + 2 == dims.size();
    const int64_t unit = last ? chip.lanes : (second_last ? chip.sublanes : 1);
    count = SaturatingMultiply(count, DivideUp(dims[d], unit));
  }
  return count;
}

int64_t SortingPasses(int64_t n) {
  int64_t levels = 0;
  while (levels < 62 && (int64_t{1} << levels) < n) ++levels;
  return levels * (levels + 1) / 2;
}

}  // namespace tilewright::tile
