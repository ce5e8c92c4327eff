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
#include "api/sizes/builder_sizes.h"
#include "codegen/facts/kernel_calls.h"
#include "frontend/stablehlo/parse.h"
#include "ir/check/checked_builder.h"
#include "ir/kernel_call.h"
#include "ir/print.h"
#include "ir/size/text.h"
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
  absl::StatusOr<ValueId> AddInput(const TensorType& type);
  absl::StatusOr<std::vector<ValueId>> OpenRegion(const std::vector<TensorType>& types);
  // An operation without attributes.
  absl::StatusOr<ValueId> AppendDirect(OpKind kind, const std::vector<Value>& operands,
                                       const TensorType& result, ir::Location location);
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
  absl::StatusOr<ir::Size> AddSymbol(std::string_view name, const SizeFacts& facts);
  absl::StatusOr<ir::Size> Read(std::string_view expression) const;
  // Whether one of the operands or the result has a size that is no number.
  bool IsOpen(const std::vector<Value>& operands, const TensorType& result) const;
  absl::StatusOr<ir::Program> Finished(const std::vector<Value>& results) const;
  // The number that stands for the size.
  int64_t NumberOf(absl::StatusOr<ir::Size> size, ir::Location location) {
    if (!size.ok()) size = At(location, size.status());
    const std::optional<ir::Size> kept = Kept(std::move(size));
    return kept ? sizes.NumberOf(*kept) : kOpenSize;
  }
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
  api::BuilderSizes sizes;
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
        absl::StrAppend(
            out,
            known ? ir::ToString(builder.type(operand.number), &builder.symbols()) : "?");
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
  absl::StatusOr<std::vector<ir::TensorType>> results = sizes.Inside(operation.results);
  if (!results.ok()) return At(location, results.status());
  made.results = *std::move(results);
  made.location = location;
  return builder.Append(std::move(made));
}

absl::StatusOr<ValueId> ProgramBuilder::Impl::AddInput(const TensorType& type) {
  TW_ASSIGN_OR_RETURN(ir::TensorType inside, sizes.Inside(type));
  return builder.AddInput(std::move(inside));
}

absl::StatusOr<std::vector<ValueId>> ProgramBuilder::Impl::OpenRegion(
    const std::vector<TensorType>& types) {
  TW_ASSIGN_OR_RETURN(std::vector<ir::TensorType> inside, sizes.Inside(types));
  return builder.OpenRegion(std::move(inside));
}

absl::StatusOr<ValueId> ProgramBuilder::Impl::AppendDirect(
    OpKind kind, const std::vector<Value>& operands, const TensorType& result,
    ir::Location location) {
  absl::StatusOr<ir::TensorType> type = sizes.Inside(result);
  if (!type.ok()) return At(location, type.status());
  ir::CheckedBuilder::New made;
  made.kind = kind;
  made.operands = Ids(operands);
  made.results.push_back(*std::move(type));
  made.location = location;
  return builder.AppendOne(std::move(made));
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
  if (IsOpen(operands, result)) {
    return At(location,
              absl::InvalidArgumentError(absl::StrCat(
                  Signature(name, operands),
                  ": where sizes are no numbers, attributes and regions are no text")));
  }
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
  std::vector<TensorType> results = kernel.outputs();
  if (absl::c_all_of(operands, is_value)) {
    std::vector<ir::TensorType> types;
    for (Value operand : operands) types.push_back(builder.type(operand.number));
    const absl::StatusOr<std::vector<ir::Size>> at =
        codegen::SizesAt(*called, types, builder.symbols());
    if (!at.ok()) return At(location, at.status());
    results.clear();
    for (const ir::TensorType& type : codegen::OutputsAt(*called, *at)) {
      results.push_back(sizes.Outside(type));
    }
  }
  // The first kernel of a name is called by that, others by their content, too.
  std::string name = kernel.name();
  const auto known = kernels.find(name);
  if (known != kernels.end() && !codegen::SameContent(*known->second, *called)) {
    name = codegen::NameByContent(*called);
  }
  kernels.emplace(name, called);
  Operation call{.name = "stablehlo.custom_call", .operands = operands};
  call.attributes = {{"call_target_name", std::string(ir::kKernelCallTarget)},
                     {"backend_config", name}};
  call.results = std::move(results);
  return Append(call, location);
}

absl::StatusOr<ir::Size> ProgramBuilder::Impl::AddSymbol(std::string_view name,
                                                         const SizeFacts& facts) {
  if (!ir::IsSymbolName(api::Inside(name))) {
    return absl::InvalidArgumentError(
        absl::StrCat("no size is called '", api::Inside(name),
                     "': a name is a letter, and letters, digits and _"));
  }
  return builder.AddSymbol(std::string(name),
                           {.at_least = std::max<int64_t>(facts.at_least, 0),
                            .at_most = facts.at_most,
                            .multiple_of = facts.multiple_of});
}

absl::StatusOr<ir::Size> ProgramBuilder::Impl::Read(std::string_view expression) const {
  return ir::ParseSize(api::Inside(expression),
                       [this](absl::string_view name) -> absl::StatusOr<ir::SymbolId> {
                         return builder.symbols().Find(name);
                       });
}

bool ProgramBuilder::Impl::IsOpen(const std::vector<Value>& operands,
                                  const TensorType& result) const {
  return api::HasSymbols(result) || absl::c_any_of(operands, [this](Value operand) {
           return builder.IsValue(operand.number) &&
                  !builder.type(operand.number).shape.is_static();
         });
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

int64_t ProgramBuilder::Symbol(std::string_view name, const SizeFacts& facts,
                               Where where) {
  return impl_->NumberOf(impl_->AddSymbol(name, facts), impl_->At(where));
}

int64_t ProgramBuilder::Symbol(std::string_view name, Where where) {
  return Symbol(name, SizeFacts(), where);
}

int64_t ProgramBuilder::Size(std::string_view expression, Where where) {
  return impl_->NumberOf(impl_->Read(expression), impl_->At(where));
}

Value ProgramBuilder::Input(const TensorType& type, Where where) {
  absl::StatusOr<ValueId> value = impl_->AddInput(type);
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
  if (api::HasSymbols(type)) {
    impl_->status.Update(impl_->At(
        location, absl::InvalidArgumentError("a constant's sizes have to be numbers; a "
                                             "scalar can be broadcast")));
    return {};
  }
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
    return {
        impl_->Kept(impl_->AppendDirect(*kind, operands, result, location)).value_or(-1)};
  }
  return {
      impl_
          ->Kept(impl_->AppendText(name, operands, result, attributes, regions, location))
          .value_or(-1)};
}

std::vector<Value> ProgramBuilder::OpenRegion(const std::vector<TensorType>& arguments,
                                              Where where) {
  absl::StatusOr<std::vector<ValueId>> values = impl_->OpenRegion(arguments);
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
  return impl_->sizes.Outside(impl_->builder.type(value.number));
}

const absl::Status& ProgramBuilder::status() const { return impl_->status; }

std::string ProgramBuilder::Text(const std::vector<Value>& results) const {
  const absl::StatusOr<ir::Program> program = impl_->Finished(results);
  return program.ok() ? ir::Print(*program) : "";
}

absl::StatusOr<Program> ProgramBuilder::Build(const std::vector<Value>& results) const {
  TW_ASSIGN_OR_RETURN(ir::Program program, impl_->Finished(results));
  TW_ASSIGN_OR_RETURN(Program built, api::MadeOf(std::move(program)));
  if (impl_->kernels.empty()) return built;
  auto bound = std::make_shared<Program::Impl>(built.impl());
  for (const auto& [name, kernel] : impl_->kernels) {
    bound->kernels.by_name[name] = {kernel};
  }
  return Program(std::move(bound));
}

}  // namespace tilewright
