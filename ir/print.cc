#include "ir/print.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "ir/print_attributes.h"
#include "ir/size/text.h"

namespace tilewright::ir {
namespace {

// Writes one program, giving values names in the order in which it meets them.
// Names are unique across the program, so that regions may use what is outside.
class Printer {
 public:
  Printer(const Program& program, bool by_hash)
      : program_(program),
        by_hash_(by_hash),
        names_(program.values.size()),
        sizes_(&program.symbols) {}

  std::string Whole() {
    absl::StrAppend(&text_, "module @main attributes {mhlo.num_partitions = ",
                    program_.num_partitions,
                    " : i32, mhlo.num_replicas = ", program_.num_replicas, " : i32} {\n");
    NameArguments(program_.body.arguments);
    absl::StrAppend(&text_, "  func.func public @main(", EntryArguments(), ") -> ",
                    TypeList(program_.body.results, /*always_parentheses=*/true), " {\n");
    Operations(program_.body.operations, 4);
    Yield("func.return", program_.body.results, 4);
    absl::StrAppend(&text_, "  }\n");
    // Computations may in turn call others: the list grows while it is walked.
    for (size_t i = 0; i < computations_.size(); ++i) Computation(i);
    absl::StrAppend(&text_, "}\n");
    if (!sizes_.order().empty()) absl::StrAppend(&text_, "sizes ", sizes_.Facts(), "\n");
    return std::move(text_);
  }

  // Operands keep their own numbers: there is no whole to renumber in.
  std::string Single(const Operation& operation) {
    inline_computations_ = true;
    for (ValueId operand : operation.operands) NameOnce(operand);
    One(operation, 0);
    return std::move(text_);
  }

 private:
  // A value is an argument, or result `index` of a group of `size`.
  struct ValueName {
    int64_t number = -1;
    int32_t index = 0;
    bool argument = false;
    bool grouped = false;
  };

  bool Known(ValueId value) const {
    return value >= 0 && static_cast<size_t>(value) < names_.size() &&
           names_[value].number >= 0;
  }

  void NameOnce(ValueId value) {
    if (value >= 0 && static_cast<size_t>(value) < names_.size() && !Known(value)) {
      names_[value] = {.number = value};
      next_result_ = std::max<int64_t>(next_result_, value + 1);
    }
  }

  void NameArguments(const std::vector<ValueId>& arguments) {
    for (ValueId value : arguments) {
      names_[value] = {.number = next_argument_++, .argument = true};
    }
  }

  std::string Use(ValueId value) const {
    if (!Known(value)) return absl::StrCat("%undefined", value);
    const ValueName& name = names_[value];
    if (name.argument) return absl::StrCat("%arg", name.number);
    if (name.grouped) return absl::StrCat("%", name.number, "#", name.index);
    return absl::StrCat("%", name.number);
  }

  std::string UseList(const std::vector<ValueId>& values) const {
    return absl::StrJoin(values, ", ", [this](std::string* out, ValueId value) {
      absl::StrAppend(out, Use(value));
    });
  }

  // By hash, sizes are those of symbols that are numbered as they are met.
  std::string TypeText(ValueId value) {
    const TensorType& type = program_.type(value);
    if (type.shape.is_static() || !by_hash_) return ToString(type);
    return ToString(type, [this](const Size& size) {
      return absl::StrCat("(", sizes_.Text(size), ")");
    });
  }

  std::string TypeList(const std::vector<ValueId>& values, bool always_parentheses) {
    const std::string list =
        absl::StrJoin(values, ", ", [this](std::string* out, ValueId value) {
          absl::StrAppend(out, TypeText(value));
        });
    if (values.size() == 1 && !always_parentheses) return list;
    return absl::StrCat("(", list, ")");
  }

  std::string EntryArguments() {
    std::vector<std::string> parts;
    for (size_t i = 0; i < program_.body.arguments.size(); ++i) {
      const ValueId value = program_.body.arguments[i];
      std::string part = absl::StrCat(Use(value), ": ", TypeText(value));
      for (const Donation& donation : program_.donations) {
        if (donation.argument != static_cast<int>(i)) continue;
        absl::StrAppend(&part, " {tf.aliasing_output = ", donation.result, " : i32}");
        break;
      }
      parts.push_back(std::move(part));
    }
    return absl::StrJoin(parts, ", ");
  }

  std::string TypedArguments(const std::vector<ValueId>& arguments) {
    return absl::StrJoin(arguments, ", ", [this](std::string* out, ValueId value) {
      absl::StrAppend(out, Use(value), ": ", TypeText(value));
    });
  }

  void Indent(int spaces) { text_.append(spaces, ' '); }

  void Operations(const std::vector<Operation>& operations, int indent) {
    for (const Operation& operation : operations) {
      Indent(indent);
      One(operation, indent);
      text_.push_back('\n');
    }
  }

  void Yield(absl::string_view verb, const std::vector<ValueId>& results, int indent) {
    Indent(indent);
    absl::StrAppend(&text_, "\"", verb, "\"(", UseList(results),
                    ") : ", TypeList(results, /*always_parentheses=*/true), " -> ()\n");
  }

  void RegionText(const Region& region, int indent) {
    absl::StrAppend(&text_, "{\n");
    if (!region.arguments.empty()) {
      NameArguments(region.arguments);
      Indent(indent);
      absl::StrAppend(&text_, "^bb0(", TypedArguments(region.arguments), "):\n");
    }
    Operations(region.operations, indent + 2);
    Yield("stablehlo.return", region.results, indent + 2);
    Indent(indent);
    text_.push_back('}');
  }

  void One(const Operation& operation, int indent) {
    // Named after the regions are written: a region cannot use the results.
    const std::string operands = UseList(operation.operands);
    const int64_t number = next_result_++;
    if (operation.results.size() == 1) {
      absl::StrAppend(&text_, "%", number, " = ");
    } else if (!operation.results.empty()) {
      absl::StrAppend(&text_, "%", number, ":", operation.results.size(), " = ");
    }
    absl::StrAppend(&text_, "\"", Name(operation.kind), "\"(", operands, ")");
    std::string attributes = AttributesText(program_, operation, by_hash_);
    const bool calls = operation.kind == OpKind::kCustomCall &&
                       !operation.regions.empty() && !inline_computations_;
    if (calls) {
      absl::StrAppend(&attributes, attributes.empty() ? "" : ", ",
                      CalledComputations(operation));
    }
    if (!attributes.empty()) absl::StrAppend(&text_, " <{", attributes, "}>");
    if (!operation.regions.empty() && !calls) {
      absl::StrAppend(&text_, " (");
      for (size_t i = 0; i < operation.regions.size(); ++i) {
        if (i > 0) absl::StrAppend(&text_, ", ");
        RegionText(operation.regions[i], indent);
      }
      text_.push_back(')');
    }
    absl::StrAppend(&text_, " : ",
                    TypeList(operation.operands, /*always_parentheses=*/true), " -> ",
                    TypeList(operation.results, /*always_parentheses=*/false));
    for (size_t i = 0; i < operation.results.size(); ++i) {
      names_[operation.results[i]] = {.number = number,
                                      .index = static_cast<int32_t>(i),
                                      .grouped = operation.results.size() > 1};
    }
  }

  // The computations of a custom call stand as functions after the entry.
  std::string CalledComputations(const Operation& operation) {
    std::vector<std::string> names;
    for (const Region& region : operation.regions) {
      names.push_back(absl::StrCat("@computation", computations_.size()));
      computations_.push_back(&region);
    }
    return absl::StrCat("called_computations = [", absl::StrJoin(names, ", "), "]");
  }

  void Computation(size_t index) {
    const Region& region = *computations_[index];
    NameArguments(region.arguments);
    absl::StrAppend(&text_, "  func.func private @computation", index, "(",
                    TypedArguments(region.arguments), ") -> ",
                    TypeList(region.results, /*always_parentheses=*/true), " {\n");
    Operations(region.operations, 4);
    Yield("func.return", region.results, 4);
    absl::StrAppend(&text_, "  }\n");
  }

  const Program& program_;
  const bool by_hash_;
  bool inline_computations_ = false;
  std::vector<ValueName> names_;
  SizePrinter sizes_;
  std::vector<const Region*> computations_;
  int64_t next_argument_ = 0;
  int64_t next_result_ = 0;
  std::string text_;
};

}  // namespace

std::string Print(const Program& program) {
  return Printer(program, /*by_hash=*/false).Whole();
}

std::string CanonicalText(const Program& program) {
  return Printer(program, /*by_hash=*/true).Whole();
}

std::string PrintOperation(const Program& program, const Operation& operation) {
  return Printer(program, /*by_hash=*/true).Single(operation);
}

}  // namespace tilewright::ir
