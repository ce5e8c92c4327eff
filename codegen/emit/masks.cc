#include "codegen/emit/masks.h"

#include "tile/visit.h"

namespace tilewright::codegen {

bool HasMasks(const VectorTarget& target, ir::ElementType element) {
  const int narrowest = target.x86 && target.avx512 ? 1 : target.x86 ? 4 : 16;
  return ir::StorageBytes(element) >= narrowest;
}

bool LoadsHaveMasks(const VectorTarget& target, const tile::Program& program,
                    tile::ExprId expr) {
  bool all = true;
  tile::ForEachExprUnder(program, {expr}, [&](tile::ExprId id) {
    const tile::Expr& e = program.exprs[id];
    all = all && (!e.Is<tile::Load>() || HasMasks(target, e.type.element));
  });
  return all;
}

}  // namespace tilewright::codegen
