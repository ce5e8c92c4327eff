// Convolutions of images whose width is known when the program runs: it says which of two
// ways eager modes go, whose sums have another order.
#include <utility>

#include "frontend/torch/lower/elementwise.h"
#include "frontend/torch/lower/movement.h"
#include "support/status_macros.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Lowered = absl::StatusOr<std::vector<ir::ValueId>>;
using ir::Dims;

// Another operation's lowering as a part of this one.
struct Part {
  std::vector<ir::ValueId> operands;
  Dims attributes;
  TensorType result;
};
Value LoweredBy(Composer& c, const Lowering& call, eager::LowerFunction* lower,
                const Part& part) {
  for (const ir::ValueId operand : part.operands) {
    if (operand == Lowering::kAbsent) return {&c, operand};
  }
  Lowering inner = call;
  inner.operands = part.operands;
  inner.attributes = part.attributes;
  inner.results = absl::MakeConstSpan(&part.result, 1);
  const Lowered made = lower(inner);
  return made.ok() ? Value{&c, made->front()} : c.Fail(made.status());
}

// Two spatial dimensions.
struct Attributes {
  absl::Span<const int64_t> list;  // a convolution's
  int64_t groups() const { return list[0]; }
  int64_t stride(int d) const { return list[1 + d]; }
  int64_t padding(int d) const { return list[3 + d]; }
  int64_t dilation(int d) const { return list[5 + d]; }
};

Shape WithOne(const Shape& shape, int at) {
  Shape with;
  for (int d = 0; d < shape.rank(); ++d) {
    if (d == at) with.Append(1);
    with.Append(shape[d]);
  }
  return with;
}

// Along the places of rows: features are one more dimension that windows cover.
Value ByRows(Composer& c, const Lowering& call, const Attributes& a) {
  const Value x = c.operand(0), weight = c.operand(1);
  const Dims around = {0, 0, a.padding(0), a.padding(1)};
  const Value padded = Pad(c, x, Zero(c, x), around, around, Dims(4, 0));
  Part part;
  part.operands = {c.Reshape(padded, WithOne(padded.shape(), 1)).id,
                   c.Reshape(weight, WithOne(weight.shape(), 1)).id};
  if (c.has(2)) part.operands.push_back(c.operand(2).id);
  part.attributes = {1, 1, a.stride(0), a.stride(1),   0,
                     0, 0, 1,           a.dilation(0), a.dilation(1)};
  part.result = {c.result().element, WithOne(c.result().shape, 2)};
  return c.Reshape(LoweredBy(c, call, convolution, part), c.result().shape);
}

// As products with columns of the image.
Value ByColumns(Composer& c, const Lowering& call, const Attributes& a) {
  const Value x = c.operand(0), weight = c.operand(1);
  const Shape& out = c.result().shape;
  const ir::Size images = x.shape()[0], features = weight.shape()[0];
  const ir::Size rows = weight.shape()[1] * weight.shape()[2] * weight.shape()[3];
  const ir::Size places = out[2] * out[3];
  Part columns;
  columns.operands = {x.id};
  for (int d = 0; d < 2; ++d) {
    const Dims window = {weight.shape()[d + 2].number(), a.dilation(d), a.padding(d),
                         a.stride(d)};
    columns.attributes.insert(columns.attributes.end(), window.begin(), window.end());
  }
  columns.attributes.push_back(1);  // of any size
  columns.result = {x.element(), Shape(std::vector<ir::Size>{images, rows, places})};
  const Value made = LoweredBy(c, call, im2col, columns);
  const Value matrix = c.Reshape(weight, Shape(std::vector<ir::Size>{features, rows}));
  const Value left =
      c.Broadcast(matrix, Shape(std::vector<ir::Size>{images, features, rows}));
  Part product;
  product.operands = {left.id, made.id};
  product.result = {c.result().element,
                    Shape(std::vector<ir::Size>{images, features, places})};
  if (!c.has(2)) return c.Reshape(LoweredBy(c, call, bmm, product), out);
  const Value bias =
      c.Reshape(c.operand(2), Shape(std::vector<ir::Size>{1, features, 1}));
  product.operands.insert(product.operands.begin(), bias.id);
  return c.Reshape(LoweredBy(c, call, baddbmm, product), out);
}

}  // namespace

// x, weight, bias. Attributes: by rows where this divides the result's width, whether it
// goes by columns otherwise, and then a convolution's.
Lowered convolution_of_any_width(const Lowering& call) {
  Composer c(call);
  const Attributes a = {c.attributes(2)};
  const auto integer = [&](int64_t n) { return c.Number(n, ElementType::kI32); };
  const Value rest = c.Binary(OpKind::kRemainder, integer(c.result().shape[3].number()),
                              integer(c.attribute(0)));
  const auto branch = [&](bool by_rows) -> absl::StatusOr<ir::RegionId> {
    TW_RETURN_IF_ERROR(c.builder().OpenRegion({}).status());
    Part part;
    part.operands.assign(call.operands.begin(), call.operands.end());
    if (!c.has(2)) part.operands.resize(2);
    part.attributes.assign(a.list.begin(), a.list.end());
    part.result = c.result();
    const Value made = by_rows               ? ByRows(c, call, a)
                       : c.attribute(1) != 0 ? ByColumns(c, call, a)
                                             : LoweredBy(c, call, convolution, part);
    TW_ASSIGN_OR_RETURN(const std::vector<ir::ValueId> ids, c.Finish({made}));
    return c.builder().CloseRegion(ids);
  };
  std::vector<ir::RegionId> branches;
  // What is no number of a branch is the last one.
  for (const bool by_rows : {true, false}) {
    TW_ASSIGN_OR_RETURN(branches.emplace_back(), branch(by_rows));
  }
  return c.Finish({c.Append({.kind = OpKind::kCase,
                             .operands = {rest.id},
                             .regions = branches,
                             .results = {c.result()}})});
}

}  // namespace tilewright::torch_lower::lowerings
