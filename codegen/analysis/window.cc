#include "codegen/analysis/window.h"

#include "codegen/analysis/dims.h"

namespace tilewright::codegen {

ir::Dims WindowStrides(const tile::Program& program, const tile::Ref& ref) {
  const ir::Dims& array = program.refs[ref.window->array].type.dims();
  ir::Dims strides;
  for (int64_t d : ref.window->kept) {
    strides.push_back(
        Product(array, static_cast<int>(d) + 1, static_cast<int>(array.size())));
  }
  return strides;
}

bool IsRowMajor(const ir::Dims& dims, const ir::Dims& strides, size_t k) {
  return dims[k] == 1 || strides[k] == strides[k + 1] * dims[k + 1];
}

std::vector<bool> MergeableInside(const tile::Program& program, const tile::Ref& ref) {
  const ir::Dims strides = WindowStrides(program, ref);
  std::vector<bool> ok;
  for (size_t k = 0; k + 1 < strides.size(); ++k) {
    ok.push_back(IsRowMajor(ref.type.dims(), strides, k));
  }
  return ok;
}

}  // namespace tilewright::codegen
