// How much faster bytecode is read than the text of the same program is parsed.
//
//   reading_bench NAME...    NAME.mlirbc is an artifact, NAME.mlir the text of it, as
//                            tests/frontend/bytecode/portable_artifacts.py --keep leaves
//                            them
//
// For each, best of many, microseconds: to a syntax tree, and to a verified program.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "frontend/bytecode/container/container.h"
#include "frontend/bytecode/read.h"
#include "frontend/read_program.h"
#include "frontend/stablehlo/syntax/parser.h"
#include "support/files.h"

namespace tilewright::bench {
namespace {

using Clock = std::chrono::steady_clock;

template <typename Run>
double Best(Run run) {
  constexpr double kSeconds = 0.2;
  double best = std::numeric_limits<double>::infinity();
  const Clock::time_point begin = Clock::now();
  int runs = 0;
  for (Clock::time_point at = begin;
       runs < 3 || std::chrono::duration<double>(at - begin).count() < kSeconds; ++runs) {
    if (!run()) return std::numeric_limits<double>::quiet_NaN();
    const Clock::time_point after = Clock::now();
    best = std::min(best, std::chrono::duration<double, std::micro>(after - at).count());
    at = after;
  }
  return best;
}

bool ParseTree(const std::string& text) {
  const stablehlo::ParseLimits limits;
  const stablehlo::Source source(text, "program", 1);
  return stablehlo::Parser(source, limits).ParseModule().ok();
}

bool ReadTree(const std::string& bytes) {
  const stablehlo::ParseLimits limits;
  const auto container = bytecode::OpenContainer(bytes, "program");
  if (!container.ok()) return false;
  const stablehlo::Source source(bytes, "program", container->sections);
  return bytecode::ReadModule(*container, source, limits).ok();
}

bool ReadWhole(const std::string& bytes) { return frontend::ReadProgram(bytes).ok(); }

int Measure(int count, char** names) {
  double product = 1;
  std::printf("%10s %10s %10s %10s %6s %10s %10s %6s\n", "text B", "bytes B", "text us",
              "bytes us", "ratio", "text all", "bytes all", "ratio");
  for (int i = 0; i < count; ++i) {
    const auto bytes = ReadFile(absl::StrCat(names[i], ".mlirbc"));
    const auto text = ReadFile(absl::StrCat(names[i], ".mlir"));
    if (!bytes.ok() || !text.ok()) {
      std::printf("%s: no such pair\n", names[i]);
      return 1;
    }
    const double text_tree = Best([&] { return ParseTree(*text); });
    const double bytes_tree = Best([&] { return ReadTree(*bytes); });
    const double text_all = Best([&] { return ReadWhole(*text); });
    const double bytes_all = Best([&] { return ReadWhole(*bytes); });
    std::printf("%10zu %10zu %10.1f %10.1f %6.2f %10.1f %10.1f %6.2f  %s\n", text->size(),
                bytes->size(), text_tree, bytes_tree, text_tree / bytes_tree, text_all,
                bytes_all, text_all / bytes_all, names[i]);
    product *= std::pow(text_tree / bytes_tree, 1.0 / count);
  }
  std::printf("geometric mean of trees: %.2f\n", product);
  return 0;
}

}  // namespace
}  // namespace tilewright::bench

int main(int argc, char** argv) { return tilewright::bench::Measure(argc - 1, argv + 1); }
