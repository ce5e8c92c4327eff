// How the command line ends, and the errors that decide it.
#pragma once

#include <string>

#include "absl/status/status.h"

namespace tilewright::tools {

enum ExitCode : int {
  kFine = 0,
  kFailed = 1,  // a program was refused, failed or gave a wrong result
  kUsage = 2,
  kInputOutput = 3,  // a file could not be read or written, or is damaged
};

// An error and the exit code it means.
struct Failure {
  ExitCode code = kFailed;
  std::string message;
};

// Prints "tilewright: MESSAGE" to standard error.
ExitCode Report(const Failure& failure);
// For people: what kind of error it is in words, where the message alone does not tell.
std::string Describe(const absl::Status& status);

// True for the codes that system calls on files give (support/files.h).
bool IsFileError(const absl::Status& status);

}  // namespace tilewright::tools
