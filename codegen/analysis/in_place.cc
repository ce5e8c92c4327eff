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
bool WritesPointByPoint(const tile::LoopNest& nest) {
  return nest.lanes_outer && nest.passes.size() == 1 &&
         nest.passes[0].inner.rank() == 0 && nest.passes[0].reduces.empty();
}

bool IsInPlace(const tile::Program& program, const tile::LoopNest& nest,
               tile::RefId input) {
  return WritesPointByPoint(nest) && AreInPlace(program, nest.passes[0].stores, input);
}

// Of several stores the second would read what the first wrote.
bool IsInPlace(const tile::Program& program, const tile::Matmul& product,
               tile::RefId input) {
  return product.stores.size() == 1 && !Reads(program, product.lhs, input) &&
         !Reads(program, product.rhs, input) &&
         AreInPlace(program, product.stores, input);
}

// Whether `value`, which `store` writes, reads of `input` the elements that lie where its
// own are written, as slices that begin there.
bool ReadsWhereItIsStored(const tile::Program& program, const tile::Store& store,
                          tile::RefId input) {
  const tile::Expr& value = program.exprs[store.value()];
  bool there = true;
  tile::ForEachRead(program, store.value(), [&](tile::ExprId id, const ir::Size& points) {
    const tile::Expr& e = program.exprs[id];
    const bool slices =
        e.Is<tile::DynamicSlice>() && program.exprs[e.operands[0]].Loads(input);
    if (!slices) return;
    there = there && points.is_number(1) && e.type.shape == value.type.shape &&
            std::equal(e.operands.begin() + 1, e.operands.end(),
                       store.dynamic_offset.begin(), store.dynamic_offset.end());
  });
  if (!there) return false;
  // Nor in another way.
  bool otherwise = false;
  tile::ForEachExprUnder(program, {store.value()}, [&](tile::ExprId id) {
    const tile::Expr& e = program.exprs[id];
    for (size_t i = 0; i < e.operands.size(); ++i) {
      const bool sliced = e.Is<tile::DynamicSlice>() && i == 0;
      otherwise |= !sliced && program.exprs[e.operands[i]].Loads(input);
    }
  });
  return !otherwise && !program.exprs[store.value()].Loads(input);
}

}  // namespace

bool ReadsOnlyWhatItUpdates(const tile::Program& program, tile::RefId input) {
  if (program.statements.size() != 1) return false;
  const auto* const nest = program.statements[0].As<tile::LoopNest>();
  if (nest == nullptr || !WritesPointByPoint(*nest)) return false;
  const std::vector<tile::Store>& stores = nest->passes[0].stores;
  if (stores.size() != 1 || stores[0].dynamic_offset.empty()) return false;
  const tile::Store& store = stores[0];
  const bool is_block = store.offset.rank() == 0 && store.stride.empty() &&
                        store.permutation.empty() && !store.is_interleaved();
  return is_block && program.refs[store.ref].type == program.refs[input].type &&
         ReadsWhereItIsStored(program, store, input);
}

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
