// Softmax, losses, norms.
#include "frontend/torch/lower/composer.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Layer = absl::StatusOr<std::vector<ir::ValueId>>;

// PyTorch's numbers of what a loss makes of its elements.
enum class Reduction : int64_t { kNone, kMean, kSum };

Value Shifted(Composer& c, Value x, const ir::Dims& along) {
  return x - c.Reduce(OpKind::kMaximum, x, along, true);
}
Value SumOf(Composer& c, Value x, const ir::Dims& along) {
  return c.Reduce(OpKind::kAdd, x, along, true);
}
ir::Dims AllOf(Value x) {
  ir::Dims all;
  for (int d = 0; d < x.rank(); ++d) all.push_back(d);
  return all;
}

// Where a row's class is this column: target is [n], or a scalar of one row.
Value IsClass(Composer& c, Value target, const Shape& shape) {
  const int classes = shape.rank() - 1;
  const TensorType indices = {ElementType::kI64, shape};
  const Value wanted = c.Convert(target, ElementType::kI64);
  const Value columns =
      target.rank() == 0 ? c.Broadcast(wanted, shape) : c.BroadcastIn(wanted, shape, {0});
  return c.Compare("EQ", c.Iota(classes, indices), columns);
}

// 1, or the weight of its class, where a row counts; its class is not `ignored`.
Value RowWeight(Composer& c, Value target, Value chosen, Value weight,
                ElementType compute, Value ignored) {
  const Value one = c.Constant(1, compute);
  const Value each = weight.id == Lowering::kAbsent
                         ? c.Broadcast(one, chosen.shape())
                         : c.BroadcastIn(c.Convert(weight, compute), chosen.shape(),
                                         {chosen.rank() - 1});
  const Value zero = c.Constant(0, compute);
  const Value of_row =
      c.Reduce(OpKind::kAdd, c.Select(chosen, each, zero), {chosen.rank() - 1}, false);
  const Value counts = c.Compare("NE", c.Convert(target, ElementType::kI64),
                                 c.Convert(ignored, ElementType::kI64));
  return c.Select(counts, of_row, zero);
}

}  // namespace

// Attribute 0: the dimension.
Layer softmax(const Lowering& call) {
  Composer c(call);
  const ir::Dims along = {c.attribute(0)};
  const Value x = c.Convert(c.operand(0), ComputeType(c.result().element));
  const Value e = c.Unary(OpKind::kExponential, Shifted(c, x, along));
  return c.Finish({e / SumOf(c, e, along)});
}
Layer log_softmax(const Lowering& call) {
  Composer c(call);
  const ir::Dims along = {c.attribute(0)};
  const Value x = c.Convert(c.operand(0), ComputeType(c.result().element));
  const Value shifted = Shifted(c, x, along);
  const Value sum = SumOf(c, c.Unary(OpKind::kExponential, shifted), along);
  return c.Finish({shifted - c.Unary(OpKind::kLog, sum)});
}
// The gradient of the result, and the result.
Layer softmax_backward(const Lowering& call) {
  Composer c(call);
  const ir::Dims along = {c.attribute(0)};
  const ElementType compute = ComputeType(c.operand(1).element());
  const Value g = c.Convert(c.operand(0), compute);
  const Value y = c.Convert(c.operand(1), compute);
  return c.Finish({y * (g - SumOf(c, g * y, along))});
}
Layer log_softmax_backward(const Lowering& call) {
  Composer c(call);
  const ir::Dims along = {c.attribute(0)};
  const ElementType compute = ComputeType(c.operand(1).element());
  const Value g = c.Convert(c.operand(0), compute);
  const Value y = c.Convert(c.operand(1), compute);
  return c.Finish({g - c.Unary(OpKind::kExponential, y) * SumOf(c, g, along)});
}

// Attribute 0: the reduction.
Layer mse_loss(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  const Value off = c.Convert(c.operand(0), compute) - c.Convert(c.operand(1), compute);
  const Value loss = off * off;
  const auto reduction = static_cast<Reduction>(c.attribute(0));
  if (reduction == Reduction::kNone) return c.Finish({loss});
  const Value total = c.Reduce(OpKind::kAdd, loss, AllOf(loss), false);
  if (reduction == Reduction::kSum) return c.Finish({total});
  return c.Finish({total / c.CountOf(loss, AllOf(loss), compute)});
}
Layer mse_loss_backward(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  const Value g = c.Convert(c.operand(0), compute);
  const Value off = c.Convert(c.operand(1), compute) - c.Convert(c.operand(2), compute);
  Value gradient = off * 2.0 * g;
  if (static_cast<Reduction>(c.attribute(0)) == Reduction::kMean) {
    gradient = off * (c.Constant(2, compute) / c.CountOf(off, AllOf(off), compute)) * g;
  }
  return c.Finish({gradient});
}

// log-probabilities, target, weight, ignored class; results loss and total weight.
Layer nll_loss(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  const Value x = c.Convert(c.operand(0), compute);
  const Value target = c.operand(1);
  const Value chosen = IsClass(c, target, x.shape());
  const Value weight = RowWeight(c, target, chosen, c.operand(2), compute, c.operand(3));
  const Value zero = c.Constant(0, compute);
  const Value log_probability =
      c.Reduce(OpKind::kAdd, c.Select(chosen, x, zero), {x.rank() - 1}, false);
  const Value loss = -(log_probability * weight);
  const Value total = c.Reduce(OpKind::kAdd, weight, AllOf(weight), false);
  const auto reduction = static_cast<Reduction>(c.attribute(0));
  if (reduction == Reduction::kNone) return c.Finish({loss, zero});
  const Value sum = c.Reduce(OpKind::kAdd, loss, AllOf(loss), false);
  return c.Finish({reduction == Reduction::kSum ? sum : sum / total, total});
}
// gradient, log-probabilities, target, weight, ignored class, total weight.
Layer nll_loss_backward(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  const Value target = c.operand(2);
  const Shape shape = c.operand(1).shape();
  const Value chosen = IsClass(c, target, shape);
  Value row = -RowWeight(c, target, chosen, c.operand(3), compute, c.operand(4));
  Value g = c.Convert(c.operand(0), compute);
  if (static_cast<Reduction>(c.attribute(0)) == Reduction::kMean) {
    g = g / c.Convert(c.operand(5), compute);
  }
  row = row * g;
  const Value rows =
      row.rank() == 0 ? c.Broadcast(row, shape) : c.BroadcastIn(row, shape, {0});
  return c.Finish({c.Select(chosen, rows, c.Constant(0, compute))});
}

// x, weight, bias, epsilon; attribute 0: how many of the last dimensions are normalised.
// Results y, mean and the reciprocal of the deviation, of which the last two keep the
// dimensions with size 1.
Layer layer_norm(const Lowering& call) {
  Composer c(call);
  const Value x = c.Convert(c.operand(0), ComputeType(c.operand(0).element()));
  const ElementType compute = x.element();
  ir::Dims along;
  for (int64_t d = x.rank() - c.attribute(0); d < x.rank(); ++d) along.push_back(d);
  const Value count = c.CountOf(x, along, compute);
  const Value mean = SumOf(c, x, along) / count;
  const Value off = x - mean;
  const Value variance = SumOf(c, off * off, along) / count;
  const Value rstd = c.Unary(OpKind::kRsqrt, variance + c.Convert(c.operand(3), compute));
  Value y = off * rstd;
  if (c.has(1)) y = y * c.Convert(c.operand(1), compute);
  if (c.has(2)) y = y + c.Convert(c.operand(2), compute);
  return c.Finish({y, mean, rstd});
}
// gradient, x, mean, rstd, weight; results are those of the gradients of x, weight and
// bias that attributes 1 to 3 ask for.
Layer layer_norm_backward(const Lowering& call) {
  Composer c(call);
  const Value x = c.Convert(c.operand(1), ComputeType(c.operand(1).element()));
  const ElementType compute = x.element();
  const Value g = c.Convert(c.operand(0), compute);
  const Value mean = c.Convert(c.operand(2), compute);
  const Value rstd = c.Convert(c.operand(3), compute);
  const Value normal = (x - mean) * rstd;
  const int64_t inner = c.attribute(0);
  ir::Dims along, others;
  for (int64_t d = 0; d < x.rank(); ++d) {
    (d < x.rank() - inner ? others : along).push_back(d);
  }
  Values results;
  if (c.attribute(1) != 0) {
    const Value weighted = c.has(4) ? g * c.Convert(c.operand(4), compute) : g;
    const Value count = c.CountOf(x, along, compute);
    const Value off = SumOf(c, weighted, along) / count;
    const Value slope = SumOf(c, weighted * normal, along) / count;
    results.push_back((weighted - off - normal * slope) * rstd);
  }
  if (c.attribute(2) != 0) {
    results.push_back(c.Reduce(OpKind::kAdd, g * normal, others, false));
  }
  if (c.attribute(3) != 0) results.push_back(c.Reduce(OpKind::kAdd, g, others, false));
  return c.Finish(results);
}

}  // namespace tilewright::torch_lower::lowerings
