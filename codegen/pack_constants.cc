#include "codegen/pack_constants.h"

#include <map>
#include <set>
#include <utility>

#include "codegen/lower_internal.h"
#include "codegen/matmul_tiling.h"
#include "codegen/relocate.h"
#include "support/round.h"
#include "tile/expressions.h"
#include "tile/visit.h"

namespace tilewright::codegen {

using ir::Dims;
using ir::ElementType;
using ir::OpKind;
using tile::Expr;
using tile::ExprId;
using tile::ExprKind;
using tile::RefId;

namespace {

// A smaller rhs is packed anew in no time: another kernel would cost more.
constexpr int64_t kLeastElements = 64 << 10;

// Sizes of panels.
struct Layout {
  int64_t batch, panels, steps, width, step;

  int64_t depth() const { return steps * step; }
  int64_t columns() const { return panels * width; }
};

// Appends expressions to a program.
class Builder {
 public:
  explicit Builder(tile::Program* program) : program_(*program) {}

  ExprId Move(ExprKind kind, ExprId x, Dims dims, Dims a = {}, Dims b = {}) {
    Expr e;
    e.kind = kind;
    e.type = {TypeOf(x).element, std::move(dims)};
    e.operands = {x};
    e.a = std::move(a);
    e.b = std::move(b);
    return program_.Add(std::move(e));
  }
  ExprId Scalar(OpKind op, std::vector<ExprId> operands, ElementType element) {
    ir::TensorType type = {element, TypeOf(operands[0]).dims};
    return program_.Add(tile::ScalarExpr(op, std::move(operands), std::move(type)));
  }
  ExprId Convert(ExprId x, ElementType element) {
    return TypeOf(x).element == element ? x : Scalar(OpKind::kConvert, {x}, element);
  }
  // Zeros behind the last elements.
  ExprId PadTo(ExprId x, const Dims& dims) {
    if (TypeOf(x).dims == dims) return x;
    const ExprId zero = program_.Add(tile::ZeroExpr(ir::Scalar(TypeOf(x).element)));
    const Dims none(dims.size(), 0);
    const ExprId padded = Move(ExprKind::kPad, x, dims, none, none);
    program_.exprs[padded].operands.push_back(zero);
    return padded;
  }
  // By value: expressions move when others are added.
  ir::TensorType TypeOf(ExprId x) const { return program_.exprs[x].type; }

 private:
  tile::Program& program_;
};

// Refs that are read under `root`; nothing where it depends on more than memory.
std::optional<std::set<RefId>> RefsUnder(const tile::Program& program, ExprId root) {
  std::set<RefId> refs;
  bool memory_only = true;
  ForEachExprUnder(program, {root}, [&](ExprId id) {
    const Expr& e = program.exprs[id];
    if (e.kind == ExprKind::kResult || e.kind == ExprKind::kCounter ||
        e.kind == ExprKind::kParameter) {
      memory_only = false;
    }
    if (e.kind == ExprKind::kLoad) refs.insert(e.ref);
  });
  if (!memory_only) return std::nullopt;
  return refs;
}

// The value that each ref stands for, -1 for those that are no parameters.
std::vector<ir::ValueId> ValuesOfRefs(const LoweredCluster& kernel) {
  std::vector<ir::ValueId> values;
  size_t parameter = 0;
  for (const tile::Ref& ref : kernel.program.refs) {
    const bool is_parameter = ref.memory == tile::Memory::kHbm;
    values.push_back(is_parameter ? kernel.parameters[parameter++].value : -1);
  }
  return values;
}

// The panels as the packing kernel makes them, [batch, panels, steps, width]: elements,
// or pairs of 16 bits as one integer, the first in its low half.
ExprId PanelsOf(tile::Program* program, const tile::Matmul& m, const Layout& layout) {
  Builder b(program);
  const int64_t batch = layout.batch, columns = layout.columns();
  ExprId x = b.PadTo(b.Convert(m.rhs, m.multiplicand), {batch, layout.depth(), columns});
  if (layout.step == 1) {
    x = b.Convert(x, m.accumulator);
  } else {
    const auto half = [&](int64_t first) {
      const ExprId rows = b.Move(ExprKind::kSlice, x, {batch, layout.steps, columns},
                                 {0, first, 0}, {1, 2, 1});
      return b.Convert(b.Scalar(OpKind::kBitcastConvert, {rows}, ElementType::kU16),
                       ElementType::kU32);
    };
    const ExprId even = half(0), odd = half(1);
    const ExprId sixteen =
        program->Add(tile::ConstantExpr(ir::IntegerSplat(b.TypeOf(odd), 16)));
    const ExprId high = b.Scalar(OpKind::kShiftLeft, {odd, sixteen}, ElementType::kU32);
    x = b.Scalar(OpKind::kOr, {even, high}, ElementType::kU32);
  }
  x = b.Move(ExprKind::kReshape, x, {batch, layout.steps, layout.panels, layout.width});
  return b.Move(ExprKind::kTranspose, x,
                {batch, layout.panels, layout.steps, layout.width}, {0, 2, 1, 3});
}

// A new ref that holds the panels, as [batch, k, n] again.
ExprId SeenFlat(tile::Program* program, const tile::Matmul& m, const Layout& layout) {
  Builder b(program);
  const ElementType element = layout.step == 1 ? m.accumulator : m.multiplicand;
  const RefId panels = program->AddRef(
      {tile::Memory::kHbm,
       {element,
        {layout.batch, layout.panels, layout.steps, layout.width, layout.step}}});
  const ExprId moved =
      b.Move(ExprKind::kTranspose,
             program->Add(tile::LoadExpr(panels, program->refs[panels].type)),
             {layout.batch, layout.steps, layout.step, layout.panels, layout.width},
             {0, 2, 4, 1, 3});
  const ExprId flat =
      b.Move(ExprKind::kReshape, moved, {layout.batch, layout.depth(), layout.columns()});
  const Dims dims = {layout.batch, m.k, m.n};
  if (b.TypeOf(flat).dims == dims) return flat;
  return b.Move(ExprKind::kSlice, flat, dims, {0, 0, 0}, {1, 1, 1});
}

void DropUnusedOf(LoweredCluster* kernel) {
  const std::vector<tile::Ref> refs = kernel->program.refs;
  const std::vector<RefId> kept = DropUnused(&kernel->program);
  std::vector<LoweredCluster::Parameter> parameters;
  size_t parameter = 0;
  for (size_t r = 0; r < refs.size(); ++r) {
    if (refs[r].memory != tile::Memory::kHbm) continue;
    if (kept[r] >= 0) parameters.push_back(kernel->parameters[parameter]);
    ++parameter;
  }
  kernel->parameters = std::move(parameters);
}

// Makes the kernel one that stores `value`, as its last parameter, and nothing else.
void StoreAlone(ExprId value, LoweredCluster* kernel) {
  tile::Program& program = kernel->program;
  const ir::TensorType type = program.exprs[value].type;
  tile::Phase phase;
  phase.stores.push_back(
      {program.AddRef({tile::Memory::kHbm, type, /*is_output=*/true}), value});
  program.statements = {
      tile::NestStatement({type.dims, true, {phase}}, GridSteps(type.num_elements()))};
  kernel->parameters.push_back({});
  DropUnusedOf(kernel);
}

// Writes what is kept into its last ref, from the constants in the refs before it.
struct Packing {
  tile::Program program;
  std::vector<ir::ValueId> constants;
  int64_t bytes = 0;
};

// If the kernel is a matmul with a large rhs that depends on constants alone, says how
// to pack that, and makes the kernel read it, as its last parameter.
std::optional<Packing> SplitPacking(const std::function<bool(ir::ValueId)>& is_constant,
                                    const EmitOptions& options, LoweredCluster* kernel) {
  tile::Program& program = kernel->program;
  if (program.statements.size() != 1 ||
      program.statements[0].kind != tile::StatementKind::kMatmul) {
    return std::nullopt;
  }
  tile::Matmul& m = program.statements[0].matmul;
  if (m.m == 0 || m.batch * m.k * m.n < kLeastElements) return std::nullopt;
  const std::optional<std::set<RefId>> refs = RefsUnder(program, m.rhs);
  const std::vector<ir::ValueId> values = ValuesOfRefs(*kernel);
  if (!refs.has_value() || refs->empty()) return std::nullopt;
  for (RefId ref : *refs) {
    if (values[ref] < 0 || !is_constant(values[ref])) return std::nullopt;
  }
  const MatmulTiling tiling(m, program, options, /*to_pack=*/true);
  // A block begins where a panel does.
  if (m.block_n < m.n && m.block_n % tiling.nr() != 0) return std::nullopt;
  const Layout layout = {m.batch, DivideUp(m.n, tiling.nr()),
                         DivideUp(m.k, tiling.k_step), tiling.nr(), tiling.k_step};

  LoweredCluster packing;
  packing.program.numerics = program.numerics;
  packing.program.refs = program.refs;
  packing.program.exprs = program.exprs;
  packing.parameters = kernel->parameters;
  const ExprId made = PanelsOf(&packing.program, m, layout);
  const ir::TensorType type = packing.program.exprs[made].type;
  StoreAlone(made, &packing);

  m.rhs = SeenFlat(&program, m, layout);
  m.rhs_panel = layout.width;
  kernel->parameters.push_back({});
  DropUnusedOf(kernel);

  Packing result{std::move(packing.program), {}, type.byte_size()};
  packing.parameters.pop_back();
  for (const LoweredCluster::Parameter& p : packing.parameters) {
    result.constants.push_back(p.value);
  }
  return result;
}

}  // namespace

void ConstantPacker::Pack(LoweredCluster* kernel) {
  const auto is_constant = [this](ir::ValueId v) {
    const plan::BufferRef* const at = place_of_(v);
    return at != nullptr && at->space == plan::Space::kConstant;
  };
  std::optional<Packing> packing = SplitPacking(is_constant, options_, kernel);
  if (!packing.has_value()) return;
  packing->program.name = "pack";
  plan::Step step;
  step.kernel.kernel = kernel_for_(std::move(packing->program));
  step.name = plan_.kernels[step.kernel.kernel].name;
  std::vector<int32_t> key = {step.kernel.kernel};
  for (ir::ValueId v : packing->constants) {
    step.kernel.buffers.push_back(*place_of_(v));
    key.push_back(place_of_(v)->index);
  }
  const auto next = static_cast<int32_t>(plan_.prepared.size());
  const auto [known, fresh] = packed_.try_emplace(std::move(key), next);
  kernel->parameters.back().prepared = known->second;
  if (!fresh) return;
  plan_.prepared.push_back(packing->bytes);
  step.kernel.buffers.push_back({plan::Space::kPrepared, next, 0, packing->bytes});
  plan_.preparation.push_back(std::move(step));
}

}  // namespace tilewright::codegen
