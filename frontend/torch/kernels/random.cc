// Random numbers: seed and offset are taken when they are recorded.
#include <ATen/ExpandUtils.h>
#include <ATen/native/DistributionTemplates.h>
#include <ATen/native/TensorIterator.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/view_as_real.h>
#include <torch/library.h>

#include <cmath>
#include <limits>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using OptionalGenerator = std::optional<at::Generator>;

void CheckFloating(const char* name, const Tensor& x) {
  TORCH_CHECK_NOT_IMPLEMENTED(x.is_floating_point(), "\"", name,
                              "\" not implemented for '", x.scalar_type(), "'");
}

// With seed and offset as its first operands.
Recording Drawing(const OptionalGenerator& generator, int64_t count) {
  Recording call;
  call.Random(TakeRandom(generator, count));
  return call;
}
Tensor& Random(Op op, Tensor& self, const OptionalGenerator& generator, double a,
               double b) {
  CheckOverlap(self, {});
  if (self.numel() == 0) return self;
  Drawing(generator, self.numel())
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
  if (self.is_complex()) {
    at::view_as_real(self).uniform_(low, high, std::move(generator));
    return self;
  }
  CheckFloating("uniform_", self);
  return Random(Op::uniform, self, generator, low, high);
}
Tensor& Normal(Tensor& self, double mean, double deviation, OptionalGenerator generator) {
  TORCH_CHECK(deviation >= 0, "normal expects std >= 0.0, but found std ", deviation);
  if (self.is_complex()) {
    // Half of the variance is each part's.
    at::view_as_real(self).normal_(0, deviation / std::sqrt(2.0), std::move(generator));
    return mean == 0 ? self : self.add_(mean);
  }
  CheckFloating("normal_", self);
  return Random(Op::normal, self, generator, mean, deviation);
}
Tensor& Bernoulli(Tensor& self, double p, OptionalGenerator generator) {
  TORCH_CHECK(0 <= p && p <= 1, "bernoulli_ expects p to be in [0, 1], but got p=", p);
  return Random(Op::bernoulli, self, generator, p, 0);
}

Tensor& BernoulliTensor(Tensor& self, const Tensor& p, OptionalGenerator generator) {
  if (self.numel() == 0) return self;
  TORCH_CHECK(at::is_expandable_to(p.sizes(), self.sizes()), "bernoulli_: p of shape ",
              p.sizes(), " cannot be broadcast to ", self.sizes());
  CheckFloating("bernoulli", p);
  CheckOverlap(self, {&p});
  Drawing(generator, self.numel()).In(p).Attribute(true).Out(self).Run(Op::bernoulli);
  return self;
}
Tensor& BernoulliOut(const Tensor& p, OptionalGenerator generator, Tensor& out) {
  FitOut(out, p.sizes());
  return BernoulliTensor(out, p, std::move(generator));
}

// Variates of distributions whose parameters are arrays.
Tensor Gamma(const Tensor& alpha, OptionalGenerator generator) {
  CheckFloating("_standard_gamma", alpha);
  Tensor out = EmptyLike(alpha, alpha.scalar_type());
  if (out.numel() == 0) return out;
  Drawing(generator, out.numel())
      .In(alpha)
      .Attribute(false)
      .Out(out)
      .Run(Op::standard_gamma);
  return out;
}
Tensor GammaGradient(const Tensor& alpha, const Tensor& sample) {
  CheckFloating("_standard_gamma_grad", alpha);
  Tensor out = EmptyLike(alpha, alpha.scalar_type());
  if (out.numel() == 0) return out;
  Recording().In(alpha).In(sample).Out(out).Run(Op::standard_gamma_grad);
  return out;
}
// In proportion to variates of the gamma distribution, whose logarithms do not vanish.
Tensor Dirichlet(const Tensor& alpha, OptionalGenerator generator) {
  CheckFloating("_sample_dirichlet", alpha);
  Tensor logs =
      EmptyLike(alpha, alpha.scalar_type() == at::kDouble ? at::kDouble : at::kFloat);
  if (logs.numel() == 0) return logs.to(alpha.scalar_type());
  Drawing(generator, logs.numel())
      .In(alpha)
      .Attribute(true)
      .Out(logs)
      .Run(Op::standard_gamma);
  return at::softmax(logs, -1).to(alpha.scalar_type());
}
Tensor DirichletGradient(const Tensor& x, const Tensor& alpha, const Tensor& total) {
  CheckFloating("_dirichlet_grad", x);
  Tensor out = EmptyLike(x, x.scalar_type());
  if (out.numel() == 0) return out;
  Recording().In(x).In(alpha).In(total).Out(out).Run(Op::dirichlet_grad);
  return out;
}
Tensor Poisson(const Tensor& rate, OptionalGenerator generator) {
  CheckFloating("poisson", rate);
  Tensor out = EmptyLike(rate, rate.scalar_type());
  if (out.numel() == 0) return out;
  Drawing(generator, out.numel()).In(rate).Out(out).Run(Op::poisson);
  return out;
}
Tensor Binomial(const Tensor& count, const Tensor& p, OptionalGenerator generator) {
  CheckFloating("binomial", count);
  TORCH_CHECK(count.scalar_type() == p.scalar_type(), "Found dtype ", p.scalar_type(),
              " but expected ", count.scalar_type());
  Tensor out =
      Empty(at::infer_size_dimvector(count.sizes(), p.sizes()), count.scalar_type());
  if (out.numel() == 0) return out;
  Drawing(generator, out.numel()).In(count).In(p).Out(out).Run(Op::binomial);
  return out;
}

Tensor& Exponential(Tensor& self, double rate, OptionalGenerator generator) {
  TORCH_CHECK(rate > 0, "exponential_ expects lambda > 0.0, but found lambda=", rate);
  TORCH_CHECK(c10::isFloatingType(self.scalar_type()),
              "Exponential distribution is a continuous probability distribution. dtype "
              "must be a floating point but you specified ",
              self.scalar_type());
  return Random(Op::exponential, self, generator, rate, 0);
}
Tensor& Cauchy(Tensor& self, double median, double sigma, OptionalGenerator generator) {
  TORCH_CHECK(sigma > 0, "cauchy_ expects sigma > 0.0, but found sigma=", sigma);
  TORCH_CHECK(
      c10::isFloatingType(self.scalar_type()),
      "Cauchy distribution is a continuous probability distribution. dtype must be "
      "a floating point but you specified ",
      self.scalar_type());
  return Random(Op::cauchy, self, generator, median, sigma);
}
Tensor& Geometric(Tensor& self, double p, OptionalGenerator generator) {
  TORCH_CHECK(0 < p && p < 1, "geometric_ expects p to be in (0, 1), but got p=", p);
  return Random(Op::geometric, self, generator, p, 0);
}
Tensor& LogNormal(Tensor& self, double mean, double deviation,
                  OptionalGenerator generator) {
  TORCH_CHECK(deviation > 0, "log_normal_ expects std > 0.0, but found std=", deviation);
  CheckFloating("log_normal_", self);
  return Normal(self, mean, deviation, std::move(generator)).exp_();
}

// Integers from the first on, before the end.
Tensor& Integers(Tensor& self, int64_t first, uint64_t count,
                 const OptionalGenerator& generator) {
  CheckOverlap(self, {});
  if (self.numel() == 0) return self;
  Drawing(generator, self.numel())
      .Number(first, at::kLong)
      .Number(count, at::kUInt64)
      .Out(self)
      .Run(Op::random_integers);
  return self;
}
// One more than the largest integer up to which the type has all.
uint64_t IntegersOf(ScalarType type) {
  if (type == at::kBool) return 2;
  if (c10::isIntegralType(type, false)) {
    return uint64_t{1} << (8 * c10::elementSize(type) -
                           (c10::isSignedType(type) ? 1 : 0));
  }
  switch (type) {
    case at::kDouble:
      return (uint64_t{1} << 53) + 1;
    case at::kHalf:
      return (uint64_t{1} << 11) + 1;
    case at::kBFloat16:
      return (uint64_t{1} << 8) + 1;
    default:
      return (uint64_t{1} << 24) + 1;
  }
}
// What PyTorch's checks of bounds hand on: how many integers from which one on, or all of
// 64 bits.
template <typename>
struct Drawn {
  void operator()(const at::TensorIterator& of, uint64_t count, int64_t first,
                  const OptionalGenerator& generator) const {
    Tensor out = of.output();
    Integers(out, first, count, generator);
  }
  void operator()(const at::TensorIterator& of,
                  const OptionalGenerator& generator) const {
    Tensor out = of.output();
    Integers(out, std::numeric_limits<int64_t>::min(), 0, generator);
  }
};
Tensor& RandomFrom(Tensor& self, int64_t from, std::optional<int64_t> to,
                   OptionalGenerator generator) {
  at::native::templates::random_from_to_impl<Drawn, at::Generator>(self, from, to,
                                                                   std::move(generator));
  return self;
}
Tensor& RandomTo(Tensor& self, int64_t to, OptionalGenerator generator) {
  return RandomFrom(self, 0, to, std::move(generator));
}
Tensor& RandomAll(Tensor& self, OptionalGenerator generator) {
  TORCH_CHECK(!self.is_complex(),
              "random_ handles only integral, floating-point and boolean types");
  return Integers(self, 0, IntegersOf(self.scalar_type()), generator);
}

Tensor& NormalAround(Tensor& out, const Tensor* mean, double plain_mean,
                     const Tensor* deviation, double plain_deviation,
                     OptionalGenerator generator) {
  TORCH_CHECK(deviation != nullptr || plain_deviation >= 0,
              "normal expects std >= 0.0, but found std ", plain_deviation);
  TORCH_CHECK(deviation == nullptr || !deviation->is_complex(),
              "normal expects standard deviation to be non-complex");
  if (out.is_complex()) {
    Normal(out, 0, 1, std::move(generator));
    deviation != nullptr ? out.mul_(*deviation) : out.mul_(plain_deviation);
    return mean != nullptr ? out.add_(*mean) : out.add_(plain_mean);
  }
  CheckFloating("normal", out);
  CheckOverlap(out, {});
  if (out.numel() == 0) return out;
  Recording call = Drawing(generator, out.numel());
  mean != nullptr ? call.In(*mean) : call.Number(plain_mean, at::kDouble);
  deviation != nullptr ? call.In(*deviation) : call.Number(plain_deviation, at::kDouble);
  call.Attribute(deviation != nullptr).Out(out).Run(Op::normal);
  return out;
}
Tensor& NormalTensorFloatOut(const Tensor& mean, double deviation,
                             OptionalGenerator generator, Tensor& out) {
  FitOut(out, mean.sizes());
  return NormalAround(out, &mean, 0, nullptr, deviation, std::move(generator));
}
Tensor& NormalFloatTensorOut(double mean, const Tensor& deviation,
                             OptionalGenerator generator, Tensor& out) {
  FitOut(out, deviation.sizes());
  return NormalAround(out, nullptr, mean, &deviation, 0, std::move(generator));
}
Tensor& NormalTensorsOut(const Tensor& mean, const Tensor& deviation,
                         OptionalGenerator generator, Tensor& out) {
  FitOut(out, at::infer_size_dimvector(mean.sizes(), deviation.sizes()));
  return NormalAround(out, &mean, 0, &deviation, 0, std::move(generator));
}
Tensor NormalTensorFloat(const Tensor& mean, double deviation,
                         OptionalGenerator generator) {
  Tensor out = Empty({0}, mean.scalar_type());
  return NormalTensorFloatOut(mean, deviation, std::move(generator), out);
}
Tensor NormalFloatTensor(double mean, const Tensor& deviation,
                         OptionalGenerator generator) {
  Tensor out = Empty({0}, deviation.scalar_type());
  return NormalFloatTensorOut(mean, deviation, std::move(generator), out);
}
Tensor NormalTensors(const Tensor& mean, const Tensor& deviation,
                     OptionalGenerator generator) {
  Tensor out = Empty({0}, CommonType(mean, deviation));
  return NormalTensorsOut(mean, deviation, std::move(generator), out);
}

std::tuple<Tensor, Tensor> Dropout(const Tensor& self, double p,
                                   std::optional<bool> train) {
  const Tensor out = EmptyLike(self, self.scalar_type());
  const Tensor mask = EmptyLike(self, at::kBool);
  if (self.numel() == 0) return {out, mask};
  if (!train.value_or(true) || p == 0) {
    out.copy_(self);
    mask.fill_(true);
    return {out, mask};
  }
  if (p == 1) {
    out.zero_();
    mask.fill_(false);
    return {out, mask};
  }
  Drawing(std::nullopt, self.numel())
      .Number(1 - p, at::kDouble)
      .In(self)
      .Out(out)
      .Out(mask)
      .Run(Op::dropout);
  return {out, mask};
}
Tensor DropoutBackward(const Tensor& gradient, const Tensor& mask, double scale) {
  TORCH_CHECK(mask.scalar_type() == at::kBool, "Mask should be Bool Scalar Type",
              mask.scalar_type());
  Tensor out = EmptyLike(gradient, FloatType(gradient.scalar_type()));
  return Apply(Op::dropout_backward, {&gradient, &mask}, {scale}, out);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("uniform_", &Uniform);
  m.impl("normal_", &Normal);
  m.impl("normal.Tensor_float", &NormalTensorFloat);
  m.impl("normal.Tensor_float_out", &NormalTensorFloatOut);
  m.impl("normal.float_Tensor", &NormalFloatTensor);
  m.impl("normal.float_Tensor_out", &NormalFloatTensorOut);
  m.impl("normal.Tensor_Tensor", &NormalTensors);
  m.impl("normal.Tensor_Tensor_out", &NormalTensorsOut);
  m.impl("bernoulli_.float", &Bernoulli);
  m.impl("bernoulli_.Tensor", &BernoulliTensor);
  m.impl("bernoulli.out", &BernoulliOut);
  m.impl("_standard_gamma", &Gamma);
  m.impl("_standard_gamma_grad", &GammaGradient);
  m.impl("_dirichlet_grad", &DirichletGradient);
  m.impl("_sample_dirichlet", &Dirichlet);
  m.impl("poisson", &Poisson);
  m.impl("binomial", &Binomial);
  m.impl("exponential_", &Exponential);
  m.impl("cauchy_", &Cauchy);
  m.impl("geometric_", &Geometric);
  m.impl("log_normal_", &LogNormal);
  m.impl("random_", &RandomAll);
  m.impl("random_.to", &RandomTo);
  m.impl("random_.from", &RandomFrom);
  m.impl("native_dropout", &Dropout);
  m.impl("native_dropout_backward", &DropoutBackward);
}

}  // namespace tilewright::torch_device
