// Parts of refs: rectangles, dimensions of them that are one element and not seen, and
// elements a stride apart.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "ir/size/prove.h"
#include "ir/size/text.h"
#include "support/saturate.h"
#include "tile/author/author.h"

namespace tilewright::tile {

using ir::Dims;

Dims Author::ElementsOf(const View& view) const {
  if (view.start.empty()) return program_.refs[view.ref].type.dims();
  Dims sizes = view.sizes;
  std::replace(sizes.begin(), sizes.end(), kSqueezed, int64_t{1});
  return sizes;
}

Dims Author::SeenOf(const View& view) const {
  if (view.start.empty()) return program_.refs[view.ref].type.dims();
  Dims seen = view.sizes;
  seen.erase(std::remove(seen.begin(), seen.end(), kSqueezed), seen.end());
  return seen;
}

Dims Author::StridesOf(const View& view) const {
  Dims strides = view.strides;
  for (size_t d = 0; d < strides.size(); ++d) {
    if (ElementsOf(view)[d] == 1) strides[d] = 1;
  }
  const bool apart = std::any_of(strides.begin(), strides.end(),
                                 [](int64_t stride) { return stride != 1; });
  return apart ? strides : Dims();
}

View Author::Around(const View& view) const {
  View around = {view.ref, view.start, view.start.empty() ? Dims() : ElementsOf(view)};
  for (size_t d = 0; d < view.strides.size(); ++d) {
    around.sizes[d] =
        SaturatingAdd(SaturatingMultiply(around.sizes[d] - 1, view.strides[d]), 1);
  }
  return around;
}

bool Author::CheckView(const View& view) {
  if (!IsRef(view.ref)) return false;
  const std::string where = Of(view.ref);
  const ir::Shape& whole = program_.refs[view.ref].type.shape;
  const auto rank = static_cast<size_t>(whole.rank());
  if (view.start.empty() && view.sizes.empty() && view.strides.empty()) {
    if (whole.is_static()) return true;
    Fail(where, "of [", ir::Join(whole, &program_.symbols),
         "] parts are seen, of numbers");
    return false;
  }
  const bool strided = !view.strides.empty();
  if (view.start.size() != rank || view.sizes.size() != rank ||
      (strided && view.strides.size() != rank)) {
    Fail(where, view.sizes.size(), " sizes at ", view.start.size(), " places",
         strided ? absl::StrCat(", ", view.strides.size(), " strides,") : "",
         " of a ref of shape [", ir::Join(whole, &program_.symbols), "]");
    return false;
  }
  const Dims sizes = ElementsOf(view);
  for (size_t d = 0; d < rank; ++d) {
    const ir::Size size = whole[d];
    const int64_t stride = strided ? view.strides[d] : 1;
    if (stride < 1) {
      Fail(where, "a stride of ", stride, " in dimension ", d);
      return false;
    }
    const int64_t extent = SaturatingAdd(SaturatingMultiply(sizes[d] - 1, stride), 1);
    if (sizes[d] < 1 ||
        ir::ProveAtLeast(size, extent, program_.symbols) != ir::Proof::kYes) {
      Fail(where, "a part of ", sizes[d],
           stride == 1 ? "" : absl::StrCat(" elements ", stride, " apart"),
           " in dimension ", d, ", which is ", ir::NamedText(size, program_.symbols),
           size.is_number() ? "" : " and may be less");
      return false;
    }
    if (!IsScalarI32(view.start[d], absl::StrCat(where, "place ", d))) return false;
    const auto* const start = program_.exprs[view.start[d]].As<tile::Constant>();
    if (start == nullptr) continue;
    const int64_t at = start->literal.IntegerAt(0);
    const int64_t end = at + extent;
    if (at < 0 || (size.is_number() && end > size.number())) {
      Fail(where, "the part [", at, ", ", end, ") of dimension ", d,
           " leaves the ref, which is ", ir::NamedText(size, program_.symbols));
      return false;
    }
  }
  return true;
}

ExprId Author::LoadAny(const View& view) {
  const ExprId whole = Noted(builder_.Load(view.ref), /*marked=*/true);
  if (view.start.empty()) return whole;
  ExprId part = DynamicSlice(whole, view.start, Around(view).sizes);
  const Dims strides = StridesOf(view);
  if (!strides.empty()) {
    part = Slice(part, Dims(strides.size(), 0), ElementsOf(view), strides);
  }
  return Reshape(part, SeenOf(view));
}

}  // namespace tilewright::tile
