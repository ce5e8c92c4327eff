// Scaled dot product attention: one operation forward, and, with dropout, one for as many
// heads at once as memory is worth.
#include <ATen/Context.h>
#include <ATen/ExpandUtils.h>
#include <ATen/Functions.h>
#include <ATen/native/transformers/attention.h>
#include <c10/core/InferenceMode.h>
#include <torch/library.h>

#include "frontend/torch/device/capturing.h"
#include "frontend/torch/device/devices.h"
#include "frontend/torch/device/transforms.h"
#include "frontend/torch/kernels/layers/attention_parts.h"

namespace tilewright::torch_device::attention {
namespace {

int64_t Choose(const Tensor& query, const Tensor& key, const Tensor& value,
               const OptionalTensor& mask, double, bool, std::optional<double>,
               bool shares_heads) {
  const at::Context& context = at::globalContext();
  // What is mapped over a batch goes by rules for each operation, which ours has not.
  const bool mapped =
      query.key_set().has(c10::DispatchKey::FuncTorchBatched) || IsMapped();
  if (context.userEnabledOverrideableSDP() && !mapped &&
      Takes(query, key, value, mask, shares_heads)) {
    return static_cast<int64_t>(at::SDPBackend::overrideable);
  }
  TORCH_CHECK(context.userEnabledMathSDP(), "No available kernel. Aborting execution.");
  return static_cast<int64_t>(at::SDPBackend::math);
}

// As queries lie: projections leave heads behind rows. On CPU what is not in rows of one
// length goes PyTorch's other way, whose results are in order.
Tensor ResultFor(const Tensor& query, const Tensor& key, const Tensor& value) {
  bool in_rows = query.size(3) == value.size(3);
  for (const Tensor* each : {&query, &key, &value}) {
    in_rows = in_rows && each->stride(3) == 1;
  }
  if (in_rows) return EmptyLike(query, query.scalar_type());
  return Empty({query.size(0), query.size(1), query.size(2), value.size(3)},
               query.scalar_type());
}

Tensor OnHost(uint64_t value) {
  return at::scalar_tensor(static_cast<int64_t>(value), at::kLong);
}
// Nobody writes them. They serve passes with gradients, even if the first one has none.
template <typename Make>
const auto& Kept(Make make) {
  static const auto& kept = *[&] {
    const NotCaptured made_at_once;
    const c10::InferenceMode ordinary(false);
    return new auto(make());
  }();
  return kept;
}
const Tensor& ZeroOnHost() {
  return Kept([] { return OnHost(0); });
}
const Tensor& ZeroOnDevice() {
  const auto on_each = [] {
    std::vector<Tensor> zeros;
    for (c10::DeviceIndex device = 0; device < DeviceCount(); ++device) {
      const OnDevice its(device);
      zeros.push_back(Empty({}, at::kFloat).zero_());
    }
    return zeros;
  };
  return Kept(on_each)[CurrentDevice()];
}

using Attended = std::tuple<Tensor, Tensor, Tensor, Tensor, c10::SymInt, c10::SymInt,
                            Tensor, Tensor, Tensor>;

// Of each row the first and the last column that it sees, [batch, heads, rows, 1] of
// int32, dimensions of one element standing for all; or nothing.
struct Limits {
  Tensor first, last;
};

// Without dropout, one kernel takes it all.
void Attend(const Tensor& query, const Tensor& key, const Tensor& value,
            const Tensor& bias, const Limits& limits, const Numbers& numbers, bool causal,
            const Tensor& out) {
  Parts parts(query, Heads(query, key), query.size(2) * key.size(2));
  if (numbers.dropout == 0) parts.Join();
  parts.ForEach([&] {
    const Tensor q = parts.OfQueries(query), k = parts.OfKeys(key);
    const Tensor v = parts.OfKeys(value), of_bias = parts.OfQueries(bias);
    const Tensor first = parts.OfQueries(limits.first);
    const Tensor last = parts.OfQueries(limits.last), y = parts.OfQueries(out);
    Recording call;
    call.In(q).In(k).In(v);
    Record(call, of_bias, numbers, parts.skipped());
    if (first.defined()) call.In(first).In(last);
    call.Attribute(causal).Out(y).Run(Op::attention);
  });
}

Attended Forward(const Tensor& query, const Tensor& key, const Tensor& value,
                 const OptionalTensor& bias, double dropout, bool causal, bool,
                 std::optional<double> scale) {
  CheckTakes("scaled_dot_product_attention", query, key, value, bias);
  TORCH_CHECK(0 <= dropout && dropout <= 1,
              "dropout probability has to be between 0 and 1, but got ", dropout);
  if (IsThere(bias)) {
    TORCH_CHECK(!causal, "Explicit attn_mask should not be set when is_causal=True");
    const int64_t scores[] = {query.size(0), query.size(1), query.size(2), key.size(2)};
    TORCH_CHECK(at::is_expandable_to(bias->sizes(), scores), "attn_mask of shape ",
                bias->sizes(), " cannot be broadcast to scores of shape ",
                IntArrayRef(scores));
  }
  Numbers numbers = {ScaleOf(query, scale), dropout};
  if (dropout > 0) {
    const int64_t scores = query.size(0) * query.size(1) * query.size(2) * key.size(2);
    numbers.random = TakeRandom(std::nullopt, scores);
  }
  const Tensor out = ResultFor(query, key, value);
  if (dropout == 1) {
    out.zero_();
  } else {
    Attend(query, key, value, IsThere(bias) ? Bias(*bias) : Tensor(), {}, numbers, causal,
           out);
  }
  // The backward pass makes the rows' sums again: what is kept of them has no memory.
  const Tensor sums =
      ZeroOnDevice().expand({query.size(0), query.size(1), query.size(2)});
  Tensor seed = ZeroOnHost(), offset = seed;
  if (numbers.random.captured) {
    seed = Empty({}, at::kLong);
    offset = Empty({}, at::kLong);
    Recording().Seed(numbers.random).Out(seed).Attribute(0).Attribute(0).Run(Op::copy);
    Recording()
        .Offset(numbers.random)
        .Out(offset)
        .Attribute(0)
        .Attribute(0)
        .Run(Op::copy);
  } else if (dropout > 0) {
    seed = OnHost(numbers.random.seed);
    offset = OnHost(numbers.random.offset);
  }
  return {out,           sums,        Tensor(),        Tensor(),
          query.size(2), key.size(2), std::move(seed), std::move(offset),
          Tensor()};
}

// Attention of rows that see no column outside of limits, whatever is added to the
// scores.
Tensor AttentionWithin(const Tensor& query, const Tensor& key, const Tensor& value,
                       const OptionalTensor& bias, const Tensor& first,
                       const Tensor& last, double scale) {
  CheckTakes("attention", query, key, value, bias);
  const int64_t rows[] = {query.size(0), query.size(1), query.size(2), 1};
  for (const Tensor* limit : {&first, &last}) {
    TORCH_CHECK(limit->scalar_type() == at::kInt && limit->dim() == 4 &&
                    at::is_expandable_to(limit->sizes(), rows),
                "limits of rows: ", limit->scalar_type(), " ", limit->sizes());
  }
  const Tensor out = ResultFor(query, key, value);
  Attend(query, key, value, IsThere(bias) ? Bias(*bias) : Tensor(),
         {Bias(first), Bias(last)}, {scale, 0}, /*causal=*/false, out);
  return out;
}

}  // namespace

// What graphs run in place of operators that know what is masked.
TORCH_LIBRARY(tilewright, m) {
  m.def(
      "attention_within(Tensor query, Tensor key, Tensor value, Tensor? bias, "
      "Tensor first, Tensor last, float scale) -> Tensor");
  m.def(
      "attention_within_backward(Tensor gradient, Tensor query, Tensor key, "
      "Tensor value, Tensor? bias, int rows, int[] first, int[] behind, float scale) -> "
      "(Tensor, Tensor, Tensor)");
}
TORCH_LIBRARY_IMPL(tilewright, PrivateUse1, m) {
  m.impl("attention_within", &AttentionWithin);
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_fused_sdp_choice", &Choose);
  m.impl("_scaled_dot_product_fused_attention_overrideable", &Forward);
}

}  // namespace tilewright::torch_device::attention

namespace at::native {
REGISTER_PRIVATEUSE1_DISPATCH(_fused_sdp_choice_stub,
                              &tilewright::torch_device::attention::Choose)
}  // namespace at::native
