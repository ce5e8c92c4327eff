// What the passes of scaled dot product attention have in common: which operands they
// take, and in which parts they are recorded.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "frontend/torch/device/generator.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device::attention {

// Whether ours takes it, [batch, heads, rows, size] each; what it does not, PyTorch
// composes.
bool Takes(const Tensor& query, const Tensor& key, const Tensor& value,
           const OptionalTensor& mask, bool shares_heads);

// Fails, in the name of the operation that is called, where it does not.
void CheckTakes(const char* operation, const Tensor& query, const Tensor& key,
                const Tensor& value, const OptionalTensor& mask);

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

// What is added to the scores, or limits rows of them, with as many dimensions as they
// have; no dimension is repeated.
Tensor Bias(const Tensor& bias);
// Elements [first, first + count) of a dimension, if it has more than one.
Tensor Part(const Tensor& x, int64_t dim, int64_t first, int64_t count);

// Numbers of a pass, the same forward and backward.
struct Numbers {
  double scale;
  double dropout;
  RandomPlace random;
  // Of a compiled graph's backward pass, which has them from its forward one.
  Tensor seed, offset;
};
inline double ScaleOf(const Tensor& query, std::optional<double> scale) {
  return scale.value_or(1 / std::sqrt(static_cast<double>(query.size(3))));
}

// Operands that follow queries, keys and values. `skipped`: how many scores come before.
void Record(Recording& call, const Tensor& bias, const Numbers& numbers,
            uint64_t skipped);

// Where scores are held, so many batches and groups of heads at once that they stay
// small: all groups where it is more than one batch, so that scores, which dropout
// counts, are one run.
class Parts {
 public:
  // `scores`: how many a head holds at once.
  Parts(const Tensor& query, const Heads& heads, int64_t scores);
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

}  // namespace tilewright::torch_device::attention
