// Long elementwise computations: two vectors of lanes at once, an instruction of the one
// after an instruction of the other. One vector's are a chain that is longer than many
// processors look ahead, and where there are few registers, constants are loaded for
// each instruction that needs one: both then serve two.
#include "codegen/emit/statement_emitter.h"
#include "llvm/ADT/DenseMap.h"

namespace tilewright::codegen {

using llvm::Instruction;
using tile::LoopNest;
using tile::Pass;

namespace {

using Instructions = std::vector<Instruction*>;

// The block's instructions after `last`; null: all.
Instructions After(llvm::BasicBlock* block, Instruction* last) {
  Instructions instructions;
  for (auto it = last == nullptr ? block->begin() : std::next(last->getIterator());
       it != block->end(); ++it) {
    instructions.push_back(&*it);
  }
  return instructions;
}

// Moves the second ones, which follow the first and write nothing, among them, each as
// far up as its turn is and as what it reads allows.
void TakeTurns(const Instructions& first, const Instructions& second) {
  llvm::DenseMap<const llvm::Value*, size_t> place;
  for (size_t i = 0; i < first.size(); ++i) place[first[i]] = i;
  size_t at = 0;
  std::vector<Instruction*> last = first;  // what comes after each of them so far
  for (size_t i = 0; i < second.size(); ++i) {
    at = std::max(at, i * first.size() / second.size());
    for (const llvm::Value* operand : second[i]->operands()) {
      const auto found = place.find(operand);
      if (found != place.end()) at = std::max(at, found->second);
    }
    second[i]->moveAfter(last[at]);
    last[at] = second[i];
  }
}

bool Moves(const Instructions& instructions) {
  for (const Instruction* instruction : instructions) {
    if (instruction->mayWriteToMemory() || llvm::isa<llvm::PHINode>(instruction)) {
      return false;
    }
  }
  return true;
}

}  // namespace

int StatementEmitter::VectorsByTurns(const LoopNest& nest, int64_t extent) {
  // Below, what waits for one vector is little; above, the code is long.
  constexpr int kLeastCost = 35, kMostCost = 150;
  constexpr int64_t kLeastExtent = 512;
  if (kb_.options().scalar.target.registers() > 16 || kb_.lanes() == 1 ||
      program_.debug || nest.passes.size() != 1 || extent < kLeastExtent) {
    return 1;
  }
  const Pass& pass = nest.passes[0];
  if (pass.inner.rank() > 0 || !pass.reduces.empty()) return 1;
  std::vector<tile::ExprId> roots;
  for (const tile::Store& store : pass.stores) {
    roots.insert(roots.end(), store.values.begin(), store.values.end());
  }
  const int cost = CostOf(roots);
  return cost < kLeastCost || cost > kMostCost ? 1 : 2;
}

void StatementEmitter::EmitPassPointsByTurns(const LoopNest& nest, const Pass& pass,
                                             absl::Span<Point> points) {
  llvm::BasicBlock* const block = kb_.ir().GetInsertBlock();
  const bool at_end = kb_.ir().GetInsertPoint() == block->end();
  std::vector<std::vector<std::vector<Lanes>>> values;  // by point and store
  Instructions before;
  for (const Point& point : points) {
    Bind(point);
    Instruction* const last = block->empty() ? nullptr : &block->back();
    values.emplace_back();
    for (const tile::Store& store : pass.stores) {
      values.back().push_back(ValuesAt(store, point.index));
    }
    if (!at_end || kb_.ir().GetInsertBlock() != block) continue;
    const Instructions own = After(block, last);
    if (!before.empty() && Moves(before) && Moves(own)) TakeTurns(before, own);
    before = own;
  }
  // All is read before anything is written: outputs may lie over inputs.
  for (size_t p = 0; p < points.size(); ++p) {
    Bind(points[p]);
    for (size_t i = 0; i < pass.stores.size(); ++i) {
      EmitStore(pass.stores[i], nest.outer, points[p].index, 0, values[p][i]);
    }
  }
}

}  // namespace tilewright::codegen
