#include "frontend/torch/kernels/convolution_products.h"

#include <algorithm>

#include "frontend/torch/device/capturing.h"

namespace tilewright::torch_device {
namespace {

using Geometry = ConvolutionGeometry;

// Fewer input features than a vector has lanes leave kernels of convolutions, whose
// contiguous segments are features, without work.
constexpr int64_t kFewFeatures = 16;
// Columns of as many images as fit are there at a time.
constexpr int64_t kMostColumnBytes = int64_t{64} << 20;

bool All(IntArrayRef list, int64_t value) {
  return std::all_of(list.begin(), list.end(), [&](int64_t v) { return v == value; });
}
bool IsProduct(const Tensor& x, const Geometry& g) {
  return g.groups == 1 && c10::isFloatingType(x.scalar_type());
}
// Windows of one element: each place of an image is a product of its own.
bool IsPointwise(const Tensor& weight, const Geometry& g) {
  return All(weight.sizes().slice(2), 1) && All(g.paddings, 0);
}
// Whether no element of the image is in two windows.
bool AreDisjoint(const Tensor& weight, const Geometry& g) {
  for (size_t d = 0; d < g.strides.size(); ++d) {
    const int64_t reach =
        g.dilations[d] * (weight.size(static_cast<int64_t>(d) + 2) - 1) + 1;
    if (g.strides[d] < reach) return false;
  }
  return true;
}

// The elements of the image that pointwise windows read.
Tensor Strided(Tensor x, const Geometry& g) {
  for (size_t d = 0; d < g.strides.size(); ++d) {
    const auto at = static_cast<int64_t>(d) + 2;
    if (g.strides[d] == 1) continue;
    if (!CaptureIsForAnySizes()) {
      x = x.slice(at, 0, x.size(at), g.strides[d]);
      continue;
    }
    // Whether a view ends with its memory is another thing for other sizes.
    at::DimVector sizes(x.sizes());
    sizes[at] = (sizes[at] - 1) / g.strides[d] + 1;
    const Tensor read = Empty(sizes, x.scalar_type());
    Recording call;
    call.In(x).Attribute(at).Attribute(0).Attribute(x.size(at)).Attribute(g.strides[d]);
    call.Out(read).Run(Op::sliced);
    x = read;
  }
  return x;
}

// a is the same for every image. Where results lie with features last, they are the
// transposes of products of transposes.
void Multiply(const Tensor& a, const Tensor& b, const std::optional<Tensor>& bias,
              const Tensor& out) {
  const Tensor each = a.unsqueeze(0).expand({b.size(0), a.size(0), a.size(1)});
  const bool turns = !out.is_contiguous() && out.stride(1) == 1;
  const auto turned = [turns](const Tensor& x) { return turns ? x.transpose(1, 2) : x; };
  const Tensor left = turns ? turned(b) : each, right = turns ? turned(each) : b;
  const Tensor result = turned(out);
  if (!bias.has_value() || !bias->defined()) {
    Recording().In(left).In(right).Out(result).Run(Op::bmm);
    return;
  }
  const Tensor rows = turned(bias->view({1, bias->size(0), 1}));
  Recording().In(rows).In(left).In(right).Nothing().Nothing().Out(result).Run(
      Op::baddbmm);
}
// The sum over images of a times b transposed.
void SumProducts(const Tensor& a, const Tensor& b, const Tensor& sum) {
  Recording call;
  call.Nothing().In(a).In(b.transpose(1, 2)).Nothing().Nothing().Out(sum);
  call.Run(Op::addbmm);
}

// Of the rows of all images, which leave no products of single images to be summed; added
// to what is there or not.
void AddProduct(const Tensor& a, const Tensor& rows, bool to_sum, const Tensor& sum) {
  const Tensor left = a.transpose(0, 1).flatten(1);  // may be a copy
  if (!to_sum) {
    Recording().In(left).In(rows.t()).Out(sum).Run(Op::mm);
    return;
  }
  Recording call;
  call.In(sum).In(left).In(rows.t()).Nothing().Nothing().Out(sum).Run(Op::addmm);
}

// How columns are made of images: windows of weights, and where they go.
class Columns {
 public:
  Columns(const Tensor& image, const Tensor& weight, const Geometry& g)
      : weight_(weight), g_(g), rows_(weight.size(1) * weight.size(2) * weight.size(3)) {
    places_ = 1;
    for (size_t d = 0; d < 2; ++d) {
      const auto at = static_cast<int64_t>(d) + 2;
      const int64_t reach = g.dilations[d] * (weight.size(at) - 1) + 1;
      places_ *= (image.size(at) + 2 * g.paddings[d] - reach) / g.strides[d] + 1;
    }
    const int64_t bytes = rows_ * places_ * image.element_size();
    images_ = CaptureIsForAnySizes()
                  ? image.size(0)
                  : std::clamp<int64_t>(kMostColumnBytes / std::max<int64_t>(bytes, 1), 1,
                                        image.size(0));
  }

  int64_t images() const { return images_; }  // at a time
  Tensor Of(const Tensor& images) const {
    const Tensor columns = New(images);
    Run(Op::im2col, images, columns);
    return columns;
  }
  Tensor New(const Tensor& images) const {
    return Empty({images.size(0), rows_, places_}, images.scalar_type());
  }
  // The rows of all of them.
  Tensor RowsOf(const Tensor& images) const {
    const Tensor rows = Empty({rows_, images.size(0) * places_}, images.scalar_type());
    Run(Op::im2row, images, rows);
    return rows;
  }
  void Fold(const Tensor& columns, const Tensor& images) const {
    Run(Op::col2im, columns, images);
  }

 private:
  void Run(Op op, const Tensor& from, const Tensor& to) const {
    Recording call;
    call.In(from);
    for (size_t d = 0; d < 2; ++d) {
      call.Attribute(weight_.size(static_cast<int64_t>(d) + 2));
      call.Attribute(g_.dilations[d]).Attribute(g_.paddings[d]).Attribute(g_.strides[d]);
    }
    if (op != Op::col2im && CaptureIsForAnySizes()) call.Attribute(1);
    call.Out(to).Run(op);
  }

  const Tensor& weight_;
  const Geometry& g_;
  const int64_t rows_;
  int64_t places_ = 0, images_ = 1;
};

// body(first image, how many)
template <typename Body>
void InParts(int64_t images, int64_t each, const Body& body) {
  for (int64_t i = 0; i < images; i += each) body(i, std::min(each, images - i));
}

}  // namespace

bool IsByColumns(const Tensor& x, const Tensor& weight, const Geometry& g) {
  // Features that come last are segments that kernels of convolutions read.
  return IsProduct(x, g) && !IsPointwise(weight, g) && x.dim() == 4 &&
         (weight.size(1) < kFewFeatures || (x.is_contiguous() && !All(g.strides, 1)));
}

bool ConvolveByProduct(const Tensor& x, const Tensor& weight,
                       const std::optional<Tensor>& bias, const Geometry& g,
                       const Tensor& out) {
  if (!IsProduct(x, g)) return false;
  const bool is_pointwise = IsPointwise(weight, g);
  if (!is_pointwise && !IsByColumns(x, weight, g)) return false;
  // May be a copy.
  const Tensor matrix = weight.flatten(1), products = out.flatten(2);
  if (is_pointwise) {
    Multiply(matrix, Strided(x, g).flatten(2), bias, products);
    return true;
  }
  const Columns columns(x, weight, g);
  InParts(x.size(0), columns.images(), [&](int64_t i, int64_t count) {
    Multiply(matrix, columns.Of(x.narrow(0, i, count)), bias,
             products.narrow(0, i, count));
  });
  return true;
}

bool InputGradientByProduct(const Tensor& gradient, const Tensor& weight,
                            const Geometry& g, const Tensor& of_x) {
  if (!IsProduct(of_x, g)) return false;
  // Sums are rounded once.
  const bool rounds_twice = ComputeType(of_x.scalar_type()) != of_x.scalar_type();
  const bool is_pointwise = IsPointwise(weight, g);
  const bool by_columns =
      of_x.dim() == 4 &&
      (AreDisjoint(weight, g) || (!rounds_twice && weight.size(1) < kFewFeatures));
  if (!is_pointwise && !by_columns) return false;
  // May be copies.
  const Tensor matrix = weight.flatten(1).t(), products = gradient.flatten(2);
  if (is_pointwise) {
    if (All(g.strides, 1)) {
      Multiply(matrix, products, std::nullopt, of_x.flatten(2));
      return true;
    }
    const Tensor read = Strided(of_x.zero_(), g);
    const Tensor made = Empty(read.sizes(), read.scalar_type());
    Multiply(matrix, products, std::nullopt, made.flatten(2));
    read.copy_(made);
    return true;
  }
  const Columns columns(of_x, weight, g);
  InParts(of_x.size(0), columns.images(), [&](int64_t i, int64_t count) {
    const Tensor images = of_x.narrow(0, i, count), made = columns.New(images);
    Multiply(matrix, products.narrow(0, i, count), std::nullopt, made);
    columns.Fold(made, images);
  });
  return true;
}

bool WeightGradientByProduct(const Tensor& gradient, const Tensor& x, const Geometry& g,
                             const Tensor& of_weight) {
  if (!IsProduct(x, g)) return false;
  if (IsPointwise(of_weight, g)) {
    SumProducts(gradient.flatten(2), Strided(x, g).flatten(2), of_weight.flatten(1));
    return true;
  }
  if (x.dim() != 4) return false;
  const Columns columns(x, of_weight, g);
  const bool rounds_twice = ComputeType(x.scalar_type()) != x.scalar_type();
  if (rounds_twice && columns.images() < x.size(0)) return false;
  const Tensor in_order = of_weight.is_contiguous()
                              ? of_weight
                              : Empty(of_weight.sizes(), of_weight.scalar_type());
  const Tensor products = gradient.flatten(2), sum = in_order.flatten(1);
  InParts(x.size(0), columns.images(), [&](int64_t i, int64_t count) {
    AddProduct(products.narrow(0, i, count), columns.RowsOf(x.narrow(0, i, count)), i > 0,
               sum);
  });
  if (!in_order.is_same(of_weight)) of_weight.copy_(in_order);
  return true;
}

}  // namespace tilewright::torch_device
