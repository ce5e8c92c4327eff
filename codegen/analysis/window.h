// How the elements of a window lie in its array.
#pragma once

#include <vector>

#include "tile/program.h"

namespace tilewright::codegen {

// Elements between neighbours along each dimension of a window's type.
ir::Shape WindowStrides(const tile::Program& program, const tile::Ref& ref);

// Whether dimensions k and k + 1 of memory with these strides can be walked as
// one: the index of k + 1 counts on into the next k. Not where that depends on a size
// that is no number.
bool IsRowMajor(const ir::Dims& dims, const ir::Shape& strides, size_t k);
// The same for every boundary of a window's type.
std::vector<bool> MergeableInside(const tile::Program& program, const tile::Ref& ref);

// Whether two parallel points of the grid may see one element of the array in the window.
bool MayMeet(const tile::Program& program, const tile::Grid& grid,
             const tile::Window& window);

}  // namespace tilewright::codegen
