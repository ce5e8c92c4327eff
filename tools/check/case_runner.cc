#include "tools/check/case_runner.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "nlohmann/json.hpp"
#include "tilewright/execute.h"
#include "tilewright/npy.h"
#include "tilewright/program.h"
#include "tools/check/manifest.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/read_text.h"
#include "tools/data/compare.h"
#include "tools/data/inputs.h"

namespace tilewright::tools {
namespace {

// The first line of a message, without the place in the file when it is a
// refusal: equal refusals then are one reason.
std::string Reason(const absl::Status& status) {
  std::string line(status.message().substr(0, status.message().find('\n')));
  if (!absl::IsUnimplemented(status)) return line;
  size_t at = line.find("error: ");
  return at == std::string::npos ? line : line.substr(at + 7);
}

CaseResult FromStatus(std::string name, const absl::Status& status) {
  Outcome outcome = status.ok()                     ? Outcome::kPassed
                    : absl::IsUnimplemented(status) ? Outcome::kSkipped
                                                    : Outcome::kFailed;
  return {std::move(name), outcome, status.ok() ? "" : Reason(status), ""};
}

// FNV-1a over all outputs: to see whether two runs gave equal bytes.
std::string Digest(const std::vector<Buffer>& outputs) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const Buffer& output : outputs) {
    for (uint8_t byte : output.bytes()) hash = (hash ^ byte) * 0x100000001b3;
  }
  return absl::StrFormat("%016x", hash);
}

absl::StatusOr<std::vector<Buffer>> CompileAndRun(const Program& program,
                                                  const CheckOptions& options,
                                                  const Device& device,
                                                  const std::vector<Buffer>& inputs) {
  absl::StatusOr<Executable> executable = Executable::Compile(program, options.compile);
  if (!executable.ok()) return executable.status();
  return Execute(*executable, device, inputs);
}

// FailedPrecondition with what differs from the golden outputs. Of tolerances the user's
// comes first, then that which the manifest has for the output, then that of its type;
// integers have none but the manifest's.
absl::Status CompareGolden(const Program& program, const std::vector<Buffer>& outputs,
                           const std::vector<Array>& expected, const Manifest& manifest,
                           const CheckOptions& options) {
  if (expected.size() != static_cast<size_t>(program.num_results())) {
    return absl::FailedPreconditionError(
        absl::StrCat("the program has ", program.num_results(), " outputs, the case has ",
                     expected.size()));
  }
  for (size_t i = 0; i < expected.size(); ++i) {
    const TensorType& type = outputs[i].type();
    std::optional<double> own;
    if (i < manifest.output_rtol.size()) own = manifest.output_rtol[i];
    Tolerance tolerance;
    tolerance.relative =
        options.rtol >= 0 ? options.rtol : own.value_or(ToleranceFor({type.element}));
    tolerance.absolute = std::max(options.atol, 0.0);
    tolerance.integer_relative = own.value_or(0);
    absl::StatusOr<std::vector<uint8_t>> want =
        ElementsAs(type, Adapted(type, expected[i]));
    std::optional<Mismatch> mismatch;
    if (want.ok()) {
      mismatch = Compare({&type, outputs[i].bytes()}, {&type, *want}, tolerance);
    } else {
      mismatch = Mismatch{absl::StrCat("expected file ", want.status().message())};
    }
    if (mismatch) {
      return absl::FailedPreconditionError(
          absl::StrCat("output ", i, ": ", MismatchText(*mismatch)));
    }
  }
  return absl::OkStatus();
}

absl::Status UnknownSizes(const Program& program) {
  return absl::UnimplementedError(
      absl::StrCat("'@", program.name(), "' leaves sizes of its inputs open ('?')"));
}

// Sizes that the text leaves open are those of the inputs.
absl::StatusOr<Program> ParseGolden(const std::string& path,
                                    const std::vector<TensorType>& input_types) {
  absl::StatusOr<Program> program = Program::ParseFile(path);
  if (!program.ok() || !program->open()) return program;
  return program->At(input_types);
}

absl::Status RunGolden(const std::string& folder, const CheckOptions& options,
                       const Device& device, std::string* digest) {
  absl::StatusOr<std::vector<std::string>> in = NumberedFiles(folder, "in");
  if (!in.ok()) return in.status();
  absl::StatusOr<std::vector<std::string>> out = NumberedFiles(folder, "out");
  if (!out.ok()) return out.status();
  absl::StatusOr<std::vector<Array>> inputs = ReadArrays(*in);
  if (!inputs.ok()) return inputs.status();
  absl::StatusOr<std::vector<Array>> expected = ReadArrays(*out);
  if (!expected.ok()) return expected.status();
  absl::StatusOr<Manifest> manifest =
      ReadManifest(absl::StrCat(folder, "/manifest.json"));
  if (absl::IsNotFound(manifest.status())) {
    // The files say it all but tolerances.
    manifest = Manifest();
    for (const Array& input : *inputs) manifest->inputs.push_back(input.type);
  }
  if (!manifest.ok()) return manifest.status();

  absl::StatusOr<Program> program = ParseGolden(ModuleOf(folder), manifest->inputs);
  if (!program.ok()) return program.status();
  for (size_t i = 0; i < std::min(inputs->size(), program->inputs().size()); ++i) {
    (*inputs)[i] = Adapted(program->inputs()[i], std::move((*inputs)[i]));
  }
  absl::StatusOr<std::vector<Buffer>> buffers =
      BuffersFrom(device, program->inputs(), *std::move(inputs), *in);
  if (!buffers.ok()) return buffers.status();
  absl::StatusOr<std::vector<Buffer>> outputs =
      CompileAndRun(*program, options, device, *buffers);
  if (!outputs.ok()) return outputs.status();
  *digest = Digest(*outputs);
  return CompareGolden(*program, *outputs, *expected, *manifest, options);
}

// A piece with empty lines before it, so that places in messages are the file's.
std::string InPlace(const TextPiece& piece) {
  return std::string(static_cast<size_t>(piece.first_line - 1), '\n') +
         std::string(piece.text);
}

// One entry of one piece. FailedPrecondition when an expectation is not met.
absl::Status RunEntry(const std::string& text, const std::string& file,
                      const std::string& entry, const CheckOptions& options,
                      const Device& device, std::string* digest) {
  ParseOptions parse;
  parse.file_name = file;
  parse.entry = entry;
  absl::StatusOr<Program> program = Program::Parse(text, parse);
  if (!program.ok()) return program.status();
  if (!program->inputs().empty()) {
    const std::string message =
        absl::StrCat("@", entry, " has inputs; a check-style entry has none");
    // Nothing is expected either: a program for another tool to feed.
    if (program->expectations().empty()) return absl::UnimplementedError(message);
    return absl::InvalidArgumentError(message);
  }
  absl::StatusOr<std::vector<Buffer>> outputs =
      CompileAndRun(*program, options, device, {});
  if (!outputs.ok()) return outputs.status();
  *digest = Digest(*outputs);
  for (const Expectation& expectation : program->expectations()) {
    const Buffer& actual = (*outputs)[expectation.actual_output];
    const Buffer& expected = (*outputs)[expectation.expected_output];
    std::string difference =
        CheckExpectation(expectation, {&actual.type(), actual.bytes()},
                         {&expected.type(), expected.bytes()});
    if (!difference.empty()) {
      return absl::FailedPreconditionError(
          absl::StrCat("line ", expectation.line, ": ", difference));
    }
  }
  return absl::OkStatus();
}

// Parses, prints and parses again: the second text equals the first.
absl::Status RoundTrip(const std::string& whole, const std::string& file) {
  for (const TextPiece& piece : SplitPieces(whole)) {
    std::string text = InPlace(piece);
    ParseOptions parse;
    parse.file_name = file;
    absl::StatusOr<std::vector<std::string>> entries = EntryNames(text, file);
    if (!entries.ok()) return entries.status();
    for (const std::string& entry : *entries) {
      parse.entry = entry;
      absl::StatusOr<Program> program = Program::Parse(text, parse);
      if (!program.ok()) return program.status();
      if (program->open()) return UnknownSizes(*program);
      absl::StatusOr<Program> again = Program::Parse(program->Text());
      if (!again.ok()) return again.status();
      if (again->Text() != program->Text()) {
        return absl::FailedPreconditionError("its text changes when parsed again");
      }
    }
  }
  return absl::OkStatus();
}

std::vector<CaseResult> RunEntries(const std::string& whole, const std::string& file,
                                   const CheckOptions& options, const Device& device,
                                   const std::function<void(const CaseResult&)>& done) {
  std::vector<CaseResult> results;
  auto add = [&](CaseResult result) {
    done(result);
    results.push_back(std::move(result));
  };
  int number = 0;
  for (const TextPiece& piece : SplitPieces(whole)) {
    ++number;
    std::string text = InPlace(piece);
    absl::StatusOr<std::vector<std::string>> entries = EntryNames(text, file);
    if (!entries.ok()) {
      add(FromStatus(absl::StrCat(file, "#", number), entries.status()));
      continue;
    }
    for (const std::string& entry : *entries) {
      std::string digest;
      absl::Status status = RunEntry(text, file, entry, options, device, &digest);
      CaseResult result = FromStatus(absl::StrCat(file, "#", entry, number > 1 ? ":" : "",
                                                  number > 1 ? absl::StrCat(number) : ""),
                                     status);
      result.digest = digest;
      add(std::move(result));
    }
  }
  return results;
}

// A file that must fail: it passes when any entry does.
CaseResult ExpectFailure(const std::string& file,
                         const std::vector<CaseResult>& results) {
  CaseResult merged{file, Outcome::kFailed, "passed, but is to fail (`not`)", ""};
  for (const CaseResult& result : results) {
    if (result.outcome == Outcome::kFailed) return {file, Outcome::kPassed, "", ""};
    if (result.outcome == Outcome::kSkipped)
      merged = {file, result.outcome, result.reason, ""};
  }
  return merged;
}

}  // namespace

void RunCase(const Case& the_case, const CheckOptions& options, const Device& device,
             const std::function<void(const CaseResult&)>& done) {
  if (the_case.kind == Case::Kind::kGolden) {
    std::string digest;
    absl::Status status = RunGolden(the_case.path, options, device, &digest);
    CaseResult result = FromStatus(the_case.path, status);
    result.digest = digest;
    done(result);
    return;
  }
  absl::StatusOr<std::string> text = ReadText(the_case.path);
  if (!text.ok()) {
    done(FromStatus(the_case.path, text.status()));
    return;
  }
  RunLines lines = ReadRunLines(*text);
  if (!lines.interpret) {
    done(FromStatus(the_case.path, RoundTrip(*text, the_case.path)));
  } else if (lines.expect_failure) {
    done(ExpectFailure(the_case.path, RunEntries(*text, the_case.path, options, device,
                                                 [](const CaseResult&) {})));
  } else {
    RunEntries(*text, the_case.path, options, device, done);
  }
}

}  // namespace tilewright::tools
