#include "codegen/analysis/matmul_tiling.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <vector>

#include "codegen/analysis/dims.h"
#include "codegen/analysis/halo_tile.h"
#include "codegen/analysis/plain_read.h"
#include "ir/size/prove.h"
#include "support/abi.h"
#include "support/round.h"
#include "tile/sum_order.h"
#include "tile/visit.h"

namespace tilewright::codegen {
namespace {

// Whether reads of `expr` [batch, rows, columns] run along dimension `dim` and
// not along the other one.
bool IsContiguousAlong(LaneStrides& strides, tile::ExprId expr, int dim) {
  return strides.Along(expr, 3 - dim) == Advance::kScattered &&
         strides.Along(expr, dim) != Advance::kScattered;
}

// Whether lhs is read from where the result goes.
bool ReadsItsResult(const tile::Program& program, const tile::Matmul& m) {
  const auto memory = [&](tile::RefId id) {
    if (program.refs[id].window.has_value()) id = program.refs[id].window->array;
    const tile::RefId before = program.refs[id].before;
    return before >= 0 ? before : id;
  };
  bool reads = false;
  ForEachExprUnder(program, {m.lhs}, [&](tile::ExprId id) {
    const auto* const load = program.exprs[id].As<tile::Load>();
    if (load == nullptr) return;
    for (const tile::Store& store : m.stores) {
      reads |= memory(load->ref) == memory(store.ref);
    }
  });
  return reads;
}

// Whether all that `expr` reads is handed to the kernel, which does not write it.
bool StaysTheSame(const tile::Program& program, tile::ExprId expr) {
  bool stays = true;
  ForEachExprUnder(program, {expr}, [&](tile::ExprId id) {
    const auto* const load = program.exprs[id].As<tile::Load>();
    if (load == nullptr) return;
    const tile::Ref& ref = program.refs[load->ref];
    stays &=
        ref.memory == tile::Memory::kHbm && !ref.is_output && !ref.window.has_value();
  });
  return stays;
}

// Of windows [batch, places ..., features, windows ...] as many places as are a part of a
// vector and of a row.
int LanesInRow(const ir::Dims& windows, int lanes) {
  constexpr int64_t kFew = 4;  // not worth it
  const size_t rank = windows.size() / 2;
  const int64_t part = rank < 2 ? lanes : std::gcd(windows[rank - 2], int64_t{lanes});
  return part < kFew ? lanes : static_cast<int>(part);
}

// Whether it is the program's, and sums rows that are computed within limits.
bool SumsWithinLimits(const tile::Program& program, const tile::Matmul& m) {
  if (program.debug || program.statements.size() != 1) return false;
  const auto* const chain = program.statements[0].As<tile::Chain>();
  if (chain == nullptr || !chain->has_limits()) return false;
  return chain->stages.back().As<tile::Matmul>() == &m;
}

// The type of bytes, signed or not, that both sides' elements have or fit into.
std::optional<ir::ElementType> BytesOf(const tile::Program& program,
                                       const tile::Matmul& m) {
  if (m.multiplicand != ir::ElementType::kI16) return std::nullopt;
  const auto both_fit = [&](ir::ElementType bytes) {
    const auto fits = [&](tile::ExprId side) {
      const ir::ElementType type = program.exprs[side].type.element;
      const bool is_short = ir::IsWhole(type) && ir::Info(type).bits < 8;
      return type == bytes || (is_short && (ir::IsSigned(bytes) || !ir::IsSigned(type)));
    };
    return fits(m.lhs) && fits(m.rhs);
  };
  for (const ir::ElementType bytes : {ir::ElementType::kI8, ir::ElementType::kU8}) {
    if (both_fit(bytes)) return bytes;
  }
  return std::nullopt;
}

// The number of rows or columns of a block, or some where that is open.
std::vector<int64_t> SomeSizes(const ir::Size& size, int64_t block) {
  if (size.is_number()) return {block};
  return {16, 48, 100, 200, 300, 400, block};
}

}  // namespace

int64_t MatmulTiling::lhs_stride() const {
  // Whole vectors are written; one more keeps rows out of each other's cache sets.
  return RoundUp(lhs_form == LhsForm::kColumns ? block_m : depth(), lanes) + lanes;
}

int64_t MatmulTiling::slices(const tile::Matmul& m) const {
  return m.k.is_number() ? DivideUp(std::max<int64_t>(m.k.number(), 1), kc) : 1;
}

int64_t MatmulTiling::packed_lhs_elements() const {
  const int64_t rows = reads_lhs_once ? mr
                       : lhs_along_m  ? RoundUp(block_m, lanes)
                                      : block_m;
  const int64_t lines = lhs_form == LhsForm::kColumns ? depth() : rows;
  return lines * lhs_stride() + lanes;
}

LhsForm FormOfLhs(ProgramAnalysis& analysis, const tile::Matmul& m,
                  ir::ElementType packed, int k_unit) {
  const tile::Program& program = analysis.program;
  PlainStrides& strides = analysis.plain_strides;
  // Shorter segments are packed: the micro-kernel would do little else than begin.
  constexpr int64_t kShortestSegment = 16;
  // Bytes that are multiplied are what they were.
  const bool rounds = m.multiplicand != packed && ir::StorageBytes(packed) > 1;
  const auto lies_ready = [&](tile::ExprId expr, int k_dim) {
    const tile::Expr* const load = PlainLoad(program, expr);
    return load != nullptr && load->type.element == packed && !rounds &&
           strides.Along(expr, k_dim) == 1;
  };
  if (lies_ready(m.lhs, 2) &&
      ir::ProveDivisible(m.k, k_unit, program.symbols) == ir::Proof::kYes) {
    // The last tile of rows begins where it ends inside, of which open sizes say nothing.
    const bool is_static = m.m.is_number() && m.k.is_number();
    if (is_static && strides.Along(m.lhs, 1).has_value()) return LhsForm::kInPlace;
    if (!is_static) return LhsForm::kPointers;
  }
  const tile::Expr& window = program.exprs[UnderDataMovement(program, m.lhs)];
  if (window.Is<tile::WindowOf>() && m.lhs_segment >= kShortestSegment &&
      m.lhs_segment % k_unit == 0) {
    const tile::ExprId x = window.operands[0];
    const ir::Dims& dims = program.exprs[x].type.dims();
    if (lies_ready(x, static_cast<int>(dims.size()) - 1) &&
        Product(dims, 0, static_cast<int>(dims.size())) > 0) {
      return LhsForm::kSegments;
    }
    // Larger ones leave the caches, in which all segments are to be read again and again.
    constexpr int64_t kMostBytes = 512 << 10;
    const std::optional<HaloTile> halo = HaloTile::Of(program, m);
    if (halo.has_value() && halo->elements() * ir::StorageBytes(packed) <= kMostBytes) {
      return LhsForm::kHaloTile;
    }
  }
  return IsContiguousAlong(analysis.lane_strides, m.lhs, 1) ? LhsForm::kColumns
                                                            : LhsForm::kRows;
}

// Of one step along k, with `rows` rows and `vectors` of rhs: whatever the processor does
// least of in a cycle, and not below the latency of the multiply-adds, which wait for
// those of the step before. What is loaded comes in streams of its own, which a balanced
// tile has fewer of.
double MatmulTiling::StepCycles(int rows, int vectors, const Processor& processor) const {
  const double products = rows * vectors, loads = rows + vectors;
  // Of i16 a product and a sum, together.
  const double pairs_begun = std::max(processor.pair_products / 2, 1);
  const double begun = pairs ? pairs_begun : processor.multiply_adds;
  const double cycles =
      std::max({products / begun, 1.0 * processor.latency, loads / processor.loads,
                (products + loads) / processor.decoded}) +
      0.25 * loads / begun;
  // Loads of lhs are the limit.
  return vectors == 1 && pairs ? 1.35 * cycles : cycles;
}

// The cheapest register tile by a count of cycles. mr * nv accumulators, nv
// vectors of rhs and one of lhs are alive. Of sizes that are no numbers the cheapest in
// the mean over some, each measured by its best.
void MatmulTiling::ChooseMicroKernel(const tile::Matmul& m, int64_t rows, int64_t columns,
                                     const EmitOptions& options, bool to_pack) {
  const int registers = options.scalar.target.registers();
  const int64_t steps = DivideUp(std::max<int64_t>(ir::Typical(m.k), 1), k_step);
  // Pointers take a general register each.
  const int most = ReadsSegments(lhs_form) || lhs_form == LhsForm::kPointers ? 8 : 14;
  const bool is_open = !m.m.is_number() || !m.n.is_number();
  const std::vector<int64_t> some_rows = SomeSizes(m.m, rows);
  const std::vector<int64_t> some_columns = SomeSizes(m.n, columns);
  const auto cycles_of = [&](int mr, int nv, int64_t m_size, int64_t n_size) {
    // The loop's own instructions, which tiles that are the best for a number amortise.
    const double loop = is_open ? 1 : 0;
    const double cycles = StepCycles(mr, nv, options.processor) + loop;
    const double tile = steps * cycles + 4 * mr * nv + 20;
    return tile * DivideUp(m_size, mr) * DivideUp(n_size, int64_t{nv} * lanes);
  };
  const auto for_each_tile = [&](auto visit) {
    for (int nv = 1; nv <= 4; ++nv) {
      // A block is a multiple of 64 columns, or all of them.
      if (to_pack && nv == 3) continue;
      if (m.prepacked_panel > 0 && nv * lanes != m.prepacked_panel) continue;
      for (int rows_of = 1; rows_of * nv + nv + 1 <= registers && rows_of <= most;
           ++rows_of) {
        if (rows_of > rows) break;
        visit(rows_of, nv);
      }
    }
  };
  std::vector<double> best;
  for (int64_t m_size : some_rows) {
    for (int64_t n_size : some_columns) {
      double least = std::numeric_limits<double>::max();
      for_each_tile([&](int rows_of, int nv) {
        least = std::min(least, cycles_of(rows_of, nv, m_size, n_size));
      });
      best.push_back(some_rows.size() * some_columns.size() == 1 ? 1 : least);
    }
  }
  double least = std::numeric_limits<double>::max();
  for_each_tile([&](int rows_of, int nv) {
    double all = 0;
    size_t pair = 0;
    for (int64_t m_size : some_rows) {
      for (int64_t n_size : some_columns) {
        all += cycles_of(rows_of, nv, m_size, n_size) / best[pair++];
      }
    }
    if (all < least) {
      least = all;
      mr = rows_of;
      nr_vectors = nv;
    }
  });
}

MatmulTiling::RhsReads MatmulTiling::ReadsOfRhs(const tile::Matmul& m,
                                                ProgramAnalysis& analysis,
                                                const VectorTarget& target) const {
  const tile::Program& program = analysis.program;
  const tile::Expr* const load = PlainLoad(program, m.rhs);
  const bool at_one_stride =
      load != nullptr && analysis.plain_strides.Along(m.rhs, 1).has_value();
  // Rounding beside the accumulators takes registers.
  const bool is_ready =
      load != nullptr && load->type.element == packed && m.multiplicand == packed;
  const bool are_windows =
      program.exprs[UnderDataMovement(program, m.rhs)].Is<tile::WindowOf>();
  return {.are_cheap = at_one_stride && (target.registers() == 32 || is_ready),
          .are_windows = are_windows,
          .are_scattered = !at_one_stride && !are_windows && !rhs_along_k};
}

// How much of rhs is packed at a time. It stays in half of the L2 cache while the
// rows pass over it.
void MatmulTiling::ChooseDepth(const tile::Matmul& m, int64_t rows, int64_t columns,
                               const RhsReads& reads, int64_t l2_bytes) {
  const int64_t k = std::max<int64_t>(ir::Typical(m.k), 1);
  const int64_t row_bytes = nr() * element_bytes;  // of a panel
  const int64_t most = std::max<int64_t>(DivideUp(columns, nr()), 1);
  // Where few rows share the packing, memory is the limit and wants long reads.
  constexpr int64_t kFewRows = 64, kLongRead = 512;
  packs_as_it_multiplies = reads.are_cheap && rows <= kFewRows &&
                           m.prepacked_panel == 0 && !streaming && !rhs_along_k &&
                           !ReadsSegments(lhs_form) && m.n.is_number() &&
                           m.n.number() % nr() == 0 && m.block_n % nr() == 0;
  const bool wants_long_reads = m.prepacked_panel == 0 && rows <= kFewRows &&
                                !rhs_along_k && !packs_as_it_multiplies &&
                                !reads.are_windows;
  // Of rows that lie apart each is a read from afar: some lines of it come at once.
  constexpr int64_t kScatteredRead = 64;
  const bool is_scattered = m.prepacked_panel == 0 && !streaming && reads.are_scattered;
  const int64_t read = wants_long_reads ? kLongRead : is_scattered ? kScatteredRead : 1;
  panels = std::min(most, DivideUp(read, nr()));
  const int64_t deepest =
      std::clamp<int64_t>(l2_bytes / 2 / (panels * row_bytes), 64, 2048);
  const int64_t slices = DivideUp(k, deepest * k_step);
  const int64_t unit = ReadsSegments(lhs_form) ? m.lhs_segment : k_step * lanes;
  if (open_depth) {
    // Deep enough that accumulators come and go seldom, and where rows of lhs are packed
    // no deeper: those of a k that turns out short are not to be far apart.
    constexpr int64_t kDeep = 512, kDeepest = 2048;
    const bool by_rows = lhs_form == LhsForm::kRows || limited_depth;
    const auto depth =
        static_cast<uint64_t>(std::min(deepest, by_rows ? kDeep : kDeepest) * k_step);
    kc = static_cast<int64_t>(std::bit_floor(depth));
  } else if (chain > 0) {
    // Chains end where slices end.
    const auto depth = static_cast<uint64_t>(std::min(deepest * k_step, chain));
    kc = static_cast<int64_t>(std::bit_floor(depth));
  } else {
    // Slices of equal depth.
    kc = slices > 1 ? RoundUp(DivideUp(k, slices), unit) : RoundUp(k, k_step);
  }
  sliced = open_depth || kc < k;
  const int64_t panel_bytes = row_bytes * depth();
  if (m.prepacked_panel > 0 || packs_as_it_multiplies) return;
  panels =
      std::clamp<int64_t>(l2_bytes / 4 / panel_bytes, panels, std::max(most, panels));
}

int64_t MatmulTiling::LhsBytes(const tile::Matmul& m, const tile::Program& program) {
  switch (lhs_form) {
    case LhsForm::kInPlace:
    case LhsForm::kPointers:
      return 0;
    case LhsForm::kSegments:
    case LhsForm::kHaloTile: {
      keeps_lhs = StaysTheSame(program, m.lhs);
      const int64_t bytes =
          block_m * segments * int64_t{sizeof(void*)} + m.lhs_segment * element_bytes;
      if (lhs_form == LhsForm::kSegments) return bytes;
      halo_offset = RoundUp(bytes, TW_BUFFER_ALIGNMENT);
      // Whole vectors are written.
      const int64_t halo = HaloTile::Of(program, m)->elements() + int64_t{lanes} * k_step;
      return halo_offset + halo * (element_bytes / k_step);
    }
    case LhsForm::kRows:
    case LhsForm::kColumns: {
      constexpr int64_t kMostKept = 8 << 20;
      const int64_t slice = packed_lhs_elements() * element_bytes;
      const bool again = !m.n.is_number() || m.n.number() > m.block_n;
      keeps_lhs = again && StaysTheSame(program, m.lhs) && slices(m) * slice <= kMostKept;
      if (keeps_lhs && open_depth) {
        kept_slices = std::clamp<int64_t>(kMostKept / slice, 1, 4);
        return kept_slices * slice;
      }
      return keeps_lhs ? slices(m) * slice : slice;
    }
  }
  return 0;
}

int64_t MatmulTiling::RhsBytes(const tile::Matmul& m, const tile::Program& program,
                               int64_t l2_bytes) {
  if (streaming || m.prepacked_panel > 0) return 0;
  const int64_t all = DivideUp(ir::Typical(m.n), nr());
  // From larger caches they come no faster than they are packed, unless that takes a
  // transposition.
  const int64_t most = rhs_along_k ? l2_bytes : l2_bytes / 2;
  keeps_rhs = !packs_as_it_multiplies && !limited_depth && m.n.is_number() &&
              m.n.number() <= m.block_n && ir::Typical(m.m) > m.block_m &&
              slices(m) * all * nr() * depth() * element_bytes <= most &&
              StaysTheSame(program, m.rhs);
  if (keeps_rhs) panels = all;
  return (keeps_rhs ? slices(m) : 1) * packed_rhs_elements() * element_bytes;
}

// Of sizes that say so when the kernel runs.
void MatmulTiling::ChooseReadsInPlace(const tile::Matmul& m, ProgramAnalysis& analysis,
                                      const VectorTarget& target) {
  if (!open_depth || limited_depth || streaming || m.prepacked_panel > 0) return;
  const tile::Program& program = analysis.program;
  const auto is_ready = [&](tile::ExprId expr) {
    return program.exprs[expr].type.element == packed && m.multiplicand == packed;
  };
  // Rounding beside the accumulators takes registers.
  reads_rhs_for_few_rows = !m.m.is_number() && !ReadsSegments(lhs_form) &&
                           PlainLoad(program, m.rhs) != nullptr &&
                           analysis.lane_strides.Along(m.rhs, 2) == Advance::kNext &&
                           (target.registers() == 32 || is_ready(m.rhs));
  masks_in_place = target.avx512;
  reads_lhs_in_place = !m.n.is_number() && packs_lhs_by_tiles && k_step == 1 &&
                       PlainLoad(program, m.lhs) != nullptr &&
                       LiesAlong(program, m.lhs, 2) && is_ready(m.lhs);
}

MatmulTiling::MatmulTiling(const tile::Matmul& m, ProgramAnalysis& analysis,
                           const EmitOptions& options, bool to_pack) {
  const tile::Program& program = analysis.program;
  const VectorTarget& target = options.scalar.target;
  const tile::Expr& rhs = program.exprs[UnderDataMovement(program, m.rhs)];
  const bool rhs_is_windows = rhs.Is<tile::WindowOf>();
  rhs_along_k = m.prepacked_panel == 0 && !rhs_is_windows &&
                IsContiguousAlong(analysis.lane_strides, m.rhs, 1);
  streaming = m.m == 1 && !rhs_along_k && m.prepacked_panel == 0;
  const bool of_bf16 = m.multiplicand == ir::ElementType::kBF16 &&
                       m.accumulator == ir::ElementType::kF32 &&
                       program.numerics == Numerics::kTpu;
  const bool bf16_pairs = of_bf16 && target.avx512_bf16 && target.vector_bits == 512 &&
                          options.processor.PairsPay();
  const bool i16_pairs = m.multiplicand == ir::ElementType::kI16 && target.x86;
  pairs = bf16_pairs || i16_pairs;
  const std::optional<ir::ElementType> bytes = BytesOf(program, m);
  fours = bytes.has_value() && target.neon_dotprod && !streaming;
  packed = pairs ? m.multiplicand : fours ? *bytes : m.accumulator;
  k_step = pairs ? 2 : fours ? 4 : 1;
  odd_first = of_bf16 && !bf16_pairs;
  limited_depth = SumsWithinLimits(program, m);
  open_depth = limited_depth || !m.k.is_number();
  chain = tile::SumsChains(m) ? tile::kProductChain : 0;
  element_bytes = ir::StorageBytes(m.accumulator);
  lanes = target.vector_bits / (8 * element_bytes);
  rhs_lanes = rhs_is_windows ? LanesInRow(rhs.type.dims(), lanes) : lanes;
  const int64_t rows = m.m.is_number() ? std::min(m.m.number(), m.block_m) : m.block_m;
  const int64_t columns = m.n.is_number() ? std::min(m.n.number(), m.block_n) : m.block_n;
  lhs_form = FormOfLhs(analysis, m, packed, k_unit());
  // A tile takes a part of a line from each column, which the next tiles want again: more
  // lines than the L1 cache keeps. Groups are fewer, and no slower so. Where k is open
  // it would be more code than it saves time.
  constexpr int64_t kManyColumns = 256;
  lhs_along_m = lhs_form == LhsForm::kColumns && !groups() && m.k.is_number() &&
                m.k.number() > kManyColumns;
  if (lhs_along_m) lhs_form = LhsForm::kRows;
  if (lhs_form == LhsForm::kInPlace) lhs_row = *analysis.plain_strides.Along(m.lhs, 1);
  if (ReadsSegments(lhs_form)) segments = m.k.number() / m.lhs_segment;
  ChooseMicroKernel(m, rows, columns, options, to_pack);
  // Columns of lhs are read in whole vectors, of which what is read knows that they begin
  // at multiples of their length.
  const bool in_vectors =
      (lhs_form == LhsForm::kColumns || lhs_along_m) && !m.m.is_number();
  row_unit = in_vectors ? std::lcm(mr, lanes) : mr;
  block_m = RoundUp(rows, row_unit);
  block_n = RoundUp(columns, nr());

  ChooseDepth(m, rows, columns, ReadsOfRhs(m, analysis, target), options.l2_bytes);

  // A few rows stay in the L1 cache as they are.
  packs_lhs_by_tiles = lhs_form == LhsForm::kRows && !lhs_along_m &&
                       !packs_as_it_multiplies && !ReadsItsResult(program, m);
  reads_lhs_once = packs_lhs_by_tiles && m.n.is_number() && m.n.number() <= nr();

  ChooseReadsInPlace(m, analysis, target);

  const auto place = [this](int64_t bytes) {
    const int64_t offset = scratch_bytes;
    scratch_bytes += RoundUp(bytes + TW_BUFFER_ALIGNMENT, TW_BUFFER_ALIGNMENT);
    return offset;
  };
  rhs_offset = place(RhsBytes(m, program, options.l2_bytes));
  lhs_offset = place(LhsBytes(m, program));
  accumulator_offset =
      place((keeps_block() ? block_m * block_n : mr * nr()) * element_bytes);
  if (chain > 0) totals_offset = place(block_m * block_n * element_bytes);
  if (open_depth) tile_offset = place(mr * nr() * element_bytes);
}

}  // namespace tilewright::codegen
