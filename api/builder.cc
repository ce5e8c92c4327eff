#include "tilewright/builder.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "api/convert.h"
#include "api/kernel_impl.h"
#include "api/program_impl.h"
#include "codegen/facts/kernel_calls.h"
#include "frontend/stablehlo/parse.h"
#include "ir/check/checked_builder.h"
#include "ir/print.h"
#include "support/status_macros.h"

namespace tilewright {
namespace {

using Value = ProgramBuilder::Value;
using ir::AttributeName;
using ir::OpKind;
using ir::ValueId;

std::vector<ValueId> Ids(const std::vector<Value>& values) {
  std::vector<ValueId> ids;
  ids.reserve(values.size());
  for (Value value : values) ids.push_back(value.number);
  return ids;
}

std::vector<Value> Values(const std::vector<ValueId>& ids) {
  std::vector<Value> values;
  values.reserve(ids.size());
  for (ValueId id : ids) values.push_back({id});
  return values;
}

std::vector<ir::TensorType> Inside(const std::vector<TensorType>& types) {
  std::vector<ir::TensorType> inside;
  inside.reserve(types.size());
  for (const TensorType& type : types) inside.push_back(api::Inside(type));
  return inside;
}

ir::AttributeValue Inside(AttributeName name, const ProgramBuilder::Attribute& value) {
  const std::string* const text = std::get_if<std::string>(&value);
  if (name == AttributeName::kBackendConfig && text != nullptr) {
    return ir::Config{{"", *text}};
  }
  return std::visit([](const auto& v) -> ir::AttributeValue { return v; }, value);
}

}  // namespace

// Inside a class that is exported, and not exported itself.
struct __attribute__((visibility("hidden"))) ProgramBuilder::Impl {
  ir::Location At(const Where& where);
  std::string Signature(std::string_view name, const std::vector<Value>& operands) const;
  // Whether the operation is in ir as it is; what the front end rewrites is left to it.
  bool IsDirect(OpKind kind, const std::vector<Value>& operands) const;
  absl::StatusOr<std::vector<ValueId>> Append(const Operation& operation,
                                              ir::Location location);
  absl::StatusOr<ir::Attributes> AttributesOf(const Operation& operation) const;
  // How many values a mistake gives: as many as the operation would have, or more.
  size_t MostResults(const Operation& operation) const;
  absl::StatusOr<ValueId> AppendText(std::string_view name,
                                     const std::vector<Value>& operands,
                                     const TensorType& result,
                                     std::string_view attributes,
                                     std::string_view regions, ir::Location location);
  absl::StatusOr<std::vector<ValueId>> AppendCall(const Kernel& kernel,
                                                  const std::vector<Value>& operands,
                                                  ir::Location location);
  absl::StatusOr<ir::Program> Finished(const std::vector<Value>& results) const;
  // The mistake of a call that does not say its place itself.
  absl::Status At(ir::Location location, const absl::Status& status) {
    return ir::ErrorAt(builder.files(), location, status);
  }

  template <typename T>
  std::optional<T> Kept(absl::StatusOr<T> result) {
    if (result.ok()) return *std::move(result);
    status.Update(result.status());
    return std::nullopt;
  }

  ir::CheckedBuilder builder;
  absl::Status status;
  std::map<std::string, std::shared_ptr<const tile::Kernel>> kernels;  // by called name
  int inputs = 0;
  std::vector<ir::Donation> donations;
  const char* file_name = nullptr;
  ir::FileId file = 0;
};

ir::Location ProgramBuilder::Impl::At(const Where& where) {
  if (where.file_name() != file_name) {
    file_name = where.file_name();
    file = builder.File(file_name);
  }
  return {static_cast<int32_t>(where.line()), static_cast<int32_t>(where.column()), file};
}

std::string ProgramBuilder::Impl::Signature(std::string_view name,
                                            const std::vector<Value>& operands) const {
  const std::string types =
      absl::StrJoin(operands, ", ", [this](std::string* out, Value operand) {
        const bool known = builder.IsValue(operand.number);
        absl::StrAppend(out, known ? ir::ToString(builder.type(operand.number)) : "?");
      });
  return absl::StrCat(api::Inside(name), "(", types, ")");
}

bool ProgramBuilder::Impl::IsDirect(OpKind kind,
                                    const std::vector<Value>& operands) const {
  switch (kind) {
    case OpKind::kDotGeneral:
    case OpKind::kConvolution:
      return false;  // operands of different types
    case OpKind::kSelect:
    case OpKind::kClamp: {
      const auto is_scalar = [this](Value operand) {
        return builder.IsValue(operand.number) &&
               builder.type(operand.number).rank() == 0;
      };
      return std::none_of(operands.begin(), operands.end(), is_scalar) ||
             std::all_of(operands.begin(), operands.end(), is_scalar);
    }
    default:
      return true;
  }
}

absl::StatusOr<ir::Attributes> ProgramBuilder::Impl::AttributesOf(
    const Operation& operation) const {
  ir::Attributes attributes;
  for (const auto& [name, value] : operation.attributes) {
    const std::optional<AttributeName> known = ir::FindAttributeName(api::Inside(name));
    if (!known.has_value()) {
      return absl::InvalidArgumentError(absl::StrCat(
          Signature(operation.name, operation.operands), ": there is no attribute '",
          api::Inside(name), "'", ir::SuggestAttributeName(api::Inside(name))));
    }
    attributes.Set(*known, Inside(*known, value));
  }
  return attributes;
}

absl::StatusOr<std::vector<ValueId>> ProgramBuilder::Impl::Append(
    const Operation& operation, ir::Location location) {
  const absl::StatusOr<OpKind> kind = ir::OpKindNamed(api::Inside(operation.name));
  if (!kind.ok()) return At(location, kind.status());
  absl::StatusOr<ir::Attributes> attributes = AttributesOf(operation);
  if (!attributes.ok()) return At(location, attributes.status());
  ir::CheckedBuilder::New made;
  made.kind = *kind;
  made.operands = Ids(operation.operands);
  made.attributes = *std::move(attributes);
  for (Region region : operation.regions) made.regions.push_back({region.number});
  made.results = Inside(operation.results);
  made.location = location;
  return builder.Append(std::move(made));
}

size_t ProgramBuilder::Impl::MostResults(const Operation& operation) const {
  const std::optional<OpKind> kind = ir::FindOpKind(api::Inside(operation.name));
  const int own = kind.has_value() ? ir::Info(*kind).results : 1;
  size_t most = std::max({operation.results.size(), operation.operands.size(),
                          static_cast<size_t>(std::max(own, 1))});
  for (Region region : operation.regions) {
    most = std::max(most, builder.ResultCount({region.number}));
  }
  return most;
}

// The operation alone, as a function of its operands: what the parser makes of that is
// appended.
absl::StatusOr<ValueId> ProgramBuilder::Impl::AppendText(
    std::string_view name, const std::vector<Value>& operands, const TensorType& result,
    std::string_view attributes, std::string_view regions, ir::Location location) {
  std::vector<std::string> arguments, names, types;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!builder.IsValue(operands[i].number)) {
      return At(location, absl::InvalidArgumentError(
                              absl::StrCat(Signature(name, operands), ": operand ", i,
                                           " is no value of this builder")));
    }
    names.push_back(absl::StrCat("%operand", i));
    types.push_back(ir::ToString(builder.type(operands[i].number)));
    arguments.push_back(absl::StrCat(names.back(), ": ", types.back()));
  }
  const std::string type = result.ToString();
  std::string text = absl::StrCat("func.func @main(", absl::StrJoin(arguments, ", "),
                                  ") -> ", type, " {\n  %result = \"", api::Inside(name),
                                  "\"(", absl::StrJoin(names, ", "), ")");
  if (!attributes.empty()) absl::StrAppend(&text, " <{", api::Inside(attributes), "}>");
  if (!regions.empty()) absl::StrAppend(&text, " (", api::Inside(regions), ")");
  absl::StrAppend(&text, " : (", absl::StrJoin(types, ", "), ") -> ", type,
                  "\n  return %result : ", type, "\n}\n");
  stablehlo::ParseOptions options;
  options.file_name = "<built>";
  absl::StatusOr<std::vector<ValueId>> values;
  const absl::StatusOr<stablehlo::ParsedProgram> parsed =
      stablehlo::ParseProgram(text, options);
  if (parsed.ok()) {
    values = builder.Inline(parsed->program, Ids(operands), location);
    if (values.ok()) return (*values)[0];
  } else {
    values = parsed.status();
  }
  return At(location, absl::Status(values.status().code(),
                                   absl::StrCat(Signature(name, operands), ": ",
                                                values.status().message())));
}

absl::StatusOr<std::vector<ValueId>> ProgramBuilder::Impl::AppendCall(
    const Kernel& kernel, const std::vector<Value>& operands, ir::Location location) {
  const std::shared_ptr<const tile::Kernel>& called = kernel.impl().kernel;
  const auto is_value = [this](Value v) { return builder.IsValue(v.number); };
  if (absl::c_all_of(operands, is_value)) {
    std::vector<ir::TensorType> types;
    for (Value operand : operands) types.push_back(builder.type(operand.number));
    TW_RETURN_IF_ERROR(
        At(location, codegen::CheckTypes(*called, /*outputs=*/false, types)));
  }
  // The first kernel of a name is called by that, others by their content, too.
  std::string name = kernel.name();
  const auto known = kernels.find(name);
  if (known != kernels.end() && !codegen::SameContent(*known->second, *called)) {
    name = codegen::NameByContent(*called);
  }
  kernels.emplace(name, called);
  Operation call{.name = "stablehlo.custom_call", .operands = operands};
  call.attributes = {{"call_target_name", "tilewright_kernel"}, {"backend_config", name}};
  call.results = kernel.outputs();
  return Append(call, location);
}

absl::StatusOr<ir::Program> ProgramBuilder::Impl::Finished(
    const std::vector<Value>& results) const {
  TW_RETURN_IF_ERROR(status);
  ir::CheckedBuilder copy = builder;
  return std::move(copy).Finish(Ids(results), donations);
}

ProgramBuilder::ProgramBuilder() : impl_(std::make_unique<Impl>()) {}
ProgramBuilder::ProgramBuilder(const ProgramBuilder& other)
    : impl_(std::make_unique<Impl>(*other.impl_)) {}
ProgramBuilder::ProgramBuilder(ProgramBuilder&& other) noexcept = default;
ProgramBuilder& ProgramBuilder::operator=(ProgramBuilder other) noexcept {
  impl_ = std::move(other.impl_);
  return *this;
}
ProgramBuilder::~ProgramBuilder() = default;

Value ProgramBuilder::Input(const TensorType& type, Where where) {
  absl::StatusOr<ValueId> value = impl_->builder.AddInput(api::Inside(type));
  if (!value.ok()) value = impl_->At(impl_->At(where), value.status());
  ++impl_->inputs;
  return {impl_->Kept(std::move(value)).value_or(-1)};
}

Value ProgramBuilder::Input(const TensorType& type, const InputOptions& options,
                            Where where) {
  if (options.donated_to != -1) {
    impl_->donations.push_back({impl_->inputs, options.donated_to});
  }
  return Input(type, where);
}

Value ProgramBuilder::Constant(const TensorType& type, absl::Span<const uint8_t> bytes,
                               Where where) {
  const ir::Location location = impl_->At(where);
  if (static_cast<int64_t>(bytes.size()) != type.byte_size()) {
    impl_->status.Update(
        impl_->At(location, absl::InvalidArgumentError(absl::StrCat(
                                "constant of ", type.ToString(), ": takes ",
                                type.byte_size(), " bytes, was given ", bytes.size()))));
    return {};
  }
  absl::StatusOr<ir::Literal> literal =
      ir::Literal::Create(api::Inside(type), {bytes.begin(), bytes.end()},
                          /*is_splat=*/false);
  const std::optional<ir::Literal> value = impl_->Kept(std::move(literal));
  if (!value.has_value()) return {};
  ir::CheckedBuilder::New made;
  made.attributes.Set(AttributeName::kValue, *value);
  made.location = location;
  return {impl_->Kept(impl_->builder.AppendOne(std::move(made))).value_or(-1)};
}

Value ProgramBuilder::Elementwise(std::string_view name,
                                  const std::vector<Value>& operands, Where where) {
  if (operands.empty()) {
    impl_->status.Update(
        impl_->At(impl_->At(where),
                  absl::InvalidArgumentError(absl::StrCat(
                      api::Inside(name), ": an elementwise operation has operands"))));
    return {};
  }
  return Append(name, operands, type(operands[0]), "", "", where);
}

std::vector<Value> ProgramBuilder::Append(const Operation& operation, Where where) {
  const size_t most = impl_->MostResults(operation);
  const std::optional<std::vector<ValueId>> results =
      impl_->Kept(impl_->Append(operation, impl_->At(where)));
  return results.has_value() ? Values(*results) : std::vector<Value>(most);
}

Value ProgramBuilder::Append(std::string_view name, const std::vector<Value>& operands,
                             const TensorType& result, std::string_view attributes,
                             std::string_view regions, Where where) {
  const ir::Location location = impl_->At(where);
  const std::optional<OpKind> kind = ir::FindOpKind(api::Inside(name));
  if (kind.has_value() && attributes.empty() && regions.empty() &&
      impl_->IsDirect(*kind, operands)) {
    ir::CheckedBuilder::New made;
    made.kind = *kind;
    made.operands = Ids(operands);
    made.results.push_back(api::Inside(result));
    made.location = location;
    return {impl_->Kept(impl_->builder.AppendOne(std::move(made))).value_or(-1)};
  }
  return {
      impl_
          ->Kept(impl_->AppendText(name, operands, result, attributes, regions, location))
          .value_or(-1)};
}

std::vector<Value> ProgramBuilder::OpenRegion(const std::vector<TensorType>& arguments,
                                              Where where) {
  absl::StatusOr<std::vector<ValueId>> values =
      impl_->builder.OpenRegion(Inside(arguments));
  if (!values.ok()) values = impl_->At(impl_->At(where), values.status());
  const std::optional<std::vector<ValueId>> kept = impl_->Kept(std::move(values));
  return kept.has_value() ? Values(*kept) : std::vector<Value>(arguments.size());
}

ProgramBuilder::Region ProgramBuilder::CloseRegion(const std::vector<Value>& results,
                                                   Where where) {
  absl::StatusOr<ir::RegionId> region = impl_->builder.CloseRegion(Ids(results));
  if (!region.ok()) region = impl_->At(impl_->At(where), region.status());
  return {impl_->Kept(std::move(region)).value_or(ir::RegionId()).number};
}

ProgramBuilder::Region ProgramBuilder::Reducer(std::string_view name, ElementType element,
                                               Where where) {
  const ir::Location location = impl_->At(where);
  absl::StatusOr<ir::RegionId> region;
  const absl::StatusOr<OpKind> kind = ir::OpKindNamed(api::Inside(name));
  if (kind.ok()) {
    region = impl_->builder.Reducer(*kind, api::Inside(element), location);
  } else {
    region = impl_->At(location, kind.status());
  }
  return {impl_->Kept(std::move(region)).value_or(ir::RegionId()).number};
}

std::vector<Value> ProgramBuilder::CallKernel(const Kernel& kernel,
                                              const std::vector<Value>& operands,
                                              Where where) {
  const std::optional<std::vector<ValueId>> results =
      impl_->Kept(impl_->AppendCall(kernel, operands, impl_->At(where)));
  return results.has_value() ? Values(*results)
                             : std::vector<Value>(kernel.outputs().size());
}

TensorType ProgramBuilder::type(Value value) const {
  if (!impl_->builder.IsValue(value.number)) return {ElementType::kToken, {}};
  return api::Outside(impl_->builder.type(value.number));
}

const absl::Status& ProgramBuilder::status() const { return impl_->status; }

std::string ProgramBuilder::Text(const std::vector<Value>& results) const {
  const absl::StatusOr<ir::Program> program = impl_->Finished(results);
  return program.ok() ? ir::Print(*program) : "";
}

absl::StatusOr<Program> ProgramBuilder::Build(const std::vector<Value>& results) const {
  TW_ASSIGN_OR_RETURN(ir::Program program, impl_->Finished(results));
  Program built = api::MakeProgram(std::move(program));
  if (impl_->kernels.empty()) return built;
  auto bound = std::make_shared<Program::Impl>(built.impl());
  for (const auto& [name, kernel] : impl_->kernels) {
    bound->kernels.by_name[name] = {kernel};
  }
  return Program(std::move(bound));
}

}  // namespace tilewright
