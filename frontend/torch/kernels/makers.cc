// Sequences and triangles.
#include <ATen/ops/from_blob.h>
#include <torch/library.h>

#include <cmath>

#include "frontend/torch/device/devices.h"
#include "frontend/torch/device/out_type.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// An out= tensor that has as many elements keeps its shape, and is filled row by row.
template <typename Record>
Tensor& SequenceOut(int64_t count, Tensor& out, const Record& record) {
  if (out.numel() != count) out.resize_({count});
  if (count == 0) return out;
  if (out.dim() == 1) {
    record(out);
    return out;
  }
  const Tensor row = Empty({count}, out.scalar_type());
  record(row);
  return out.copy_(row.view(out.sizes()));
}

// Numbers that are told as the integers that they are where there is no other.
Tensor& StepsOut(int64_t count, const Scalar& start, const Scalar& step, Tensor& out) {
  if (out.numel() != count && out.numel() > 0) {
    TORCH_WARN("The number of elements in the out tensor of shape ", out.sizes(), " is ",
               out.numel(), " which does not match the computed number of elements ",
               count,
               ". Note that this may occur as a result of rounding error. The out "
               "tensor will be resized to a tensor of shape (",
               count, ",).");
  }
  const ScalarType type = ComputeType(out.scalar_type());
  const ScalarType wide = c10::isIntegralType(type, false) ? at::kLong : type;
  return SequenceOut(count, out, [&](const Tensor& row) {
    Recording().Number(start, wide).Number(step, wide).Out(row).Run(Op::arange);
  });
}

void CheckRange(double from, double to, double by) {
  TORCH_CHECK(by > 0 || by < 0, "step must be nonzero");
  TORCH_CHECK(std::isfinite(from) && std::isfinite(to), "unsupported range: ", from,
              " -> ", to);
  TORCH_CHECK((by > 0 && to >= from) || (by < 0 && to <= from),
              "upper bound and lower bound inconsistent with step sign");
}

Tensor& ArangeOut(const Scalar& start, const Scalar& end, const Scalar& step,
                  Tensor& out) {
  const double from = start.toDouble(), to = end.toDouble(), by = step.toDouble();
  CheckRange(from, to, by);
  // Of integers, as those of them that are given.
  if (out.scalar_type() == at::kLong) {
    TORCH_CHECK_VALUE(step.to<int64_t>() != 0, "step must be nonzero");
  }
  auto count = static_cast<int64_t>(std::ceil((to - from) / by));
  if (out.scalar_type() == at::kLong) {
    const int64_t stride = step.to<int64_t>(), sign = stride > 0 ? 1 : -1;
    count = (end.to<int64_t>() - start.to<int64_t>() + stride - sign) / stride;
  }
  return StepsOut(count, start, step, out);
}
// The same with its end.
Tensor& RangeOut(const Scalar& start, const Scalar& end, const Scalar& step,
                 Tensor& out) {
  const double from = start.toDouble(), to = end.toDouble(), by = step.toDouble();
  CheckRange(from, to, by);
  return StepsOut(static_cast<int64_t>((to - from) / by + 1), start, step, out);
}

Tensor& SpacedOut(Op op, Scalar start, Scalar end, int64_t steps, double base,
                  Tensor& out) {
  TORCH_CHECK(steps >= 0, "number of steps must be non-negative");
  // Integers begin and end with integers, and are cut off from what f64 gives, as on CPU.
  const bool integers = c10::isIntegralType(out.scalar_type(), false);
  const ScalarType wide = integers ? at::kDouble : ComputeType(out.scalar_type());
  if (integers) start = std::trunc(start.toDouble()), end = std::trunc(end.toDouble());
  Scalar step = 0;
  if (out.is_complex()) {
    const auto apart = end.toComplexDouble() - start.toComplexDouble();
    if (steps > 1) step = apart / static_cast<double>(steps - 1);
  } else {
    const double apart = end.toDouble() - start.toDouble();
    if (steps > 1) step = apart / static_cast<double>(steps - 1);
    if (integers && op == Op::logspace) step = static_cast<float>(step.toDouble());
  }
  return SequenceOut(steps, out, [&](const Tensor& row) {
    Recording call;
    call.Number(start, wide).Number(step, wide).Number(steps == 1 ? start : end, wide);
    if (op == Op::logspace) call.Number(base, wide);
    call.Out(row).Run(op);
  });
}
Tensor& LinspaceOut(const Scalar& start, const Scalar& end, int64_t steps, Tensor& out) {
  return SpacedOut(Op::linspace, start, end, steps, 0, out);
}
Tensor& LogspaceOut(const Scalar& start, const Scalar& end, int64_t steps, double base,
                    Tensor& out) {
  return SpacedOut(Op::logspace, start, end, steps, base, out);
}

Tensor& EyeOut(int64_t rows, int64_t columns, Tensor& out) {
  TORCH_CHECK(rows >= 0, "n must be greater or equal to 0, got ", rows);
  TORCH_CHECK(columns >= 0, "m must be greater or equal to 0, got ", columns);
  FitOut(out, {rows, columns});
  if (out.numel() > 0) Recording().Out(out).Run(Op::eye);
  return out;
}
Tensor& SquareEyeOut(int64_t rows, Tensor& out) { return EyeOut(rows, rows, out); }

// Which elements a triangle has, row by row: numbers that are known here.
template <bool lower>
Tensor TriangleIndices(int64_t rows, int64_t columns, int64_t diagonal,
                       std::optional<ScalarType> type, std::optional<c10::Layout>,
                       std::optional<c10::Device> device, std::optional<bool>) {
  const OnDevice its(IndexOf(device));
  TORCH_CHECK(rows >= 0 && columns >= 0, "row and col must be non-negative, got ", rows,
              " and ", columns);
  const ScalarType wanted = type.value_or(at::kLong);
  TORCH_CHECK_NOT_IMPLEMENTED(wanted == at::kLong || wanted == at::kInt,
                              lower ? "\"tril" : "\"triu",
                              "_indices\" not implemented for '", wanted, "'");
  std::vector<int64_t> places[2];
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t split = lower ? row + diagonal + 1 : row + diagonal;
    const int64_t from = lower ? 0 : std::clamp(split, int64_t{0}, columns);
    const int64_t to = lower ? std::clamp(split, int64_t{0}, columns) : columns;
    for (int64_t column = from; column < to; ++column) {
      places[0].push_back(row);
      places[1].push_back(column);
    }
  }
  const auto count = static_cast<int64_t>(places[0].size());
  places[0].insert(places[0].end(), places[1].begin(), places[1].end());
  return FromHost(places[0], {2, count}).to(wanted);
}

// I0(beta sqrt(1 - x^2)) / I0(beta), x from -1 to 1: also known here.
Tensor KaiserWindow(int64_t length, bool periodic, double beta,
                    std::optional<ScalarType> type, std::optional<c10::Layout>,
                    std::optional<c10::Device> device, std::optional<bool>) {
  const OnDevice its(IndexOf(device));
  const ScalarType wanted =
      type.value_or(at::typeMetaToScalarType(c10::get_default_dtype()));
  TORCH_CHECK(c10::isFloatingType(wanted),
              "kaiser_window expects floating point dtypes, got: ", wanted);
  TORCH_CHECK(
      length >= 0,
      "kaiser_window requires non-negative window_length, got window_length=", length);
  std::vector<double> values(static_cast<size_t>(length), 1);
  const double half = static_cast<double>(periodic ? length : length - 1) / 2;
  for (int64_t i = 0; i < length && length > 1; ++i) {
    const double x = (static_cast<double>(i) - half) / half;
    const double inside = std::abs(beta) * std::sqrt(std::max(1 - x * x, 0.0));
    values[static_cast<size_t>(i)] =
        std::cyl_bessel_i(0.0, inside) / std::cyl_bessel_i(0.0, std::abs(beta));
  }
  Tensor window = Empty({length}, wanted);
  if (length > 0) {
    window.copy_(at::from_blob(values.data(), {length}, at::kDouble));
  }
  return window;
}
Tensor PeriodicKaiserWindow(int64_t length, bool periodic, std::optional<ScalarType> type,
                            std::optional<c10::Layout> layout,
                            std::optional<c10::Device> device,
                            std::optional<bool> pinned) {
  return KaiserWindow(length, periodic, 12, type, layout, device, pinned);
}
Tensor UsualKaiserWindow(int64_t length, std::optional<ScalarType> type,
                         std::optional<c10::Layout> layout,
                         std::optional<c10::Device> device, std::optional<bool> pinned) {
  return KaiserWindow(length, true, 12, type, layout, device, pinned);
}

template <Op op>
Tensor& TriangleOut(const Tensor& self, int64_t diagonal, Tensor& out) {
  CheckExactly(out, self.scalar_type());
  FitOut(out, self.sizes());
  if (out.numel() > 0) Recording().In(self).Number(diagonal, at::kLong).Out(out).Run(op);
  return out;
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("arange.start_out", &ArangeOut);
  m.impl("range.out", &RangeOut);
  m.impl("linspace.out", &LinspaceOut);
  m.impl("logspace.out", &LogspaceOut);
  m.impl("eye.out", &SquareEyeOut);
  m.impl("eye.m_out", &EyeOut);
  m.impl("tril_indices", &TriangleIndices<true>);
  m.impl("triu_indices", &TriangleIndices<false>);
  m.impl("kaiser_window", &UsualKaiserWindow);
  m.impl("kaiser_window.periodic", &PeriodicKaiserWindow);
  m.impl("kaiser_window.beta", &KaiserWindow);
  m.impl("tril.out", &TriangleOut<Op::tril>);
  m.impl("triu.out", &TriangleOut<Op::triu>);
}

}  // namespace tilewright::torch_device
