#include "frontend/read_program.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "frontend/bytecode/container/container.h"
#include "frontend/bytecode/export_artifact.h"
#include "frontend/bytecode/read.h"
#include "frontend/stablehlo/lower/lower_module.h"
#include "frontend/stablehlo/parse.h"
#include "frontend/stablehlo/syntax/source.h"
#include "support/status_macros.h"

namespace tilewright::frontend {
namespace {

using stablehlo::Module;
using stablehlo::ParseOptions;
using stablehlo::Source;

struct Read {
  Source source;
  Module module;
};

absl::StatusOr<Read> ReadBytecode(absl::string_view bytes, const ParseOptions& options) {
  // Offsets are 32 bits wide.
  if (bytes.size() > UINT32_MAX) {
    return absl::InvalidArgumentError(
        absl::StrCat(options.file_name, ": error: bytecode has at most ", UINT32_MAX,
                     " bytes, not ", bytes.size()));
  }
  TW_RETURN_IF_ERROR(stablehlo::CheckNesting(options));
  TW_ASSIGN_OR_RETURN(const bytecode::Container container,
                      bytecode::OpenContainer(bytes, options.file_name));
  Source source(bytes, options.file_name, container.sections);
  TW_ASSIGN_OR_RETURN(Module module,
                      bytecode::ReadModule(container, source, options.limits));
  return Read{std::move(source), std::move(module)};
}

// Some editors begin text with this; it is no part of it.
absl::string_view WithoutByteOrderMark(absl::string_view bytes) {
  absl::ConsumePrefix(&bytes, "\xef\xbb\xbf");
  return bytes;
}

// What is no text at all is named as that, and not by its first byte.
absl::Status CheckText(absl::string_view bytes, const ParseOptions& options) {
  if (absl::StartsWith(bytes, "\xff\xfe") || absl::StartsWith(bytes, "\xfe\xff")) {
    return absl::InvalidArgumentError(absl::StrCat(
        options.file_name, ": error: the text is UTF-16; it has to be saved as UTF-8"));
  }
  constexpr size_t kLookedAt = 64;
  for (const char c : WithoutByteOrderMark(bytes).substr(0, kLookedAt)) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte >= 0x20 && byte != 0x7f) || absl::ascii_isspace(byte)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(options.file_name,
                     ": error: this is no program: neither StableHLO text, nor MLIR "
                     "bytecode, nor a file of jax.export"));
  }
  return absl::OkStatus();
}

// The bytecode of what is not text: itself, or within a file of jax.export.
absl::StatusOr<absl::string_view> BytecodeOf(absl::string_view bytes,
                                             const ParseOptions& options) {
  if (bytecode::IsBytecode(bytes)) return bytes;
  return bytecode::ModuleOfExport(bytes, options.file_name);
}

}  // namespace

bool IsText(absl::string_view bytes) {
  return !bytecode::IsBytecode(bytes) && !bytecode::IsExport(bytes);
}

absl::StatusOr<stablehlo::ParsedProgram> ReadProgram(absl::string_view bytes,
                                                     const ParseOptions& options) {
  if (IsText(bytes)) {
    TW_RETURN_IF_ERROR(CheckText(bytes, options));
    return stablehlo::ParseProgram(WithoutByteOrderMark(bytes), options);
  }
  TW_ASSIGN_OR_RETURN(const absl::string_view module, BytecodeOf(bytes, options));
  TW_ASSIGN_OR_RETURN(const Read read, ReadBytecode(module, options));
  return stablehlo::LowerModule(read.module, read.source, options);
}

absl::StatusOr<std::vector<std::string>> EntryNames(absl::string_view bytes,
                                                    const ParseOptions& options) {
  if (IsText(bytes)) {
    TW_RETURN_IF_ERROR(CheckText(bytes, options));
    return stablehlo::EntryNames(WithoutByteOrderMark(bytes), options);
  }
  TW_ASSIGN_OR_RETURN(const absl::string_view module, BytecodeOf(bytes, options));
  TW_ASSIGN_OR_RETURN(const Read read, ReadBytecode(module, options));
  return stablehlo::EntryNamesOf(read.module);
}

}  // namespace tilewright::frontend
