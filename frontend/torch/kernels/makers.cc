// Sequences, triangles, random numbers.
#include <torch/library.h>

#include <cmath>

#include "frontend/torch/device/generator.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using OptionalGenerator = std::optional<at::Generator>;

Tensor& ArangeOut(const Scalar& start, const Scalar& end, const Scalar& step,
                  Tensor& out) {
  TORCH_CHECK(step.toDouble() != 0, "step must be nonzero");
  const double from = start.toDouble(), to = end.toDouble(), by = step.toDouble();
  TORCH_CHECK(std::isfinite(from) && std::isfinite(to), "unsupported range: ", from,
              " -> ", to);
  TORCH_CHECK((by > 0 && to >= from) || (by < 0 && to <= from),
              "upper bound and lower bound inconsistent with step sign");
  const auto count = static_cast<int64_t>(std::ceil((to - from) / by));
  FitOut(out, {count});
  if (count == 0) return out;
  const ScalarType type = ComputeType(out.scalar_type());
  const ScalarType wide = c10::isIntegralType(type, false) ? at::kLong : type;
  Recording().Number(start, wide).Number(step, wide).Out(out).Run(Op::arange);
  return out;
}

template <Op op>
Tensor& TriangleOut(const Tensor& self, int64_t diagonal, Tensor& out) {
  FitOut(out, self.sizes());
  if (out.numel() > 0) Recording().In(self).Number(diagonal, at::kLong).Out(out).Run(op);
  return out;
}

Tensor& Random(Op op, Tensor& self, const OptionalGenerator& generator, double a,
               double b) {
  if (self.numel() == 0) return self;
  const auto [seed, offset] = TakeRandom(generator, self.numel());
  Recording()
      .Number(seed, at::kUInt64)
      .Number(offset, at::kUInt64)
      .Number(a, at::kDouble)
      .Number(b, at::kDouble)
      .Out(self)
      .Run(op);
  return self;
}
Tensor& Uniform(Tensor& self, double low, double high, OptionalGenerator generator) {
  TORCH_CHECK(low <= high,
              "uniform_ expects to return a [from, to) range, but found from=", low,
              " > to=", high);
  return Random(Op::uniform, self, generator, low, high);
}
Tensor& Normal(Tensor& self, double mean, double deviation, OptionalGenerator generator) {
  TORCH_CHECK(deviation >= 0, "normal expects std >= 0.0, but found std ", deviation);
  return Random(Op::normal, self, generator, mean, deviation);
}
Tensor& Bernoulli(Tensor& self, double p, OptionalGenerator generator) {
  TORCH_CHECK(0 <= p && p <= 1, "bernoulli_ expects p to be in [0, 1], but got p=", p);
  return Random(Op::bernoulli, self, generator, p, 0);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("arange.start_out", &ArangeOut);
  m.impl("tril.out", &TriangleOut<Op::tril>);
  m.impl("triu.out", &TriangleOut<Op::triu>);
  m.impl("uniform_", &Uniform);
  m.impl("normal_", &Normal);
  m.impl("bernoulli_.float", &Bernoulli);
}

}  // namespace tilewright::torch_device
