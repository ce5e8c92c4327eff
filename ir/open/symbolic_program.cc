#include "ir/open/symbolic_program.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "ir/from_result.h"
#include "ir/open/open_constant.h"
#include "ir/open/same_operations.h"
#include "ir/open/size_fit.h"
#include "ir/open/size_values.h"
#include "support/status_macros.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;

template <typename T>
using Each = std::vector<const T*>;  // one of each program

absl::Status Differs(OpKind kind, absl::string_view what) {
  return absl::UnimplementedError(
      absl::StrCat(Name(kind), " has ", what, " for other sizes"));
}

// The dimension along which, and the direction in which, windows are running ones.
std::optional<Attributes> AsRunning(const Program& program, const Operation& operation) {
  const Dims& dims = program.type(operation.results[0]).dims();
  for (int64_t d = 0; d < static_cast<int64_t>(dims.size()); ++d) {
    for (const bool is_reverse : {false, true}) {
      if (!SameAttributes(RunningWindows(dims, d, is_reverse), operation.attributes)) {
        continue;
      }
      Attributes running;
      running.Set(kDimension, d);
      running.Set(kIsReverse, is_reverse);
      return running;
    }
  }
  return std::nullopt;
}

}  // namespace

class SymbolicProgram::Maker {
 public:
  explicit Maker(absl::Span<const Program> programs)
      : programs_(programs), made_(programs[0]) {}

  absl::StatusOr<SymbolicProgram> Make() {
    for (const Program& program : programs_) {
      if (program.values.size() != made_.values.size() ||
          !SameEnds(program.body, made_.body) ||
          program.donations.size() != made_.donations.size()) {
        return absl::UnimplementedError("for other sizes it is another program");
      }
    }
    TW_RETURN_IF_ERROR(TypeValues());
    SymbolicProgram symbolic;
    symbolic.values_ = made_.values.size();
    symbolic.inputs_ = made_.body.arguments.size();
    Each<Region> bodies;
    for (const Program& program : programs_) bodies.push_back(&program.body);
    TW_ASSIGN_OR_RETURN(made_.body.operations, Operations(bodies, /*is_body=*/true));
    NumberOperations(&made_);
    symbolic.program_ = std::move(made_);
    symbolic.numbers_ = std::move(numbers_);
    symbolic.constants_ = std::move(constants_);
    for (const Program& program : programs_) {
      if (symbolic.Match(program)) continue;
      return absl::UnimplementedError("its sizes do not follow from few of them");
    }
    return symbolic;
  }

 private:
  // What several programs have there; empty where that is one number.
  static Dims Varying(Dims numbers) {
    const bool is_one = std::adjacent_find(numbers.begin(), numbers.end(),
                                           std::not_equal_to<>()) == numbers.end();
    return is_one ? Dims() : numbers;
  }
  Dims SizesAt(ValueId value, int dimension) const {
    Dims numbers;
    for (const Program& program : programs_) {
      numbers.push_back(program.type(value).dims()[dimension]);
    }
    return numbers;
  }

  absl::Status TypeValues() {
    std::vector<Dims> open;
    for (size_t v = 0; v < made_.values.size(); ++v) {
      for (const Program& program : programs_) {
        if (program.values[v].element == made_.values[v].element &&
            program.values[v].rank() == made_.values[v].rank()) {
          continue;
        }
        return absl::UnimplementedError("for other sizes it has values of other types");
      }
      for (int d = 0; d < made_.values[v].rank(); ++d) {
        Dims numbers = Varying(SizesAt(static_cast<ValueId>(v), d));
        if (!numbers.empty()) open.push_back(std::move(numbers));
      }
    }
    TW_ASSIGN_OR_RETURN(SizeFit fit, FindSymbols(std::move(open)));
    for (size_t v = 0; v < made_.values.size(); ++v) {
      Shape shape;
      for (int d = 0; d < programs_[0].values[v].rank(); ++d) {
        const Dims numbers = SizesAt(static_cast<ValueId>(v), d);
        shape.Append(*fit.Find(numbers));
      }
      made_.values[v].shape = shape;
    }
    return absl::OkStatus();
  }

  // Small ones first: what is large is more likely to be made of others.
  absl::StatusOr<SizeFit> FindSymbols(std::vector<Dims> open) {
    std::sort(open.begin(), open.end());
    open.erase(std::unique(open.begin(), open.end()), open.end());
    std::vector<Dims> points(programs_.size());
    auto fit = std::make_unique<SizeFit>(&made_.symbols, points);
    for (const Dims& numbers : open) {
      if (fit->Find(numbers)) continue;
      if (made_.symbols.count() == kMostSymbols) {
        return absl::UnimplementedError("too many of its sizes follow from no other");
      }
      made_.symbols.Add(absl::StrCat("s", made_.symbols.count()),
                        {.at_least = kLeastSize});
      for (size_t p = 0; p < points.size(); ++p) points[p].push_back(numbers[p]);
      fit = std::make_unique<SizeFit>(&made_.symbols, points);
    }
    return std::move(*fit);
  }

  absl::StatusOr<std::vector<Operation>> Operations(const Each<Region>& regions,
                                                    bool is_body) {
    std::vector<Operation> made;
    for (size_t i = 0; i < regions[0]->operations.size(); ++i) {
      Each<Operation> same;
      for (const Region* const region : regions) {
        if (i >= region->operations.size()) {
          return absl::UnimplementedError("other operations follow for other sizes");
        }
        same.push_back(&region->operations[i]);
      }
      TW_RETURN_IF_ERROR(Append(same, is_body, &made));
    }
    return made;
  }

  absl::Status Append(const Each<Operation>& same, bool is_body,
                      std::vector<Operation>* made) {
    Operation operation = *same[0];
    for (const Operation* const one : same) {
      if (one->kind != operation.kind || one->operands != operation.operands ||
          one->results != operation.results ||
          one->regions.size() != operation.regions.size()) {
        return Differs(operation.kind, "another place");
      }
    }
    for (size_t r = 0; r < operation.regions.size(); ++r) {
      Each<Region> regions;
      for (const Operation* const one : same) {
        if (!SameEnds(one->regions[r], operation.regions[r])) {
          return Differs(operation.kind, "another region");
        }
        regions.push_back(&one->regions[r]);
      }
      TW_ASSIGN_OR_RETURN(operation.regions[r].operations,
                          Operations(regions, /*is_body=*/false));
    }
    TW_RETURN_IF_ERROR(OpenAttributes(same, is_body, &operation, made));
    made->push_back(std::move(operation));
    return absl::OkStatus();
  }

  absl::Status OpenAttributes(const Each<Operation>& same, bool is_body,
                              Operation* operation, std::vector<Operation>* made) {
    const bool is_same = std::all_of(same.begin(), same.end(), [&](const Operation* one) {
      return SameAttributes(one->attributes, operation->attributes);
    });
    if (is_same) return absl::OkStatus();
    switch (operation->kind) {
      case OpKind::kConstant:
        return OpenConstant(same, is_body, operation, made);
      case OpKind::kSlice:
        return OpenSlice(same, is_body, operation, made);
      case OpKind::kPad:
        return OpenList(same, kEdgePaddingHigh, operation);
      case OpKind::kGather:
      case OpKind::kDynamicSlice:
        return OpenList(same, kSliceSizes, operation);
      case OpKind::kReduceWindow: {
        std::optional<Attributes> running = AsRunning(programs_[0], *same[0]);
        if (!running) break;
        operation->attributes = *std::move(running);
        return absl::OkStatus();
      }
      default:
        break;
    }
    return Differs(operation->kind, "other attributes");
  }

  // Entries of the list that differ follow from the result; all else is the same.
  static absl::Status OpenList(const Each<Operation>& same, AttributeName name,
                               Operation* operation) {
    Dims list = operation->attributes.Ints(name);
    for (const Operation* const one : same) {
      const Dims& other = one->attributes.Ints(name);
      if (other.size() != list.size()) return Differs(one->kind, "other attributes");
      for (size_t d = 0; d < list.size(); ++d) {
        if (other[d] != same[0]->attributes.Ints(name)[d]) list[d] = kFromResult;
      }
      Attributes rest = one->attributes;
      rest.Set(name, operation->attributes.Ints(name));
      if (!SameAttributes(rest, operation->attributes)) {
        return Differs(one->kind, absl::StrCat("more than another ", Name(name)));
      }
    }
    operation->attributes.Set(name, std::move(list));
    return absl::OkStatus();
  }

  // Where it begins at other places, these are numbers.
  absl::Status OpenSlice(const Each<Operation>& same, bool is_body, Operation* operation,
                         std::vector<Operation>* made) {
    const Dims starts = operation->attributes.Ints(kStartIndices);
    std::vector<bool> moves(starts.size(), false);
    for (const Operation* const one : same) {
      for (size_t d = 0; d < starts.size(); ++d) {
        moves[d] = moves[d] || one->attributes.Ints(kStartIndices)[d] != starts[d];
      }
    }
    if (std::find(moves.begin(), moves.end(), true) == moves.end()) {
      return OpenList(same, kLimitIndices, operation);
    }
    for (const Operation* const one : same) {
      const Dims& strides = one->attributes.Ints(kStrides);
      const bool plain = std::all_of(strides.begin(), strides.end(),
                                     [](int64_t stride) { return stride == 1; });
      if (!plain || !is_body) return Differs(one->kind, "another beginning");
    }
    const Shape shape = made_.type(operation->results[0]).shape;
    Dims sizes;
    for (size_t d = 0; d < starts.size(); ++d) {
      const Size size = shape[d];
      sizes.push_back(size.is_number() ? size.number() : kFromResult);
      const TensorType index = {ElementType::kI64, {}};
      if (moves[d]) {
        operation->operands.push_back(
            AddNumber(index, operation->results[0], static_cast<int>(d)));
        continue;
      }
      operation->operands.push_back(AddConstant(IntegerSplat(index, starts[d]), made));
    }
    operation->kind = OpKind::kDynamicSlice;
    operation->attributes = {};
    operation->attributes.Set(kSliceSizes, std::move(sizes));
    return absl::OkStatus();
  }

  // No constant has an open type: it is a scalar, or a number, for all elements.
  absl::Status OpenConstant(const Each<Operation>& same, bool is_body,
                            Operation* operation, std::vector<Operation>* made) {
    const TensorType type = made_.type(operation->results[0]);
    std::vector<Literal> elements;
    for (const Operation* const one : same) {
      const auto element = UniformElement(one->attributes.Constant(kValue));
      if (!element) return Differs(OpKind::kConstant, "other elements");
      elements.push_back(*element);
    }
    const bool is_one = std::all_of(
        elements.begin(), elements.end(),
        [&](const Literal& element) { return element.bytes() == elements[0].bytes(); });
    if (!is_one && !is_body) return Differs(OpKind::kConstant, "another value");
    operation->operands = {
        is_one ? AddConstant(elements[0], made)
               : AddNumber({type.element, {}}, operation->results[0], /*dimension=*/-1)};
    operation->attributes = {};
    operation->kind = OpKind::kReshape;
    if (type.rank() > 0) {
      operation->kind = OpKind::kBroadcastInDim;
      operation->attributes.Set(kBroadcastDimensions, Dims{});
    }
    return absl::OkStatus();
  }

  ValueId AddNumber(TensorType type, ValueId of, int dimension) {
    const ValueId number = made_.AddValue(std::move(type));
    made_.body.arguments.push_back(number);
    numbers_.push_back({of, dimension});
    return number;
  }

  ValueId AddConstant(const Literal& scalar, std::vector<Operation>* made) {
    const ValueId value = made_.AddValue(scalar.type());
    Attributes attributes;
    attributes.Set(kValue, scalar);
    made->push_back(MadeOf(OpKind::kConstant, {}, value, std::move(attributes)));
    constants_.emplace(value, scalar);
    return value;
  }

  static constexpr int kMostSymbols = 8;

  const absl::Span<const Program> programs_;
  Program made_;
  std::vector<Number> numbers_;
  absl::flat_hash_map<ValueId, Literal> constants_;
};

absl::StatusOr<SymbolicProgram> SymbolicProgram::Of(absl::Span<const Program> programs) {
  return Maker(programs).Make();
}

}  // namespace tilewright::ir
