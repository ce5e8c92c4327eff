#include "frontend/stablehlo/lower/lowering.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "absl/strings/str_cat.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

bool IsTerminator(absl::string_view name) {
  return name == "stablehlo.return" || name == "func.return" || name == "sdy.return";
}

// Operations that are in both dialects have one name here.
absl::string_view NameInTable(absl::string_view name) {
  if (name == "chlo.tan") return "stablehlo.tan";
  if (name == "stablehlo.square") return "chlo.square";
  return name;
}

// Empty where there is none of that name.
std::string TextNamed(const std::vector<NamedAttribute>& attributes,
                      absl::string_view name) {
  for (const NamedAttribute& attribute : attributes) {
    if (attribute.name == name) return attribute.value.text;
  }
  return "";
}

}  // namespace

bool Lowering::Scope::Define(absl::string_view name, std::vector<Bound>&& results) {
  if (!values_.try_emplace(name, std::move(results)).second) return false;
  names_.push_back(name);
  return true;
}

auto Lowering::Scope::Find(absl::string_view name) const -> const std::vector<Bound>* {
  const auto it = values_.find(name);
  return it == values_.end() ? nullptr : &it->second;
}

void Lowering::Scope::Forget(size_t mark) {
  for (size_t i = mark; i < names_.size(); ++i) values_.erase(names_[i]);
  names_.resize(mark);
}

Lowering::Lowering(const Module& module, const Source& source,
                   const ParseOptions& options, LocationSource places)
    : module_(module),
      source_(source),
      options_(options),
      location_source_(places),
      program_(parsed_.program),
      dynamic_(module.has_dynamic_sizes) {
  program_.files = module.files;
  text_file_ = program_.files.Intern(options.file_name);
}

absl::StatusOr<ParsedProgram> Lowering::Run(const Function& entry, EqualSizes equal) {
  equal_sizes_ = equal;
  if (module_.has_expectations) {
    for (const Function& function : module_.functions) {
      CountWantedIterations(function.body, 0);
    }
  }
  const absl::Status lowered = LowerEntry(entry);
  if (!refusals_.empty()) {
    // What else is wrong may follow from what stands for results.
    if (absl::IsUnimplemented(lowered)) refusals_.Add(lowered);
    for (const absl::Status& call : unknown_calls_) refusals_.Add(call);
    return refusals_.ToStatus();
  }
  if (!lowered.ok()) {
    if (refused_.empty()) refused_ = absl::StrCat("@", entry.name);
    return lowered;
  }
  for (Expectation& expectation : parsed_.expectations) {
    expectation.actual_output += parsed_.num_results;
    expectation.expected_output += parsed_.num_results;
  }
  program_.body.results.insert(program_.body.results.end(), extra_outputs_.begin(),
                               extra_outputs_.end());
  return std::move(parsed_);
}

absl::StatusOr<Signature> Lowering::SignatureOf(const Function& entry) const {
  Signature signature;
  for (const Argument& argument : entry.arguments) {
    TW_RETURN_IF_ERROR(Flatten(argument.type, argument.at, &signature.inputs));
  }
  TW_ASSIGN_OR_RETURN(signature.results, FlattenAll(entry.result_types, entry.at));
  return signature;
}

absl::Status Lowering::LowerEntry(const Function& entry) {
  program_.name = entry.name;
  parsed_.module_name = module_.name;
  for (const NamedAttribute& attribute : module_.attributes) {
    if (attribute.value.kind != Attribute::Kind::kInteger) continue;
    const int64_t count = attribute.value.integer;
    if (attribute.name == "mhlo.num_partitions") program_.num_partitions = count;
    if (attribute.name == "mhlo.num_replicas") program_.num_replicas = count;
  }
  TW_ASSIGN_OR_RETURN(const Signature signature, SignatureOf(entry));
  const std::vector<ir::TensorType>& declared = signature.inputs;
  std::vector<ir::TensorType> inputs = options_.input_types;
  if (!inputs.empty()) {
    if (inputs.size() != declared.size()) {
      return source_.Invalid(entry.at,
                             absl::StrCat("'@", entry.name, "' takes ", declared.size(),
                                          " inputs, not ", inputs.size()));
    }
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (Compatible(declared[i], inputs[i])) continue;
      return source_.Invalid(entry.at, absl::StrCat("input ", i, " of '@", entry.name,
                                                    "' is ", ir::ToString(declared[i]),
                                                    ", not ", ir::ToString(inputs[i])));
    }
    if (options_.open_sizes) inputs = OpenTypes(declared, std::move(inputs));
  } else {
    for (const ir::TensorType& type : declared) {
      if (!type.has_dynamic_size()) continue;
      return source_.Unsupported(
          entry.at, absl::StrCat("'@", entry.name, "' takes ", ir::ToString(type),
                                 ": sizes that are not known ('?') are supported where "
                                 "inputs are given to specialise the program to"));
    }
  }
  TW_ASSIGN_OR_RETURN(const std::vector<Bound> arguments,
                      BindArguments(entry.arguments, inputs, &program_.body));
  TW_ASSIGN_OR_RETURN(
      const std::vector<Bound> results,
      Inline(entry, arguments, entry.at, &program_.body, /*nested=*/false));
  for (const Bound& result : results) {
    program_.body.results.insert(program_.body.results.end(), result.ids.begin(),
                                 result.ids.end());
  }
  parsed_.num_results = static_cast<int>(program_.body.results.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    parsed_.argument_layouts.insert(
        parsed_.argument_layouts.end(), arguments[i].ids.size(),
        TextNamed(entry.arguments[i].attributes, "mhlo.layout_mode"));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    std::string kind, layout;
    if (i < entry.result_attributes.size()) {
      kind = TextNamed(entry.result_attributes[i], "mhlo.memory_kind");
      layout = TextNamed(entry.result_attributes[i], "mhlo.layout_mode");
    }
    const size_t count = results[i].ids.size();
    parsed_.memory_kinds.insert(parsed_.memory_kinds.end(), count, kind);
    parsed_.result_layouts.insert(parsed_.result_layouts.end(), count, layout);
  }
  return AddDonations(entry, arguments, results);
}

absl::Status Lowering::AddDonations(const Function& entry,
                                    const std::vector<Bound>& arguments,
                                    const std::vector<Bound>& results) {
  int argument_index = 0;
  std::vector<bool> taken(results.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    for (const NamedAttribute& attribute : entry.arguments[i].attributes) {
      if (attribute.name != "tf.aliasing_output") continue;
      const int64_t result = attribute.value.integer;
      const Offset at = entry.arguments[i].at;
      if (result < 0 || result >= static_cast<int64_t>(results.size())) {
        return source_.Invalid(at, absl::StrCat("tf.aliasing_output names result ",
                                                result, " of ", results.size()));
      }
      if (taken[result]) {
        return source_.Invalid(
            at, absl::StrCat("two arguments are donated to result ", result));
      }
      taken[result] = true;
      if (arguments[i].ids.size() != 1 || results[result].ids.size() != 1) continue;
      if (program_.type(arguments[i].ids[0]) != program_.type(results[result].ids[0])) {
        return source_.Invalid(
            at, absl::StrCat("an argument of type ",
                             ir::ToString(program_.type(arguments[i].ids[0])),
                             " cannot be donated to a result of type ",
                             ir::ToString(program_.type(results[result].ids[0]))));
      }
      int result_index = 0;
      for (int64_t k = 0; k < result; ++k) {
        result_index += static_cast<int>(results[k].ids.size());
      }
      program_.donations.push_back({argument_index, result_index});
      parsed_.given_up.push_back(argument_index);
    }
    argument_index += static_cast<int>(arguments[i].ids.size());
  }
  AddDonors(entry, arguments);
  return absl::OkStatus();
}

// jax.buffer_donor: given up, to whichever result it fits.
void Lowering::AddDonors(const Function& entry, const std::vector<Bound>& arguments) {
  std::vector<bool> taken(program_.body.results.size());
  for (const ir::Donation& donation : program_.donations) taken[donation.result] = true;
  int argument_index = 0;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::vector<NamedAttribute>& attributes = entry.arguments[i].attributes;
    const bool donor = std::any_of(
        attributes.begin(), attributes.end(),
        [](const NamedAttribute& one) { return one.name == "jax.buffer_donor"; });
    for (size_t k = 0; donor && k < arguments[i].ids.size(); ++k) {
      const int argument = argument_index + static_cast<int>(k);
      parsed_.given_up.push_back(argument);
      for (size_t result = 0; result < taken.size(); ++result) {
        if (taken[result] || program_.type(program_.body.results[result]) !=
                                 program_.type(arguments[i].ids[k])) {
          continue;
        }
        taken[result] = true;
        program_.donations.push_back({argument, static_cast<int>(result)});
        break;
      }
    }
    argument_index += static_cast<int>(arguments[i].ids.size());
  }
  std::sort(program_.donations.begin(), program_.donations.end(),
            [](const ir::Donation& a, const ir::Donation& b) {
              return a.argument < b.argument;
            });
  std::sort(parsed_.given_up.begin(), parsed_.given_up.end());
}

auto Lowering::BindArguments(const std::vector<Argument>& arguments,
                             absl::Span<const ir::TensorType> argument_types,
                             ir::Region* region) -> absl::StatusOr<std::vector<Bound>> {
  std::vector<Bound> bound;
  size_t next = 0;
  for (const Argument& argument : arguments) {
    std::vector<ir::TensorType> flat;
    TW_RETURN_IF_ERROR(Flatten(argument.type, argument.at, &flat));
    Bound values;
    values.type = &argument.type;
    for (ir::TensorType& type : flat) {
      if (next < argument_types.size()) {
        if (!Compatible(type, argument_types[next])) {
          return source_.Invalid(
              argument.at,
              absl::StrCat("the argument is ", ir::ToString(type), ", its value ",
                           ir::ToString(argument_types[next])));
        }
        type = argument_types[next];
      }
      ++next;
      values.ids.push_back(program_.AddValue(std::move(type)));
      region->arguments.push_back(values.ids.back());
    }
    TW_RETURN_IF_ERROR(Spend(1 + static_cast<int64_t>(flat.size()), argument.at));
    bound.push_back(std::move(values));
  }
  return bound;
}

auto Lowering::Inline(const Function& function, std::vector<Bound> arguments, Offset at,
                      ir::Region* region, bool nested)
    -> absl::StatusOr<std::vector<Bound>> {
  if (!function.has_body) {
    return source_.Unsupported(at, absl::StrCat("'@", function.name,
                                                "' has no body: calls out of the "
                                                "program are not supported"));
  }
  if (std::find(active_.begin(), active_.end(), &function) != active_.end()) {
    return source_.Invalid(at, absl::StrCat("'@", function.name,
                                            "' calls itself: recursion is not allowed"));
  }
  active_.push_back(&function);
  Scope scope;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Argument& argument = function.arguments[i];
    if (!scope.Define(argument.name, {arguments[i]})) {
      return source_.Invalid(argument.at,
                             absl::StrCat("'%", argument.name, "' is defined twice"));
    }
  }
  Context context{&scope, region, nested};
  TW_ASSIGN_OR_RETURN(std::vector<Bound> results, LowerOps(function.body, context));
  active_.pop_back();
  if (results.size() != function.result_types.size()) {
    return source_.Invalid(
        function.at,
        absl::StrCat("'@", function.name, "' returns ", results.size(),
                     " values, its type says ", function.result_types.size()));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    TW_RETURN_IF_ERROR(CheckDeclared(function.result_types[i], results[i].ids,
                                     function.at, absl::StrCat("result ", i)));
    results[i].type = &function.result_types[i];
  }
  return results;
}

auto Lowering::LowerOps(const SyntaxRegion& syntax, Context& context)
    -> absl::StatusOr<std::vector<Bound>> {
  if (++depth_ > options_.limits.max_nesting) {
    return source_.Invalid(syntax.end,
                           absl::StrCat("calls and regions are nested deeper than the "
                                        "limit of ",
                                        options_.limits.max_nesting, " (max_nesting)"));
  }
  for (size_t i = 0; i < syntax.ops.size(); ++i) {
    const Op& op = syntax.ops[i];
    if (!IsTerminator(op.name)) {
      TW_RETURN_IF_ERROR(LowerOp(op, context));
      continue;
    }
    if (i + 1 != syntax.ops.size()) {
      return source_.Invalid(syntax.ops[i + 1].at,
                             absl::StrCat("nothing may follow '", op.name, "'"));
    }
    std::vector<Bound> results;
    for (size_t k = 0; k < op.operands.size(); ++k) {
      TW_ASSIGN_OR_RETURN(Bound value, Use(op.operands[k], context));
      TW_RETURN_IF_ERROR(Spend(static_cast<int64_t>(value.ids.size()), op.at));
      if (op.has_operand_types) {
        TW_RETURN_IF_ERROR(CheckDeclared(op.operand_types[k], value.ids,
                                         op.operands[k].at,
                                         absl::StrCat("'%", op.operands[k].name, "'")));
      }
      results.push_back(std::move(value));
    }
    --depth_;
    return results;
  }
  return source_.Invalid(syntax.end, "a return is expected at the end of the region");
}

absl::Status Lowering::LowerRegion(const SyntaxRegion& syntax, Context& outer,
                                   absl::Span<const ir::TensorType> argument_types,
                                   ir::Region* region) {
  const size_t mark = outer.scope->mark();
  // Recordings are carried into a region by what makes it, or not at all.
  std::map<std::string, Recording> outside;
  outside.swap(recordings_);
  TW_ASSIGN_OR_RETURN(const std::vector<Bound> arguments,
                      BindArguments(syntax.arguments, argument_types, region));
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Argument& argument = syntax.arguments[i];
    if (!outer.scope->Define(argument.name, {arguments[i]})) {
      return source_.Invalid(argument.at,
                             absl::StrCat("'%", argument.name, "' is defined twice"));
    }
  }
  Context context{outer.scope, region, /*nested=*/true};
  TW_ASSIGN_OR_RETURN(const std::vector<Bound> results, LowerOps(syntax, context));
  for (const Bound& result : results) {
    region->results.insert(region->results.end(), result.ids.begin(), result.ids.end());
  }
  outer.scope->Forget(mark);
  recordings_.swap(outside);
  return absl::OkStatus();
}

absl::Status Lowering::LowerOp(const Op& op, Context& context) {
  if (++operations_ > options_.limits.max_operations) {
    return source_.Invalid(op.at,
                           absl::StrCat("more than ", options_.limits.max_operations,
                                        " operations after inlining "
                                        "(max_operations)"));
  }
  TW_RETURN_IF_ERROR(Spend(
      1 + static_cast<int64_t>(op.operands.size() + op.result_types.size()), op.at));
  const ir::Location outer = told_;
  told_ = op.location < 0 ? ir::Location() : module_.locations[op.location];
  const size_t mark = context.scope->mark();
  const size_t active = active_.size();
  const int depth = depth_;
  absl::Status status = Dispatch(op, context);
  if (!status.ok() && refused_.empty()) refused_ = std::string(op.name);
  if (!status.ok() && told_.known() && !has_note_) {
    has_note_ = true;
    status = absl::Status(status.code(), absl::StrCat(status.message(), "\n",
                                                      NoteOf(program_.files, told_)));
  }
  told_ = outer;
  if (!absl::IsUnimplemented(status)) return status;
  context.scope->Forget(mark);
  active_.resize(active);
  depth_ = depth;
  return GoOnWithout(op, status, context);
}

absl::Status Lowering::GoOnWithout(const Op& op, const absl::Status& status,
                                   Context& context) {
  // With symbols one refusal is enough to try numbers; what checks expect of their
  // values is carried in a way that knows no gaps.
  if (is_open() || module_.has_expectations) return status;
  std::vector<Bound> results;
  for (const Type& type : op.result_types) {
    std::vector<ir::TensorType> flat;
    if (!Flatten(type, op.at, &flat).ok()) flat = {ir::TensorType{ir::ElementType::kF32}};
    Bound bound;
    bound.type = &type;
    for (ir::TensorType& one : flat) {
      if (one.has_dynamic_size()) return status;
      bound.ids.push_back(program_.AddValue(std::move(one)));
    }
    results.push_back(std::move(bound));
  }
  if (!Define(op.results, std::move(results), op.at, context).ok()) return status;
  refusals_.Add(status);
  has_note_ = false;
  return absl::OkStatus();
}

absl::Status Lowering::Dispatch(const Op& op, Context& context) {
  const Handler handler = FindHandler(op.name);
  if (is_open() && handler != nullptr && !TakesSymbols(handler)) {
    TW_ASSIGN_OR_RETURN(const Values operands, Operands(op, context));
    TW_RETURN_IF_ERROR(CheckNumbers(op, operands));
  }
  return handler != nullptr ? (this->*handler)(op, context) : LowerDefault(op, context);
}

ir::Location Lowering::LocationOf(Offset at) const {
  // Nobody reads bytes by line and column.
  const bool told = told_.known() || !source_.is_text();
  if (told && location_source_ == LocationSource::kTold) return told_;
  ir::Location location = source_.Locate(at);
  location.file = text_file_;
  return location;
}

std::string NoteOf(const ir::FileTable& files, ir::Location told) {
  return absl::StrCat("  (from ", ir::LocationText(files, told), ")");
}

absl::Status Lowering::LowerDefault(const Op& op, Context& context) {
  const std::optional<ir::OpKind> kind = ir::FindOpKind(NameInTable(op.name));
  if (!kind) {
    return source_.Unsupported(
        op.at, absl::StrCat("the operation '", op.name, "' is not supported",
                            ir::SuggestOpName(op.name)));
  }
  ir::Operation operation;
  operation.kind = *kind;
  TW_ASSIGN_OR_RETURN(operation.operands, Operands(op, context));
  TW_RETURN_IF_ERROR(AddAttributes(op, *kind, &operation.attributes));
  if (const SyntaxRegion* branch = ChosenBranch(op, operation); branch != nullptr) {
    return LowerBranch(op, *branch, context);
  }
  // Only the states of loops may have sizes that the text does not tell.
  std::vector<ir::TensorType> state;
  if (dynamic_ && *kind == ir::OpKind::kWhile) {
    for (ir::ValueId id : operation.operands) state.push_back(program_.type(id));
  }
  for (const SyntaxRegion& syntax : op.regions) {
    ir::Region region;
    TW_RETURN_IF_ERROR(LowerRegion(syntax, context, state, &region));
    operation.regions.push_back(std::move(region));
  }
  return AppendAndDefine(op, std::move(operation), context);
}

// The one that sizes choose; null where there are others.
const SyntaxRegion* Lowering::ChosenBranch(const Op& op,
                                           const ir::Operation& operation) const {
  const bool is_if = operation.kind == ir::OpKind::kIf;
  if (!dynamic_ || op.regions.empty() ||
      (!is_if && operation.kind != ir::OpKind::kCase)) {
    return nullptr;
  }
  const ir::Literal* const index = KnownOperand(operation, 0);
  const size_t count = op.regions.size();
  if (index == nullptr || index->type().rank() != 0 || (is_if && count != 2)) {
    return nullptr;
  }
  // As StableHLO has it, a number that is no branch's means the last one.
  const int64_t number = index->IntegerAt(0);
  const size_t chosen = is_if ? (number != 0 ? 0 : 1)
                        : number >= 0 && number < static_cast<int64_t>(count)
                            ? static_cast<size_t>(number)
                            : count - 1;
  const SyntaxRegion& branch = op.regions[chosen];
  return branch.arguments.empty() ? &branch : nullptr;
}

absl::Status Lowering::LowerBranch(const Op& op, const SyntaxRegion& branch,
                                   Context& context) {
  const size_t mark = context.scope->mark();
  TW_ASSIGN_OR_RETURN(const std::vector<Bound> results, LowerOps(branch, context));
  context.scope->Forget(mark);
  Values ids;
  for (const Bound& result : results) {
    ids.insert(ids.end(), result.ids.begin(), result.ids.end());
  }
  return DefineValues(op, ids, context);
}

absl::StatusOr<const Function*> Lowering::Callee(const Op& op,
                                                 const Attribute* symbol) const {
  if (symbol == nullptr || symbol->kind != Attribute::Kind::kSymbol) {
    return source_.Invalid(op.at,
                           absl::StrCat("'", op.name, "' names no function (@name)"));
  }
  const Function* function = module_.Find(symbol->text);
  if (function == nullptr) {
    return source_.Invalid(symbol->at,
                           absl::StrCat("there is no function '@", symbol->text, "'"));
  }
  return function;
}

absl::Status Lowering::Spend(int64_t cost, Offset at) {
  spent_ += cost;
  const int64_t limit = 4 * options_.limits.max_operations;
  if (spent_ <= limit) return absl::OkStatus();
  return source_.Invalid(at, absl::StrCat("more than ", limit,
                                          " values after inlining "
                                          "(4 * max_operations)"));
}

}  // namespace tilewright::stablehlo
