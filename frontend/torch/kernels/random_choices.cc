// What is chosen at random: classes by their weight, slopes, orders.
#include <ATen/Functions.h>
#include <ATen/native/TensorFactories.h>
#include <torch/library.h>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using OptionalGenerator = std::optional<at::Generator>;

Tensor& MultinomialOut(const Tensor& self, int64_t count, bool replacement,
                       OptionalGenerator generator, Tensor& out) {
  TORCH_CHECK(out.scalar_type() == at::kLong,
              "multinomial expects Long tensor out, got: ", out.scalar_type());
  TORCH_CHECK(self.dim() == 1 || self.dim() == 2, "prob_dist must be 1 or 2 dim");
  TORCH_CHECK(c10::isFloatingType(self.scalar_type()),
              "multinomial only supports floating-point dtypes for input, got: ",
              self.scalar_type());
  TORCH_CHECK(count > 0, "cannot sample n_sample <= 0 samples");
  TORCH_CHECK(replacement || count <= self.size(-1),
              "cannot sample n_sample > prob_dist.size(-1) samples without replacement");
  at::DimVector sizes(self.sizes());
  sizes.back() = count;
  FitOut(out, sizes);
  if (out.numel() == 0) return out;
  const bool keys = !replacement || count == 1;
  const int64_t numbers = keys ? self.numel() : out.numel();
  Recording call;
  call.Random(TakeRandom(generator, numbers)).In(self);
  if (!keys) {
    call.Out(out).Run(Op::multinomial);
    return out;
  }
  const Tensor key = Empty(self.sizes(), ComputeType(self.scalar_type()));
  call.Out(key).Run(Op::multinomial_keys);
  if (count == 1) return at::argmax_out(out, key, -1, /*keepdim=*/true);
  Tensor values = Empty(sizes, key.scalar_type());
  at::topk_out(values, out, key, count);
  return out;
}
Tensor Multinomial(const Tensor& self, int64_t count, bool replacement,
                   OptionalGenerator generator) {
  Tensor out = Empty({0}, at::kLong);
  return MultinomialOut(self, count, replacement, std::move(generator), out);
}

Tensor& RReluOut(const Tensor& self, Tensor& noise, const Scalar& low, const Scalar& high,
                 bool training, OptionalGenerator generator, Tensor& out) {
  TORCH_CHECK(self.sizes() == noise.sizes(),
              "noise tensor shape must match self tensor shape. Got self.shape = ",
              self.sizes(), " noise.shape = ", noise.sizes());
  if (!training) {
    const double slope = (low.toDouble() + high.toDouble()) / 2;
    return at::leaky_relu_out(out, self, slope);
  }
  CheckTaken("rrelu_with_noise", self.scalar_type(), Takes::kFloats);
  FitOut(out, self.sizes());
  if (out.numel() == 0) return out;
  const ScalarType type = ComputeType(self.scalar_type());
  Recording()
      .Random(TakeRandom(generator, self.numel()))
      .In(self)
      .Number(low, type)
      .Number(high, type)
      .Out(out)
      .Out(noise)
      .Run(Op::rrelu);
  return out;
}
Tensor RRelu(const Tensor& self, Tensor& noise, const Scalar& low, const Scalar& high,
             bool training, OptionalGenerator generator) {
  Tensor out = EmptyLike(self, self.scalar_type());
  return RReluOut(self, noise, low, high, training, std::move(generator), out);
}
Tensor& RReluInPlace(Tensor& self, Tensor& noise, const Scalar& low, const Scalar& high,
                     bool training, OptionalGenerator generator) {
  return RReluOut(self, noise, low, high, training, std::move(generator), self);
}

// The order of random keys. Those that are equal, of 2^63 that there are, stay in order.
Tensor& RandomPermutationOut(int64_t n, OptionalGenerator generator, Tensor& out) {
  TORCH_CHECK(n >= 0, "n must be non-negative, got", n);
  at::native::check_supported_max_int_with_precision(n, out);
  out.resize_({n});
  if (n == 0) return out;
  Tensor keys = Empty({n}, at::kLong);
  keys.random_(std::move(generator));
  return out.copy_(at::argsort(keys, /*stable=*/true, /*dim=*/0, /*descending=*/false));
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("multinomial", &Multinomial);
  m.impl("multinomial.out", &MultinomialOut);
  m.impl("randperm.generator_out", &RandomPermutationOut);
  m.impl("rrelu_with_noise", &RRelu);
  m.impl("rrelu_with_noise.out", &RReluOut);
  m.impl("rrelu_with_noise_", &RReluInPlace);
}

}  // namespace tilewright::torch_device
