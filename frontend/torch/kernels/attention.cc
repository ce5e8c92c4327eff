// Scaled dot product attention: one operation forward, and one backward for as many heads
// at once as memory is worth.
#include <ATen/Context.h>
#include <ATen/Functions.h>
#include <ATen/native/transformers/attention.h>
#include <torch/library.h>

#include <cmath>

#include "frontend/torch/device/generator.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using OptionalTensor = std::optional<Tensor>;

// What the matrices of scores of one recorded gradient may take together.
constexpr int64_t kScoreBytes = int64_t{64} << 20;
constexpr int64_t kScoreMatrices = 4;  // scores, weights, and the gradients of both

bool IsThere(const OptionalTensor& tensor) {
  return tensor.has_value() && tensor->defined();
}

// Whether ours takes it; what it does not, PyTorch composes.
bool Takes(const Tensor& query, const Tensor& key, const Tensor& value,
           const OptionalTensor& mask, bool shares_heads) {
  if (query.dim() != 4 || key.dim() != 4 || value.dim() != 4) return false;
  if (!c10::isFloatingType(query.scalar_type()) || query.numel() == 0 ||
      key.numel() == 0 || value.numel() == 0) {
    return false;
  }
  for (const Tensor* other : {&key, &value}) {
    if (other->scalar_type() != query.scalar_type() || other->size(0) != query.size(0) ||
        other->size(1) != key.size(1) || other->size(2) != key.size(2)) {
      return false;
    }
  }
  if (query.size(3) != key.size(3)) return false;
  if (IsThere(mask) && (mask->dim() > 4 || mask->dim() < 2)) return false;
  if (query.size(1) == key.size(1)) return true;
  return shares_heads && query.size(1) % key.size(1) == 0;
}

int64_t Choose(const Tensor& query, const Tensor& key, const Tensor& value,
               const OptionalTensor& mask, double, bool, std::optional<double>,
               bool shares_heads) {
  const at::Context& context = at::globalContext();
  if (context.userEnabledOverrideableSDP() &&
      Takes(query, key, value, mask, shares_heads)) {
    return static_cast<int64_t>(at::SDPBackend::overrideable);
  }
  TORCH_CHECK(context.userEnabledMathSDP(), "No available kernel. Aborting execution.");
  return static_cast<int64_t>(at::SDPBackend::math);
}

// Heads that share keys and values, as a dimension of their own; all views.
struct Heads {
  explicit Heads(const Tensor& query, const Tensor& key)
      : groups(key.size(1)), each(query.size(1) / key.size(1)) {}

  Tensor Split(const Tensor& x) const {
    if (each == 1) return x;
    if (x.size(1) == 1) return x.unsqueeze(2);
    return x.unflatten(1, {groups, each});
  }

  int64_t groups, each;
};

// What is added to the scores, with as many dimensions as they have; no dimension is
// repeated.
Tensor Bias(const Tensor& bias) {
  Tensor whole = bias;
  while (whole.dim() < 4) whole = whole.unsqueeze(0);
  for (int64_t d = 0; d < 4; ++d) {
    if (whole.stride(d) == 0 && whole.size(d) > 1) whole = whole.narrow(d, 0, 1);
  }
  return whole;
}
// Its part of a batch, if it has parts.
Tensor Part(const Tensor& x, int64_t dim, int64_t first, int64_t count) {
  return x.size(dim) == 1 ? x : x.narrow(dim, first, count);
}

// Numbers of a pass, the same forward and backward.
struct Numbers {
  double scale;
  double dropout;
  uint64_t seed = 0, offset = 0;
};
double ScaleOf(const Tensor& query, std::optional<double> scale) {
  return scale.value_or(1 / std::sqrt(static_cast<double>(query.size(3))));
}

void Record(Recording& call, const OptionalTensor& bias, const Numbers& numbers,
            uint64_t skipped) {
  call.In(bias).Number(numbers.scale, at::kDouble);
  if (numbers.dropout == 0) {
    call.Nothing().Nothing().Nothing();
    return;
  }
  call.Number(numbers.seed, at::kUInt64)
      .Number(numbers.offset + skipped, at::kUInt64)
      .Number(1 - numbers.dropout, at::kDouble);
}

// As queries lie: projections leave heads behind rows.
Tensor ResultFor(const Tensor& query, int64_t size) {
  const int64_t batch = query.size(0), heads = query.size(1), rows = query.size(2);
  if (query.stride(1) < query.stride(2)) {
    return Empty({batch, rows, heads, size}, query.scalar_type()).transpose(1, 2);
  }
  return Empty({batch, heads, rows, size}, query.scalar_type());
}

Tensor OnHost(uint64_t value) {
  return at::scalar_tensor(static_cast<int64_t>(value), at::kLong);
}
// Nobody writes them.
const Tensor& ZeroOnHost() {
  static const Tensor& zero = *new Tensor(OnHost(0));
  return zero;
}
const Tensor& ZeroOnDevice() {
  static const Tensor& zero = *new Tensor(Empty({}, at::kFloat).zero_());
  return zero;
}

using Attended = std::tuple<Tensor, Tensor, Tensor, Tensor, c10::SymInt, c10::SymInt,
                            Tensor, Tensor, Tensor>;

Attended Forward(const Tensor& query, const Tensor& key, const Tensor& value,
                 const OptionalTensor& bias, double dropout, bool causal, bool,
                 std::optional<double> scale) {
  TORCH_CHECK(Takes(query, key, value, bias, true),
              "scaled_dot_product_attention on tpu: queries of ", query.sizes(),
              ", keys of ", key.sizes(), " and values of ", value.sizes());
  TORCH_CHECK(0 <= dropout && dropout <= 1,
              "dropout probability has to be between 0 and 1, but got ", dropout);
  Numbers numbers = {ScaleOf(query, scale), dropout};
  if (dropout > 0) {
    const int64_t scores = query.size(0) * query.size(1) * query.size(2) * key.size(2);
    std::tie(numbers.seed, numbers.offset) = TakeRandom(std::nullopt, scores);
  }
  const Tensor out = ResultFor(query, value.size(3));
  if (dropout == 1) {
    out.zero_();
  } else {
    const Heads heads(query, key);
    OptionalTensor added;
    if (IsThere(bias)) added = heads.Split(Bias(*bias));
    const Tensor q = heads.Split(query), y = heads.Split(out);
    Recording call;
    call.In(q).In(key).In(value);
    Record(call, added, numbers, 0);
    call.Attribute(causal).Out(y).Run(Op::attention);
  }
  // The backward pass makes the rows' sums again: what is kept of them has no memory.
  const Tensor sums =
      ZeroOnDevice().expand({query.size(0), query.size(1), query.size(2)});
  const auto kept = [&](uint64_t number) {
    return dropout > 0 ? OnHost(number) : ZeroOnHost();
  };
  return {out,           sums,        Tensor(),           Tensor(),
          query.size(2), key.size(2), kept(numbers.seed), kept(numbers.offset),
          Tensor()};
}

// The largest divisor of `count` that is not above `most`, at least 1.
int64_t DivisorUpTo(int64_t most, int64_t count) {
  int64_t divisor = std::min(std::max<int64_t>(most, 1), count);
  while (count % divisor != 0) --divisor;
  return divisor;
}

std::tuple<Tensor, Tensor, Tensor, Tensor> Backward(
    const Tensor& gradient, const Tensor& query, const Tensor& key, const Tensor& value,
    const Tensor& bias, std::array<bool, 4> wanted, const Tensor&, const Tensor&,
    const Tensor&, const Tensor&, c10::SymInt, c10::SymInt, double dropout, bool causal,
    const Tensor& seed, const Tensor& offset, std::optional<double> scale) {
  wanted[3] = wanted[3] && bias.defined();
  Tensor results[4];
  const Tensor* like[4] = {&query, &key, &value, &bias};
  for (int i = 0; i < 4; ++i) {
    if (wanted[i]) results[i] = EmptyLike(*like[i], like[i]->scalar_type());
  }
  if (dropout == 1) {
    for (const Tensor& result : results) {
      if (result.defined()) result.zero_();
    }
    return {results[0], results[1], results[2], results[3]};
  }
  Numbers numbers = {ScaleOf(query, scale), dropout};
  if (dropout > 0) {
    numbers.seed = seed.item<int64_t>();
    numbers.offset = offset.item<int64_t>();
  }
  const Heads heads(query, key);
  const Tensor added = bias.defined() ? Bias(bias) : Tensor();
  const Tensor added_gradient = wanted[3] ? Bias(results[3]) : Tensor();

  // One batch after the other, or one group of heads, so that the scores stay small; what
  // is summed over batches is one operation.
  const int64_t scores = query.size(2) * key.size(2);
  const int64_t bytes =
      scores * heads.each * kScoreMatrices *
      static_cast<int64_t>(c10::elementSize(ComputeType(query.scalar_type())));
  int64_t batches = query.size(0), groups = heads.groups;
  if (!wanted[3]) {
    batches = DivisorUpTo(kScoreBytes / (bytes * groups), batches);
    if (batches == 1) groups = DivisorUpTo(kScoreBytes / bytes, groups);
  }
  const auto part = [&](const Tensor& x, int64_t batch, int64_t group, bool shared) {
    const int64_t each = shared ? 1 : heads.each;
    return Part(Part(x, 0, batch, batches), 1, group * each, groups * each);
  };
  for (int64_t b = 0; b < query.size(0); b += batches) {
    for (int64_t g = 0; g < heads.groups; g += groups) {
      Heads split = heads;
      split.groups = groups;
      const auto of_queries = [&](const Tensor& x) {
        return x.defined() ? split.Split(part(x, b, g, false)) : x;
      };
      const auto of_keys = [&](const Tensor& x) {
        return x.defined() ? part(x, b, g, true) : x;
      };
      const Tensor operands[] = {of_queries(gradient), of_queries(query), of_keys(key),
                                 of_keys(value), of_queries(added)};
      const Tensor parts[] = {of_queries(results[0]), of_keys(results[1]),
                              of_keys(results[2]), of_queries(added_gradient)};
      Recording call;
      for (int i = 0; i < 4; ++i) call.In(operands[i]);
      const uint64_t before = b * heads.groups + g;
      Record(call, operands[4], numbers, before * heads.each * scores);
      call.Attribute(causal);
      for (const bool want : wanted) call.Attribute(want);
      bool any = false;
      for (const Tensor& result : parts) {
        if (!result.defined()) continue;
        call.Out(result);
        any = true;
      }
      if (any) call.Run(Op::attention_backward);
    }
  }
  return {results[0], results[1], results[2], results[3]};
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_fused_sdp_choice", &Choose);
  m.impl("_scaled_dot_product_fused_attention_overrideable", &Forward);
  m.impl("_scaled_dot_product_fused_attention_overrideable_backward", &Backward);
}

}  // namespace tilewright::torch_device

namespace at::native {
REGISTER_PRIVATEUSE1_DISPATCH(_fused_sdp_choice_stub, &tilewright::torch_device::Choose)
}  // namespace at::native
