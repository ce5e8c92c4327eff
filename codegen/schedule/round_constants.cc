#include "codegen/schedule/round_constants.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "tile/statements.h"
#include "tile/visit.h"

namespace tilewright::codegen {

using tile::Expr;
using tile::ExprId;
using tile::RefId;

namespace {

// A smaller one stays in the caches, where rounding costs less than another kernel.
constexpr int64_t kLeastElements = 64 << 10;

bool IsMovement(const Expr& e) {
  return e.Is<tile::Broadcast>() || e.Is<tile::Reshape>() || e.Is<tile::Transpose>() ||
         e.Is<tile::Slice>();
}

// For each expression the one that reads it, kNoExpr where that is none or not one alone.
std::vector<ExprId> OnlyReaders(const tile::Program& program) {
  std::vector<ExprId> readers(program.exprs.size(), tile::kNoExpr);
  std::vector<int> reads(program.exprs.size(), 0);
  for (size_t reader = 0; reader < program.exprs.size(); ++reader) {
    for (ExprId read : program.exprs[reader].operands) {
      readers[read] = ++reads[read] == 1 ? static_cast<ExprId>(reader) : tile::kNoExpr;
    }
  }
  ForEachStatement(program.statements, [&](const tile::Statement& s) {
    ForEachExpr(s, [&](ExprId read) {
      if (read >= 0) readers[read] = tile::kNoExpr;
    });
  });
  return readers;
}

// What the kernel reads of an array: one load, and what moves its elements up to where
// they are rounded.
struct RoundedRead {
  RefId ref = -1;
  std::vector<ExprId> moved;  // from the load on
  ExprId rounding = tile::kNoExpr;
};

std::optional<RoundedRead> ReadRounded(const tile::Program& program, ExprId load,
                                       const std::vector<ExprId>& readers) {
  RoundedRead read = {program.exprs[load].As<tile::Load>()->ref, {load}, readers[load]};
  while (read.rounding != tile::kNoExpr && IsMovement(program.exprs[read.rounding])) {
    read.moved.push_back(read.rounding);
    read.rounding = readers[read.rounding];
  }
  if (read.rounding == tile::kNoExpr) return std::nullopt;
  const Expr& rounding = program.exprs[read.rounding];
  const auto* const scalar = rounding.As<tile::Scalar>();
  if (scalar == nullptr || scalar->op != ir::OpKind::kConvert ||
      program.exprs[load].type.element != ir::ElementType::kF32 ||
      rounding.type.element != ir::ElementType::kBF16) {
    return std::nullopt;
  }
  return read;
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
  const std::vector<ExprId> readers = OnlyReaders(program);
  for (size_t p = 0; p < parameters.size(); ++p) {
    const RefId ref = parameters[p];
    const ir::ValueId value = kernel->parameters[p].value;
    const ir::TensorType type = program.refs[ref].type;
    if (value < 0 || !is_known(value) || !type.shape.is_static() ||
        type.num_elements() < kLeastElements || !IsAlone(program, ref)) {
      continue;
    }
    const auto load = std::find_if(program.exprs.begin(), program.exprs.end(),
                                   [&](const Expr& e) { return e.Loads(ref); });
    const std::optional<RoundedRead> read =
        ReadRounded(program, static_cast<ExprId>(load - program.exprs.begin()), readers);
    if (!read.has_value()) continue;
    Expr& rounding = program.exprs[read->rounding];
    const ir::ElementType rounded = rounding.type.element;
    Packing result{RoundingProgram(program, type, rounded), {value}, 0, p};
    for (ExprId id : read->moved) program.exprs[id].type.element = rounded;
    program.refs[ref].type.element = rounded;
    result.bytes = program.refs[ref].type.byte_size();
    rounding.node = tile::Reshape{};  // of the same shape
    return result;
  }
  return std::nullopt;
}

}  // namespace tilewright::codegen
