#include "frontend/torch/kernels/kernel.h"

#include <ATen/ExpandUtils.h>

#include "frontend/torch/device/checks.h"

namespace tilewright::torch_device {

void FitBroadcast(const Tensor& out, std::initializer_list<const Tensor*> operands) {
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
  Tensor out = EmptyLike(like, like.scalar_type());
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
