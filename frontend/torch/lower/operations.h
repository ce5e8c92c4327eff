// PyTorch's operations that we know, under aten's names. A row of a list here and the
// function of that name are an operation's registration; kernels (frontend/torch/kernels)
// say from which of aten's overloads it is recorded.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/eager/operation.h"

namespace tilewright::torch_lower {

// clang-format off
// One operand, one result of its shape.
#define TW_TORCH_UNARY(X) \
  X(abs) X(acos) X(acosh) X(asin) X(asinh) X(atan) X(atanh) X(bitwise_not) X(ceil) \
  X(cos) X(cosh) X(erf) X(erfc) X(exp) X(exp2) X(expm1) X(floor) X(frac) X(log) \
  X(log10) X(log1p) X(log2) X(logical_not) X(neg) X(reciprocal) X(round) X(rsqrt) \
  X(sgn) X(sigmoid) X(sign) X(silu) X(sin) X(sinh) X(sqrt) X(tan) X(tanh) X(trunc)
// The same, of functions that aten registers in another way.
#define TW_TORCH_ACTIVATIONS(X) \
  X(relu) X(gelu) X(gelu_tanh) X(isnan) X(isinf) X(elu) X(leaky_relu) X(softplus) \
  X(hardtanh)
// Two operands that are broadcast; attribute 0 is the type that they are converted to.
#define TW_TORCH_BINARY(X) \
  X(add) X(atan2) X(bitwise_and) X(bitwise_or) X(bitwise_xor) X(copysign) X(div) \
  X(div_floor) X(div_trunc) X(eq) X(fmod) X(ge) X(gt) X(le) X(logical_and) \
  X(logical_or) X(logical_xor) X(lt) X(maximum) X(minimum) X(mul) X(ne) X(pow) \
  X(remainder) X(rsub) X(sub) X(fmax) X(fmin)
// Gradients of elementwise functions, by the gradient of their result and one value more.
#define TW_TORCH_GRADIENTS(X) \
  X(sigmoid_backward) X(tanh_backward) X(silu_backward) X(gelu_backward) \
  X(gelu_tanh_backward) X(threshold_backward) X(elu_backward) \
  X(leaky_relu_backward) X(softplus_backward) X(hardtanh_backward)
// More than two operands.
#define TW_TORCH_TERNARY(X) \
  X(where) X(lerp) X(addcmul) X(addcdiv) X(clamp) X(masked_fill) X(fill) X(copy)
#define TW_TORCH_REDUCTIONS(X) \
  X(sum) X(mean) X(amax) X(amin) X(prod) X(any) X(all) X(argmax) X(argmin) \
  X(nansum) X(count_nonzero) X(equal) X(var) X(norm) X(hash_tensor)
// Functions of one operand or two that are registered one by one.
#define TW_TORCH_NUMBERS(X) \
  X(erfinv) X(lgamma) X(digamma) X(sinc) X(signbit) X(isposinf) X(isneginf) \
  X(angle) X(conj_physical) X(nan_to_num) X(round_decimals) X(frexp) X(heaviside) \
  X(hypot) X(nextafter) X(gcd) X(lcm) X(logaddexp) X(logaddexp2) X(xlogy) \
  X(xlog1py) X(zeta) X(polygamma) X(igamma) X(igammac) \
  X(bitwise_left_shift) X(bitwise_right_shift) X(complex) X(polar)
#define TW_TORCH_SPECIAL(X) \
  X(i0) X(i0e) X(i1) X(i1e) X(erfcx) X(log_ndtr) X(ndtri) X(entr)
// Those that PyTorch has of numbers of 32 and 64 bits alone.
#define TW_TORCH_BESSEL(X) \
  X(airy_ai) X(bessel_j0) X(bessel_j1) X(bessel_y0) X(bessel_y1) X(modified_bessel_k0) \
  X(modified_bessel_k1) X(scaled_modified_bessel_k0) X(scaled_modified_bessel_k1) \
  X(spherical_bessel_j0)
#define TW_TORCH_POLYNOMIALS(X) \
  X(chebyshev_polynomial_t) X(chebyshev_polynomial_u) X(chebyshev_polynomial_v) \
  X(chebyshev_polynomial_w) X(shifted_chebyshev_polynomial_t) \
  X(shifted_chebyshev_polynomial_u) X(shifted_chebyshev_polynomial_v) \
  X(shifted_chebyshev_polynomial_w) X(hermite_polynomial_h) \
  X(hermite_polynomial_he) X(laguerre_polynomial_l) X(legendre_polynomial_p)
#define TW_TORCH_MORE_ACTIVATIONS(X) \
  X(hardswish) X(hardswish_backward) X(hardsigmoid) X(hardsigmoid_backward) \
  X(mish) X(mish_backward) X(log_sigmoid) X(log_sigmoid_backward) X(softshrink) \
  X(hardshrink) X(shrink_backward) X(threshold) X(prelu) X(prelu_backward) X(glu) \
  X(glu_backward) X(logit) X(logit_backward)
#define TW_TORCH_PRODUCTS(X) \
  X(mm) X(addmm) X(bmm) X(baddbmm) X(addmv) X(dot) X(vdot) X(addbmm) X(cross)
#define TW_TORCH_NETWORK(X) \
  X(softmax) X(log_softmax) X(softmax_backward) X(log_softmax_backward) \
  X(layer_norm) X(layer_norm_backward) X(batch_norm) X(batch_norm_backward) \
  X(group_norm) X(group_norm_backward)
#define TW_TORCH_LOSSES(X) \
  X(mse_loss) X(mse_loss_backward) X(nll_loss) X(nll_loss_backward) \
  X(binary_cross_entropy) X(binary_cross_entropy_backward) X(huber_loss) \
  X(huber_loss_backward) X(smooth_l1_loss) X(smooth_l1_loss_backward) \
  X(multi_margin_loss) X(multi_margin_loss_backward) X(multilabel_margin_loss) \
  X(multilabel_margin_loss_backward) X(cdist) X(cdist_backward)
#define TW_TORCH_IMAGES(X) \
  X(convolution) X(convolution_of_any_width) X(convolution_transposed) \
  X(convolution_backward_input) \
  X(convolution_transposed_backward_input) X(convolution_backward_weight) \
  X(convolution_transposed_backward_weight) X(avg_pool) X(avg_pool_backward) \
  X(max_pool) X(adaptive_avg_pool) X(adaptive_avg_pool_backward) \
  X(adaptive_max_pool) X(fractional_max_pool) X(resize) X(resize_backward) \
  X(resize_antialias) X(resize_antialias_backward) X(grid_sampler) \
  X(grid_sampler_backward_image) X(grid_sampler_backward_grid)
#define TW_TORCH_MAKERS(X) \
  X(arange) X(linspace) X(logspace) X(eye) X(tril) X(triu) X(uniform) X(normal) \
  X(random_integers) X(exponential) X(cauchy) X(geometric) X(dropout) \
  X(dropout_backward) X(bernoulli)
#define TW_TORCH_CUMULATIVE(X) \
  X(cumsum) X(cumprod) X(logcumsumexp) X(cumulative_extreme) X(sort) X(median) \
  X(searchsorted)
#define TW_TORCH_INDEXING(X) \
  X(cat) X(gather) X(scatter) X(index_select) X(index_write) X(index) X(index_put) \
  X(take) X(put) X(masked_scatter) X(embedding) X(embedding_backward) \
  X(embedding_bag) X(embedding_bag_backward) X(embedding_bag_weights_backward) \
  X(renorm) X(border_pad) X(border_pad_backward) X(flip) X(roll) \
  X(unfold_backward) X(sliced) X(slice_written) X(padded) \
  X(as_real) X(chosen)

// A parameter's step of an optimizer, and gradients whose loss was scaled.
#define TW_TORCH_OPTIMIZERS(X) \
  X(adam) X(sgd) X(adagrad) X(unscale) X(update_scale) X(add_to_each)
#define TW_TORCH_ATTENTION(X) \
  X(attention) X(attention_backward)
#define TW_TORCH_GROUPED(X) \
  X(grouped_mm) X(grouped_sum_mm)
#define TW_TORCH_RECURRENT(X) \
  X(lstm_cell) X(lstm_cell_backward) X(gru_cell) X(gru_cell_backward) \
  X(lstm_layer) X(lstm_layer_backward) X(gru_layer) X(gru_layer_backward) \
  X(rnn_layer) X(rnn_layer_backward)
// What counts elements, or finds them by what they are.
#define TW_TORCH_COUNTING(X) \
  X(repeat_places) X(histogram) X(isin) X(isin_sorted) X(mode) X(runs) \
  X(held_places) X(asserted)
#define TW_TORCH_CHOICES(X) \
  X(standard_gamma) X(poisson) X(binomial) X(standard_gamma_grad) X(dirichlet_grad) \
  X(multinomial) X(multinomial_keys) X(rrelu) X(im2col) X(im2row) X(col2im) \
  X(addr)
// What library routines compute.
#define TW_TORCH_ROUTINES(X) \
  X(cholesky) X(lu_factor) X(rows_of_pivots) X(qr_factor) X(reflectors_product) \
  X(eigen_symmetric) X(eigen) X(singular_values) X(solve_triangular) X(fft_forward) \
  X(fft_inverse) X(fft_of_real) X(fft_to_real) X(ldl_factor) X(ldl_solve)

#define TW_TORCH_OPERATIONS(X) \
  TW_TORCH_UNARY(X) TW_TORCH_ACTIVATIONS(X) TW_TORCH_BINARY(X) \
  TW_TORCH_GRADIENTS(X) TW_TORCH_NUMBERS(X) TW_TORCH_SPECIAL(X) \
  TW_TORCH_BESSEL(X) TW_TORCH_POLYNOMIALS(X) \
  TW_TORCH_MORE_ACTIVATIONS(X) \
  TW_TORCH_TERNARY(X) TW_TORCH_REDUCTIONS(X) TW_TORCH_PRODUCTS(X) \
  TW_TORCH_NETWORK(X) TW_TORCH_IMAGES(X) TW_TORCH_MAKERS(X) TW_TORCH_CUMULATIVE(X) \
  TW_TORCH_INDEXING(X) TW_TORCH_OPTIMIZERS(X) \
  TW_TORCH_ATTENTION(X) TW_TORCH_RECURRENT(X) TW_TORCH_GROUPED(X) \
  TW_TORCH_LOSSES(X) TW_TORCH_COUNTING(X) TW_TORCH_CHOICES(X) \
  TW_TORCH_ROUTINES(X)
// clang-format on

enum class Op : uint16_t {
#define TW_ENUMERATOR(name) name,
  TW_TORCH_OPERATIONS(TW_ENUMERATOR)
#undef TW_ENUMERATOR
};

// What each is, in ir.
namespace lowerings {
#define TW_DECLARE(name) eager::LowerFunction name;
TW_TORCH_OPERATIONS(TW_DECLARE)
#undef TW_DECLARE
}  // namespace lowerings

// The number of a user's message, which `asserted` has as its attribute. Of too many
// different ones those beyond are one that says only that the assertion failed.
int64_t NumberOfMessage(absl::string_view message);

// By Op.
const eager::Operation* OperationTable();
size_t OperationCount();

}  // namespace tilewright::torch_lower
