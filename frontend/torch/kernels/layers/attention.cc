// Scaled dot product attention: one operation forward, and, with dropout and backward,
// one for as many heads at once as memory is worth.
#include <ATen/Context.h>
#include <ATen/ExpandUtils.h>
#include <ATen/Functions.h>
#include <ATen/native/transformers/attention.h>
#include <c10/core/InferenceMode.h>
#include <torch/library.h>

#include <cmath>

#include "frontend/torch/device/capturing.h"
#include "frontend/torch/device/generator.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

using OptionalTensor = std::optional<Tensor>;

// What the matrices of scores of one recorded operation that holds them may take
// together.
constexpr int64_t kScoreBytes = int64_t{64} << 20;
constexpr int64_t kScoreMatrices = 4;  // scores, weights, and the gradients of both

bool IsThere(const OptionalTensor& tensor) {
  return tensor.has_value() && tensor->defined();
}

// Sizes may be symbols, of a graph that is being traced.
bool IsEmpty(const Tensor& x) {
  for (const c10::SymInt& size : x.sym_sizes()) {
    if (size == 0) return true;
  }
  return false;
}

// Whether ours takes it; what it does not, PyTorch composes.
bool Takes(const Tensor& query, const Tensor& key, const Tensor& value,
           const OptionalTensor& mask, bool shares_heads) {
  if (query.dim() != 4 || key.dim() != 4 || value.dim() != 4) return false;
  if (!c10::isFloatingType(query.scalar_type()) || IsEmpty(query) || IsEmpty(key) ||
      IsEmpty(value)) {
    return false;
  }
  const auto alike = [](const Tensor& a, const Tensor& b, int64_t dim) {
    return a.sym_size(dim) == b.sym_size(dim);
  };
  for (const Tensor* other : {&key, &value}) {
    if (other->scalar_type() != query.scalar_type() || !alike(*other, query, 0) ||
        !alike(*other, key, 1) || !alike(*other, key, 2)) {
      return false;
    }
  }
  if (!alike(query, key, 3)) return false;
  if (IsThere(mask) && (mask->dim() > 4 || mask->dim() < 2)) return false;
  if (alike(query, key, 1)) return true;
  return shares_heads && query.sym_size(1) % key.sym_size(1) == 0;
}

int64_t Choose(const Tensor& query, const Tensor& key, const Tensor& value,
               const OptionalTensor& mask, double, bool, std::optional<double>,
               bool shares_heads) {
  const at::Context& context = at::globalContext();
  // What is mapped over a batch goes by rules for each operation, which ours has not.
  const bool mapped = query.key_set().has(c10::DispatchKey::FuncTorchBatched);
  if (context.userEnabledOverrideableSDP() && !mapped &&
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
  RandomPlace random;
  // Of a compiled graph's backward pass, which has them from its forward one.
  Tensor seed, offset;
};
double ScaleOf(const Tensor& query, std::optional<double> scale) {
  return scale.value_or(1 / std::sqrt(static_cast<double>(query.size(3))));
}

void Record(Recording& call, const Tensor& bias, const Numbers& numbers,
            uint64_t skipped) {
  call.In(bias).Number(numbers.scale, at::kDouble);
  if (numbers.dropout == 0) {
    call.Nothing().Nothing().Nothing();
    return;
  }
  if (numbers.seed.defined()) {
    TORCH_INTERNAL_ASSERT(skipped == 0);
    call.In(numbers.seed).In(numbers.offset);
  } else {
    RandomPlace place = numbers.random;
    place.offset += skipped;
    call.Random(place);
  }
  call.Number(1 - numbers.dropout, at::kDouble);
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
// Nobody writes them. They serve passes with gradients, even if the first one has none.
template <typename Make>
const Tensor& Kept(Make make) {
  static const Tensor& kept = *[&] {
    const NotCaptured made_at_once;
    const c10::InferenceMode ordinary(false);
    return new Tensor(make());
  }();
  return kept;
}
const Tensor& ZeroOnHost() {
  return Kept([] { return OnHost(0); });
}
const Tensor& ZeroOnDevice() {
  return Kept([] { return Empty({}, at::kFloat).zero_(); });
}

// The largest divisor of `count` that is not above `most`, at least 1.
int64_t DivisorUpTo(int64_t most, int64_t count) {
  int64_t divisor = std::min(std::max<int64_t>(most, 1), count);
  while (count % divisor != 0) --divisor;
  return divisor;
}

// Where scores are held, so many batches and groups of heads at once that they stay
// small: all groups where it is more than one batch, so that scores, which dropout
// counts, are one run.
class Parts {
 public:
  Parts(const Tensor& query, const Tensor& key, const Heads& heads)
      : heads_(heads),
        scores_(query.size(2) * key.size(2)),
        all_batches_(query.size(0)),
        batches_(query.size(0)),
        groups_(heads.groups) {
    const int64_t bytes =
        scores_ * heads.each * kScoreMatrices *
        static_cast<int64_t>(c10::elementSize(ComputeType(query.scalar_type())));
    batches_ = DivisorUpTo(kScoreBytes / (bytes * groups_), batches_);
    if (batches_ == 1) groups_ = DivisorUpTo(kScoreBytes / bytes, groups_);
  }
  // All at once: what is summed over batches is one operation.
  void Join() {
    batches_ = all_batches_;
    groups_ = heads_.groups;
  }

  // Calls it for each, in turn.
  template <typename Function>
  void ForEach(Function function) {
    for (batch_ = 0; batch_ < all_batches_; batch_ += batches_) {
      for (group_ = 0; group_ < heads_.groups; group_ += groups_) function();
    }
  }
  // This part's views.
  Tensor OfQueries(const Tensor& x) const {
    if (!x.defined()) return x;
    Heads part = heads_;
    part.groups = groups_;
    return part.Split(Of(x, heads_.each));
  }
  Tensor OfKeys(const Tensor& x) const { return x.defined() ? Of(x, 1) : x; }
  // How many scores come before it.
  uint64_t skipped() const {
    return (batch_ * heads_.groups + group_) * heads_.each * scores_;
  }

 private:
  Tensor Of(const Tensor& x, int64_t each) const {
    return Part(Part(x, 0, batch_, batches_), 1, group_ * each, groups_ * each);
  }

  const Heads heads_;
  const int64_t scores_, all_batches_;
  int64_t batches_, groups_;
  int64_t batch_ = 0, group_ = 0;
};

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
  const Tensor out = ResultFor(query, value.size(3));
  if (dropout == 1) {
    out.zero_();
  } else {
    const Heads heads(query, key);
    const Tensor added = IsThere(bias) ? Bias(*bias) : Tensor();
    Parts parts(query, key, heads);
    // Without dropout, one kernel takes it all.
    if (dropout == 0) parts.Join();
    parts.ForEach([&] {
      const Tensor q = parts.OfQueries(query), k = parts.OfKeys(key);
      const Tensor v = parts.OfKeys(value), of_bias = parts.OfQueries(added);
      const Tensor y = parts.OfQueries(out);
      Recording call;
      call.In(q).In(k).In(v);
      Record(call, of_bias, numbers, parts.skipped());
      call.Attribute(causal).Out(y).Run(Op::attention);
    });
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

std::tuple<Tensor, Tensor, Tensor, Tensor> Backward(
    const Tensor& gradient, const Tensor& query, const Tensor& key, const Tensor& value,
    const Tensor& bias, std::array<bool, 4> wanted, const Tensor&, const Tensor&,
    const Tensor&, const Tensor&, c10::SymInt, c10::SymInt, double dropout, bool causal,
    const Tensor& seed, const Tensor& offset, std::optional<double> scale) {
  // Nothing came back of the result.
  if (!gradient.defined()) return {};
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
  const bool on_device = dropout > 0 && seed.device().type() == kTpu;
  if (on_device) {
    numbers.seed = seed;
    numbers.offset = offset;
  } else if (dropout > 0) {
    numbers.random.seed = seed.item<int64_t>();
    numbers.random.offset = offset.item<int64_t>();
  }
  const Heads heads(query, key);
  const Tensor added = bias.defined() ? Bias(bias) : Tensor();
  const Tensor added_gradient = wanted[3] ? Bias(results[3]) : Tensor();

  Parts parts(query, key, heads);
  if (wanted[3] || on_device) parts.Join();
  parts.ForEach([&] {
    const Tensor operands[] = {parts.OfQueries(gradient), parts.OfQueries(query),
                               parts.OfKeys(key), parts.OfKeys(value)};
    const Tensor of_bias = parts.OfQueries(added);
    const Tensor to[] = {parts.OfQueries(results[0]), parts.OfKeys(results[1]),
                         parts.OfKeys(results[2]), parts.OfQueries(added_gradient)};
    Recording call;
    for (const Tensor& operand : operands) call.In(operand);
    Record(call, of_bias, numbers, parts.skipped());
    call.Attribute(causal);
    for (const bool want : wanted) call.Attribute(want);
    bool any = false;
    for (const Tensor& result : to) {
      if (!result.defined()) continue;
      call.Out(result);
      any = true;
    }
    if (any) call.Run(Op::attention_backward);
  });
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
