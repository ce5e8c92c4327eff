// Images at places that are data.
#include <ATen/native/GridSamplerUtils.h>
#include <torch/library.h>

#include <array>

#include "frontend/torch/device/gradient_sizes.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

void CheckSampling(const Tensor& image, const Tensor& grid, int64_t spatial,
                   int64_t between) {
  at::native::check_grid_sampler_common(image, grid);
  if (spatial == 2) {
    at::native::check_grid_sampler_2d(image, grid);
  } else {
    at::native::check_grid_sampler_3d(image, grid, between);
  }
  TORCH_CHECK(image.scalar_type() == grid.scalar_type(), "expected scalar type ",
              image.scalar_type(), " but found ", grid.scalar_type());
}
void AddWays(int64_t between, int64_t beyond, bool corners, Recording* call) {
  call->Attribute(between).Attribute(beyond).Attribute(corners);
}

template <int64_t spatial>
Tensor GridSampler(const Tensor& image, const Tensor& grid, int64_t between,
                   int64_t beyond, bool corners) {
  CheckSampling(image, grid, spatial, between);
  at::DimVector sizes(image.sizes().slice(0, 2));
  for (int64_t d = 0; d < spatial; ++d) sizes.push_back(grid.size(1 + d));
  const Tensor out = Empty(sizes, image.scalar_type());
  if (out.numel() == 0) return out;
  Recording call;
  call.In(image).In(grid);
  AddWays(between, beyond, corners, &call);
  call.Out(out).Run(Op::grid_sampler);
  return out;
}

template <int64_t spatial>
std::tuple<Tensor, Tensor> GridSamplerBackward(const Tensor& gradient,
                                               const Tensor& image, const Tensor& grid,
                                               int64_t between, int64_t beyond,
                                               bool corners, std::array<bool, 2> wanted) {
  CheckSampling(image, grid, spatial, between);
  at::DimVector sizes(image.sizes().slice(0, 2));
  sizes.append(grid.sizes().begin() + 1, grid.sizes().end() - 1);
  CheckGradientSizes("grid_sampler_backward", gradient, sizes);
  constexpr int64_t kNearest = 1;
  Tensor of_image, of_grid;
  if (wanted[0]) {
    of_image = Empty(image.sizes(), image.scalar_type());
    if (gradient.numel() == 0) {
      of_image.zero_();
    } else {
      Recording call;
      call.In(gradient).In(grid);
      AddWays(between, beyond, corners, &call);
      call.Out(of_image).Run(Op::grid_sampler_backward_image);
    }
  }
  if (wanted[1]) {
    of_grid = Empty(grid.sizes(), grid.scalar_type());
    if (gradient.numel() == 0 || between == kNearest) {
      of_grid.zero_();  // the nearest element stays the same
    } else {
      Recording call;
      call.In(gradient).In(image).In(grid);
      AddWays(between, beyond, corners, &call);
      call.Out(of_grid).Run(Op::grid_sampler_backward_grid);
    }
  }
  return {of_image, of_grid};
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("grid_sampler_2d", &GridSampler<2>);
  m.impl("grid_sampler_3d", &GridSampler<3>);
  m.impl("grid_sampler_2d_backward", &GridSamplerBackward<2>);
  m.impl("grid_sampler_3d_backward", &GridSamplerBackward<3>);
}

}  // namespace tilewright::torch_device
