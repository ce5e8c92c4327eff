// How the command line ends, and the errors that decide it.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"

namespace tilewright::tools {

// Of several that apply, a command ends with the highest.
enum ExitCode : int {
  kFine = 0,
  kFailed = 1,  // a program is wrong, a run failed, a problem was found
  kUsage = 2,
  kInputOutput = 3,  // a file could not be read or written, or is damaged
  kRefused = 4,      // a program needs what is not supported
  kMismatch = 5,     // a program ran, and its results are not those that were expected
  kInternal = 6,     // a mistake of ours
};

// The same for programs, in JSON, and for people; by number.
struct ExitCodeWords {
  ExitCode code;
  const char* name;
  const char* what;
};
inline constexpr ExitCodeWords kExitCodes[] = {
    {kFine, "fine", "fine"},
    {kFailed, "failed", "a program is wrong, a run failed, or a problem was found"},
    {kUsage, "usage", "the command line is wrong"},
    {kInputOutput, "file", "a file could not be read or written, or is damaged"},
    {kRefused, "refused", "a program needs what is not supported"},
    {kMismatch, "mismatch", "results are not those that were expected"},
    {kInternal, "internal", "an internal error, a mistake of ours"},
};

// An error and the exit code it means.
struct Failure {
  ExitCode code = kFailed;
  std::string message;
  std::vector<std::string> refusals = {};  // kRefused: all of them (RefusalsOf)
};

// Prints "tilewright: MESSAGE" to standard error.
ExitCode Report(const Failure& failure);
// For people: what kind of error it is in words, where the message alone does not tell.
std::string Describe(const absl::Status& status);

// True for the codes that system calls on files give (support/files.h).
bool IsFileError(const absl::Status& status);

// Of what the library says of a program: kRefused, kInternal, kInputOutput or kFailed.
ExitCode CodeOf(const absl::Status& status);
// What it is and what it says.
Failure FailureOf(const absl::Status& status);

}  // namespace tilewright::tools
