// What a run did, as a table and as JSON.
#pragma once

#include <string>
#include <vector>

#include "nlohmann/json.hpp"
#include "tilewright/compile.h"
#include "tilewright/device.h"
#include "tilewright/execute.h"
#include "tilewright/program.h"
#include "tools/run/outputs.h"

namespace tilewright::tools {

struct RunFacts {
  std::string file;
  std::string program;
  std::string chip;
  std::string numerics;
  std::string target;
  int threads = 0;
  size_t inputs = 0;
  size_t outputs = 0;
  CompileReport compile;
  double parse_ms = 0;
  double inputs_ms = 0;        // reading or making inputs
  double start_ms = 0;         // from main() to the first kernel, but for inputs_ms
  std::vector<double> run_ms;  // one a repeat
  int64_t peak_bytes = 0;
  int64_t hbm_bytes = 0;
  std::vector<StepReport> steps;  // of one more run, with clocks
};

// {"kind", "exit_code", "message"} and the lists that the failure has.
nlohmann::ordered_json FailureJson(const RunFailure& failure);

// A table for people, of lines of at most `width` characters (0: any); the slowest steps
// first.
std::string ReportTable(const RunFacts& facts, int width);
// One JSON object; docs/report.md names its fields. `failure`: how the run ended where it
// did not end well; null otherwise.
std::string ReportJson(const RunFacts& facts, const RunFailure* failure);

}  // namespace tilewright::tools
