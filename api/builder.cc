#include "tilewright/builder.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "api/convert.h"
#include "support/status_macros.h"

namespace tilewright {
namespace {

std::string NameOf(int number) { return absl::StrCat("%v", number); }

}  // namespace

ProgramBuilder::Value ProgramBuilder::AddValue(TensorType type) {
  types_.push_back(std::move(type));
  return {static_cast<int>(types_.size()) - 1};
}

ProgramBuilder::Value ProgramBuilder::Input(TensorType type) {
  Value value = AddValue(std::move(type));
  inputs_.push_back(value.number);
  return value;
}

ProgramBuilder::Value ProgramBuilder::Constant(TensorType type,
                                               absl::Span<const uint8_t> bytes) {
  if (static_cast<int64_t>(bytes.size()) != type.byte_size() && problem_.empty()) {
    problem_ = absl::StrCat("constant of ", type.ToString(), ": takes ", type.byte_size(),
                            " bytes, was given ", bytes.size());
  }
  absl::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  std::string elements =
      bytes.empty() ? "" : absl::StrCat("\"0x", absl::BytesToHexString(text), "\"");
  std::string value = absl::StrCat("value = dense<", elements, "> : ", type.ToString());
  return Append("stablehlo.constant", {}, std::move(type), value);
}

ProgramBuilder::Value ProgramBuilder::Elementwise(std::string_view name,
                                                  const std::vector<Value>& operands) {
  if (operands.empty()) {
    if (problem_.empty()) {
      problem_ =
          absl::StrCat(api::Inside(name), ": an elementwise operation has operands");
    }
    return AddValue({});
  }
  return Append(name, operands, type(operands[0]));
}

ProgramBuilder::Value ProgramBuilder::Append(std::string_view name,
                                             const std::vector<Value>& operands,
                                             TensorType result,
                                             std::string_view attributes,
                                             std::string_view regions) {
  AppendCall(name, operands, NameOf(static_cast<int>(types_.size())), result.ToString(),
             attributes, regions);
  return AddValue(std::move(result));
}

void ProgramBuilder::AppendCall(std::string_view name, const std::vector<Value>& operands,
                                std::string_view result_names,
                                std::string_view result_types,
                                std::string_view attributes, std::string_view regions) {
  std::string names, types;
  for (Value operand : operands) {
    if (operand.number < 0 || operand.number >= static_cast<int>(types_.size())) {
      if (problem_.empty()) {
        problem_ =
            absl::StrCat(api::Inside(name), ": an operand is no value of this builder");
      }
      continue;
    }
    const char* comma = names.empty() ? "" : ", ";
    absl::StrAppend(&names, comma, NameOf(operand.number));
    absl::StrAppend(&types, comma, type(operand).ToString());
  }
  absl::StrAppend(&body_, "  ", api::Inside(result_names), " = \"", api::Inside(name),
                  "\"(", names, ")");
  if (!attributes.empty()) absl::StrAppend(&body_, " <{", api::Inside(attributes), "}>");
  if (!regions.empty()) absl::StrAppend(&body_, " (", api::Inside(regions), ")");
  absl::StrAppend(&body_, " : (", types, ") -> (", api::Inside(result_types), ")\n");
}

std::vector<ProgramBuilder::Value> ProgramBuilder::CallKernel(
    const Kernel& kernel, const std::vector<Value>& operands) {
  std::string names, types;
  int next = static_cast<int>(types_.size());
  for (const TensorType& type : kernel.outputs()) {
    const char* comma = names.empty() ? "" : ", ";
    absl::StrAppend(&names, comma, NameOf(next++));
    absl::StrAppend(&types, comma, type.ToString());
  }
  std::string attributes =
      absl::StrCat("call_target_name = \"tilewright_kernel\", backend_config = \"",
                   absl::CEscape(kernel.name()), "\"");
  AppendCall("stablehlo.custom_call", operands, names, types, attributes, "");
  std::vector<Value> results;
  for (const TensorType& type : kernel.outputs()) results.push_back(AddValue(type));
  for (const Kernel& known : kernels_) {
    if (known.name() == kernel.name() && known.Text() != kernel.Text() &&
        problem_.empty()) {
      problem_ = absl::StrCat("two kernels are called '", kernel.name(), "'");
    }
  }
  kernels_.push_back(kernel);
  return results;
}

const TensorType& ProgramBuilder::type(Value value) const {
  static const TensorType kNone{ElementType::kToken, {}};
  bool known = value.number >= 0 && value.number < static_cast<int>(types_.size());
  return known ? types_[value.number] : kNone;
}

std::string ProgramBuilder::Text(const std::vector<Value>& results) const {
  std::string arguments, names, types;
  for (int input : inputs_) {
    absl::StrAppend(&arguments, arguments.empty() ? "" : ", ", NameOf(input), ": ",
                    types_[input].ToString());
  }
  for (Value result : results) {
    const char* comma = names.empty() ? "" : ", ";
    absl::StrAppend(&names, comma, NameOf(result.number));
    absl::StrAppend(&types, comma, type(result).ToString());
  }
  return absl::StrCat("func.func @main(", arguments, ") -> (", types, ") {\n", body_,
                      "  return ", names, results.empty() ? "" : " : ", types, "\n}\n");
}

absl::StatusOr<Program> ProgramBuilder::Build(const std::vector<Value>& results) const {
  if (!problem_.empty()) return absl::InvalidArgumentError(problem_);
  for (Value result : results) {
    if (result.number < 0 || result.number >= static_cast<int>(types_.size())) {
      return absl::InvalidArgumentError("a result is no value of this builder");
    }
  }
  ParseOptions options;
  options.file_name = "<built>";
  TW_ASSIGN_OR_RETURN(const Program program, Program::Parse(Text(results), options));
  return kernels_.empty() ? program : BindKernels(program, kernels_);
}

}  // namespace tilewright
