#include "api/package/package_sizes.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "ir/size/text.h"
#include "support/status_macros.h"

namespace tilewright::api {
namespace {

using Json = nlohmann::json;

absl::Status Wrong(absl::string_view what) { return absl::DataLossError(what); }

// `absent` for null.
std::optional<int64_t> NumberAt(const Json& json, const char* key, int64_t absent) {
  const auto found = json.find(key);
  if (found == json.end()) return std::nullopt;
  if (found->is_null()) return absent;
  if (!found->is_number_integer() ||
      (found->is_number_unsigned() &&
       found->get<uint64_t>() > uint64_t{std::numeric_limits<int64_t>::max()})) {
    return std::nullopt;
  }
  return found->get<int64_t>();
}

}  // namespace

absl::Status PackageSizes::ReadSymbols(const Json& symbols) {
  if (symbols.is_null()) return absl::OkStatus();
  if (!symbols.is_array()) return Wrong("its symbols are no list");
  for (const Json& row : symbols) {
    const auto name = row.is_object() ? row.find("name") : row.end();
    if (!row.is_object() || name == row.end() || !name->is_string() ||
        !ir::IsSymbolName(name->get<std::string>())) {
      return Wrong(absl::StrCat("symbol ", symbols_.size(), " has no name"));
    }
    PackageSymbol symbol;
    symbol.name = name->get<std::string>();
    const auto least = NumberAt(row, "min", 0);
    const auto most = NumberAt(row, "max", PackageSymbol::kUnbounded);
    if (list_.Find(symbol.name) >= 0) {
      return Wrong(absl::StrCat("symbol ", symbol.name, " is there twice"));
    }
    if (!least || !most || *least < 0 || *most < *least) {
      return Wrong(absl::StrCat("symbol ", symbol.name, " has no bounds"));
    }
    symbol.least = *least;
    symbol.most = *most;
    list_.Add(symbol.name, {.at_least = *least, .at_most = *most});
    symbols_.push_back(std::move(symbol));
  }
  return absl::OkStatus();
}

absl::StatusOr<ir::Shape> PackageSizes::ShapeOf(const Json& row,
                                                const TensorType& type) const {
  const size_t rank = type.dims.size();
  if (!type.has_open_size()) return ir::Shape(type.dims);
  const auto sizes = row.find("sizes");
  if (sizes == row.end() || !sizes->is_array() || sizes->size() != rank) {
    return Wrong(
        absl::StrCat("it does not say what the sizes of ", type.ToString(), " are"));
  }
  ir::Shape shape;
  for (size_t d = 0; d < rank; ++d) {
    const Json& text = (*sizes)[d];
    const auto find = [this](absl::string_view name) -> absl::StatusOr<ir::SymbolId> {
      const ir::SymbolId symbol = list_.Find(name);
      if (symbol >= 0) return symbol;
      return absl::InvalidArgumentError("there is no such symbol");
    };
    const absl::StatusOr<ir::Size> size =
        text.is_string() ? ir::ParseSize(text.get<std::string>(), find)
                         : absl::InvalidArgumentError("is no text");
    const bool fits =
        size.ok() && !size->refused() &&
        (type.dims[d] == kOpenSize ? !size->is_number() : size->is_number(type.dims[d]));
    if (!fits) {
      return Wrong(
          absl::StrCat("size ", d, " of ", type.ToString(), " is said to be ",
                       text.dump(-1, ' ', true, Json::error_handler_t::replace)));
    }
    shape.Append(*size);
  }
  return shape;
}

absl::Status PackageSizes::ReadOutput(const Json& row, PackageValue* value) const {
  TW_ASSIGN_OR_RETURN(const ir::Shape shape, ShapeOf(row, value->type));
  if (shape.is_static()) return absl::OkStatus();
  for (const ir::Size& size : shape.sizes()) {
    value->sizes.push_back(ir::NamedText(size, list_));
  }
  return absl::OkStatus();
}

absl::Status PackageSizes::ReadInput(const Json& row, PackageValue* value) {
  TW_RETURN_IF_ERROR(ReadOutput(row, value));
  TW_ASSIGN_OR_RETURN(ir::Shape shape, ShapeOf(row, value->type));
  inputs_.push_back(*value);
  shapes_.push_back(std::move(shape));
  return absl::OkStatus();
}

absl::Status PackageSizes::Finish() {
  says_ = ir::TellingSizes(shapes_, list_.count());
  for (size_t s = 0; s < says_.size(); ++s) {
    if (says_[s].shape >= 0) continue;
    return Wrong(absl::StrCat("no input says what symbol ", symbols_[s].name, " is"));
  }
  return absl::OkStatus();
}

std::string PackageSizes::Named(size_t input) const {
  return absl::StrCat("input ", input, ", ", inputs_[input].name, ": ");
}

absl::Status PackageSizes::CheckType(size_t input, const TensorType& type) const {
  const TensorType& wanted = inputs_[input].type;
  bool fits = type.element == wanted.element && type.dims.size() == wanted.dims.size();
  for (size_t d = 0; fits && d < type.dims.size(); ++d) {
    fits = type.dims[d] >= 0 &&
           (wanted.dims[d] == kOpenSize || wanted.dims[d] == type.dims[d]);
  }
  if (fits) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(Named(input), "it is ", type.ToString(),
                                                 ", and the package takes ",
                                                 wanted.ToString()));
}

absl::Status PackageSizes::CheckBounds(int symbol, int64_t value) const {
  const PackageSymbol& bounds = symbols_[symbol];
  if (value >= bounds.least && value <= bounds.most) return absl::OkStatus();
  const bool is_low = value < bounds.least;
  return absl::InvalidArgumentError(absl::StrCat(bounds.name, " is ", value, ", and ",
                                                 is_low ? "at least " : "at most ",
                                                 is_low ? bounds.least : bounds.most));
}

absl::StatusOr<int64_t> PackageSizes::SymbolAt(int symbol,
                                               absl::Span<const TensorType> types) const {
  const ir::TellingSize& says = says_[symbol];
  const ir::Size& size = shapes_[says.shape][says.dimension];
  const int64_t have = types[says.shape].dims[says.dimension];
  const std::string place =
      absl::StrCat(Named(says.shape), "size ", says.dimension, " is ", have);
  const std::optional<int64_t> value = ir::SymbolAt(says.linear, have);
  if (!value) {
    return absl::InvalidArgumentError(
        absl::StrCat(place, ", and no ", ir::NamedText(size, list_)));
  }
  const absl::Status status = CheckBounds(symbol, *value);
  if (status.ok()) return *value;
  return absl::InvalidArgumentError(absl::StrCat(place, ": ", status.message()));
}

absl::Status PackageSizes::Check(absl::Span<const TensorType> types) const {
  if (types.size() != inputs_.size()) {
    return absl::InvalidArgumentError(absl::StrCat("the package takes ", inputs_.size(),
                                                   " inputs, not ", types.size()));
  }
  for (size_t i = 0; i < types.size(); ++i) {
    TW_RETURN_IF_ERROR(CheckType(i, types[i]));
  }
  ir::Dims values;
  for (int s = 0; s < list_.count(); ++s) {
    TW_ASSIGN_OR_RETURN(values.emplace_back(), SymbolAt(s, types));
  }
  for (size_t i = 0; i < types.size(); ++i) {
    for (int d = 0; d < shapes_[i].rank(); ++d) {
      const int64_t have = types[i].dims[d];
      const absl::StatusOr<int64_t> want = ir::Evaluate(shapes_[i][d], list_, values);
      if (want.ok() && *want == have) continue;
      const std::string text = ir::NamedText(shapes_[i][d], list_);
      return absl::InvalidArgumentError(
          absl::StrCat(Named(i), "size ", d, " is ", have, ", and ", text,
                       want.ok() ? absl::StrCat(" is ", *want) : " is nothing"));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<TensorType>> PackageSizes::At(
    absl::Span<const int64_t> values) const {
  if (values.size() != symbols_.size()) {
    return absl::InvalidArgumentError(absl::StrCat("the package has ", symbols_.size(),
                                                   " symbols, not ", values.size()));
  }
  for (size_t s = 0; s < values.size(); ++s) {
    TW_RETURN_IF_ERROR(CheckBounds(static_cast<int>(s), values[s]));
  }
  std::vector<TensorType> types;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    TensorType& type = types.emplace_back(inputs_[i].type);
    for (size_t d = 0; d < type.dims.size(); ++d) {
      TW_ASSIGN_OR_RETURN(type.dims[d], ir::Evaluate(shapes_[i][d], list_, values));
    }
  }
  TW_RETURN_IF_ERROR(Check(types));
  return types;
}

}  // namespace tilewright::api
