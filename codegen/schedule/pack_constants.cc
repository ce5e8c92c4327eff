#include "codegen/schedule/pack_constants.h"

#include <map>
#include <set>
#include <utility>

#include "codegen/analysis/matmul_tiling.h"
#include "codegen/lower/relocate.h"
#include "codegen/schedule/round_constants.h"
#include "support/round.h"
#include "tile/statements.h"
#include "tile/visit.h"

namespace tilewright::codegen {

using ir::Dims;
using ir::ElementType;
using ir::OpKind;
using tile::Expr;
using tile::ExprId;
using tile::RefId;

namespace {

// A smaller rhs is packed anew in no time: another kernel would cost more.
constexpr int64_t kLeastElements = 64 << 10;

// A panel passes through a micro-kernel so many times while it costs more to fetch than
// to widen.
constexpr int64_t kFewTiles = 4;

// Sizes of panels, and the type of what they hold.
struct Layout {
  int64_t batch, panels, steps, width, step;
  ElementType element;

  int64_t depth() const { return steps * step; }
  int64_t columns() const { return panels * width; }
};

// Zeros behind the last elements.
ExprId PadTo(tile::Builder& b, ExprId x, const Dims& dims) {
  const ir::TensorType from = b.type(x);
  if (from.dims() == dims) return x;
  const Dims none(dims.size(), 0);
  return b.Pad(x, b.Zero(ir::Scalar(from.element)), dims, none, none);
}

// Refs that are read under `root`; nothing where it depends on more than memory.
std::optional<std::set<RefId>> RefsUnder(const tile::Program& program, ExprId root) {
  std::set<RefId> refs;
  bool memory_only = true;
  ForEachExprUnder(program, {root}, [&](ExprId id) {
    const Expr& e = program.exprs[id];
    if (e.Is<tile::ResultOf>() || e.Is<tile::Counter>() || e.Is<tile::Parameter>()) {
      memory_only = false;
    }
    if (const auto* load = e.As<tile::Load>()) refs.insert(load->ref);
  });
  if (!memory_only) return std::nullopt;
  return refs;
}

// The value that each ref stands for, -1 for those that are no parameters.
std::vector<ir::ValueId> ValuesOfRefs(const LoweredCluster& kernel) {
  std::vector<ir::ValueId> values(kernel.program.refs.size(), -1);
  size_t parameter = 0;
  for (tile::RefId ref : kernel.program.Parameters()) {
    values[ref] = kernel.parameters[parameter++].value;
  }
  return values;
}

// Of [batch, depth, columns] what is at each step, as one integer of 32 bits.
ExprId Grouped(tile::Builder& b, ExprId x, const Layout& layout) {
  const Dims dims = {layout.batch, layout.steps, layout.columns()};
  const ir::TensorType groups = {ElementType::kU32, dims};
  const ElementType bits = layout.step == 2 ? ElementType::kU16 : ElementType::kU8;
  ExprId group = tile::kNoExpr;
  for (int64_t i = 0; i < layout.step; ++i) {
    const ExprId rows = b.Slice(x, dims, {0, i, 0}, {1, layout.step, 1});
    const ExprId part = b.Convert(b.Scalar(OpKind::kBitcastConvert, {rows}, {bits, dims}),
                                  ElementType::kU32);
    if (i == 0) {
      group = part;
      continue;
    }
    const ExprId places = b.Constant(ir::IntegerSplat(groups, 32 / layout.step * i));
    const ExprId high = b.Scalar(OpKind::kShiftLeft, {part, places}, groups);
    group = b.Scalar(OpKind::kOr, {group, high}, groups);
  }
  return group;
}

// The panels as the packing kernel makes them, [batch, panels, steps, width]: elements,
// or groups of them as one integer of 32 bits, the first in its low ones.
ExprId PanelsOf(tile::Program* program, const tile::Matmul& m, const Layout& layout) {
  tile::Builder b(program);
  const int64_t batch = layout.batch, columns = layout.columns();
  const ElementType rounded = layout.step == 1 ? m.multiplicand : layout.element;
  const ExprId all =
      PadTo(b, b.Convert(m.rhs, rounded), {batch, layout.depth(), columns});
  ExprId x = layout.step == 1 ? b.Convert(all, layout.element) : Grouped(b, all, layout);
  x = b.Reshape(x, {batch, layout.steps, layout.panels, layout.width});
  return b.Transpose(x, {0, 2, 1, 3});
}

// A new ref that holds the panels, as [batch, k, n] again.
ExprId SeenFlat(tile::Program* program, const tile::Matmul& m, const Layout& layout) {
  tile::Builder b(program);
  const RefId panels =
      b.Input({layout.element,
               {layout.batch, layout.panels, layout.steps, layout.width, layout.step}});
  const ExprId moved = b.Transpose(b.Load(panels), {0, 2, 4, 1, 3});
  const ExprId flat = b.Reshape(moved, {layout.batch, layout.depth(), layout.columns()});
  const Dims dims = {layout.batch, m.k.number(), m.n.number()};
  if (b.type(flat).dims() == dims) return flat;
  return b.Slice(flat, dims, {0, 0, 0}, {1, 1, 1});
}

void DropUnusedOf(LoweredCluster* kernel) {
  const std::vector<RefId> refs = kernel->program.Parameters();
  const std::vector<RefId> kept = DropUnused(&kernel->program);
  std::vector<LoweredCluster::Parameter> parameters;
  for (size_t p = 0; p < refs.size(); ++p) {
    if (kept[refs[p]] >= 0) parameters.push_back(kernel->parameters[p]);
  }
  kernel->parameters = std::move(parameters);
}

// Makes the kernel one that stores `value`, as its last parameter, and nothing else.
void StoreAlone(ExprId value, LoweredCluster* kernel) {
  tile::Program& program = kernel->program;
  tile::Builder b(&program);
  const RefId ref = b.Output(b.type(value));
  program.statements = {tile::StoreStatement(&b, tile::StoreTo(ref, value))};
  kernel->parameters.push_back({});
  DropUnusedOf(kernel);
}

}  // namespace

std::optional<Packing> SplitPacking(
    const std::function<bool(const tile::Matmul&)>& is_worth_it,
    const std::function<bool(ir::ValueId)>& is_known, const EmitOptions& options,
    LoweredCluster* kernel) {
  tile::Program& program = kernel->program;
  if (program.statements.size() != 1 || !program.statements[0].Is<tile::Matmul>()) {
    return std::nullopt;
  }
  tile::Matmul& m = *program.statements[0].As<tile::Matmul>();
  if (m.m == 0 || !m.batch.is_number() || !m.n.is_number() || !m.k.is_number() ||
      !is_worth_it(m)) {
    return std::nullopt;
  }
  const int64_t columns = m.n.number();
  const std::optional<std::set<RefId>> refs = RefsUnder(program, m.rhs);
  const std::vector<ir::ValueId> values = ValuesOfRefs(*kernel);
  if (!refs.has_value() || refs->empty()) return std::nullopt;
  for (RefId ref : *refs) {
    if (values[ref] < 0 || !is_known(values[ref])) return std::nullopt;
  }
  ProgramAnalysis analysis(program);
  const MatmulTiling tiling(m, analysis, options, /*to_pack=*/true);
  // A block begins where a panel does.
  if (m.block_n < columns && m.block_n % tiling.nr() != 0) return std::nullopt;
  const bool is_narrow = ir::Typical(m.m) <= kFewTiles * tiling.mr;
  const Layout layout = {m.batch.number(),
                         DivideUp(columns, tiling.nr()),
                         DivideUp(m.k.number(), tiling.k_step),
                         tiling.nr(),
                         tiling.k_step,
                         tiling.groups() ? tiling.packed
                         : is_narrow     ? m.multiplicand
                                         : m.accumulator};

  LoweredCluster packing;
  packing.program.numerics = program.numerics;
  packing.program.refs = program.refs;
  packing.program.exprs = program.exprs;
  packing.parameters = kernel->parameters;
  const ExprId made = PanelsOf(&packing.program, m, layout);
  const ir::TensorType type = packing.program.exprs[made].type;
  StoreAlone(made, &packing);

  m.rhs = SeenFlat(&program, m, layout);
  m.prepacked_panel = layout.width;
  kernel->parameters.push_back({});
  DropUnusedOf(kernel);

  Packing result{
      std::move(packing.program), {}, type.byte_size(), kernel->parameters.size() - 1};
  packing.parameters.pop_back();
  for (const LoweredCluster::Parameter& p : packing.parameters) {
    result.values.push_back(p.value);
  }
  return result;
}

void ConstantPacker::Pack(LoweredCluster* kernel) {
  const auto is_constant = [this](ir::ValueId v) {
    const plan::BufferRef* const at = place_of_(v);
    return at != nullptr && at->space == plan::Space::kConstant;
  };
  const auto is_large = [](const tile::Matmul& m) {
    const tile::ProductSizes of = tile::TypicalSizes(m);
    return of.batch * of.k * of.n >= kLeastElements;
  };
  std::optional<Packing> packing = SplitPacking(is_large, is_constant, options_, kernel);
  if (packing.has_value()) return Prepare(*std::move(packing), kernel);
  while ((packing = SplitRounding(is_constant, kernel)).has_value()) {
    Prepare(*std::move(packing), kernel);
  }
}

void ConstantPacker::Prepare(Packing packing, LoweredCluster* kernel) {
  packing.program.name = "pack";
  plan::Step step;
  step.kernel.kernel = kernel_for_(std::move(packing.program));
  step.name = plan_.kernels[step.kernel.kernel].name;
  std::vector<int32_t> key = {step.kernel.kernel};
  for (ir::ValueId v : packing.values) {
    step.kernel.buffers.push_back(*place_of_(v));
    key.push_back(place_of_(v)->index);
  }
  const auto next = static_cast<int32_t>(plan_.prepared.size());
  const auto [known, fresh] = packed_.try_emplace(std::move(key), next);
  LoweredCluster::Parameter& parameter = kernel->parameters[packing.parameter];
  parameter = {.prepared = known->second};
  if (!fresh) return;
  plan_.prepared.push_back(packing.bytes);
  step.kernel.buffers.push_back({plan::Space::kPrepared, next, 0, packing.bytes});
  plan_.preparation.push_back(std::move(step));
}

}  // namespace tilewright::codegen
