#include "codegen/analysis/in_place.h"

#include <algorithm>
#include <vector>

#include "tile/reads_in_place.h"
#include "tile/visit.h"

namespace tilewright::codegen {

namespace {

bool AreInPlace(const tile::Program& program, const std::vector<tile::Store>& stores,
                tile::RefId input) {
  return std::all_of(stores.begin(), stores.end(), [&](const tile::Store& store) {
    return store.is_plain() && tile::ReadsInPlace(program, store.value(), input);
  });
}

bool Reads(const tile::Program& program, tile::ExprId x, tile::RefId ref) {
  bool reads = false;
  tile::ForEachExprUnder(program, {x}, [&](tile::ExprId id) {
    reads = reads || program.exprs[id].Loads(ref);
  });
  return reads;
}

// All values of a point are computed before the first is stored.
bool IsInPlace(const tile::Program& program, const tile::LoopNest& nest,
               tile::RefId input) {
  if (!nest.lanes_outer || nest.passes.size() != 1) return false;
  const tile::Pass& pass = nest.passes[0];
  return pass.inner.rank() == 0 && pass.reduces.empty() &&
         AreInPlace(program, pass.stores, input);
}

// Of several stores the second would read what the first wrote.
bool IsInPlace(const tile::Program& program, const tile::Matmul& product,
               tile::RefId input) {
  return product.stores.size() == 1 && !Reads(program, product.lhs, input) &&
         !Reads(program, product.rhs, input) &&
         AreInPlace(program, product.stores, input);
}

}  // namespace

bool ReadsOnlyInPlace(const tile::Program& program, tile::RefId input, int64_t bytes) {
  if (program.statements.size() != 1) return false;
  if (ir::StorageBytes(program.refs[input].type.element) != bytes) return false;
  const tile::Statement& statement = program.statements[0];
  if (const auto* nest = statement.As<tile::LoopNest>()) {
    return IsInPlace(program, *nest, input);
  }
  const auto* const product = statement.As<tile::Matmul>();
  return product != nullptr && IsInPlace(program, *product, input);
}

}  // namespace tilewright::codegen
