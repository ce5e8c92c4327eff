#include "runtime/eager/classes.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/eager/program.h"
#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

using ir::Shape;
using ir::Size;

// By size: the number of the first one that is equal, equal ones counted once.
std::vector<int32_t> NumberEqual(absl::Span<const int64_t> sizes, int* count) {
  std::vector<int32_t> numbers;
  *count = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const auto first = std::find(sizes.begin(), sizes.begin() + i, sizes[i]);
    const size_t at = first - sizes.begin();
    numbers.push_back(at < i ? numbers[at] : (*count)++);
  }
  return numbers;
}

Shape Renamed(const Shape& shape, const std::vector<int32_t>& symbol_of) {
  Shape renamed;
  for (const Size& size : shape.sizes()) {
    renamed.Append(ir::Substitute(
        size, [&](ir::SymbolId id) { return Size::OfSymbol(symbol_of[id]); }));
  }
  return renamed;
}

ir::SizeFunction BytesOf(const ir::TensorType& type) {
  return ir::SizeFunction(NumElements(type.shape) * ir::StorageBytes(type.element));
}

bool ComputeAll(const std::vector<ir::SizeFunction>& functions,
                absl::Span<const int64_t> symbols, int64_t at_most,
                std::vector<int64_t>* values) {
  for (const ir::SizeFunction& function : functions) {
    int64_t& value = values->emplace_back();
    if (!function.Compute(symbols, &value) || value > at_most) return false;
  }
  return true;
}

}  // namespace

KernelClass::KernelClass(const NodeStructure& node, const Form& form,
                         const runtime::CompileOptions& options)
    : symbol_of_(NumberEqual(form.sizes, &symbols_)) {
  std::vector<Layout> layouts = form.layouts;
  for (Layout& layout : layouts) {
    layout.logical.shape = Renamed(layout.logical.shape, symbol_of_);
    layout.memory.shape = Renamed(layout.memory.shape, symbol_of_);
    if (layout.nest.has_value()) layout.nest = Renamed(*layout.nest, symbol_of_);
  }
  runtime::CompileOptions at_hand = options;
  at_hand.sizes.resize(symbols_);
  for (size_t i = 0; i < form.sizes.size(); ++i) {
    at_hand.sizes[symbol_of_[i]] = form.sizes[i];
  }
  status_ = Make(node, layouts, at_hand, Blocks::kInPlace);
  if (status_.ok() && kernel_ == nullptr) {
    status_ = Make(node, layouts, at_hand, Blocks::kAnew);
  }
}

// Leaves kernel_ null where a block is not updated in place.
absl::Status KernelClass::Make(const NodeStructure& node,
                               const std::vector<Layout>& layouts,
                               const runtime::CompileOptions& options, Blocks blocks) {
  TW_ASSIGN_OR_RETURN(const NodeProgram made,
                      BuildOpenProgram(node, layouts, symbols_, blocks));
  TW_ASSIGN_OR_RETURN(std::unique_ptr<const runtime::OpenKernel> kernel,
                      runtime::OpenKernel::Make(made.program, options));
  if (made.nest >= 0 && !kernel->UpdatesInPlace(made.nest, 0)) return absl::OkStatus();
  kernel_ = std::move(kernel);
  inputs_ = made.inputs;
  outputs_ = made.outputs;
  becomes_ = made.becomes;
  checks_ = made.checks;
  // Besides the copy of the nest, which is none.
  if (made.same >= 0 && kernel_->kernels() <= 2) becomes_[made.same] = 0;
  for (const Size& size : made.numbers) numbers_.emplace_back(size);
  for (const ir::TensorType& type : made.program.InputTypes()) {
    input_bytes_.push_back(BytesOf(type));
  }
  const std::vector<ir::TensorType> results = made.program.OutputTypes();
  for (size_t o = 0; o < outputs_.size(); ++o) {
    output_bytes_.push_back(BytesOf(results[o]));
  }
  if (made.nest >= 0) {
    input_bytes_[made.nest] = output_bytes_[0] = BytesOf(made.within);
  }
  return absl::OkStatus();
}

bool KernelClass::Fits(absl::Span<const int64_t> sizes) const {
  int64_t values[runtime::OpenKernel::kMostSymbols];
  if (static_cast<size_t>(symbols_) > std::size(values)) return IsExactly(sizes);
  int known = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (symbol_of_[i] == known) {
      values[known++] = sizes[i];
    } else if (values[symbol_of_[i]] != sizes[i]) {
      return false;
    }
  }
  return true;
}

bool KernelClass::IsExactly(absl::Span<const int64_t> sizes) const {
  int count = 0;
  return NumberEqual(sizes, &count) == symbol_of_;
}

absl::StatusOr<KernelClass::Sized> KernelClass::At(
    absl::Span<const int64_t> sizes) const {
  Sized sized;
  std::vector<int64_t> symbols(symbols_);
  for (size_t i = 0; i < sizes.size(); ++i) symbols[symbol_of_[i]] = sizes[i];
  const bool computed =
      ComputeAll(numbers_, symbols, std::numeric_limits<int32_t>::max(),
                 &sized.numbers) &&
      ComputeAll(input_bytes_, symbols, ir::kMaxTensorBytes, &sized.input_bytes) &&
      ComputeAll(output_bytes_, symbols, ir::kMaxTensorBytes, &sized.output_bytes);
  if (!computed) {
    return absl::InvalidArgumentError("sizes are larger than kernels take them");
  }
  TW_ASSIGN_OR_RETURN(sized.kernel, kernel_->At(symbols));
  return sized;
}

KernelClasses::Found KernelClasses::FindOrMake(const NodeStructure& node,
                                               const Form& form,
                                               const runtime::CompileOptions& options) {
  auto& classes = classes_[form.words];
  for (const auto& known : classes) {
    if (known->status().ok() && known->Fits(form.sizes)) return {known.get()};
  }
  for (const auto& known : classes) {
    if (!known->status().ok() && known->IsExactly(form.sizes)) return {known.get()};
  }
  classes.push_back(std::make_unique<KernelClass>(node, form, options));
  return {classes.back().get(), true};
}

}  // namespace tilewright::eager
