#include "tilewright/program.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "api/convert.h"
#include "api/program_impl.h"
#include "api/sizes/builder_sizes.h"
#include "codegen/facts/unknown_calls.h"
#include "frontend/read_program.h"
#include "frontend/stablehlo/parse.h"
#include "ir/print.h"
#include "ir/specialize.h"
#include "support/files.h"
#include "support/refusals.h"
#include "support/status_macros.h"

namespace tilewright {
namespace {

Expectation Outside(const stablehlo::Expectation& inside) {
  Expectation result;
  switch (inside.kind) {
    case stablehlo::Expectation::Kind::kEqual:
      result.kind = Expectation::Kind::kEqual;
      break;
    case stablehlo::Expectation::Kind::kAlmostEqual:
      result.kind = Expectation::Kind::kAlmostEqual;
      break;
    case stablehlo::Expectation::Kind::kClose:
      result.kind = Expectation::Kind::kClose;
      break;
    case stablehlo::Expectation::Kind::kSerialized:
      result.kind = Expectation::Kind::kSerialized;
      break;
  }
  result.actual_output = inside.actual_output;
  result.expected_output = inside.expected_output;
  result.tolerance = inside.tolerance;
  result.min_ulp = inside.min_ulp;
  result.max_ulp = inside.max_ulp;
  result.line = inside.location.line;
  return result;
}

stablehlo::ParseOptions Inside(const ParseOptions& options) {
  stablehlo::ParseOptions result;
  result.file_name = options.file_name;
  result.entry = options.entry;
  result.open_sizes = true;
  result.knows_call = codegen::KnowsCall;
  for (const TensorType& type : options.input_types) {
    result.input_types.push_back(api::Inside(type));
  }
  return result;
}

absl::Status CheckKnown(const std::vector<TensorType>& types) {
  for (size_t i = 0; i < types.size(); ++i) {
    for (const int64_t dim : types[i].dims) {
      if (dim >= 0) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "input ", i, " is ", types[i].ToString(), ": its sizes have to be known"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

namespace api {

Program MakeProgram(ir::Program program) {
  auto impl = std::make_shared<Program::Impl>();
  impl->inputs = Outside(program.InputTypes());
  impl->outputs = Outside(program.OutputTypes());
  impl->num_results = static_cast<int>(impl->outputs.size());
  impl->program = std::move(program);
  return Program(std::move(impl));
}

absl::StatusOr<Program> MadeOf(ir::Program made) {
  if (made.symbols.count() == 0) return MakeProgram(std::move(made));
  TW_ASSIGN_OR_RETURN(BuiltProgram built, BuiltProgram::Create(std::move(made)));
  auto impl = std::make_shared<Program::Impl>();
  const ir::Program& program = built.program();
  impl->program.name = program.name;
  impl->inputs = OutsideOpen(program.InputTypes());
  impl->outputs = OutsideOpen(program.OutputTypes());
  impl->num_results = static_cast<int>(impl->outputs.size());
  std::string text = ir::Print(program);
  impl->source = std::make_shared<const OpenSource>(
      OpenSource{std::move(text), {}, std::make_shared<BuiltProgram>(std::move(built))});
  return Program(std::move(impl));
}

}  // namespace api

absl::StatusOr<Program> Program::Parse(std::string_view text,
                                       const ParseOptions& options) {
  TW_RETURN_IF_ERROR(CheckKnown(options.input_types));
  TW_ASSIGN_OR_RETURN(stablehlo::ParsedProgram parsed,
                      frontend::ReadProgram(api::Inside(text), Inside(options)));
  auto impl = std::make_shared<Impl>();
  impl->num_results = parsed.num_results;
  impl->title = parsed.module_name;
  if (parsed.open) {
    impl->inputs = api::Outside(parsed.open->inputs);
    impl->outputs = api::Outside(parsed.open->results);
    impl->program = std::move(parsed.program);
    impl->source = std::make_shared<const api::OpenSource>(
        api::OpenSource{std::string(text), options});
    return Program(std::move(impl));
  }
  if (!parsed.sizes.empty()) {
    auto symbolic = std::make_shared<const api::SymbolicProgram>(
        api::SymbolicProgram{std::move(parsed.program), std::move(parsed.sizes)});
    TW_ASSIGN_OR_RETURN(parsed.program,
                        ir::Specialize(symbolic->program, symbolic->sizes));
    impl->symbolic = std::move(symbolic);
  }
  impl->why_numbers = std::move(parsed.why_numbers);
  impl->inputs = api::Outside(parsed.program.InputTypes());
  impl->outputs = api::Outside(parsed.program.OutputTypes());
  for (const stablehlo::Expectation& expectation : parsed.expectations) {
    impl->expectations.push_back(Outside(expectation));
  }
  impl->program = std::move(parsed.program);
  return Program(std::move(impl));
}

absl::StatusOr<Program> Program::At(const std::vector<TensorType>& input_types) const {
  if (!open()) {
    if (input_types == inputs()) return *this;
    return absl::InvalidArgumentError(absl::StrCat("@", name(), " takes ",
                                                   api::TypesText(inputs()), ", not ",
                                                   api::TypesText(input_types)));
  }
  if (input_types.empty()) return impl_->CheckSized();
  TW_ASSIGN_OR_RETURN(const Program sized, impl_->SizedAt(input_types));
  if (impl_->kernels.by_name.empty()) return sized;
  auto bound = std::make_shared<Impl>(sized.impl());
  bound->kernels = impl_->kernels;
  return Program(std::move(bound));
}

absl::StatusOr<Program> Program::ParseFile(const std::string& path,
                                           ParseOptions options) {
  TW_ASSIGN_OR_RETURN(std::string text, ReadFile(path));
  if (options.file_name == ParseOptions{}.file_name) options.file_name = path;
  return Parse(text, options);
}

absl::StatusOr<Program> Program::Impl::SizedAt(
    const std::vector<TensorType>& input_types) const {
  if (source->built == nullptr) {
    ParseOptions options = source->options;
    options.input_types = input_types;
    return Parse(source->text, options);
  }
  TW_RETURN_IF_ERROR(CheckKnown(input_types));
  TW_ASSIGN_OR_RETURN(api::BuiltProgram::Sized sized, source->built->At(input_types));
  Program made = api::MakeProgram(std::move(sized.program));
  if (!sized.symbolic) return made;
  auto open = std::make_shared<Impl>(made.impl());
  open->symbolic = std::make_shared<const api::SymbolicProgram>(
      api::SymbolicProgram{*std::move(sized.symbolic), std::move(sized.sizes)});
  return Program(std::move(open));
}

absl::Status Program::Impl::CheckSized() const {
  if (source == nullptr) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("@", program.name, " takes ", api::TypesText(inputs),
                   " and leaves sizes open: types of inputs are needed"));
}

bool Program::open() const { return impl_->source != nullptr; }

const std::string& Program::name() const { return impl_->program.name; }
const std::vector<TensorType>& Program::inputs() const { return impl_->inputs; }
const std::vector<TensorType>& Program::outputs() const { return impl_->outputs; }
int Program::num_results() const { return impl_->num_results; }
const std::vector<Expectation>& Program::expectations() const {
  return impl_->expectations;
}

std::vector<ElementType> Program::ElementTypes() const {
  bool seen[kElementTypeCount] = {};
  const auto note = [&](const auto& types) {
    for (const auto& type : types) seen[static_cast<int>(type.element)] = true;
  };
  note(impl_->program.values);
  note(impl_->inputs);  // an open program has no values yet
  note(impl_->outputs);
  std::vector<ElementType> result;
  for (int i = 0; i < kElementTypeCount; ++i) {
    if (seen[i]) result.push_back(static_cast<ElementType>(i));
  }
  return result;
}

std::string Program::Text() const {
  return open() ? impl_->source->text : ir::Print(impl_->program);
}

std::vector<std::string> RefusalsOf(const absl::Status& status) {
  return RefusalsIn(status);
}

std::vector<TextPiece> SplitPieces(std::string_view text) {
  std::vector<TextPiece> result;
  if (!frontend::IsText(api::Inside(text))) return {{text, 1}};
  for (const stablehlo::TextPiece& piece : stablehlo::SplitPieces(api::Inside(text))) {
    result.push_back({api::Outside(piece.text), piece.first_line});
  }
  return result;
}

absl::StatusOr<std::vector<std::string>> EntryNames(std::string_view text,
                                                    const std::string& file_name) {
  stablehlo::ParseOptions options;
  options.file_name = file_name;
  return frontend::EntryNames(api::Inside(text), options);
}

}  // namespace tilewright
