#include "tile/work/work.h"

#include <algorithm>
#include <set>
#include <variant>
#include <vector>

#include "support/overloaded.h"
#include "support/round.h"
#include "support/saturate.h"
#include "tile/statements.h"
#include "tile/visit.h"
#include "tile/work/op_cost.h"
#include "tile/work/unit_cost.h"

namespace tilewright::tile {
namespace {

int64_t Elements(const ir::Dims& dims) {
  int64_t n = 1;
  for (int64_t d : dims) n = SaturatingMultiply(n, d);
  return n;
}

void AddTo(int64_t* sum, int64_t x) { *sum = SaturatingAdd(*sum, x); }

// Every figure of two of them.
template <typename Visit>
void ForEachFigure(Work& x, const Work& y, const Visit& visit) {
  for (int64_t Work::* figure :
       {&Work::flops, &Work::transcendentals, &Work::bytes_read, &Work::bytes_written,
        &Work::vpu, &Work::eup, &Work::xlu, &Work::dmas, &Work::dma_bytes}) {
    visit(x.*figure, y.*figure);
  }
  for (size_t t = 0; t < x.mxu.size(); ++t) {
    visit(x.mxu[t].passes, y.mxu[t].passes);
    visit(x.mxu[t].multiplies, y.mxu[t].multiplies);
    visit(x.mxu[t].slots, y.mxu[t].slots);
  }
}

MxuType TypeOf(const Matmul& m) {
  switch (m.multiplicand) {
    case ir::ElementType::kBF16:
      return MxuType::kBF16;
    case ir::ElementType::kF32:
      return MxuType::kF32;
    case ir::ElementType::kI16:  // products of bytes, in pairs
    case ir::ElementType::kI8:
      return MxuType::kInt8;
    default:
      return MxuType::kOther;
  }
}

// Units of `unit` that blocks of `block` out of `size` take, each in units of its
// own.
int64_t PaddedUnits(int64_t size, int64_t block, int64_t unit) {
  block = std::clamp<int64_t>(block, 1, std::max<int64_t>(size, 1));
  return SaturatingAdd(SaturatingMultiply(size / block, DivideUp(block, unit)),
                       DivideUp(size % block, unit));
}

class Meter {
 public:
  Meter(const Program& program, const chip::Chip& chip)
      : program_(program), chip_(chip) {}

  Work Run() {
    Count(program_.statements);
    if (!program_.statements.empty() && program_.statements[0].Is<Grid>()) return work_;
    for (RefId parameter : program_.Parameters()) {
      const Ref& ref = program_.refs[parameter];
      AddTo(ref.is_output ? &work_.bytes_written : &work_.bytes_read,
            ref.type.byte_size());
    }
    return work_;
  }

 private:
  void CountTimes(const std::vector<Statement>& statements, int64_t times) {
    const Work before = work_;
    Count(statements);
    ForEachFigure(work_, before, [times](int64_t& now, int64_t then) {
      now = SaturatingAdd(then, SaturatingMultiply(now - then, times));
    });
  }

  // One, where the bounds are not constants.
  int64_t Turns(const For& loop) const {
    const auto* const begin = program_.exprs[loop.begin].As<Constant>();
    const auto* const end = program_.exprs[loop.end].As<Constant>();
    if (begin == nullptr || end == nullptr) return 1;
    return std::max<int64_t>(end->literal.IntegerAt(0) - begin->literal.IntegerAt(0), 0);
  }

  // Counters that a window's place depends on.
  std::set<int64_t> CountersOf(const Window& window) const {
    std::set<int64_t> counters;
    ForEachExprUnder(program_, window.start, [&](ExprId id) {
      const Expr& e = program_.exprs[id];
      if (const auto* counter = e.As<Counter>()) counters.insert(counter->number);
      // What is read from memory may differ at every point.
      if (e.Is<Load>()) counters.insert(INT64_MAX);
    });
    return counters;
  }

  void CountMoves(const Ref& ref, int64_t moves, int64_t bytes, bool is_new) {
    AddTo(&work_.dmas, moves);
    AddTo(&work_.dma_bytes, bytes);
    if (is_new) AddTo(ref.is_output ? &work_.bytes_written : &work_.bytes_read, bytes);
  }

  // A window is fetched, or flushed, when it moves: not while the dimensions that
  // it depends on stay, which is so inside the innermost of them (Pallas' pipeline:
  // jax-ml/jax, docs/pallas/pipelining).
  void CountGrid(const Grid& grid) {
    const ir::Dims& sizes = grid.sizes.numbers();
    CountTimes(grid.body, Elements(sizes));
    for (const Ref& ref : program_.refs) {
      if (!ref.window.has_value()) continue;
      const std::set<int64_t> counters = CountersOf(*ref.window);
      const int64_t rank = grid.sizes.rank();
      int64_t moves = 1;
      if (!counters.empty()) {
        for (int64_t d = 0; d <= std::min(*counters.rbegin(), rank - 1); ++d) {
          moves = SaturatingMultiply(moves, sizes[d]);
        }
      }
      const int64_t bytes = SaturatingMultiply(moves, ref.type.byte_size());
      CountMoves(ref, moves, bytes, true);
      if (!ref.is_updated) continue;  // that is fetched and flushed
      CountMoves(ref, moves, bytes, false);
      AddTo(&work_.bytes_read, bytes);
    }
  }

  // Arrays that expressions read, and that are written.
  void CollectReads(ExprId root, std::set<RefId>* refs) const {
    ForEachExprUnder(program_, {root}, [&](ExprId id) {
      if (const auto* load = program_.exprs[id].As<Load>()) refs->insert(load->ref);
    });
  }

  // Blocks of arrays that a statement with a grid of its own moves: an array in as
  // many pieces as the grid has steps, or whole where it has fewer elements than
  // that. `times`: how often all of it comes.
  void CountBlocks(const std::set<RefId>& refs, int64_t steps, int64_t times = 1) {
    if (in_grid_) return;  // there, windows and copies say what moves
    for (RefId r : refs) {
      const Ref& ref = program_.refs[r];
      if (ref.memory != Memory::kHbm || ref.type.num_elements() == 0) continue;
      const int64_t pieces = ref.type.num_elements() >= steps ? steps : 1;
      CountMoves(ref, SaturatingMultiply(pieces, times),
                 SaturatingMultiply(ref.type.byte_size(), times), false);
    }
  }

  // Evaluates what is stored; adds the arrays that take part to `refs`.
  void CountStores(const std::vector<Store>& stores, std::set<RefId>* refs) {
    for (const Store& store : stores) {
      refs->insert(store.ref);
      for (ExprId value : store.values) {
        CountExpr(value);
        CollectReads(value, refs);
      }
    }
  }

  void CountDma(const Dma& dma) {
    if (dma.wait) return;
    const int64_t bytes = program_.exprs[dma.copy.value()].type.byte_size();
    AddTo(&work_.dmas, 1);
    AddTo(&work_.dma_bytes, bytes);
    if (program_.refs[dma.source].memory == Memory::kHbm) AddTo(&work_.bytes_read, bytes);
    if (program_.refs[dma.copy.ref].memory == Memory::kHbm) {
      AddTo(&work_.bytes_written, bytes);
    }
  }

  int64_t RegistersOf(const Expr& e) const { return Registers(e.type, chip_); }

  // Registers that go through the unit for moves across lanes, which transposes,
  // reduces and spreads (openxla/xprof, utilization_viewer: XU and RPU). Moves of
  // leading dimensions are addresses only.
  int64_t Crossing(const Expr& e) const {
    const size_t rank = e.type.dims().size();
    if (rank == 0) return 0;
    if (const auto* transpose = e.As<Transpose>()) {
      const auto last = static_cast<int64_t>(rank) - 1;
      const ir::Dims& from = transpose->permutation;
      const bool stays = from[last] == last && (rank < 2 || from[last - 1] == last - 1);
      return stays ? 0 : RegistersOf(e);
    }
    if (const auto* broadcast = e.As<Broadcast>()) {
      // One value a row is spread along the row's lanes.
      const Expr& x = program_.exprs[e.operands[0]];
      const auto last = static_cast<int64_t>(rank) - 1;
      const ir::Dims& kept = broadcast->dimensions;
      const bool along = std::find(kept.begin(), kept.end(), last) == kept.end() &&
                         e.type.dims()[last] > 1;
      return along && x.type.num_elements() > 1
                 ? DivideUp(x.type.num_elements(), chip_.sublanes)
                 : 0;
    }
    return 0;
  }

  // Every operation under `root` once.
  void CountExpr(ExprId root, bool transposes = true) {
    std::vector<ExprId> stack = {root};
    while (!stack.empty()) {
      const ExprId id = stack.back();
      stack.pop_back();
      if (id < 0 || !seen_.insert(id).second) continue;
      const Expr& e = program_.exprs[id];
      if (const auto* scalar = e.As<Scalar>()) {
        AddTo(IsTranscendental(scalar->op) ? &work_.transcendentals : &work_.flops,
              e.type.num_elements());
        const OpCost cost = CostOf(scalar->op, e.type.element);
        AddTo(&work_.vpu, SaturatingMultiply(RegistersOf(e), cost.vpu));
        AddTo(&work_.eup, SaturatingMultiply(RegistersOf(e), cost.eup));
      } else if (transposes || !e.Is<Transpose>()) {
        AddTo(&work_.xlu, Crossing(e));
      }
      stack.insert(stack.end(), e.operands.begin(), e.operands.end());
    }
  }

  // Registers are combined with one another; then, where lanes or sublanes are
  // reduced, what is left once across them: a register holds the sums of as many
  // rows as it has sublanes.
  void CountReduce(const LoopNest& nest, const Pass& pass, const Reduce& reduce) {
    for (ExprId input : reduce.inputs) CountExpr(input);
    const int64_t rows = Elements(nest.outer.numbers());
    AddTo(&work_.flops, SaturatingMultiply(rows, Elements(pass.inner.numbers())));
    for (ExprId input : reduce.inputs) {
      const ir::ElementType element = program_.exprs[input].type.element;
      // In the order in which lanes run along the last dimension.
      const ir::Shape order = nest.lanes_outer ? ir::Joined(pass.inner, nest.outer)
                                               : ir::Joined(nest.outer, pass.inner);
      AddTo(&work_.vpu, Registers({element, order}, chip_));
      AddTo(&work_.xlu, nest.lanes_outer ? Registers({element, nest.outer}, chip_)
                                         : DivideUp(rows, chip_.sublanes));
    }
  }

  void CountLoopNest(const LoopNest& nest, int64_t steps) {
    std::set<RefId> refs;
    for (const Pass& pass : nest.passes) {
      for (const Reduce& reduce : pass.reduces) {
        CountReduce(nest, pass, reduce);
        for (ExprId input : reduce.inputs) CollectReads(input, &refs);
      }
      CountStores(pass.stores, &refs);
    }
    CountBlocks(refs, steps);
  }

  // The grid is batch x rows x columns of blocks, columns fastest: a block of the
  // left side stays while the columns run; the right side comes again for every
  // row of blocks, unless it is one block, which stays. In a pass,
  // [sublanes, dim] x [dim, dim] (jax-ml/scaling-book, "How to think about TPUs":
  // bf16[8,128] x bf16[128,128] every 8 cycles); what a block lacks of whole passes
  // is padding.
  void CountMatmul(const Matmul& m, int64_t steps) {
    // Weights are transposed as they are latched: not across lanes.
    CountExpr(m.lhs);
    CountExpr(m.rhs, /*transposes=*/false);
    const ProductSizes of = TypicalSizes(m);
    const int64_t multiplies = SaturatingMultiply(SaturatingMultiply(of.batch, of.m),
                                                  SaturatingMultiply(of.n, of.k));
    AddTo(&work_.flops, SaturatingMultiply(2, multiplies));
    const int64_t dim = chip_.mxu_dim > 0 ? chip_.mxu_dim : chip_.lanes;
    const int64_t passes = SaturatingMultiply(
        SaturatingMultiply(of.batch, PaddedUnits(of.m, m.block_m, chip_.sublanes)),
        SaturatingMultiply(PaddedUnits(of.n, m.block_n, dim), DivideUp(of.k, dim)));
    MxuWork& unit = work_.mxu[static_cast<size_t>(TypeOf(m))];
    AddTo(&unit.passes, passes);
    AddTo(&unit.multiplies, multiplies);
    AddTo(&unit.slots, SaturatingMultiply(passes, dim * dim * chip_.sublanes));
    std::set<RefId> stored, left, right;
    CountStores(m.stores, &stored);
    CountBlocks(stored, steps);
    CollectReads(m.lhs, &left);
    CollectReads(m.rhs, &right);
    const int64_t rows = DivideUp(of.m, std::max<int64_t>(m.block_m, 1));
    const int64_t columns = DivideUp(of.n, std::max<int64_t>(m.block_n, 1));
    CountBlocks(left, SaturatingMultiply(of.batch, rows));
    CountBlocks(right, SaturatingMultiply(of.batch, columns), columns > 1 ? rows : 1);
  }

  // Along lanes or sublanes: a running total takes log2 of their number of shifts
  // and combinations (Hillis and Steele, CACM 29(12), 1986). Inferred: nothing is
  // published of how a TPU scans.
  void CountScan(const Scan& scan, int64_t steps) {
    std::set<RefId> refs(scan.outputs.begin(), scan.outputs.end());
    for (ExprId input : scan.reduce.inputs) {
      CountExpr(input);
      CollectReads(input, &refs);
      const ir::TensorType& type = program_.exprs[input].type;
      const int from_last = type.rank() - 1 - static_cast<int>(scan.dimension);
      const int64_t width = from_last == 0   ? chip_.lanes
                            : from_last == 1 ? chip_.sublanes
                                             : 1;
      int64_t shifts = 0;
      while ((int64_t{1} << shifts) < width) ++shifts;
      AddTo(&work_.flops, type.num_elements());
      AddTo(&work_.vpu, SaturatingMultiply(Registers(type, chip_), shifts + 1));
      AddTo(&work_.xlu, SaturatingMultiply(Registers(type, chip_), shifts));
    }
    CountBlocks(refs, steps);
  }

  // Every pass of the network exchanges, compares and selects each operand.
  void CountSort(const Sort& sort, int64_t steps) {
    std::set<RefId> refs(sort.outputs.begin(), sort.outputs.end());
    for (ExprId input : sort.inputs) {
      CountExpr(input);
      CollectReads(input, &refs);
      const ir::TensorType& type = program_.exprs[input].type;
      const int64_t exchanged = SaturatingMultiply(
          Registers(type, chip_), SortingPasses(type.dims()[sort.dimension]));
      AddTo(&work_.vpu, SaturatingMultiply(exchanged, 2));
      AddTo(&work_.xlu, exchanged);
    }
    CountBlocks(refs, steps);
  }

  // Each window of updates goes where its index says, by a copy of its own.
  void CountScatter(const Scatter& scatter) {
    for (size_t i = 0; i < scatter.updates.size(); ++i) {
      const ExprId update = scatter.updates[i];
      CountExpr(update);
      const ir::TensorType& type = program_.exprs[update].type;
      AddTo(&work_.flops, type.num_elements());
      AddTo(&work_.vpu, Registers(type, chip_));
      int64_t window = 1;
      for (int64_t d : scatter.update_window_dims) window *= type.dims()[d];
      const int64_t windows = window > 0 ? type.num_elements() / window : 0;
      if (in_grid_) continue;
      AddTo(&work_.dmas, SaturatingMultiply(2, windows));
      AddTo(&work_.dma_bytes, SaturatingMultiply(2, type.byte_size()));
    }
  }

  void CountSelectAndScatter(const SelectAndScatter& s, int64_t steps) {
    const ir::TensorType& source = program_.exprs[s.source].type;
    const int64_t window = Elements(s.window);
    AddTo(&work_.flops, SaturatingMultiply(source.num_elements(), window));
    AddTo(&work_.vpu, SaturatingMultiply(Registers(source, chip_), window));
    std::set<RefId> refs = {s.output};
    CollectReads(s.operand, &refs);
    CollectReads(s.source, &refs);
    CountBlocks(refs, steps);
  }

  void Count(const std::vector<Statement>& statements) {
    for (const Statement& s : statements) {
      std::visit(
          Overloaded{
              [&](const LoopNest& nest) { CountLoopNest(nest, s.grid_steps.number()); },
              [&](const Matmul& matmul) { CountMatmul(matmul, s.grid_steps.number()); },
              [&](const Scan& scan) { CountScan(scan, s.grid_steps.number()); },
              [&](const Sort& sort) { CountSort(sort, s.grid_steps.number()); },
              [&](const Scatter& scatter) { CountScatter(scatter); },
              [&](const SelectAndScatter& scatter) {
                CountSelectAndScatter(scatter, s.grid_steps.number());
              },
              [&](const While& loop) {
                Count(loop.condition);
                Count(loop.body);
              },
              [&](const Chain& chain) { Count(chain.stages); },
              [&](const Grid& grid) {
                in_grid_ = true;
                CountGrid(grid);
              },
              [&](const For& loop) { CountTimes(loop.body, Turns(loop)); },
              [&](const If& branch) {
                Count(branch.then);
                Count(branch.otherwise);
              },
              [&](const Dma& dma) { CountDma(dma); },
              [](const Signal&) {},
          },
          s.node);
    }
  }

  const Program& program_;
  const chip::Chip& chip_;
  Work work_;
  bool in_grid_ = false;
  std::set<ExprId> seen_;
};

}  // namespace

Work MeasureWork(const Program& program, const chip::Chip& chip) {
  return Meter(program, chip).Run();
}

}  // namespace tilewright::tile
