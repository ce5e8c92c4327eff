#include "codegen/analysis/window.h"

#include "codegen/analysis/dims.h"

namespace tilewright::codegen {

ir::Shape WindowStrides(const tile::Program& program, const tile::Ref& ref) {
  const ir::Shape& array = program.refs[ref.window->array].type.shape;
  ir::Shape strides;
  for (int64_t d : ref.window->kept) {
    strides.Append(Product(array, static_cast<int>(d) + 1, array.rank()));
  }
  return strides;
}

bool IsRowMajor(const ir::Dims& dims, const ir::Shape& strides, size_t k) {
  return dims[k] == 1 || strides[k] == strides[k + 1] * dims[k + 1];
}

std::vector<bool> MergeableInside(const tile::Program& program, const tile::Ref& ref) {
  const ir::Shape strides = WindowStrides(program, ref);
  std::vector<bool> ok;
  for (int k = 0; k + 1 < strides.rank(); ++k) {
    ok.push_back(IsRowMajor(ref.type.dims(), strides, k));
  }
  return ok;
}

}  // namespace tilewright::codegen
