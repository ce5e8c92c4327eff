#include "ir/tensor_type.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "ir/size/text.h"

namespace tilewright::ir {

bool TensorType::has_dynamic_size() const {
  for (int d = 0; d < rank(); ++d) {
    if (shape[d].is_number(kDynamicSize)) return true;
  }
  return false;
}

int64_t TensorType::num_elements() const {
  int64_t product = 1;
  for (int64_t d : dims()) product *= d;
  return product;
}

int64_t TensorType::byte_size() const { return num_elements() * StorageBytes(element); }

bool BoundedProduct(const Dims& dims, int64_t limit, int64_t* product) {
  *product = 1;
  for (int64_t d : dims) {
    if (d < 0) return false;
    if (d != 0 && *product > limit / d) return false;
    *product *= d;
  }
  return *product <= limit;
}

namespace {

std::string SizeText(const Size& size, const SymbolList* symbols) {
  if (size.is_number()) return absl::StrCat(size.number());
  return symbols == nullptr ? "?" : absl::StrCat("(", NamedText(size, *symbols), ")");
}

}  // namespace

std::string ToString(const TensorType& type,
                     absl::FunctionRef<std::string(const Size&)> text) {
  if (type.element == ElementType::kToken) return "!stablehlo.token";
  std::string whole = "tensor<";
  for (int d = 0; d < type.rank(); ++d) absl::StrAppend(&whole, text(type.shape[d]), "x");
  return absl::StrCat(whole, Name(type.element), ">");
}

std::string ToString(const TensorType& type, const SymbolList* symbols) {
  return ToString(type, [symbols](const Size& size) {
    return size.is_number(kDynamicSize) ? "?" : SizeText(size, symbols);
  });
}

std::string Join(const Dims& dims) { return absl::StrJoin(dims, ", "); }

std::string Join(const Shape& shape, const SymbolList* symbols) {
  return absl::StrJoin(shape.sizes(), ", ", [&](std::string* text, const Size& size) {
    absl::StrAppend(text, SizeText(size, symbols));
  });
}

}  // namespace tilewright::ir
