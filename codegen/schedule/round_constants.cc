#include "codegen/schedule/round_constants.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "codegen/analysis/plain_read.h"
#include "tile/statements.h"
#include "tile/visit.h"

namespace tilewright::codegen {

using tile::Expr;
using tile::ExprId;
using tile::RefId;

namespace {

// A smaller one stays in the caches, where rounding costs less than another kernel.
constexpr int64_t kLeastElements = 64 << 10;

// How often each expression is read.
std::vector<int> ReadsOf(const tile::Program& program) {
  std::vector<int> reads(program.exprs.size(), 0);
  for (const Expr& reader : program.exprs) {
    for (ExprId read : reader.operands) ++reads[read];
  }
  ForEachStatement(program.statements, [&](const tile::Statement& s) {
    ForEachExpr(s, [&](ExprId read) {
      if (read >= 0) ++reads[read];
    });
  });
  return reads;
}

// The load of which `expr` is the elements rounded to bf16, moved or not; null where it
// is something else.
const Expr* RoundedLoad(const tile::Program& program, const Expr& expr) {
  const auto* const scalar = expr.As<tile::Scalar>();
  if (scalar == nullptr || scalar->op != ir::OpKind::kConvert ||
      expr.type.element != ir::ElementType::kBF16) {
    return nullptr;
  }
  const Expr* const load = PlainLoad(program, expr.operands[0]);
  const bool rounds = load != nullptr && load->type.element == ir::ElementType::kF32;
  return rounds ? load : nullptr;
}

// What moves the elements of a load, which is at its end, up to `expr`; nothing where
// another expression reads any of it.
std::optional<std::vector<ExprId>> MovedAlone(const tile::Program& program, ExprId expr) {
  const std::vector<int> reads = ReadsOf(program);
  std::vector<ExprId> moved = {expr};
  while (!program.exprs[moved.back()].Is<tile::Load>()) {
    moved.push_back(program.exprs[moved.back()].operands[0]);
  }
  const bool alone =
      std::all_of(moved.begin(), moved.end(), [&](ExprId id) { return reads[id] == 1; });
  return alone ? std::optional(std::move(moved)) : std::nullopt;
}

// Whether the array is read by that one load alone, and only read.
bool IsAlone(const tile::Program& program, RefId ref) {
  int loads = 0;
  for (const Expr& e : program.exprs) loads += e.Loads(ref) ? 1 : 0;
  bool is_named = program.refs[ref].is_output || program.refs[ref].window.has_value();
  for (const tile::Ref& other : program.refs) is_named |= other.before == ref;
  ForEachStatement(program.statements, [&](const tile::Statement& s) {
    ForEachRef(s, [&](RefId named) { is_named |= named == ref; });
  });
  return loads == 1 && !is_named;
}

// Writes its first parameter, rounded, into its second.
tile::Program RoundingProgram(const tile::Program& of, const ir::TensorType& from,
                              ir::ElementType to) {
  tile::Program program;
  program.numerics = of.numerics;
  tile::Builder b(&program);
  const ExprId rounded = b.Convert(b.Load(b.Input(from)), to);
  const RefId out = b.Output(b.type(rounded));
  program.statements = {tile::StoreStatement(&b, tile::StoreTo(out, rounded))};
  return program;
}

}  // namespace

std::optional<Packing> SplitRounding(const std::function<bool(ir::ValueId)>& is_known,
                                     LoweredCluster* kernel) {
  tile::Program& program = kernel->program;
  const std::vector<RefId> parameters = program.Parameters();
  for (Expr& rounding : program.exprs) {
    const Expr* const load = RoundedLoad(program, rounding);
    if (load == nullptr) continue;
    const RefId ref = load->As<tile::Load>()->ref;
    const size_t p =
        std::find(parameters.begin(), parameters.end(), ref) - parameters.begin();
    const ir::TensorType type = program.refs[ref].type;
    if (p == parameters.size() || !type.shape.is_static() ||
        type.num_elements() < kLeastElements) {
      continue;
    }
    const ir::ValueId value = kernel->parameters[p].value;
    if (value < 0 || !is_known(value) || !IsAlone(program, ref)) continue;
    const auto moved = MovedAlone(program, rounding.operands[0]);
    if (!moved.has_value()) continue;
    const ir::ElementType rounded = rounding.type.element;
    Packing result{RoundingProgram(program, type, rounded), {value}, 0, p};
    for (ExprId id : *moved) program.exprs[id].type.element = rounded;
    program.refs[ref].type.element = rounded;
    result.bytes = program.refs[ref].type.byte_size();
    rounding.node = tile::Reshape{};  // of the same shape
    return result;
  }
  return std::nullopt;
}

}  // namespace tilewright::codegen
