#include "frontend/torch/lower/operations.h"

#include <iterator>

namespace tilewright::torch_lower {
namespace {

using Sizes = eager::Operation::Sizes;

// Lists of which every lowering reads sizes as they are; below what of other lists does.
constexpr Sizes SizesOf(Op op) {
  switch (op) {
#define TW_CASE(name) case Op::name:
    TW_TORCH_UNARY(TW_CASE)
    TW_TORCH_ACTIVATIONS(TW_CASE)
    TW_TORCH_BINARY(TW_CASE)
    TW_TORCH_GRADIENTS(TW_CASE)
    TW_TORCH_NUMBERS(TW_CASE)
    TW_TORCH_SPECIAL(TW_CASE)
    TW_TORCH_BESSEL(TW_CASE)
    TW_TORCH_POLYNOMIALS(TW_CASE)
    TW_TORCH_TERNARY(TW_CASE)
    case Op::hardswish:
    case Op::hardswish_backward:
    case Op::hardsigmoid:
    case Op::hardsigmoid_backward:
    case Op::mish:
    case Op::mish_backward:
    case Op::softshrink:
    case Op::hardshrink:
    case Op::shrink_backward:
    case Op::threshold:
    case Op::logit:
    case Op::logit_backward:
      return Sizes::kElementwise;
      TW_TORCH_REDUCTIONS(TW_CASE)
      TW_TORCH_PRODUCTS(TW_CASE)
      TW_TORCH_NETWORK(TW_CASE)
      TW_TORCH_MAKERS(TW_CASE)
      TW_TORCH_OPTIMIZERS(TW_CASE)
      TW_TORCH_LOSSES(TW_CASE)
    case Op::cumsum:
    case Op::cumprod:
    case Op::logcumsumexp:
    case Op::cumulative_extreme:
    case Op::addr:
    case Op::histogram:
    case Op::isin:
    case Op::held_places:
    case Op::prelu:
    case Op::prelu_backward:
    case Op::log_sigmoid:
    case Op::log_sigmoid_backward:
    case Op::gather:
    case Op::scatter:
    case Op::index_select:
    case Op::index_write:
    case Op::index:
    case Op::index_put:
    case Op::embedding:
    case Op::embedding_backward:
    case Op::renorm:
    case Op::flip:
    case Op::grid_sampler:
    case Op::grid_sampler_backward_image:
    case Op::grid_sampler_backward_grid:
      return Sizes::kOpen;
      TW_TORCH_ATTENTION(TW_CASE)
      return Sizes::kOpenAtFirst;
    case Op::cat:
      return Sizes::kJoined;
#undef TW_CASE
    default:
      return Sizes::kNumbers;
  }
}

constexpr eager::Operation kOperations[] = {
#define TW_ROW(name) {#name, lowerings::name, SizesOf(Op::name)},
    TW_TORCH_OPERATIONS(TW_ROW)
#undef TW_ROW
};

}  // namespace

const eager::Operation* OperationTable() { return kOperations; }
size_t OperationCount() { return std::size(kOperations); }

}  // namespace tilewright::torch_lower
