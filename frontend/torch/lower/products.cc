// Products of matrices. beta * self + alpha * (a @ b): operands self, a, b, beta, alpha;
// beta is left out where it is 1, self where beta is 0, alpha where it is 1.
#include "frontend/torch/lower/elementwise.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Product = absl::StatusOr<std::vector<ir::ValueId>>;

// Summed in f32 where the type has 16 bits, rounded once.
Value ProductOf(Composer& c, size_t first, const ir::Dims& batch) {
  const Value a = c.operand(first);
  const Value b = c.operand(first + 1);
  const int64_t at = static_cast<int64_t>(batch.size());
  return c.Dot(a, b, batch, a.rank() - 1, at, ComputeType(c.result().element));
}

Product WithSum(const Lowering& call, const ir::Dims& batch) {
  Composer c(call);
  Value product = ProductOf(c, 1, batch);
  const ElementType compute = product.element();
  if (c.has(4)) product = product * c.Convert(c.operand(4), compute);
  if (!c.has(0)) return c.Finish({product});
  Value self = c.Convert(c.operand(0), compute);
  if (c.has(3)) self = self * c.Convert(c.operand(3), compute);
  return c.Finish({product + self});
}

Product Alone(const Lowering& call, const ir::Dims& batch) {
  Composer c(call);
  return c.Finish({ProductOf(c, 0, batch)});
}

}  // namespace

Product mm(const Lowering& call) { return Alone(call, {}); }
Product bmm(const Lowering& call) { return Alone(call, {0}); }
Product dot(const Lowering& call) { return Alone(call, {}); }
Product addmm(const Lowering& call) { return WithSum(call, {}); }
Product baddbmm(const Lowering& call) { return WithSum(call, {0}); }
// The first is conjugated.
Product vdot(const Lowering& call) {
  Composer c(call);
  const Value a = Conjugate(c, c.operand(0));
  return c.Finish({c.Dot(a, c.operand(1), {}, 0, 0, ComputeType(c.result().element))});
}
// The products of a batch are added up, too.
Product addbmm(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  Value product = c.Reduce(
      OpKind::kAdd, c.Dot(c.operand(1), c.operand(2), {0}, 2, 1, compute), {0}, false);
  if (c.has(4)) product = product * c.Convert(c.operand(4), compute);
  if (!c.has(0)) return c.Finish({product});
  Value self = c.Convert(c.operand(0), compute);
  if (c.has(3)) self = self * c.Convert(c.operand(3), compute);
  return c.Finish({product + self});
}
// Attribute 0: the dimension, of three elements.
Product cross(const Lowering& call) {
  Composer c(call);
  const int64_t d = c.attribute(0);
  const auto operand = [&](size_t i) {
    return c.Broadcast(Computed(c, i), c.result().shape);
  };
  const Value a = operand(0), b = operand(1);
  // Components from the next on, around.
  const auto turned = [&](Value x, int64_t by) {
    return Concatenate(c, {Slice(c, x, d, by, 3), Slice(c, x, d, 0, by)}, d);
  };
  return c.Finish({turned(a, 1) * turned(b, 2) - turned(a, 2) * turned(b, 1)});
}
// self (or nothing), two vectors, beta, alpha. Truth values are added by "or".
Product addr(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  const Shape& shape = c.result().shape;
  const auto operand = [&](size_t i) { return c.Convert(c.operand(i), compute); };
  const bool truth = ir::IsBool(compute);
  const OpKind times = truth ? OpKind::kAnd : OpKind::kMultiply;
  Value product = c.Binary(times, c.BroadcastIn(operand(1), shape, {0}),
                           c.BroadcastIn(operand(2), shape, {1}));
  if (c.has(4)) product = c.Binary(times, product, operand(4));
  if (!c.has(0)) return c.Finish({product});
  Value self = operand(0);
  if (c.has(3)) self = c.Binary(times, self, operand(3));
  return c.Finish({c.Binary(truth ? OpKind::kOr : OpKind::kAdd, self, product)});
}
Product addmv(const Lowering& call) { return WithSum(call, {}); }

}  // namespace tilewright::torch_lower::lowerings
