// Fourier transforms along the last dimensions of an array.
#include <string>
#include <utility>

#include "frontend/torch/lower/composer.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Arrays = absl::StatusOr<std::vector<ir::ValueId>>;

Value Transformed(Composer& c, absl::string_view kind, Value x, ir::Dims lengths) {
  ir::Attributes attributes;
  attributes.Set(ir::AttributeName::kFftType, std::string(kind));
  attributes.Set(ir::AttributeName::kFftLength, std::move(lengths));
  return c.Append(
      {.kind = OpKind::kFft, .operands = {x.id}, .attributes = std::move(attributes)});
}
// By a number, which makes no infinity of a zero beside it.
Value Scaled(Composer& c, Value x, Value scale) {
  if (!ir::IsComplex(x.element())) return x * c.Convert(scale, x.element());
  const ElementType real = ir::RealPart(x.element());
  const Value by = c.Convert(scale, real);
  return c.Binary(OpKind::kComplex, c.Unary(OpKind::kReal, x) * by,
                  c.Unary(OpKind::kImag, x) * by);
}

// Along the last dimension, and a number that all is multiplied with.
Arrays Along(const Lowering& call, absl::string_view kind, int64_t length) {
  Composer c(call);
  return c.Finish(
      {Scaled(c, Transformed(c, kind, c.operand(0), {length}), c.operand(1))});
}

}  // namespace

// Attribute 0: the length of the transform.
Arrays fft_forward(const Lowering& call) {
  return Along(call, "FFT", call.attributes[0]);
}
Arrays fft_inverse(const Lowering& call) {
  return Along(call, "IFFT", call.attributes[0]);
}
Arrays fft_of_real(const Lowering& call) {
  return Along(call, "RFFT", call.attributes[0]);
}
Arrays fft_to_real(const Lowering& call) {
  return Along(call, "IRFFT", call.attributes[0]);
}

}  // namespace tilewright::torch_lower::lowerings
