// Blocks of images as columns, and back. Images are [batch, channels, height, width],
// columns [batch, channels * window, places of the window], rows those of all images,
// [channels * window, batch * places]. Attributes, of the height and then of the width:
// the window, dilation, padding, stride. One more of columns and rows where what is done
// may not depend on sizes.
#include "frontend/torch/lower/elementwise.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Columns = absl::StatusOr<std::vector<ir::ValueId>>;

struct ColumnWindow {
  int64_t size, dilation, padding, stride;
  int64_t places;  // of the window
  int64_t length;  // of the image, with its padding
};
ColumnWindow WindowOf(Composer& c, const ir::Size& length, int axis) {
  const auto at = [&](int i) { return c.attribute(4 * axis + i); };
  ColumnWindow window = {at(0), at(1), at(2), at(3), 0, 0};
  if (!length.is_number()) {
    c.Fail(absl::UnimplementedError("columns of an open size"));
    return window;
  }
  window.length = length.number() + 2 * window.padding;
  const int64_t reach = window.dilation * (window.size - 1) + 1;
  window.places = (window.length - reach) / window.stride + 1;
  return window;
}
// Whether windows lie side by side from the image's first element on.
bool AreTiles(const ColumnWindow& h, const ColumnWindow& w) {
  const auto is_tile = [](const ColumnWindow& window) {
    return window.size == window.stride && window.dilation == 1 && window.padding == 0;
  };
  return is_tile(h) && is_tile(w);
}
// [element of the window, place of the window]: where it lies in the padded image.
Value PlacesOfWindow(Composer& c, const ColumnWindow& w) {
  const TensorType type = {ElementType::kI64, Shape({w.size, w.places})};
  return c.Iota(0, type) * c.Number(w.dilation, ElementType::kI64) +
         c.Iota(1, type) * c.Number(w.stride, ElementType::kI64);
}
// The elements of windows along a dimension: [..., element, place, ...].
Value Cut(Composer& c, Value x, int64_t dimension, const ColumnWindow& w, bool any_size) {
  // Whole vectors of elements at one distance are read as such, others one by one.
  constexpr int64_t kMostParts = 16, kVector = 16;
  if (any_size || w.size > kMostParts || w.places % kVector != 0)
    return Take(c, x, dimension, PlacesOfWindow(c, w));
  Values parts;
  for (int64_t i = 0; i < w.size; ++i) {
    const int64_t begin = i * w.dilation;
    const Value part =
        Slice(c, x, dimension, begin, begin + (w.places - 1) * w.stride + 1, w.stride);
    Shape shape;
    for (int d = 0; d < part.rank(); ++d) {
      if (d == dimension) shape.Append(1);
      shape.Append(part.shape()[d]);
    }
    parts.push_back(c.Reshape(part, shape));
  }
  return Concatenate(c, parts, dimension);
}
// [batch, channels, height's window and places, width's], from or to [batch, channels,
// windows, places]: the transposition is its own inverse.
Value ExchangeWindows(Composer& c, Value x) { return c.Transpose(x, {0, 1, 2, 4, 3, 5}); }

// [batch, channels, window's height and width, places' height and width].
Value ElementsOfWindows(Composer& c) {
  const Value image = c.operand(0);
  const ColumnWindow h = WindowOf(c, image.shape()[2], 0);
  const ColumnWindow w = WindowOf(c, image.shape()[3], 1);
  if (AreTiles(h, w)) {
    Value tiles = Slice(c, image, 2, 0, h.places * h.size);
    tiles = Slice(c, tiles, 3, 0, w.places * w.size);
    tiles = c.Reshape(
        tiles, Shape(std::vector<ir::Size>{image.shape()[0], image.shape()[1], h.places,
                                           h.size, w.places, w.size}));
    return c.Transpose(tiles, {0, 1, 3, 5, 2, 4});
  }
  const ir::Dims padding = {0, 0, h.padding, w.padding};
  const Value padded = Pad(c, image, Zero(c, image), padding, padding, ir::Dims(4, 0));
  const Value rows = Take(c, padded, 2, PlacesOfWindow(c, h));
  return ExchangeWindows(c, Cut(c, rows, 4, w, /*any_size=*/!c.attributes(8).empty()));
}

}  // namespace

Columns im2col(const Lowering& call) {
  Composer c(call);
  return c.Finish({c.Reshape(ElementsOfWindows(c), c.result().shape)});
}

Columns im2row(const Lowering& call) {
  Composer c(call);
  const Value windows = c.Transpose(ElementsOfWindows(c), {1, 2, 3, 0, 4, 5});
  return c.Finish({c.Reshape(windows, c.result().shape)});
}

// The sum of what lies at each place of the image.
Columns col2im(const Lowering& call) {
  Composer c(call);
  const Shape& image = c.result().shape;
  const ElementType compute = ComputeType(c.result().element);
  const Value columns = c.Convert(c.operand(0), compute);
  const ColumnWindow h = WindowOf(c, image[2], 0);
  const ColumnWindow w = WindowOf(c, image[3], 1);
  const Shape windows(
      std::vector<ir::Size>{image[0], image[1], h.size, w.size, h.places, w.places});
  if (AreTiles(h, w)) {
    const Value tiles = c.Transpose(c.Reshape(columns, windows), {0, 1, 4, 2, 5, 3});
    const Value cut =
        c.Reshape(tiles, Shape(std::vector<ir::Size>{
                             image[0], image[1], h.places * h.size, w.places * w.size}));
    const ir::Dims rest = {0, 0, h.length - h.places * h.size,
                           w.length - w.places * w.size};
    return c.Finish({Pad(c, cut, Zero(c, cut), ir::Dims(4, 0), rest, ir::Dims(4, 0))});
  }
  const Value by_axis = ExchangeWindows(c, c.Reshape(columns, windows));
  const auto zeros = [&](std::vector<ir::Size> sizes) {
    return c.Broadcast(c.Constant(0, compute), Shape(std::move(sizes)));
  };
  const Value rows =
      WriteSlices(c, zeros({image[0], image[1], h.size, h.places, w.length}), 4,
                  PlacesOfWindow(c, w), by_axis, Added);
  const Value padded = WriteSlices(c, zeros({image[0], image[1], h.length, w.length}), 2,
                                   PlacesOfWindow(c, h), rows, Added);
  const Value in_height = Slice(c, padded, 2, h.padding, h.length - h.padding);
  return c.Finish({Slice(c, in_height, 3, w.padding, w.length - w.padding)});
}

}  // namespace tilewright::torch_lower::lowerings
