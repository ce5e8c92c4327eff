// Programs with `?` sizes: once the inputs' sizes are known, every other size
// follows from the operations, and operations that compute sizes fold away.
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/lower/lowering.h"
#include "ir/check/verify.h"
#include "ir/size/prove.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

using enum ir::AttributeName;
using ir::Dims;
using Sizes = std::vector<ir::Size>;
using ir::OpKind;
using ir::TensorType;

Dims IntegersOf(const ir::Literal& literal) {
  Dims values;
  for (int64_t i = 0; i < literal.type().num_elements(); ++i) {
    values.push_back(literal.IntegerAt(i));
  }
  return values;
}

// Sizes that are numbers are bounded, as is what they multiply to.
bool IsBounded(const ir::Shape& shape) {
  Dims numbers;
  for (int d = 0; d < shape.rank(); ++d) {
    if (shape[d].is_number()) numbers.push_back(shape[d].number());
  }
  int64_t count = 0;
  return ir::BoundedProduct(numbers, ir::kMaxTensorBytes, &count);
}

std::optional<Dims> NumbersOf(const Sizes& sizes) {
  Dims numbers;
  for (const ir::Size& size : sizes) {
    if (!size.is_number()) return std::nullopt;
    numbers.push_back(size.number());
  }
  return numbers;
}

// As an attribute has them.
Dims EntriesOf(const Sizes& sizes) {
  Dims entries;
  for (const ir::Size& size : sizes) {
    entries.push_back(size.is_number() ? size.number() : ir::kFromResult);
  }
  return entries;
}

bool SizesAreOperands(OpKind kind) {
  switch (kind) {
    case OpKind::kDynamicReshape:
    case OpKind::kDynamicBroadcastInDim:
    case OpKind::kDynamicIota:
    case OpKind::kDynamicPad:
    case OpKind::kDynamicGather:
    case OpKind::kDynamicConv:
    case OpKind::kRealDynamicSlice:
    case OpKind::kCustomCall:
      return true;
    default:
      return false;
  }
}

// A window of reduce_window as it is given: sizes, strides, dilations of the base and of
// the window, paddings of each dimension.
constexpr ir::AttributeName kWindow[] = {kWindowDimensions, kWindowStrides,
                                         kBaseDilations, kWindowDilations, kPadding};
constexpr int kWindowLists = std::size(kWindow);

// An element and all before it along a dimension, or all behind it.
struct RunningWindow {
  int64_t dimension = 0;
  bool is_reverse = false;
};

// Whether a window whose sizes are no numbers is such.
std::optional<RunningWindow> RunningWindowOf(const ir::Shape& shape,
                                             const std::vector<Sizes>& window,
                                             const ir::SymbolList& symbols) {
  const auto equal = [&](const ir::Size& a, const ir::Size& b) {
    return ir::ProveEqual(a, b, symbols) == ir::Proof::kYes;
  };
  const auto is_one = [](const ir::Size& size) { return size.is_number(1); };
  const size_t rank = static_cast<size_t>(shape.rank());
  const Sizes &lengths = window[0], &paddings = window[4];
  if (lengths.size() != rank || paddings.size() != 2 * rank) return std::nullopt;
  for (int i = 1; i < 4; ++i) {
    if (window[i].size() != rank || !absl::c_all_of(window[i], is_one)) {
      return std::nullopt;
    }
  }
  std::optional<RunningWindow> running;
  for (size_t d = 0; d < rank; ++d) {
    const ir::Size &low = paddings[2 * d], &high = paddings[2 * d + 1];
    if (is_one(lengths[d]) && low.is_number(0) && high.is_number(0)) continue;
    const ir::Size& all = shape[static_cast<int>(d)];
    const bool is_reverse = low.is_number(0);
    if (running || !equal(lengths[d], all) || !equal(low + high, all - 1) ||
        !(is_reverse || high.is_number(0))) {
      return std::nullopt;
    }
    running = {static_cast<int64_t>(d), is_reverse};
  }
  return running;
}

// What an operation has of it; nullopt: there is no such form.
std::optional<ir::Attributes> WindowAttributes(const ir::Shape& shape,
                                               const std::vector<Sizes>& window,
                                               const ir::SymbolList& symbols) {
  ir::Attributes attributes;
  if (const auto running = RunningWindowOf(shape, window, symbols);
      running && !shape.is_static()) {
    attributes.Set(kDimension, running->dimension);
    attributes.Set(kIsReverse, running->is_reverse);
    return attributes;
  }
  for (int i = 0; i < kWindowLists; ++i) {
    const std::optional<Dims> numbers = NumbersOf(window[i]);
    if (!numbers) return std::nullopt;
    attributes.Set(kWindow[i], *numbers);
  }
  return attributes;
}

// A window of numbers over other dimensions than those that are open may be such, too.
void UseRunningWindow(const ir::Program& program, ir::Operation* operation) {
  if (operation->operands.empty()) return;
  const ir::Shape shape = program.type(operation->operands[0]).shape;
  std::vector<Sizes> window;
  for (const ir::AttributeName name : kWindow) {
    const Dims& list = operation->attributes.Ints(name);
    window.emplace_back(list.begin(), list.end());
  }
  std::optional<ir::Attributes> attributes =
      WindowAttributes(shape, window, program.symbols);
  if (attributes && attributes->Has(kDimension)) {
    operation->attributes = *std::move(attributes);
  }
}

// Of a config that is nothing but text.
std::string ConfigText(const ir::Attributes& attributes) {
  const ir::Config& config = attributes.Configuration(kBackendConfig);
  const auto found = config.find("");
  if (found == config.end()) return "";
  const auto* const text = std::get_if<std::string>(&found->second);
  return text == nullptr ? "" : *text;
}

bool AnyDynamic(const std::vector<TensorType>& types) {
  for (const TensorType& type : types) {
    if (type.has_dynamic_size()) return true;
  }
  return false;
}

}  // namespace

const ir::Literal* Lowering::KnownOperand(const ir::Operation& operation,
                                          int index) const {
  if (index >= static_cast<int>(operation.operands.size())) return nullptr;
  const auto it = known_.find(operation.operands[index]);
  return it == known_.end() ? nullptr : &it->second;
}

// Nothing is verified yet, and folding trusts what it folds: an operation that
// breaks a rule is left for the verifier to report.
void Lowering::FoldIfSound(const ir::Operation& operation) {
  const TensorType type = program_.type(operation.results[0]);
  const absl::StatusOr<std::vector<TensorType>> inferred =
      ir::InferResultTypes(program_, operation, {type});
  if (!inferred.ok() || inferred->size() != 1 || (*inferred)[0] != type) return;
  std::optional<ir::Literal> value = ir::Fold(program_, operation, known_);
  if (value) known_[operation.results[0]] = *std::move(value);
  elements_.Note(program_, operation, known_);
}

// An operation whose sizes are operands becomes the one whose sizes are
// attributes, where those operands are known.
absl::Status Lowering::MakeStatic(ir::Operation* operation,
                                  std::vector<TensorType>* types, Offset at,
                                  Context& context) {
  const auto shape_result = [&](const Sizes& sizes) -> absl::Status {
    if (types->size() != 1) return source_.Invalid(at, "one result is expected");
    const ir::Shape shape(sizes);
    if (!IsBounded(shape)) {
      return source_.Invalid(at, absl::StrCat("the result's sizes, ", ir::Join(shape),
                                              ", are negative or too large"));
    }
    (*types)[0].shape = shape;
    return absl::OkStatus();
  };
  // All of the operands from `first` on, or nothing.
  std::vector<Sizes> known;
  const auto all_known = [&](int first) {
    for (int i = first; i < static_cast<int>(operation->operands.size()); ++i) {
      std::optional<Sizes> sizes = KnownSizes(*operation, i);
      if (!sizes) return false;
      known.push_back(*std::move(sizes));
    }
    return !known.empty();
  };
  const auto turn_into = [&](OpKind kind, int operands) {
    operation->kind = kind;
    operation->operands.resize(operands);
  };
  // Attributes that are numbers, whatever the sizes.
  const auto set_numbers = [&](ir::AttributeName name, const Sizes& sizes) {
    const std::optional<Dims> numbers = NumbersOf(sizes);
    if (numbers) operation->attributes.Set(name, *numbers);
    return numbers.has_value() ? absl::OkStatus()
                               : source_.Unsupported(at, "has to have numbers");
  };
  switch (operation->kind) {
    case OpKind::kDynamicReshape:
      if (!all_known(1)) return absl::OkStatus();
      turn_into(OpKind::kReshape, 1);
      return shape_result(known[0]);
    case OpKind::kDynamicBroadcastInDim:
      if (!all_known(1)) return absl::OkStatus();
      turn_into(OpKind::kBroadcastInDim, 1);
      return shape_result(known[0]);
    case OpKind::kDynamicIota:
      if (!all_known(0)) return absl::OkStatus();
      turn_into(OpKind::kIota, 0);
      return shape_result(known[0]);
    case OpKind::kDynamicPad:
      if (!all_known(2) || known.size() != 3) return absl::OkStatus();
      turn_into(OpKind::kPad, 2);
      operation->attributes.Set(kEdgePaddingHigh, EntriesOf(known[1]));
      TW_RETURN_IF_ERROR(set_numbers(kEdgePaddingLow, known[0]));
      TW_RETURN_IF_ERROR(set_numbers(kInteriorPadding, known[2]));
      return ShapeOpenPad(*operation, known[1], types);
    case OpKind::kDynamicGather:
      if (!all_known(2)) return absl::OkStatus();
      turn_into(OpKind::kGather, 2);
      operation->attributes.Set(kSliceSizes, EntriesOf(known[0]));
      return ShapeOpenGather(*operation, known[0], types);
    case OpKind::kDynamicConv:
      if (!all_known(2)) return absl::OkStatus();
      turn_into(OpKind::kConvolution, 2);
      return set_numbers(kPadding, known[0]);
    case OpKind::kRealDynamicSlice:
      if (!all_known(1) || (known.size() == 3 && !NumbersOf(known[0]))) {
        return MakeDynamicSlice(operation, types, at, context);
      }
      if (known.size() != 3) return absl::OkStatus();
      turn_into(OpKind::kSlice, 1);
      operation->attributes.Set(kLimitIndices, EntriesOf(known[1]));
      TW_RETURN_IF_ERROR(set_numbers(kStartIndices, known[0]));
      TW_RETURN_IF_ERROR(set_numbers(kStrides, known[2]));
      return ShapeOpenSlice(*operation, known[1], types);
    case OpKind::kCustomCall:
      return MakeStaticCall(operation);
    case OpKind::kReduceWindow:
      UseRunningWindow(program_, operation);
      return absl::OkStatus();
    default:
      return absl::OkStatus();
  }
}

// A slice whose first elements only data tells, but not how many there are.
absl::Status Lowering::MakeDynamicSlice(ir::Operation* operation,
                                        std::vector<TensorType>* types, Offset at,
                                        Context& context) {
  if (operation->operands.size() != 4) return absl::OkStatus();
  const Values operands = operation->operands;
  const TensorType type = program_.type(operands[0]);
  const TensorType starts = program_.type(operands[1]);
  const ir::Literal* known_strides = KnownOperand(*operation, 3);
  const std::optional<Sizes> lengths =
      elements_.Difference(program_, operands[2], operands[1], known_);
  // In a program of numbers only these count.
  if (known_strides == nullptr || !lengths || (!is_open() && !NumbersOf(*lengths)) ||
      starts.rank() != 1 || program_.type(operands[2]) != starts ||
      program_.type(operands[3]) != starts) {
    return absl::OkStatus();
  }
  const Dims strides = IntegersOf(*known_strides);
  const int64_t rank = type.rank();
  if (static_cast<int64_t>(lengths->size()) != rank || starts.dims()[0] != rank ||
      static_cast<int64_t>(strides.size()) != rank) {
    return absl::OkStatus();
  }
  const ir::Shape shape(*lengths);
  if (!IsBounded(shape)) {
    return source_.Invalid(at, absl::StrCat("the slice's sizes, ", ir::Join(shape),
                                            ", are negative or too large"));
  }
  if (!MayBeDynamicSlice(*operation)) {
    return source_.Unsupported(at, "begins where it may not lie in its operand");
  }
  Values indices = {operands[0]};
  for (int64_t d = 0; d < rank; ++d) {
    ir::Attributes one;
    one.Set(kStartIndices, Dims{d});
    one.Set(kLimitIndices, Dims{d + 1});
    one.Set(kStrides, Dims{1});
    TW_ASSIGN_OR_RETURN(const ir::ValueId element,
                        Emit(OpKind::kSlice, {operands[1]}, std::move(one),
                             {starts.element, {1}}, at, context));
    TW_ASSIGN_OR_RETURN(
        indices.emplace_back(),
        Emit(OpKind::kReshape, {element}, {}, ir::Scalar(starts.element), at, context));
  }
  ir::Attributes sizes;
  sizes.Set(kSliceSizes, EntriesOf(*lengths));
  if (strides == Dims(rank, 1)) {
    operation->kind = OpKind::kDynamicSlice;
    operation->operands = std::move(indices);
    operation->attributes = std::move(sizes);
    if (is_open() && types->size() == 1) (*types)[0].shape = shape;
    return absl::OkStatus();
  }
  TW_ASSIGN_OR_RETURN(const ir::ValueId whole,
                      Emit(OpKind::kDynamicSlice, std::move(indices), std::move(sizes),
                           {type.element, shape}, at, context));
  operation->kind = OpKind::kSlice;
  operation->operands = {whole};
  operation->attributes = {};
  operation->attributes.Set(kStartIndices, Dims(rank, 0));
  operation->attributes.Set(kLimitIndices, EntriesOf(*lengths));
  operation->attributes.Set(kStrides, strides);
  return ShapeOpenSlice(*operation, *lengths, types);
}

// Exporters have custom calls for operations that lack a form with sizes as
// operands.
absl::Status Lowering::MakeStaticCall(ir::Operation* operation) {
  const std::string target = operation->attributes.Text(kCallTargetName);
  std::vector<ir::ValueId>& operands = operation->operands;
  const int count = static_cast<int>(operands.size());
  if (target == "stablehlo.dynamic_top_k" && count == 2) {
    const ir::Literal* k = KnownOperand(*operation, 1);
    if (k == nullptr || k->type().num_elements() != 1) return absl::OkStatus();
    operands.pop_back();
    operation->kind = OpKind::kTopK;
    operation->attributes = {};
    operation->attributes.Set(kK, k->IntegerAt(0));
    return absl::OkStatus();
  }
  // What lacks such a form in StableHLO, as packages have it: the transform's kind is the
  // call's config.
  if (target == "tilewright.dynamic_fft" && count == 2) {
    const std::optional<Sizes> lengths = KnownSizes(*operation, 1);
    const std::optional<Dims> numbers = lengths ? NumbersOf(*lengths) : std::nullopt;
    if (!numbers) return absl::OkStatus();
    const std::string kind = ConfigText(operation->attributes);
    operands.pop_back();
    operation->kind = OpKind::kFft;
    operation->attributes = {};
    operation->attributes.Set(kFftType, kind);
    operation->attributes.Set(kFftLength, *numbers);
    return absl::OkStatus();
  }
  // Inputs, initial values, then the window.
  if (target == "stablehlo.dynamic_reduce_window" && count >= kWindowLists + 2 &&
      (count - kWindowLists) % 2 == 0 && operation->regions.size() == 1) {
    std::vector<Sizes> window;
    for (int i = count - kWindowLists; i < count; ++i) {
      std::optional<Sizes> list = KnownSizes(*operation, i);
      if (!list) return absl::OkStatus();
      window.push_back(*std::move(list));
    }
    std::optional<ir::Attributes> attributes =
        WindowAttributes(program_.type(operands[0]).shape, window, program_.symbols);
    if (!attributes) return absl::OkStatus();
    operands.resize(count - kWindowLists);
    operation->kind = OpKind::kReduceWindow;
    operation->attributes = *std::move(attributes);
  }
  return absl::OkStatus();
}

// indices_of_shape_operands: of a call that knows nothing of sizes, those operands are
// its results' shapes, one for each. Where they are known the call is made without them.
absl::Status Lowering::TakeShapeOperands(const Op& op, ir::Operation* operation,
                                         std::vector<TensorType>* types) {
  const Attribute* attribute = op.Find("indices_of_shape_operands");
  if (attribute == nullptr) return absl::OkStatus();
  TW_ASSIGN_OR_RETURN(const Dims indices, Integers(*attribute));
  const int64_t count = static_cast<int64_t>(operation->operands.size());
  if (indices.size() != types->size()) {
    return source_.Invalid(attribute->at,
                           absl::StrCat("a shape is expected for each of ", types->size(),
                                        " results, there are ", indices.size()));
  }
  std::vector<bool> is_shape(count);
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < 0 || indices[i] >= count) {
      return source_.Invalid(
          attribute->at, absl::StrCat("there is no operand ", indices[i], " of ", count));
    }
    is_shape[indices[i]] = true;
    const ir::Literal* shape = KnownOperand(*operation, static_cast<int>(indices[i]));
    if (shape == nullptr) return absl::OkStatus();
    const TensorType wanted = {(*types)[i].element, IntegersOf(*shape)};
    int64_t elements = 0;
    if (!Compatible((*types)[i], wanted) ||
        !ir::BoundedProduct(wanted.dims(), ir::kMaxTensorBytes, &elements)) {
      return source_.Invalid(
          op.at, absl::StrCat("result ", i, " is ", ir::ToString((*types)[i]),
                              ", its sizes are said to be ", ir::Join(wanted.dims())));
    }
    (*types)[i] = wanted;
  }
  Values kept;
  Dims layouts;
  const Dims all_layouts = operation->attributes.Ints(kOperandLayouts);
  size_t next = 0;
  for (int64_t i = 0; i < count; ++i) {
    const size_t rank = program_.type(operation->operands[i]).rank();
    const size_t end = std::min(next + rank, all_layouts.size());
    if (!is_shape[i]) {
      kept.push_back(operation->operands[i]);
      layouts.insert(layouts.end(), all_layouts.begin() + next,
                     all_layouts.begin() + end);
    }
    next = end;
  }
  operation->operands = std::move(kept);
  operation->attributes.Erase(kIndicesOfShapeOperands);
  if (!all_layouts.empty()) operation->attributes.Set(kOperandLayouts, layouts);
  return absl::OkStatus();
}

absl::Status Lowering::Specialise(ir::Operation* operation,
                                  std::vector<TensorType>* types, Offset at,
                                  Context& context) {
  TW_RETURN_IF_ERROR(MakeStatic(operation, types, at, context));
  if (!AnyDynamic(*types)) return absl::OkStatus();
  const std::vector<ir::ValueId>& operands = operation->operands;
  // Results that are like operands or like what regions yield.
  const std::vector<ir::ValueId>* like = nullptr;
  if (operation->kind == OpKind::kWhile ||
      operation->kind == OpKind::kOptimizationBarrier) {
    like = &operands;
  } else if ((operation->kind == OpKind::kIf || operation->kind == OpKind::kCase) &&
             !operation->regions.empty()) {
    like = &operation->regions[0].results;
  }
  if (like != nullptr && like->size() == types->size()) {
    for (size_t i = 0; i < types->size(); ++i) {
      (*types)[i].shape = program_.type((*like)[i]).shape;
    }
    return absl::OkStatus();
  }
  // What has not become static above says nothing about its results' sizes.
  if (SizesAreOperands(operation->kind)) return absl::OkStatus();
  // Elementwise results are shaped as their operands; only the element type
  // is the text's to say.
  const bool keeps_shape =
      ir::IsElementwise(operation->kind) || operation->kind == OpKind::kBitcastConvert;
  if (keeps_shape && types->size() == 1 && !operands.empty()) {
    const TensorType& first = program_.type(operands[0]);
    if (first.rank() == (*types)[0].rank()) (*types)[0].shape = first.shape;
    return absl::OkStatus();
  }
  absl::StatusOr<std::vector<TensorType>> inferred =
      ir::InferResultTypes(program_, *operation, *types);
  if (!inferred.ok()) {
    return absl::Status(inferred.status().code(),
                        source_.Message(at, inferred.status().message()));
  }
  *types = *std::move(inferred);
  return absl::OkStatus();
}

}  // namespace tilewright::stablehlo
