#include "api/sizes/built_program.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "api/sizes/builder_sizes.h"
#include "ir/size/text.h"
#include "ir/specialize.h"
#include "support/status_macros.h"

namespace tilewright::api {
namespace {

std::string SizeOfInput(int input, int dimension) {
  return absl::StrCat("size ", dimension, " of input ", input);
}

bool Fits(const TensorType& type, const TensorType& open) {
  return type.element == open.element &&
         std::equal(type.dims.begin(), type.dims.end(), open.dims.begin(),
                    open.dims.end(), [](int64_t size, int64_t wanted) {
                      return wanted == kOpenSize || size == wanted;
                    });
}

}  // namespace

absl::StatusOr<BuiltProgram> BuiltProgram::Create(ir::Program program) {
  BuiltProgram built;
  built.inputs_ = program.InputTypes();
  std::vector<ir::Shape> shapes;
  for (const ir::TensorType& type : built.inputs_) shapes.push_back(type.shape);
  built.telling_ = ir::TellingSizes(shapes, program.symbols.count());
  for (int s = 0; s < program.symbols.count(); ++s) {
    if (built.telling_[s].shape >= 0) continue;
    const std::string& name = program.symbols[s].name;
    return absl::InvalidArgumentError(
        absl::StrCat("no input's size says what '", name, "' is: one has to be ", name,
                     ", or that times a number plus a number"));
  }
  built.program_ = std::move(program);
  return built;
}

absl::Status BuiltProgram::CheckTypes(absl::Span<const TensorType> inputs) const {
  if (inputs.size() != inputs_.size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "@", program_.name, " takes ", inputs_.size(), " inputs, not ", inputs.size()));
  }
  const std::vector<TensorType> open = OutsideOpen(inputs_);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (Fits(inputs[i], open[i])) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "input ", i, " of @", program_.name, " is ",
        ir::ToString(inputs_[i], &program_.symbols), ", not ", inputs[i].ToString()));
  }
  return absl::OkStatus();
}

absl::StatusOr<ir::Dims> BuiltProgram::ValuesAt(
    absl::Span<const TensorType> inputs) const {
  ir::Dims values;
  for (const ir::TellingSize& says : telling_) {
    const int64_t size = inputs[says.shape].dims[says.dimension];
    const std::optional<int64_t> value = ir::SymbolAt(says.linear, size);
    if (!value) {
      return absl::InvalidArgumentError(absl::StrCat(
          SizeOfInput(says.shape, says.dimension), " is ", size, ", and no ",
          ir::NamedText(inputs_[says.shape].shape[says.dimension], program_.symbols)));
    }
    values.push_back(*value);
  }
  TW_RETURN_IF_ERROR(program_.symbols.Check(values));
  return values;
}

absl::Status BuiltProgram::CheckSizes(absl::Span<const TensorType> inputs,
                                      const ir::Dims& values) const {
  for (int i = 0; i < static_cast<int>(inputs.size()); ++i) {
    for (int d = 0; d < inputs_[i].rank(); ++d) {
      const ir::Size size = inputs_[i].shape[d];
      TW_ASSIGN_OR_RETURN(const int64_t wanted,
                          ir::Evaluate(size, program_.symbols, values));
      if (inputs[i].dims[d] == wanted) continue;
      return absl::InvalidArgumentError(
          absl::StrCat(SizeOfInput(i, d), " is ", inputs[i].dims[d], ", and ",
                       ir::NamedText(size, program_.symbols), " is ", wanted));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<BuiltProgram::Sized> BuiltProgram::At(
    absl::Span<const TensorType> inputs) const {
  TW_RETURN_IF_ERROR(CheckTypes(inputs));
  Sized sized;
  TW_ASSIGN_OR_RETURN(sized.sizes, ValuesAt(inputs));
  TW_RETURN_IF_ERROR(CheckSizes(inputs, sized.sizes));
  TW_ASSIGN_OR_RETURN(sized.program, ir::Specialize(program_, sized.sizes));
  if (*std::min_element(sized.sizes.begin(), sized.sizes.end()) < 2) return sized;
  sized.symbolic = program_;
  for (int s = 0; s < program_.symbols.count(); ++s) {
    TW_RETURN_IF_ERROR(sized.symbolic->symbols.Learn(s, {.at_least = 2}));
  }
  return sized;
}

}  // namespace tilewright::api
