#include "tools/run/outputs.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tilewright/npy.h"
#include "tools/cli/text.h"
#include "tools/data/inputs.h"
#include "tools/data/load.h"

namespace tilewright::tools {
namespace {

// Each output is judged by its own type: one of bf16 does not loosen the others.
Tolerance ToleranceOf(const TensorType& type, const GivenTolerance& given) {
  Tolerance tolerance;
  tolerance.relative =
      given.relative >= 0 ? given.relative : ToleranceFor({type.element});
  if (given.absolute >= 0) tolerance.absolute = given.absolute;
  return tolerance;
}

RunFailure MismatchFailure(std::vector<OutputMismatch> mismatches,
                           const std::vector<Buffer>& outputs) {
  std::vector<std::string> lines;
  for (const OutputMismatch& one : mismatches) {
    lines.push_back(absl::StrCat("output ", one.output, " (",
                                 outputs[one.output].type().ToString(),
                                 "): ", MismatchText(one.what)));
  }
  RunFailure failure(
      Failure{kMismatch, absl::StrCat("not as expected: ", absl::StrJoin(lines, "\n"))});
  failure.mismatches = std::move(mismatches);
  return failure;
}

}  // namespace

std::optional<RunFailure> WriteOutputs(const std::string& folder,
                                       const std::vector<Buffer>& outputs, int results) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error && !std::filesystem::is_directory(folder)) {
    error = std::make_error_code(std::errc::not_a_directory);
  }
  if (error) {
    return Failure{kInputOutput,
                   absl::StrCat("folder ", folder, " cannot be made: ", error.message())};
  }
  for (int i = 0; i < results; ++i) {
    std::string path = absl::StrCat(folder, "/out", i, ".npy");
    absl::Status written = WriteNpy(path, outputs[i].type(), outputs[i].bytes());
    if (!written.ok()) return Failure{kInputOutput, std::string(written.message())};
  }
  return std::nullopt;
}

std::optional<RunFailure> CompareWith(const std::string& folder,
                                      const std::vector<Buffer>& outputs, int results,
                                      const GivenTolerance& given) {
  absl::StatusOr<std::vector<std::string>> paths = NumberedFiles(folder, "out");
  if (!paths.ok()) return InputFailure(paths.status());
  if (paths->empty() && results > 0) {
    return Failure{kInputOutput, absl::StrCat("folder ", folder, " has no out0.npy")};
  }
  if (paths->size() != static_cast<size_t>(results)) {
    return Failure{kMismatch, absl::StrCat("the program has ",
                                           CountText(results, "output", "outputs"), ", ",
                                           folder, " has ", paths->size())};
  }
  absl::StatusOr<std::vector<Array>> arrays = ReadArrays(*paths);
  if (!arrays.ok()) return InputFailure(arrays.status());
  std::vector<OutputMismatch> mismatches;
  for (size_t i = 0; i < arrays->size(); ++i) {
    const TensorType& type = outputs[i].type();
    const absl::StatusOr<std::vector<uint8_t>> want = ElementsAs(type, (*arrays)[i]);
    std::optional<Mismatch> mismatch;
    if (want.ok()) {
      mismatch =
          Compare({&type, outputs[i].bytes()}, {&type, *want}, ToleranceOf(type, given));
    } else {
      mismatch =
          Mismatch{absl::StrCat("the file ", (*paths)[i], " ", want.status().message())};
    }
    if (mismatch) mismatches.push_back({static_cast<int>(i), *std::move(mismatch)});
  }
  if (mismatches.empty()) return std::nullopt;
  return MismatchFailure(std::move(mismatches), outputs);
}

std::optional<RunFailure> CheckExpectations(const Program& program,
                                            const std::vector<Buffer>& outputs) {
  for (const Expectation& expectation : program.expectations()) {
    const Buffer& actual = outputs[expectation.actual_output];
    const Buffer& expected = outputs[expectation.expected_output];
    std::string difference =
        CheckExpectation(expectation, {&actual.type(), actual.bytes()},
                         {&expected.type(), expected.bytes()});
    if (!difference.empty()) {
      return Failure{kMismatch, absl::StrCat("not as expected: line ", expectation.line,
                                             ": ", difference)};
    }
  }
  return std::nullopt;
}

std::string OutputsText(const std::vector<Buffer>& outputs, int results, int width) {
  constexpr int64_t kShownElements = 6;
  std::string text;
  for (int i = 0; i < results; ++i) {
    const std::string begin =
        absl::StrCat("out", i, "  ", outputs[i].type().ToString(), "  ");
    int64_t shown = kShownElements;
    std::string elements;
    do {
      elements = Preview(outputs[i].type(), outputs[i].bytes(), shown);
    } while (width > 0 && begin.size() + elements.size() > static_cast<size_t>(width) &&
             --shown > 0);
    absl::StrAppend(&text, begin, elements, "\n");
  }
  return text;
}

}  // namespace tilewright::tools
