#include "codegen/lower/blocks.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "codegen/analysis/matmul_tiling.h"
#include "codegen/analysis/plain_read.h"
#include "support/round.h"
#include "tile/arrange.h"
#include "tile/author/kernel.h"
#include "tile/statements.h"
#include "tile/visit.h"

namespace tilewright::codegen {
namespace {

constexpr int kBuffers = 2;

// Arrays in HBM of at least `elements` elements that expressions read.
std::set<tile::RefId> LargeReads(const tile::Program& program,
                                 const std::vector<tile::Store>& stores,
                                 int64_t elements) {
  std::set<tile::RefId> refs;
  std::vector<tile::ExprId> roots;
  for (const tile::Store& store : stores) roots.push_back(store.value());
  ForEachExprUnder(program, std::move(roots), [&](tile::ExprId id) {
    const auto* const load = program.exprs[id].As<tile::Load>();
    if (load != nullptr &&
        ir::Typical(NumElements(program.refs[load->ref].type.shape)) >= elements) {
      refs.insert(load->ref);
    }
  });
  return refs;
}

// Rows of a native tile of the narrowest of a matmul's operands.
int64_t TileRows(const tile::Matmul& m, const chip::Chip& chip) {
  return chip.TileRows(8 * std::max(ir::StorageBytes(m.multiplicand), 1));
}

// A block of at least one, within a size that is a number.
int64_t AtMost(const ir::Size& size, int64_t block) {
  return size.is_number() ? std::min(std::max<int64_t>(size.number(), 1), block) : block;
}

// Where rows or columns are open, the largest block; how many there are follows when the
// kernel runs (tile::RowBlocks).
void ChooseOpenBlock(int64_t narrowest, tile::Matmul* m) {
  constexpr int64_t kMost = 512;
  const auto share = [](const ir::Size& size, int64_t unit) {
    if (!size.is_number()) return kMost;
    const int64_t whole = std::max<int64_t>(size.number(), 1);
    return AtMost(size, RoundUp(DivideUp(whole, DivideUp(whole, kMost)), unit));
  };
  m->block_m = share(m->m, 12);
  m->block_n = share(m->n, narrowest);
}

// The block of the result that a grid step makes: large enough that packing is
// small beside multiplying, small enough that every core has its share. Every
// row of blocks packs rhs, and every column of them packs lhs, unless it can be
// read where it is.
void ChooseBlock(ProgramAnalysis& analysis, const chip::Chip& chip, tile::Matmul* m) {
  // Columns of the narrowest block: a tile of a wide MXU; of a small one half, so that
  // every core has its share of narrow results, too.
  const int64_t narrowest = chip.mxu_dim > chip.lanes ? chip.mxu_dim : 64;
  const tile::ProductSizes of = tile::TypicalSizes(*m);
  m->block_m = m->block_n = 1;
  if (!m->m.is_number() || !m->n.is_number()) return ChooseOpenBlock(narrowest, m);
  const LhsForm form = FormOfLhs(analysis, *m, m->multiplicand, 1);
  const bool in_place =
      form == LhsForm::kInPlace || form == LhsForm::kPointers || ReadsSegments(form);
  int64_t rows = std::max<int64_t>(DivideUp(of.m, in_place ? 1024 : 512), 1);
  int64_t columns = std::max<int64_t>(DivideUp(of.n, 1024), 1);
  const auto set = [&] {
    const auto share = [](const ir::Size& size, int64_t parts, int64_t unit) {
      const int64_t whole = std::max<int64_t>(ir::Typical(size), 1);
      return AtMost(size, RoundUp(DivideUp(whole, parts), unit));
    };
    m->block_m = share(m->m, rows, 12);
    m->block_n = share(m->n, columns, narrowest);
  };
  const auto packing = [&](int64_t row_count, int64_t column_count) {
    return (in_place ? 0.0 : 1.0 * of.m * column_count) + 1.0 * of.n * row_count;
  };
  const int64_t flops = of.batch * of.m * of.n * std::max<int64_t>(of.k, 1);
  const int64_t wanted = std::clamp<int64_t>(flops / (int64_t{1} << 21), 1, 8);
  set();
  // A halo is to stay in the cache (analysis/halo_tile.h).
  while (FormOfLhs(analysis, *m, m->multiplicand, 1) != form && m->block_m >= 48) {
    rows *= 2;
    set();
  }
  while (of.batch * rows * columns < wanted) {
    const bool can_m = m->block_m >= 48, can_n = m->block_n >= 2 * narrowest;
    if (!can_m && !can_n) break;
    if (can_n && (!can_m || packing(rows, 2 * columns) <= packing(2 * rows, columns))) {
      columns *= 2;
    } else {
      rows *= 2;
    }
    set();
  }
  // Equal shares for two and for four cores.
  const tile::Program& program = analysis.program;
  if (program.exprs[UnderDataMovement(program, m->rhs)].Is<tile::WindowOf>()) {
    while (of.batch * rows * columns % 4 != 0 && of.batch * rows * columns > 4) ++columns;
    set();
  } else if (of.m > 256) {
    while (of.batch * rows * columns % 4 != 0 && of.batch * rows * columns > 4) ++rows;
    set();
  }
}

// Makes the block whole native tiles where that leaves as many blocks, and smaller
// until a step fits, or the block is one native tile.
void FitBlock(const tile::Program& program, const chip::Chip& chip, tile::Matmul* m) {
  const int64_t rows = TileRows(*m, chip), columns = chip.lanes;
  const auto align = [](const ir::Size& of, int64_t unit, int64_t* block) {
    const int64_t size = ir::Typical(of), whole = AtMost(of, RoundUp(*block, unit));
    if (DivideUp(size, whole) == DivideUp(size, *block)) *block = whole;
  };
  align(m->m, rows, &m->block_m);
  align(m->n, columns, &m->block_n);
  while (StepBytes(program, *m, chip) > chip.vmem_bytes) {
    const bool can_m = m->block_m > rows, can_n = m->block_n > columns;
    if (!can_m && !can_n) return;
    if (can_m && (!can_n || m->block_m >= m->block_n)) {
      m->block_m = RoundUp(DivideUp(m->block_m, 2), rows);
    } else {
      m->block_n = RoundUp(DivideUp(m->block_n, 2), columns);
    }
  }
}

// Of all arrays that the program is handed.
int64_t ArrayBytes(const tile::Program& program) {
  int64_t bytes = 0;
  for (tile::RefId ref : program.Parameters()) {
    const ir::TensorType& type = program.refs[ref].type;
    bytes += ir::Typical(NumElements(type.shape)) * ir::StorageBytes(type.element);
  }
  return bytes;
}

}  // namespace

int64_t StepBytes(const tile::Program& program, const tile::Matmul& m,
                  const chip::Chip& chip) {
  const tile::ProductSizes of = tile::TypicalSizes(m);
  const int64_t deep = std::min<int64_t>(of.k, std::max(chip.mxu_dim, chip.lanes));
  const auto bytes = [&](ir::ElementType element, int64_t rows, int64_t columns) {
    return tile::VmemBytes({element, {rows, columns}}, chip);
  };
  const auto element = [&](tile::ExprId x) { return program.exprs[x].type.element; };
  int64_t total = bytes(m.accumulator, m.block_m, m.block_n);
  total += kBuffers * (bytes(element(m.lhs), m.block_m, deep) +
                       bytes(element(m.rhs), deep, m.block_n));
  for (const tile::Store& store : m.stores) {
    total += kBuffers * bytes(element(store.value()), m.block_m, m.block_n);
  }
  for (tile::RefId ref : LargeReads(program, m.stores, of.batch * of.m * of.n)) {
    total += kBuffers * bytes(program.refs[ref].type.element, m.block_m, m.block_n);
  }
  return total;
}

void CutIntoSteps(const chip::Chip& chip, tile::Program* program) {
  const int64_t wanted =
      DivideUp(kBuffers * ArrayBytes(*program), std::max<int64_t>(chip.vmem_bytes, 1));
  ProgramAnalysis analysis(*program);
  for (tile::Statement& s : program->statements) {
    if (auto* const matmul = s.As<tile::Matmul>()) {
      ChooseBlock(analysis, chip, matmul);
      FitBlock(*program, chip, matmul);
      s.grid_steps = tile::BlocksOf(*matmul);
    } else if (const auto* const nest = s.As<tile::LoopNest>()) {
      const int64_t points = ir::Typical(NumElements(nest->outer));
      if (s.grid_steps.is_number()) {
        s.grid_steps = std::max(s.grid_steps.number(), std::min(wanted, points));
      }
    }
  }
}

int64_t RowsThatFit(int64_t fixed, int64_t bytes_per_row, const chip::Chip& chip) {
  const int64_t left = chip.vmem_bytes - fixed;
  return left < 0 ? -1 : left / std::max<int64_t>(bytes_per_row, 1);
}

}  // namespace tilewright::codegen
