#include "tile/builder.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include "absl/container/flat_hash_set.h"
#include "absl/hash/hash.h"
#include "support/overloaded.h"
#include "tile/arrange.h"
#include "tile/expressions.h"

namespace tilewright::tile {

using ir::Dims;
using ir::OpKind;
using ir::TensorType;

namespace {

// All that an expression of each kind says beside its type and operands.
auto Fields(const Scalar& x) {
  int64_t first = 0, second = 0;
  if (const auto* compare = std::get_if<Comparison>(&x.parameters)) {
    first = compare->direction;
    second = compare->order;
  } else if (const auto* precision = std::get_if<Precision>(&x.parameters)) {
    first = precision->exponent_bits;
    second = precision->mantissa_bits;
  }
  return std::tuple(x.op, first, second);
}
auto Fields(const Gather& g) {
  return std::tie(g.offset_dims, g.collapsed_slice_dims, g.operand_batching_dims,
                  g.start_indices_batching_dims, g.start_index_map, g.index_vector_dim);
}
auto Fields(const WindowOf& x) {
  return std::tie(x.stride, x.dilation, x.low_padding, x.base_dilation);
}
auto Fields(const Constant& x) { return std::tuple(x.literal.bytes()); }
auto Fields(const Load& x) { return std::tie(x.ref); }
auto Fields(const Transpose& x) { return std::tie(x.permutation); }
auto Fields(const Slice& x) { return std::tie(x.start, x.stride); }
auto Fields(const Pad& x) { return std::tie(x.low, x.interior); }
auto Fields(const ResultOf& x) { return std::tie(x.id, x.number); }
auto Fields(const Is<Iota, Concatenate> auto& x) { return std::tie(x.dimension); }
auto Fields(const Is<Broadcast, Reverse> auto& x) { return std::tie(x.dimensions); }
auto Fields(const Is<Counter, Parameter> auto& x) { return std::tie(x.number); }
auto Fields(const Is<Reshape, DynamicSlice, DynamicUpdateSlice> auto&) {
  return std::tuple();
}

auto TypeAndOperands(const Expr& e) {
  return std::tie(e.type.element, e.type.shape, e.operands);
}

bool IsSame(const Expr& x, const Expr& y) {
  const auto same = [&]<typename Kind>(const Kind& node) {
    return y.Is<Kind>() && Fields(node) == Fields(*y.As<Kind>());
  };
  return TypeAndOperands(x) == TypeAndOperands(y) && std::visit(same, x.node);
}

struct Hash {
  const Program& program;
  size_t operator()(ExprId id) const {
    const Expr& e = program.exprs[id];
    const auto hash = [&](const auto& node) {
      return absl::HashOf(e.node.index(), TypeAndOperands(e), Fields(node));
    };
    return std::visit(hash, e.node);
  }
};

struct Equal {
  const Program& program;
  bool operator()(ExprId x, ExprId y) const {
    return IsSame(program.exprs[x], program.exprs[y]);
  }
};

}  // namespace

struct Builder::Known {
  explicit Known(const Program& program)
      : exprs(/*bucket_count=*/0, Hash{program}, Equal{program}) {}
  absl::flat_hash_set<ExprId, Hash, Equal> exprs;
};

Builder::Builder(Program* program, Refs refs) : program_(*program) {
  if (refs == Refs::kStay) known_ = std::make_unique<Known>(program_);
}
Builder::Builder(Builder&&) noexcept = default;
Builder::~Builder() = default;

ExprId Builder::Add(Expr expr) {
  const ExprId id = program_.Add(std::move(expr));
  if (known_ == nullptr) return id;
  const auto [it, fresh] = known_->exprs.insert(id);
  if (!fresh) program_.exprs.pop_back();
  return *it;
}

RefId Builder::Input(TensorType type) {
  return program_.AddRef({Memory::kHbm, std::move(type), /*is_output=*/false});
}
RefId Builder::Output(TensorType type) {
  return program_.AddRef({Memory::kHbm, std::move(type), /*is_output=*/true});
}
RefId Builder::Scratch(TensorType type) {
  return program_.AddRef({Memory::kVmem, std::move(type), /*is_output=*/false});
}

// --- Values ------------------------------------------------------------------

ExprId Builder::Constant(ir::Literal splat) {
  return Add(ConstantExpr(std::move(splat)));
}

ExprId Builder::Zero(const TensorType& type) { return Add(ZeroExpr(type)); }

ExprId Builder::Iota(TensorType type, int64_t dimension) {
  return Add(IotaExpr(std::move(type), dimension));
}

ExprId Builder::Load(RefId ref) { return Add(LoadExpr(ref, program_.refs[ref].type)); }

ExprId Builder::Load(RefId ref, ir::Shape dims) {
  return Add(LoadExpr(ref, {program_.refs[ref].type.element, std::move(dims)}));
}

ExprId Builder::Scalar(OpKind op, std::vector<ExprId> operands, TensorType type) {
  return Add(ScalarExpr(op, std::move(operands), std::move(type)));
}

ExprId Builder::Compare(CompareDirection direction, CompareOrder order, ExprId x,
                        ExprId y) {
  return Add(CompareExpr(direction, order, x, y, type(x).shape));
}

ExprId Builder::ReducePrecision(ExprId x, int64_t exponent_bits, int64_t mantissa_bits) {
  return Add(ReducePrecisionExpr(x, type(x), exponent_bits, mantissa_bits));
}

ExprId Builder::Convert(ExprId x, ir::ElementType element) {
  if (type(x).element == element) return x;
  return Scalar(OpKind::kConvert, {x}, {element, type(x).shape});
}

ExprId Builder::Broadcast(ExprId x, ir::Shape dims, Dims dimensions) {
  TensorType to = {type(x).element, std::move(dims)};
  if (const auto* constant = expr(x).As<tile::Constant>()) {
    return Constant(constant->literal.WithType(std::move(to)));
  }
  return Add(BroadcastExpr(x, std::move(to), std::move(dimensions)));
}

ExprId Builder::Reshape(ExprId x, const ir::Shape& dims) {
  const Expr& from = expr(x);
  if (from.type.shape == dims) return x;
  TensorType to = {from.type.element, dims};
  if (const auto* constant = from.As<tile::Constant>()) {
    return Constant(constant->literal.WithType(std::move(to)));
  }
  if (from.Is<tile::Reshape>()) return Reshape(from.operands[0], dims);
  // Row-major either way; but another load is one of another time.
  const auto* const load = from.As<tile::Load>();
  if (load != nullptr && known_ != nullptr) return Load(load->ref, dims);
  return Add(ReshapeExpr(x, std::move(to)));
}

ExprId Builder::Transpose(ExprId x, const Dims& permutation) {
  Expr moved = TransposeExpr(x, type(x), permutation);
  if (MovesNothing(type(x).shape, permutation)) return Reshape(x, moved.type.shape);
  return Add(std::move(moved));
}

ExprId Builder::Reverse(ExprId x, Dims dimensions) {
  return Add(ReverseExpr(x, type(x), std::move(dimensions)));
}

ExprId Builder::Slice(ExprId x, ir::Shape dims, Dims start, Dims strides) {
  return Add(SliceExpr(x, {type(x).element, std::move(dims)}, std::move(start),
                       std::move(strides)));
}

ExprId Builder::Pad(ExprId x, ExprId value, ir::Shape dims, Dims low, Dims interior) {
  return Add(PadExpr(x, value, {type(x).element, std::move(dims)}, std::move(low),
                     std::move(interior)));
}

ExprId Builder::Concatenate(std::vector<ExprId> parts, int64_t dimension) {
  TensorType to = type(parts[0]);
  for (size_t i = 1; i < parts.size(); ++i) {
    to.shape.Set(dimension, to.shape[dimension] + type(parts[i]).shape[dimension]);
  }
  return Add(ConcatenateExpr(std::move(parts), std::move(to), dimension));
}

ExprId Builder::DynamicSlice(ExprId x, const std::vector<ExprId>& start,
                             ir::Shape sizes) {
  return Add(DynamicSliceExpr(x, start, {type(x).element, std::move(sizes)}));
}

ExprId Builder::DynamicUpdateSlice(ExprId x, ExprId update,
                                   const std::vector<ExprId>& start) {
  return Add(DynamicUpdateSliceExpr(x, update, start, type(x)));
}

ExprId Builder::Gather(ExprId x, ExprId indices, tile::Gather gather, ir::Shape dims) {
  return Add(
      GatherExpr(x, indices, std::move(gather), {type(x).element, std::move(dims)}));
}

ExprId Builder::Windows(ExprId x, ExprId fill, const Dims& places, WindowDims windows) {
  Dims to = places;
  to.insert(to.end(), windows.sizes.begin(), windows.sizes.end());
  return Add(
      WindowExpr(x, fill, {type(x).element, std::move(to)},
                 {std::move(windows.strides), std::move(windows.dilations),
                  std::move(windows.low_padding), std::move(windows.base_dilations)}));
}

ExprId Builder::Result(TensorType type, int id, int i) {
  return Add(ResultExpr(std::move(type), id, i));
}

ExprId Builder::With(ExprId x, std::vector<ExprId> operands) {
  if (expr(x).Is<tile::Reshape>()) return Reshape(operands[0], ir::Shape(type(x).shape));
  Expr e = expr(x);
  e.operands = std::move(operands);
  return Add(std::move(e));
}

ExprId Builder::Counter(int64_t number) { return Add(CounterExpr(number)); }

ExprId Builder::Parameter(TensorType type, int64_t number) {
  return Add(ParameterExpr(std::move(type), number));
}

}  // namespace tilewright::tile
