#include "frontend/torch/kernels/kernel.h"

#include <ATen/ExpandUtils.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "frontend/torch/device/checks.h"

namespace tilewright::torch_device {

namespace {

using Arrays = std::initializer_list<const Tensor*>;

// Which of two dimensions of a result lies further outside by its operands' strides: 1
// the first, -1 the second, 0 where they do not say.
int Outer(int64_t first, int64_t second, IntArrayRef sizes, Arrays operands) {
  const auto rank = static_cast<int64_t>(sizes.size());
  for (const Tensor* operand : operands) {
    const auto stride = [&](int64_t d) -> int64_t {
      const int64_t own = d - (rank - operand->dim());
      if (own < 0 || (operand->size(own) == 1 && sizes[d] != 1)) return 0;
      return operand->stride(own);
    };
    const int64_t a = stride(first), b = stride(second);
    if (a == 0 || b == 0) continue;
    if (a != b) return a > b ? 1 : -1;
    if (sizes[first] > sizes[second]) return 1;
  }
  return 0;
}

// How a new result of an elementwise function lies, as PyTorch's iterator has it:
// densely, its dimensions in the order of the operands'. Empty: as any new tensor.
at::DimVector StridesOf(IntArrayRef sizes, Arrays operands) {
  const auto all = [&](const auto& holds) {
    return std::all_of(operands.begin(), operands.end(),
                       [&](const Tensor* x) { return x->sizes() == sizes && holds(*x); });
  };
  const Tensor& like = **operands.begin();
  if (all([](const Tensor& x) { return x.is_contiguous(); })) return {};
  constexpr c10::MemoryFormat kImages = c10::MemoryFormat::ChannelsLast;
  if (all([](const Tensor& x) { return x.is_contiguous(kImages); })) {
    return at::DimVector(c10::get_channels_last_strides_2d(sizes));
  }
  if (all([&](const Tensor& x) {
        return x.is_non_overlapping_and_dense() && x.strides() == like.strides();
      })) {
    return at::DimVector(like.strides());
  }
  const auto rank = static_cast<int64_t>(sizes.size());
  at::DimVector order(rank);  // from the innermost on
  std::iota(order.rbegin(), order.rend(), 0);
  for (int64_t i = 1; i < rank; ++i) {
    int64_t place = i;
    for (int64_t inner = i - 1; inner >= 0; --inner) {
      const int outer = Outer(order[inner], order[place], sizes, operands);
      if (outer < 0) break;
      if (outer == 0) continue;
      std::swap(order[inner], order[place]);
      place = inner;
    }
  }
  at::DimVector strides(rank);
  int64_t step = 1;
  for (const int64_t d : order) {
    strides[d] = step;
    step *= sizes[d];
  }
  return strides;
}

}  // namespace

void FitBroadcast(const Tensor& out, std::initializer_list<const Tensor*> operands) {
  CheckHere(out);
  at::DimVector sizes;
  for (const Tensor* operand : operands) {
    sizes = at::infer_size_dimvector(sizes, operand->sizes());
  }
  if (out.sizes() == IntArrayRef(sizes)) return;
  for (const Tensor* operand : operands) {
    TORCH_CHECK(!operand->is_same(out), "output with shape ", out.sizes(),
                " doesn't match the broadcast shape ", IntArrayRef(sizes));
  }
  FitOut(out, sizes);
  if (out.numel() == 0) return;
  const at::DimVector strides = StridesOf(sizes, operands);
  if (!strides.empty()) out.as_strided_(sizes, strides);
}

Tensor& Apply(Op op, std::initializer_list<const Tensor*> arrays,
              std::initializer_list<Scalar> numbers, Tensor& out) {
  CheckTaken(op, (*arrays.begin())->scalar_type());
  FitBroadcast(out, arrays);
  CheckOverlap(out, arrays);
  if (out.numel() == 0) return out;
  Recording call;
  for (const Tensor* array : arrays) call.In(*array);
  for (const Scalar& number : numbers) {
    call.Number(number, ComputeType(out.scalar_type()));
  }
  call.Out(out).Run(op);
  return out;
}

Tensor Applied(Op op, std::initializer_list<const Tensor*> arrays,
               std::initializer_list<Scalar> numbers) {
  const Tensor& like = **arrays.begin();
  const bool alike = std::all_of(arrays.begin(), arrays.end(), [&](const Tensor* x) {
    return x->sizes() == like.sizes() && x->strides() == like.strides();
  });
  Tensor out =
      alike ? EmptyLike(like, like.scalar_type()) : Empty({0}, like.scalar_type());
  return Apply(op, arrays, numbers, out);
}

Tensor FromHost(const std::vector<int64_t>& values, IntArrayRef sizes) {
  const Tensor tensor = Empty(sizes, at::kLong);
  if (values.empty()) return tensor;
  ThrowIfError(TheRecorder().CopyFromHost(values.data(), values.size() * sizeof(int64_t),
                                          FindBuffer(tensor.storage()), 0));
  return tensor;
}

}  // namespace tilewright::torch_device
