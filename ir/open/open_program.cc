#include "ir/open/open_program.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "ir/open/open_constant.h"
#include "ir/open/same_operations.h"
#include "ir/open/size_values.h"
#include "ir/size/text.h"
#include "support/status_macros.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;

template <typename T>
using Each = std::vector<const T*>;  // one of each program

// A list of an attribute: of each entry the number or the size.
using Entries = std::vector<Size>;

class Opener {
 public:
  Opener(absl::Span<const Program> programs, SizeFit* fit, size_t* operation)
      : programs_(programs),
        fit_(*fit),
        operation_(*operation),
        made_(programs[0]),
        sizes_(&made_, &before_) {}

  absl::StatusOr<Program> Open(const std::vector<OpenInput>& inputs) {
    made_.symbols = fit_.symbols();
    TW_RETURN_IF_ERROR(OpenInputs(inputs));
    TW_RETURN_IF_ERROR(sizes_.FindSymbols());
    for (size_t i = 0; i < inputs.size(); ++i) {
      sizes_.AssertShape(made_.body.arguments[i], inputs[i].name);
    }
    Each<Region> bodies;
    for (const Program& program : programs_) bodies.push_back(&program.body);
    TW_ASSIGN_OR_RETURN(std::vector<Operation> operations, OpenOperations(bodies));
    made_.body.operations = std::move(before_);
    std::move(operations.begin(), operations.end(),
              std::back_inserter(made_.body.operations));
    NumberOperations(&made_);
    return std::move(made_);
  }

 private:
  absl::Status OpenInputs(const std::vector<OpenInput>& inputs) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      for (size_t p = 0; p < programs_.size(); ++p) {
        const Program& program = programs_[p];
        const TensorType& type = program.type(program.body.arguments[i]);
        const Shape& shape = inputs[i].shape;
        bool fits = shape.rank() == type.rank();
        for (int d = 0; fits && d < type.rank(); ++d) {
          const Dims values = fit_.ValuesOf(shape[d]);
          fits = !values.empty() && values[p] == type.dims()[d];
        }
        if (fits) continue;
        return absl::InvalidArgumentError(
            absl::StrCat("input ", i, ", ", inputs[i].name, ", has other sizes"));
      }
      made_.values[made_.body.arguments[i]].shape = inputs[i].shape;
    }
    return absl::OkStatus();
  }

  // "15 where s0=5, 30 where s0=10".
  std::string Seen(const Dims& numbers) const {
    std::vector<std::string> parts;
    for (size_t p = 0; p < numbers.size(); ++p) {
      std::vector<std::string> symbols;
      for (SymbolId s = 0; s < made_.symbols.count(); ++s) {
        const Dims values = fit_.ValuesOf(Size::OfSymbol(s));
        symbols.push_back(absl::StrCat(made_.symbols[s].name, "=", values[p]));
      }
      parts.push_back(
          absl::StrCat(numbers[p], " where ", absl::StrJoin(symbols, " and ")));
    }
    return absl::StrJoin(parts, ", ");
  }

  absl::StatusOr<Size> Found(const Dims& numbers, const std::string& what) {
    const std::optional<Size> size = fit_.Find(numbers);
    if (size) return *size;
    return absl::UnimplementedError(
        absl::StrCat(what, " follows from no size: it is ", Seen(numbers)));
  }

  absl::Status OpenType(ValueId value, OpKind kind) {
    const TensorType& first = programs_[0].type(value);
    Shape shape;
    for (int d = 0; d < first.rank(); ++d) {
      Dims numbers;
      for (const Program& program : programs_) {
        const TensorType& type = program.type(value);
        if (type.element != first.element || type.rank() != first.rank()) {
          return Differs(kind, "results of other types");
        }
        numbers.push_back(type.dims()[d]);
      }
      TW_ASSIGN_OR_RETURN(const Size size,
                          Found(numbers, absl::StrCat(Name(kind), ": size ", d)));
      shape.Append(size);
    }
    made_.values[value].shape = shape;
    return absl::OkStatus();
  }

  absl::Status Differs(OpKind kind, absl::string_view what) const {
    return absl::UnimplementedError(
        absl::StrCat(Name(kind), ": it has ", what, " for other sizes"));
  }

  absl::StatusOr<std::vector<Operation>> OpenOperations(const Each<Region>& regions) {
    std::vector<Operation> operations;
    std::swap(operations, now_);
    for (size_t i = 0; i < regions[0]->operations.size(); ++i) {
      Each<Operation> same;
      for (const Region* const region : regions) {
        if (i >= region->operations.size()) return Others();
        same.push_back(&region->operations[i]);
      }
      if (regions[0] == &programs_[0].body) operation_ = i;
      TW_RETURN_IF_ERROR(OpenOperation(same));
    }
    for (const Region* const region : regions) {
      if (region->results != regions[0]->results) return Others();
    }
    std::swap(operations, now_);
    return operations;
  }

  static absl::Status Others() {
    return absl::UnimplementedError("other operations follow for other sizes");
  }

  absl::StatusOr<Region> OpenRegion(const Each<Region>& same, OpKind kind) {
    for (const Region* const region : same) {
      if (region->arguments != same[0]->arguments) return Differs(kind, "other regions");
    }
    Region region = *same[0];
    for (const ValueId argument : region.arguments) {
      TW_RETURN_IF_ERROR(OpenType(argument, kind));
    }
    TW_ASSIGN_OR_RETURN(region.operations, OpenOperations(same));
    return region;
  }

  absl::Status OpenOperation(const Each<Operation>& same) {
    Operation made = *same[0];
    for (const Operation* const one : same) {
      if (one->kind != made.kind || one->operands != made.operands ||
          one->results != made.results || one->regions.size() != made.regions.size()) {
        return absl::UnimplementedError(
            one->kind == made.kind
                ? absl::StrCat(Name(made.kind), " has other operands for other sizes")
                : absl::StrCat("for other sizes it has ", Name(one->kind), " and not ",
                               Name(made.kind)));
      }
    }
    for (const ValueId result : made.results) {
      TW_RETURN_IF_ERROR(OpenType(result, made.kind));
    }
    if (made.kind == OpKind::kCase && known_.contains(made.operands[0])) {
      return TakeBranch(same);
    }
    NoteKnown(made);
    for (size_t r = 0; r < made.regions.size(); ++r) {
      Each<Region> regions;
      for (const Operation* const one : same) regions.push_back(&one->regions[r]);
      TW_ASSIGN_OR_RETURN(made.regions[r], OpenRegion(regions, made.kind));
    }
    if (made.kind == OpKind::kConstant) return OpenConstant(same);
    TW_ASSIGN_OR_RETURN(const bool is_open, OpenAttributes(same, &made));
    TW_RETURN_IF_ERROR(SizesToOperands(is_open, &made));
    now_.push_back(std::move(made));
    return absl::OkStatus();
  }

  // Remainders of numbers that are the same for all sizes.
  void NoteKnown(const Operation& made) {
    if (made.kind != OpKind::kRemainder) return;
    const auto a = known_.find(made.operands[0]), b = known_.find(made.operands[1]);
    if (a == known_.end() || b == known_.end() || b->second == 0) return;
    known_[made.results[0]] = a->second % b->second;
  }

  // A case whose branch is the same one for all sizes.
  absl::Status TakeBranch(const Each<Operation>& same) {
    const auto last = static_cast<int64_t>(same[0]->regions.size()) - 1;
    const int64_t index = known_.at(same[0]->operands[0]);
    const int64_t branch = index < 0 || index > last ? last : index;
    Each<Region> regions;
    for (const Operation* const one : same) regions.push_back(&one->regions[branch]);
    TW_ASSIGN_OR_RETURN(Region region, OpenRegion(regions, OpKind::kCase));
    std::move(region.operations.begin(), region.operations.end(),
              std::back_inserter(now_));
    for (size_t r = 0; r < region.results.size(); ++r) {
      Operation named =
          MadeOf(OpKind::kReshape, {region.results[r]}, same[0]->results[r]);
      TW_RETURN_IF_ERROR(SizesToOperands(/*is_open=*/false, &named));
      now_.push_back(std::move(named));
    }
    return absl::OkStatus();
  }

  // Attributes that are lists of sizes go into entries_, whether any is open.
  absl::StatusOr<bool> OpenAttributes(const Each<Operation>& same, Operation* made) {
    bool is_open = false;
    entries_.clear();
    for (const auto& [name, value] : made->attributes.values()) {
      const Dims* const first = std::get_if<Dims>(&value);
      for (const Operation* const one : same) {
        const auto& values = one->attributes.values();
        const auto other = values.find(name);
        const bool is_same =
            values.size() == made->attributes.values().size() && other != values.end() &&
            other->second.index() == value.index() &&
            (first != nullptr ? std::get<Dims>(other->second).size() == first->size()
                              : !std::holds_alternative<Literal>(value) &&
                                    SameValue(value, other->second));
        if (!is_same) return Differs(made->kind, absl::StrCat("another ", Name(name)));
      }
      if (first == nullptr) continue;
      Entries& entries = entries_[name];
      for (size_t i = 0; i < first->size(); ++i) {
        Dims numbers;
        for (const Operation* const one : same) {
          numbers.push_back(one->attributes.Ints(name)[i]);
        }
        TW_ASSIGN_OR_RETURN(
            const Size entry,
            Found(numbers, absl::StrCat(Name(made->kind), ": its ", Name(name))));
        entries.push_back(entry);
      }
      is_open |= !AreNumbers(entries);
    }
    return is_open;
  }

  // Attributes become operands behind those that are there.
  void AsOperands(OpKind kind, std::initializer_list<AttributeName> names,
                  Operation* made) {
    made->kind = kind;
    for (const AttributeName name : names) {
      made->operands.push_back(sizes_.Vector(entries_[name]));
      made->attributes.Erase(name);
    }
  }

  absl::Status SizesToOperands(bool is_open, Operation* made) {
    const auto shape = [&] { return made_.type(made->results[0]).shape; };
    const auto with_shape = [&](OpKind kind) {
      if (shape().is_static()) return;
      made->kind = kind;
      made->operands.push_back(sizes_.Vector(shape().sizes()));
    };
    switch (made->kind) {
      case OpKind::kIota:
        with_shape(OpKind::kDynamicIota);
        break;
      case OpKind::kBroadcastInDim:
        with_shape(OpKind::kDynamicBroadcastInDim);
        break;
      case OpKind::kReshape:
        with_shape(OpKind::kDynamicReshape);
        break;
      case OpKind::kCustomCall:
        ShapesToOperands(made);
        break;
      default:
        break;
    }
    if (!is_open) return absl::OkStatus();
    switch (made->kind) {
      case OpKind::kSlice:
        AsOperands(OpKind::kRealDynamicSlice, {kStartIndices, kLimitIndices, kStrides},
                   made);
        return absl::OkStatus();
      case OpKind::kPad:
        AsOperands(OpKind::kDynamicPad,
                   {kEdgePaddingLow, kEdgePaddingHigh, kInteriorPadding}, made);
        return absl::OkStatus();
      case OpKind::kGather:
        AsOperands(OpKind::kDynamicGather, {kSliceSizes}, made);
        return absl::OkStatus();
      case OpKind::kDynamicSlice:
        PlacesToVectors(made);
        return absl::OkStatus();
      case OpKind::kReduceWindow:
        WindowToOperands(made);
        return absl::OkStatus();
      case OpKind::kConvolution:
        return PaddingToOperand(made);
      case OpKind::kFft:
        LengthsToOperand(made);
        return absl::OkStatus();
      default:
        return Refused(*made);
    }
  }

  static absl::Status Refused(const Operation& made) {
    return absl::UnimplementedError(
        absl::StrCat(Name(made.kind), " has no form with open sizes"));
  }

  // A call knows nothing of sizes: behind its operands are its results' shapes.
  void ShapesToOperands(Operation* made) {
    const auto is_static = [&](ValueId result) {
      return made_.type(result).shape.is_static();
    };
    if (std::all_of(made->results.begin(), made->results.end(), is_static)) return;
    Dims indices, layouts = made->attributes.Ints(kOperandLayouts);
    const bool has_layouts = made->attributes.Has(kOperandLayouts);
    for (const ValueId result : made->results) {
      indices.push_back(static_cast<int64_t>(made->operands.size()));
      made->operands.push_back(sizes_.Vector(made_.type(result).shape.sizes()));
      layouts.push_back(0);
    }
    made->attributes.Set(kIndicesOfShapeOperands, std::move(indices));
    if (has_layouts) made->attributes.Set(kOperandLayouts, std::move(layouts));
  }

  // Pairs of a list of them, for each dimension.
  ValueId Pairs(AttributeName name) {
    const Entries& list = entries_[name];
    return Append(OpKind::kReshape, {sizes_.Vector(list)},
                  {ElementType::kI64, {static_cast<int64_t>(list.size()) / 2, 2}}, {});
  }

  absl::Status PaddingToOperand(Operation* made) {
    for (const auto& [name, entries] : entries_) {
      if (name != kPadding && !AreNumbers(entries)) return Refused(*made);
    }
    made->kind = OpKind::kDynamicConv;
    made->operands.push_back(Pairs(kPadding));
    made->attributes.Erase(kPadding);
    return absl::OkStatus();
  }

  // The front end's call for transforms whose lengths are operands.
  void LengthsToOperand(Operation* made) {
    std::string kind = made->attributes.Text(kFftType);
    made->operands.push_back(sizes_.Vector(entries_[kFftLength]));
    made->kind = OpKind::kCustomCall;
    made->attributes = {};
    made->attributes.Set(kCallTargetName, std::string("tilewright.dynamic_fft"));
    made->attributes.Set(kBackendConfig, Config{{"", std::move(kind)}});
  }

  // Exporters' call for windows whose sizes are operands.
  void WindowToOperands(Operation* made) {
    AsOperands(OpKind::kCustomCall,
               {kWindowDimensions, kWindowStrides, kBaseDilations, kWindowDilations},
               made);
    made->operands.push_back(Pairs(kPadding));
    made->attributes = {};
    made->attributes.Set(kCallTargetName, std::string("stablehlo.dynamic_reduce_window"));
  }

  // A block that begins where data says.
  void PlacesToVectors(Operation* made) {
    const Entries& lengths = entries_[kSliceSizes];
    const ElementType element = made_.type(made->operands[1]).element;
    const TensorType type = {element, {static_cast<int64_t>(lengths.size())}};
    const auto as_places = [&](ValueId vector) {
      return element == ElementType::kI64 ? vector
                                          : Append(OpKind::kConvert, {vector}, type, {});
    };
    std::vector<ValueId> parts;
    for (size_t i = 1; i < made->operands.size(); ++i) {
      parts.push_back(Append(OpKind::kReshape, {made->operands[i]}, {element, {1}}, {}));
    }
    Attributes along;
    along.Set(kDimension, int64_t{0});
    const ValueId starts =
        Append(OpKind::kConcatenate, std::move(parts), type, std::move(along));
    const ValueId sizes = as_places(sizes_.Vector(lengths));
    const ValueId limits = Append(OpKind::kAdd, {starts, sizes}, type, {});
    const ValueId ones = as_places(sizes_.Vector(Dims(lengths.size(), 1)));
    made->kind = OpKind::kRealDynamicSlice;
    made->operands = {made->operands[0], starts, limits, ones};
    made->attributes.Erase(kSliceSizes);
  }

  ValueId Append(OpKind kind, std::vector<ValueId> operands, TensorType type,
                 Attributes attributes) {
    const ValueId result = made_.AddValue(std::move(type));
    now_.push_back(MadeOf(kind, std::move(operands), result, std::move(attributes)));
    return result;
  }

  absl::Status OpenConstant(const Each<Operation>& same) {
    const ValueId result = same[0]->results[0];
    const TensorType type = made_.type(result);
    const Literal& first = same[0]->attributes.Constant(kValue);
    bool is_one = type.shape.is_static();
    std::vector<Literal> elements;
    for (const Operation* const one : same) {
      const Literal& literal = one->attributes.Constant(kValue);
      is_one = is_one && literal.bytes() == first.bytes();
      const std::optional<Literal> element = UniformElement(literal);
      if (element) elements.push_back(*element);
    }
    if (is_one) {
      if (type.rank() == 0 && IsInteger(type.element)) {
        known_[result] = first.IntegerAt(0);
      }
      now_.push_back(*same[0]);
      return absl::OkStatus();
    }
    if (elements.size() < same.size()) return OpenVector(same, type);
    TW_ASSIGN_OR_RETURN(const ValueId scalar, Element(elements));
    Attributes along;
    std::vector<ValueId> operands = {scalar};
    OpKind kind = OpKind::kReshape;
    if (type.rank() > 0) {
      along.Set(kBroadcastDimensions, Dims{});
      kind = OpKind::kBroadcastInDim;
    }
    Operation made = MadeOf(kind, std::move(operands), result, std::move(along));
    TW_RETURN_IF_ERROR(SizesToOperands(/*is_open=*/false, &made));
    now_.push_back(std::move(made));
    return absl::OkStatus();
  }

  absl::StatusOr<ValueId> Element(const std::vector<Literal>& elements) {
    const bool is_one = std::all_of(
        elements.begin(), elements.end(),
        [&](const Literal& one) { return one.bytes() == elements[0].bytes(); });
    if (is_one) {
      Attributes attributes;
      attributes.Set(kValue, elements[0]);
      return Append(OpKind::kConstant, {}, elements[0].type(), std::move(attributes));
    }
    const std::optional<ValueId> scalar =
        OpenScalar(elements, &fit_, &sizes_,
                   [this](OpKind kind, std::vector<ValueId> operands, TensorType type,
                          Attributes attributes) {
                     return Append(kind, std::move(operands), std::move(type),
                                   std::move(attributes));
                   });
    if (scalar) return *scalar;
    return absl::UnimplementedError(
        absl::StrCat("a constant of ", ToString(elements[0].type()),
                     " depends on sizes, and is none of them"));
  }

  // A few integers, each of which is a size.
  absl::Status OpenVector(const Each<Operation>& same, const TensorType& type) {
    constexpr int64_t kFew = 64;
    if (type.rank() != 1 || !type.shape.is_static() || type.num_elements() > kFew ||
        !IsInteger(type.element)) {
      return absl::UnimplementedError(
          absl::StrCat("a constant of ", ToString(type), " depends on sizes"));
    }
    Entries entries;
    for (int64_t i = 0; i < type.num_elements(); ++i) {
      Dims numbers;
      for (const Operation* const one : same) {
        numbers.push_back(one->attributes.Constant(kValue).IntegerAt(i));
      }
      TW_ASSIGN_OR_RETURN(const Size entry, Found(numbers, "an element of a constant"));
      entries.push_back(entry);
    }
    now_.push_back(
        MadeOf(OpKind::kConvert, {sizes_.Vector(entries)}, same[0]->results[0]));
    return absl::OkStatus();
  }

  const absl::Span<const Program> programs_;
  SizeFit& fit_;
  size_t& operation_;  // of the body, that is at hand
  Program made_;
  std::vector<Operation> before_;  // what computes sizes
  std::vector<Operation> now_;     // of the region at hand
  SizeValues sizes_;
  std::map<AttributeName, Entries> entries_;     // of the operation at hand
  absl::flat_hash_map<ValueId, int64_t> known_;  // integers that depend on no size
};

}  // namespace

absl::StatusOr<Program> OpenProgram(absl::Span<const Program> programs,
                                    const std::vector<OpenInput>& inputs, SizeFit* fit,
                                    size_t* operation) {
  for (const Program& program : programs) {
    if (program.body.arguments != programs[0].body.arguments ||
        program.body.arguments.size() != inputs.size()) {
      return absl::UnimplementedError("for other sizes it is another program");
    }
  }
  return Opener(programs, fit, operation).Open(inputs);
}

}  // namespace tilewright::ir
