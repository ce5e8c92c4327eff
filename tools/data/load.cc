#include "tools/data/load.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tools/cli/progress.h"
#include "tools/cli/read_text.h"
#include "tools/cli/text.h"

namespace tilewright::tools {
namespace {

// `types` with these for their open sizes.
absl::StatusOr<std::vector<TensorType>> WithSizes(std::vector<TensorType> types,
                                                  const std::vector<int64_t>& sizes) {
  std::string text;
  size_t open = 0;
  for (TensorType& type : types) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", type.ToString());
    for (int64_t& dim : type.dims) {
      if (dim != kOpenSize) continue;
      if (sizes.size() == 1) dim = sizes[0];
      if (sizes.size() > 1 && open < sizes.size()) dim = sizes[open];
      ++open;
    }
  }
  if (sizes.size() == open || sizes.size() == 1) return types;
  if (sizes.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the program takes (", text, "): give inputs, or --size with ", open,
                     open == 1 ? " number" : " numbers", " for '?'"));
  }
  return absl::InvalidArgumentError(absl::StrCat("the program takes (", text,
                                                 "): --size ", "is for ", open,
                                                 " '?', not ", sizes.size()));
}

}  // namespace

namespace {

// The sizes of a package's symbols.
absl::StatusOr<std::vector<TensorType>> TypesFor(const Package& package,
                                                 std::vector<int64_t> sizes) {
  const std::vector<PackageSymbol>& symbols = package.symbols();
  if (sizes.size() == 1) sizes.assign(symbols.size(), sizes[0]);
  if (sizes.size() == symbols.size()) return package.InputTypes(sizes);
  std::string names;
  for (const PackageSymbol& symbol : symbols) {
    absl::StrAppend(&names, names.empty() ? "" : ", ", symbol.name);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("the package leaves sizes open: give inputs, or --size with ",
                   symbols.size() == 1 ? "a number for " : "numbers for ", names));
}

// The program of an open package, for the sizes at hand; inputs fit the package.
std::optional<Failure> SizeProgram(const std::string& path, const Package& package,
                                   const SizesAtHand& at_hand,
                                   std::optional<Program>* program) {
  std::vector<TensorType> inputs = at_hand.input_types;
  if (inputs.empty() && program->value().open()) {
    absl::StatusOr<std::vector<TensorType>> sized = TypesFor(package, at_hand.sizes);
    if (!sized.ok()) {
      return Failure{kUsage, absl::StrCat(path, ": ", sized.status().message())};
    }
    inputs = *std::move(sized);
  }
  if (inputs.empty()) return std::nullopt;
  // Whether a file has elements of these types is seen when they are taken from it.
  for (size_t i = 0; i < std::min(inputs.size(), package.inputs().size()); ++i) {
    inputs[i].element = package.inputs()[i].type.element;
  }
  const absl::StatusOr<std::vector<TensorType>> types = package.ProgramTypes(inputs);
  if (!types.ok()) return FailureOf(types.status());
  absl::StatusOr<Program> sized = program->value().At(*types);
  if (!sized.ok()) return FailureOf(sized.status());
  *program = *std::move(sized);
  return std::nullopt;
}

}  // namespace

std::string NumericsOf(const std::optional<Package>& package) {
  return package.has_value() ? package->numerics() : "tpu";
}

Failure InputFailure(const absl::Status& status) {
  if (absl::IsDataLoss(status)) return {kInputOutput, std::string(status.message())};
  return FailureOf(status);
}

bool IsStandardInput(const std::string& path) { return path == "-"; }

std::string ProgramName(const std::string& path) {
  return IsStandardInput(path) ? "<stdin>" : path;
}

namespace {

absl::StatusOr<Program> ReadProgram(const std::string& path, ParseOptions options) {
  if (!IsStandardInput(path)) return Program::ParseFile(path, options);
  absl::StatusOr<std::string> text = ReadText(path);
  if (!text.ok()) return text.status();
  options.file_name = ProgramName(path);
  return Program::Parse(*text, options);
}

}  // namespace

std::optional<Failure> LoadProgram(const std::string& path, const std::string& entry,
                                   const SizesAtHand& at_hand,
                                   std::optional<Program>* program,
                                   std::optional<Package>* package) {
  // Who types a program sees what is typed, not how long it takes.
  std::optional<Ticker> ticker;
  if (!IsStandardInput(path)) ticker.emplace("reading " + BaseName(path));
  // Of a folder that is none, opening it says what it lacks.
  std::error_code error;
  if (Package::IsPackage(path) || std::filesystem::is_directory(path, error)) {
    absl::StatusOr<Package> opened = Package::Open(path);
    if (!opened.ok()) return InputFailure(opened.status());
    *program = opened->program();
    std::optional<Failure> failure = SizeProgram(path, *opened, at_hand, program);
    if (package != nullptr) *package = *std::move(opened);
    return failure;
  }
  ParseOptions options;
  options.entry = entry;
  absl::StatusOr<Program> parsed = ReadProgram(path, options);
  if (parsed.ok() && !parsed->open() && !at_hand.sizes.empty()) {
    Report({kFine, absl::StrCat("warning: ", ProgramName(path),
                                " leaves no sizes open: --size means nothing to it")});
  }
  if (parsed.ok() && parsed->open()) {
    std::vector<TensorType> types = at_hand.input_types;
    if (types.empty()) {
      absl::StatusOr<std::vector<TensorType>> sized =
          WithSizes(parsed->inputs(), at_hand.sizes);
      if (!sized.ok()) {
        return Failure{kUsage,
                       absl::StrCat(ProgramName(path), ": ", sized.status().message())};
      }
      types = *std::move(sized);
    }
    parsed = parsed->At(types);
  }
  if (!parsed.ok()) return FailureOf(parsed.status());
  *program = *std::move(parsed);
  return std::nullopt;
}

}  // namespace tilewright::tools
