#include "frontend/torch/kernels/layers/attention_parts.h"

#include <algorithm>

namespace tilewright::torch_device::attention {
namespace {

// What the matrices of scores of one recorded operation that holds them may take
// together.
constexpr int64_t kScoreBytes = int64_t{64} << 20;
constexpr int64_t kScoreMatrices = 4;  // scores, weights, and the gradients of both
// Sizes may be symbols, of a graph that is being traced.
bool IsEmpty(const Tensor& x) {
  for (const c10::SymInt& size : x.sym_sizes()) {
    if (size == 0) return true;
  }
  return false;
}

// The largest divisor of `count` that is not above `most`, at least 1.
int64_t DivisorUpTo(int64_t most, int64_t count) {
  int64_t divisor = std::min(std::max<int64_t>(most, 1), count);
  while (count % divisor != 0) --divisor;
  return divisor;
}

}  // namespace

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

void CheckTakes(const char* operation, const Tensor& query, const Tensor& key,
                const Tensor& value, const OptionalTensor& mask) {
  TORCH_CHECK(Takes(query, key, value, mask, true), operation, " on tpu: queries of ",
              query.sizes(), ", keys of ", key.sizes(), " and values of ", value.sizes());
}

Tensor Bias(const Tensor& bias) {
  Tensor whole = bias;
  while (whole.dim() < 4) whole = whole.unsqueeze(0);
  for (int64_t d = 0; d < 4; ++d) {
    if (whole.stride(d) == 0 && whole.size(d) > 1) whole = whole.narrow(d, 0, 1);
  }
  return whole;
}
Tensor Part(const Tensor& x, int64_t dim, int64_t first, int64_t count) {
  return x.size(dim) == 1 ? x : x.narrow(dim, first, count);
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

Parts::Parts(const Tensor& query, const Heads& heads, int64_t scores)
    : heads_(heads),
      scores_(scores),
      all_batches_(query.size(0)),
      batches_(query.size(0)),
      groups_(heads.groups) {
  const int64_t bytes =
      scores_ * heads.each * kScoreMatrices *
      static_cast<int64_t>(c10::elementSize(ComputeType(query.scalar_type())));
  batches_ = DivisorUpTo(kScoreBytes / (bytes * groups_), batches_);
  if (batches_ == 1) groups_ = DivisorUpTo(kScoreBytes / bytes, groups_);
}
}  // namespace tilewright::torch_device::attention
