#include "frontend/stablehlo/lower/lower_module.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "frontend/stablehlo/lower/lowering.h"
#include "frontend/stablehlo/lower/recognise.h"
#include "ir/check/verify.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

std::vector<const Function*> Entries(const Module& module) {
  std::vector<const Function*> without_arguments;
  std::vector<const Function*> open;
  for (const Function& function : module.functions) {
    if (!function.has_body) continue;
    if (function.name == "main") return {&function};
    if (function.is_private) continue;
    open.push_back(&function);
    if (function.arguments.empty()) without_arguments.push_back(&function);
  }
  return without_arguments.empty() ? open : without_arguments;
}

std::string Names(const std::vector<const Function*>& functions) {
  return absl::StrJoin(functions, ", ", [](std::string* out, const Function* function) {
    absl::StrAppend(out, "@", function->name);
  });
}

absl::StatusOr<const Function*> FindEntry(const Module& module,
                                          const ParseOptions& options) {
  if (!options.entry.empty()) {
    const Function* entry = module.Find(options.entry);
    if (entry != nullptr) return entry;
    return absl::InvalidArgumentError(
        absl::StrCat(options.file_name, ": error: there is no function '@", options.entry,
                     "'; there are: ", Names(Entries(module))));
  }
  const std::vector<const Function*> entries = Entries(module);
  if (entries.size() == 1) return entries[0];
  return absl::InvalidArgumentError(absl::StrCat(
      options.file_name, ": error: ",
      entries.empty()
          ? "the text has no function that can be run"
          : absl::StrCat("several functions can be run, name one: ", Names(entries))));
}

// The first few diagnostics, where they are in the text and where that was made from: one
// mistake often shows in many places. For the former the text is lowered again.
absl::Status DiagnosticsError(const Module& module, const Source& source,
                              const ParseOptions& options, const Function& entry,
                              const ir::FileTable& files,
                              const std::vector<ir::Diagnostic>& told) {
  TW_ASSIGN_OR_RETURN(
      const ParsedProgram again,
      Lowering(module, source, options, Lowering::LocationSource::kInText).Run(entry));
  const std::vector<ir::Diagnostic> in_text = ir::Verify(again.program);
  constexpr size_t kShown = 5;
  std::vector<std::string> messages;
  for (size_t i = 0; i < std::min(kShown, in_text.size()); ++i) {
    messages.push_back(source.Message(in_text[i].location, in_text[i].message));
    const bool elsewhere = LocationText(files, told[i].location) !=
                           LocationText(again.program.files, in_text[i].location);
    if (elsewhere) messages.push_back(NoteOf(files, told[i].location));
  }
  if (in_text.size() > kShown) {
    messages.push_back(absl::StrCat("and ", in_text.size() - kShown, " more"));
  }
  return absl::InvalidArgumentError(absl::StrJoin(messages, "\n"));
}

// With numbers for all sizes.
absl::StatusOr<ParsedProgram> LowerWithNumbers(const Module& module, const Source& source,
                                               const ParseOptions& options,
                                               const Function& entry) {
  TW_ASSIGN_OR_RETURN(ParsedProgram parsed, Lowering(module, source, options).Run(entry));
  ir::NumberOperations(&parsed.program);
  const std::vector<ir::Diagnostic> diagnostics = ir::Verify(parsed.program);
  if (diagnostics.empty()) {
    if (options.recognise_functions) RecogniseFunctions(&parsed.program);
    return parsed;
  }
  return DiagnosticsError(module, source, options, entry, parsed.program.files,
                          diagnostics);
}

// The first line of a message, without the place in the text.
std::string CauseOf(absl::string_view message) {
  constexpr absl::string_view kError = "error: ";
  const size_t at = message.find(kError);
  if (at != absl::string_view::npos) message.remove_prefix(at + kError.size());
  return std::string(message.substr(0, message.find('\n')));
}

// With symbols; an error says in one line what needs numbers.
absl::StatusOr<ParsedProgram> LowerOpen(Lowering& lowering, const ParseOptions& options,
                                        const Function& entry,
                                        Lowering::EqualSizes equal) {
  absl::StatusOr<ParsedProgram> parsed = lowering.Run(entry, equal);
  if (!parsed.ok()) {
    // Rules say themselves whose they are.
    const std::string cause = CauseOf(parsed.status().message());
    const std::string operation = absl::StrCat(lowering.refused(), ": ");
    const bool says = absl::StartsWith(cause, operation);
    return absl::UnimplementedError(says ? cause : absl::StrCat(operation, cause));
  }
  ir::NumberOperations(&parsed->program);
  const std::vector<ir::Diagnostic> diagnostics = ir::Verify(parsed->program);
  if (!diagnostics.empty()) {
    return absl::UnimplementedError(CauseOf(diagnostics[0].message));
  }
  if (options.recognise_functions) RecogniseFunctions(&parsed->program);
  return parsed;
}

// Sizes of an input that happen to be equal are apart where the program allows it: then
// its kernels are those of all other sizes, too.
absl::StatusOr<ParsedProgram> LowerWithSymbols(const Module& module, const Source& source,
                                               const ParseOptions& options,
                                               const Function& entry) {
  Lowering apart(module, source, options);
  absl::StatusOr<ParsedProgram> parsed =
      LowerOpen(apart, options, entry, Lowering::EqualSizes::kStayApart);
  if (parsed.ok() || !apart.keeps_apart()) return parsed;
  Lowering as_one(module, source, options);
  return LowerOpen(as_one, options, entry, Lowering::EqualSizes::kAreOne);
}

}  // namespace

absl::StatusOr<ParsedProgram> LowerModule(const Module& module, const Source& source,
                                          const ParseOptions& options) {
  TW_ASSIGN_OR_RETURN(const Function* entry, FindEntry(module, options));
  if (!options.open_sizes || !module.has_dynamic_sizes) {
    return LowerWithNumbers(module, source, options, *entry);
  }
  if (options.input_types.empty()) {
    TW_ASSIGN_OR_RETURN(Signature declared,
                        Lowering(module, source, options).SignatureOf(*entry));
    const bool leaves_open =
        std::any_of(declared.inputs.begin(), declared.inputs.end(),
                    [](const ir::TensorType& type) { return type.has_dynamic_size(); });
    if (!leaves_open) return LowerWithNumbers(module, source, options, *entry);
    ParsedProgram parsed;
    parsed.program.name = entry->name;
    parsed.module_name = module.name;
    parsed.num_results = static_cast<int>(declared.results.size());
    parsed.open = std::move(declared);
    return parsed;
  }
  absl::StatusOr<ParsedProgram> parsed =
      LowerWithSymbols(module, source, options, *entry);
  if (parsed.ok()) return parsed;
  ParseOptions with_numbers = options;
  with_numbers.open_sizes = false;
  const std::string why(parsed.status().message());
  parsed = LowerWithNumbers(module, source, with_numbers, *entry);
  if (parsed.ok()) parsed->why_numbers = why;
  return parsed;
}

std::vector<std::string> EntryNamesOf(const Module& module) {
  std::vector<std::string> names;
  for (const Function* function : Entries(module)) names.push_back(function->name);
  return names;
}

}  // namespace tilewright::stablehlo
