// What counts elements, or finds them by what they are.
#include <ATen/WrapDimUtils.h>
#include <torch/library.h>

#include "frontend/torch/device/out_type.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// How many there are is read here where nobody says it.
Tensor RepeatPlaces(const Tensor& repeats, std::optional<int64_t> output_size) {
  TORCH_CHECK(repeats.dim() == 1, "repeat_interleave only accept 1D vector as repeat");
  TORCH_CHECK(repeats.scalar_type() == at::kLong || repeats.scalar_type() == at::kInt,
              "repeats has to be Long or Int tensor");
  if (repeats.numel() == 0) return Empty({0}, repeats.scalar_type());
  const int64_t count =
      output_size.has_value() ? *output_size : repeats.sum().item<int64_t>();
  TORCH_CHECK(count >= 0, "repeats can not be negative");
  const Tensor out = Empty({count}, repeats.scalar_type());
  if (count > 0) Recording().In(repeats).Out(out).Run(Op::repeat_places);
  return out;
}

// The largest number is read here: it says how long the result is.
Tensor BinCount(const Tensor& self, const OptionalTensor& weights, int64_t least) {
  TORCH_CHECK(least >= 0, "minlength should be >= 0");
  TORCH_CHECK_NOT_IMPLEMENTED(c10::isIntegralType(self.scalar_type(), false),
                              "\"bincount\" not implemented for '", self.scalar_type(),
                              "'");
  const bool weighted = weights.has_value() && weights->defined();
  const ScalarType type = !weighted                              ? at::kLong
                          : weights->scalar_type() == at::kFloat ? at::kFloat
                                                                 : at::kDouble;
  if (self.dim() == 1 && self.numel() == 0) return Empty({least}, at::kLong).zero_();
  TORCH_CHECK(self.dim() == 1,
              "bincount only supports 1-d non-negative integral inputs.");
  TORCH_CHECK(!weighted || (weights->dim() == 1 && weights->size(0) == self.size(0)),
              "weights should be 1-d and have the same length as input");
  const auto [low, high] = at::aminmax(self);
  // One wait for both.
  const Tensor bounds = at::stack({low, high}).to(at::kLong).to(at::kCPU);
  const int64_t* const found = bounds.const_data_ptr<int64_t>();
  TORCH_CHECK(found[0] >= 0, "bincount only supports 1-d non-negative integral inputs.");
  Tensor out = Empty({std::max(found[1] + 1, least)}, type).zero_();
  const Tensor each = weighted ? weights->to(type) : at::ones_like(self, type);
  return out.index_add_(0, self.to(at::kLong), each);
}

Tensor& HistcOut(const Tensor& self, int64_t bins, const Scalar& low, const Scalar& high,
                 Tensor& out) {
  TORCH_CHECK(bins > 0, "bins must be > 0");
  TORCH_CHECK(self.scalar_type() == out.scalar_type(),
              "torch.histogram: input tensor "
              "and hist tensor should have the same dtype, but got input ",
              self.scalar_type(), " and hist ", out.scalar_type());
  TORCH_CHECK(low.toDouble() <= high.toDouble(), "max must be larger than min");
  FitOut(out, {bins});
  if (self.numel() == 0) return out.zero_();
  const ScalarType type = ComputeType(self.scalar_type());
  Recording().In(self).Number(low, type).Number(high, type).Out(out).Run(Op::histogram);
  return out;
}
Tensor Histc(const Tensor& self, int64_t bins, const Scalar& low, const Scalar& high) {
  Tensor out = Empty({0}, self.scalar_type());
  return HistcOut(self, bins, low, high, out);
}

// Up to so many numbers each is compared with all.
constexpr int64_t kFew = 64;

Tensor& IsInOut(const Tensor& elements, const Tensor& among, bool, bool invert,
                Tensor& out) {
  CheckExactly(out, at::kBool);
  FitOut(out, elements.sizes());
  if (out.numel() == 0) return out;
  if (among.numel() == 0) return out.fill_(invert);
  const ScalarType type = CommonType(elements, among);
  const Tensor x = elements.to(type), row = among.to(type);
  Recording().In(x).In(row).Attribute(invert).Out(out).Run(
      among.numel() <= kFew ? Op::isin : Op::isin_sorted);
  return out;
}
Tensor& IsInScalarOut(const Tensor& elements, const Scalar& one, bool, bool invert,
                      Tensor& out) {
  return invert ? at::ne_out(out, elements, one) : at::eq_out(out, elements, one);
}
Tensor& ScalarIsInOut(const Scalar& element, const Tensor& among, bool unique,
                      bool invert, Tensor& out) {
  const Tensor one = at::full({}, element, among.options().dtype(element.type()));
  return IsInOut(one, among, unique, invert, out);
}

std::tuple<Tensor, Tensor> Mode(const Tensor& self, int64_t dim, bool keep) {
  const int64_t along = at::maybe_wrap_dim(dim, self.dim());
  at::DimVector kept(self.sizes());
  if (self.dim() > 0) {
    TORCH_CHECK_INDEX(self.size(along) > 0, "mode(): Expected reduction dim ", along,
                      " to have non-zero size.");
    kept[along] = 1;
  } else {
    kept.push_back(1);
  }
  const Tensor values = Empty(kept, self.scalar_type()), indices = Empty(kept, at::kLong);
  if (values.numel() > 0) {
    const Tensor x = self.dim() == 0 ? self.view({1}) : self;
    Recording().In(x).Attribute(along).Out(values).Out(indices).Run(Op::mode);
  }
  if (keep && self.dim() > 0) return {values, indices};
  return {values.squeeze(along), indices.squeeze(along)};
}

std::tuple<Tensor&, Tensor&> ModeOut(const Tensor& self, int64_t dim, bool keep,
                                     Tensor& values, Tensor& indices) {
  TORCH_CHECK(values.scalar_type() == self.scalar_type(), "expected scalar type '",
              self.scalar_type(), "' but got '", values.scalar_type(),
              "' for values output");
  TORCH_CHECK(indices.scalar_type() == at::kLong, "expected scalar type '", at::kLong,
              "' but got '", indices.scalar_type(), "' for indices output");
  const auto [value, index] = Mode(self, dim, keep);
  FitOut(values, value.sizes());
  FitOut(indices, index.sizes());
  return {values.copy_(value), indices.copy_(index)};
}

// Fails where what follows waits, as an index that lies outside does.
void AssertWith(const Tensor& self, std::string_view message) {
  TORCH_CHECK(self.numel() != 0, "Boolean value of Tensor with no values is ambiguous");
  TORCH_CHECK(self.numel() == 1,
              "Boolean value of Tensor with more than one value is ambiguous");
  Recording()
      .In(self.reshape({}))
      .Attribute(TheDoor().number_of_message({message.data(), message.size()}))
      .Out(Empty({}, at::kBool))
      .Run(Op::asserted);
}
void Assert(const Tensor& self) {
  AssertWith(self, "Expected Tensor with single nonzero value, but got zero");
}
Tensor AssertBefore(const Tensor& self, std::string_view message, const Tensor& token) {
  AssertWith(self, message);
  return token.clone();
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_assert_async", &Assert);
  m.impl("_assert_async.msg", &AssertWith);
  m.impl("_functional_assert_async.msg", &AssertBefore);
  m.impl("repeat_interleave.Tensor", &RepeatPlaces);
  m.impl("bincount", &BinCount);
  m.impl("histc", &Histc);
  m.impl("histc.out", &HistcOut);
  m.impl("isin.Tensor_Tensor_out", &IsInOut);
  m.impl("isin.Tensor_Scalar_out", &IsInScalarOut);
  m.impl("isin.Scalar_Tensor_out", &ScalarIsInOut);
  m.impl("mode", &Mode);
  m.impl("mode.values", &ModeOut);
}

}  // namespace tilewright::torch_device
