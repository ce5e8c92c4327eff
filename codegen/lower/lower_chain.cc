#include "codegen/lower/lower_chain.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "codegen/lower/blocks.h"
#include "codegen/lower/relocate.h"
#include "codegen/lower/row_limits.h"
#include "support/status_macros.h"
#include "tile/reads_in_place.h"
#include "tile/statements.h"

namespace tilewright::codegen {

namespace {

using ir::Region;
using ir::ValueId;

// Rows that are worth packing the other operands for.
constexpr int64_t kMinRows = 16;
constexpr int64_t kFewRows = 32;
constexpr int64_t kMaxRows = 128;

// A block of rows that divides `m`, at most `most`; 0: none.
int64_t DivisorOfRows(int64_t m, int64_t most) {
  for (int64_t rows = std::min(m, most); rows > 0; --rows) {
    if (m % rows == 0) return rows >= kMinRows || rows == m ? rows : 0;
  }
  return 0;
}

// The rows of a step, of which VMEM holds `most`. Each step packs the other operands
// again, which costs more than what the rows of another step lose in the near cache when
// they leave it: they are written and read in order. Cores are to have their share
// nevertheless.
int64_t ChooseRows(const tile::ProductSizes& of, int64_t bytes_per_row, int64_t most) {
  constexpr int64_t kNearBytes = 512 << 10, kFarBytes = 2 << 20, kManySteps = 32;
  const auto rows_in = [&](int64_t bytes) {
    const int64_t fit = bytes / std::max<int64_t>(bytes_per_row, 1);
    return DivisorOfRows(of.m, std::min(most, std::clamp(fit, kFewRows, kMaxRows)));
  };
  const int64_t rows = rows_in(kFarBytes);
  return rows > 0 && of.batch * (of.m / rows) >= kManySteps ? rows : rows_in(kNearBytes);
}

bool ReadsRows(const tile::Program& program, tile::ExprId lhs, tile::RefId ref,
               const tile::Matmul& m) {
  const tile::Expr& e = program.exprs[lhs];
  return e.Loads(ref) && e.type.shape == program.exprs[m.lhs].type.shape;
}

class ChainLowering {
 public:
  ChainLowering(std::vector<LoweredCluster> stages, const Cluster& chain,
                const chip::Chip& chip)
      : stages_(std::move(stages)), chain_(chain), chip_(chip) {}

  // False where the stages' blocks do not line up.
  bool LineUp() {
    const size_t count = stages_.size();
    for (const LoweredCluster& stage : stages_) {
      if (stage.program.statements.size() != 1 || !stage.prepare.empty()) return false;
    }
    const auto* const nest = Statement(count - 2).As<tile::LoopNest>();
    const auto* const last = Statement(count - 1).As<tile::Matmul>();
    if (nest == nullptr || last == nullptr) return false;
    const tile::LoopNest& row = *nest;
    const tile::Matmul& end = *last;
    if (!(NumElements(row.outer) == end.batch * end.m)) return false;
    if (!ReadsRows(stages_[count - 1].program, end.lhs,
                   InputRef(count - 1, Handed(count - 2)), end)) {
      return false;
    }
    int64_t bytes =
        stages_[count - 2].program.refs[OutputRef(count - 2)].type.byte_size();
    for (size_t s = 0; s + 2 < count; ++s) {
      const auto* const scores = Statement(s).As<tile::Matmul>();
      if (scores == nullptr) return false;
      const tile::Matmul& m = *scores;
      if (!(m.batch == end.batch) || !(m.m == end.m) || !(m.n == end.k) ||
          m.m.number() < m.k.number() || m.stores.size() != 1 ||
          !m.stores[0].is_plain() ||
          !RowReadsInPlace(row, InputRef(count - 2, Handed(s)))) {
        return false;
      }
      bytes += stages_[s].program.refs[OutputRef(s)].type.byte_size();
    }
    for (const tile::Pass& pass : row.passes) {
      if (pass.inner.rank() > 0 && !(NumElements(pass.inner) == end.k)) return false;
    }
    // Each block of rows packs the other operand again.
    const tile::ProductSizes of = tile::TypicalSizes(end);
    if (of.m < of.n) return false;
    const int64_t piece = bytes / (of.batch * of.m);
    rows_ = ChooseRows(of, piece, MostRows(piece));
    steps_ = rows_ == 0 ? 0 : of.batch * (of.m / rows_);
    return steps_ > 1;
  }

  LoweredCluster Join() {
    LoweredCluster out;
    out.program.numerics = stages_[0].program.numerics;
    std::vector<tile::Statement> stages;
    std::map<ValueId, tile::RefId> refs;
    for (size_t s = 0; s < stages_.size(); ++s) {
      std::vector<tile::RefId> places;
      for (const LoweredCluster::Parameter& p : stages_[s].parameters) {
        const auto known = refs.find(p.value);
        if (known != refs.end()) {
          places.push_back(known->second);
          continue;
        }
        const bool handed = p.written && s + 1 < stages_.size();
        tile::Ref ref =
            stages_[s].program.refs[stages_[s].program.Parameters()[places.size()]];
        if (handed) {
          ref = {tile::Memory::kVmem, ref.type, false, steps_};
        } else {
          out.parameters.push_back(p);
        }
        places.push_back(refs[p.value] = out.program.AddRef(std::move(ref)));
      }
      AppendRelocated(stages_[s].program, places, &out.program, &stages);
      tile::Statement& stage = stages.back();
      stage.grid_steps = steps_;
      if (auto* const matmul = stage.As<tile::Matmul>()) {
        matmul->block_m = rows_;
        matmul->block_n = matmul->n.number();
      }
    }
    const size_t last = stages.size() - 1;
    const RowLimits limits =
        FindRowLimits(out.program, *stages[last - 1].As<tile::LoopNest>(),
                      *stages[last].As<tile::Matmul>());
    tile::Statement chain = tile::ChainStatement(std::move(stages), steps_);
    chain.As<tile::Chain>()->first = limits.first;
    chain.As<tile::Chain>()->last = limits.last;
    out.program.statements.push_back(std::move(chain));
    return out;
  }

 private:
  const tile::Statement& Statement(size_t s) const {
    return stages_[s].program.statements[0];
  }
  ValueId Handed(size_t s) const { return chain_.stages[s].outputs[0]; }

  tile::RefId Find(size_t s, ValueId v, bool written) const {
    const auto& parameters = stages_[s].parameters;
    for (size_t p = 0; p < parameters.size(); ++p) {
      if (parameters[p].value == v && parameters[p].written == written) {
        return stages_[s].program.Parameters()[p];
      }
    }
    return -1;
  }
  tile::RefId InputRef(size_t s, ValueId v) const { return Find(s, v, false); }
  tile::RefId OutputRef(size_t s) const { return Find(s, Handed(s), true); }

  // Rows that VMEM holds: of what is handed on, of the first left sides and of the
  // result; right sides come in blocks of one tile of the MXU.
  int64_t MostRows(int64_t piece) const {
    const int64_t tile = std::max(chip_.mxu_dim, chip_.lanes);
    int64_t fixed = 0, a_row = piece;
    for (size_t s = 0; s < stages_.size(); ++s) {
      const auto* const matmul = Statement(s).As<tile::Matmul>();
      if (matmul == nullptr) continue;
      const tile::Matmul& m = *matmul;
      const auto twice = [&](tile::ExprId x) {
        const ir::ElementType element = stages_[s].program.exprs[x].type.element;
        return int64_t{2} * ir::StorageBytes(element);
      };
      const bool last = s + 1 == stages_.size();
      fixed += twice(m.rhs) * tile * tile;
      a_row +=
          last ? twice(m.stores[0].value()) * m.n.number() : twice(m.lhs) * m.k.number();
    }
    return RowsThatFit(fixed, a_row, chip_);
  }

  bool RowReadsInPlace(const tile::LoopNest& row, tile::RefId ref) const {
    const tile::Program& program = stages_[stages_.size() - 2].program;
    const auto in_place = [&](tile::ExprId x) {
      return tile::ReadsInPlace(program, x, ref);
    };
    for (const tile::Pass& pass : row.passes) {
      for (const tile::Store& store : pass.stores) {
        if (!store.is_plain() || !in_place(store.value())) return false;
      }
      for (const tile::Reduce& reduce : pass.reduces) {
        for (tile::ExprId x : reduce.inputs) {
          if (!in_place(x)) return false;
        }
      }
    }
    return true;
  }

  std::vector<LoweredCluster> stages_;
  const Cluster& chain_;
  const chip::Chip& chip_;
  int64_t rows_ = 0;   // of the last matmul that a step computes
  int64_t steps_ = 0;  // of the grid
};

}  // namespace

absl::StatusOr<std::optional<LoweredCluster>> LowerChain(
    const ir::Program& program, const Region& region, const Cluster& chain,
    const std::set<ValueId>& materialised,
    const FindRematerialisable& find_rematerialisable, const LowerOptions& options) {
  std::vector<LoweredCluster> stages;
  for (const Cluster& stage : chain.stages) {
    if (MakesNothing(program, stage)) return std::nullopt;
    TW_ASSIGN_OR_RETURN(LoweredCluster lowered,
                        LowerCluster(program, region, stage, materialised,
                                     find_rematerialisable, options));
    stages.push_back(std::move(lowered));
  }
  ChainLowering lowering(std::move(stages), chain, *options.chip);
  if (!lowering.LineUp()) return std::nullopt;
  return lowering.Join();
}

}  // namespace tilewright::codegen
