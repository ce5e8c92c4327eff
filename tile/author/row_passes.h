// Loop nests in passes that wait for each other's results, as lists of what each pass
// makes. What is computed for a row in one pass, and costs enough, is not computed again
// in the next: it is kept in scratch.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "tile/statements.h"

namespace tilewright::tile {

// What a pass reduces; its results have the name `id` and are known to later passes.
struct Reduction {
  int id = 0;
  Reducer reducer;
  std::vector<ExprId> inputs;
};

struct DraftPass {
  bool full = true;  // over the inner dimensions; else once for each point of the outer
  std::vector<Store> stores;
  std::vector<Reduction> reductions;

  std::vector<ExprId> roots() const;
};

// Whether an array of these dimensions has `row` elements for each point of `outer`, ones
// aside.
bool HasRows(const ir::Shape& shape, const ir::Shape& outer, const ir::Size& row);

// Rows that more than one pass is to read, and the pass that writes each: of `asked`, and
// of elementwise operations that cost more than reading scratch does, where they are read
// element for element. None of them is only needed for another.
std::map<ExprId, size_t> FindKept(const Program& program,
                                  const std::vector<DraftPass>& passes,
                                  const ir::Shape& outer, const ir::Size& row,
                                  const std::set<ExprId>& asked);

// Writes the passes; what later ones read of `kept` comes from scratch.
void WritePasses(Builder* b, std::vector<DraftPass> passes, const ir::Shape& outer,
                 const ir::Shape& inner, const std::map<ExprId, size_t>& kept,
                 LoopNestWriter* nest);

}  // namespace tilewright::tile
