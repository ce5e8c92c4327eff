// Options that several commands share, and what they become.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "CLI/App.hpp"
#include "tilewright/compile.h"

namespace tilewright::tools {

using Clock = std::chrono::steady_clock;

inline double MillisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// --size: what `?` sizes of a program's inputs are.
void AddSizeOption(CLI::App* command, std::vector<int64_t>* sizes);

// The facts that decide a compilation, as the user writes them.
struct Settings {
  std::string numerics;  // "": the program's own, which is "tpu" unless a package says
  std::string target = CompileOptionsFromEnvironment().target;
  std::string chip = "v5e";
  std::string cluster = "on";
  int threads = 0;
  std::string label;      // "": as TILEWRIGHT_LABEL says, else the file's name
  std::string cache_dir;  // "": as the environment says

  void AddTo(CLI::App* command);
  // Of commands that have no --dir for it.
  void AddCacheDirTo(CLI::App* command);
  // Of a program whose own numerics are these.
  std::string NumericsOver(const std::string& own) const {
    return numerics.empty() ? own : numerics;
  }
  // Of the program in this file; "": of none.
  CompileOptions ToCompileOptions(const std::string& own_numerics = "tpu",
                                  const std::string& file = "") const;
};

// What the cache calls a program that nobody has called otherwise: its file's name,
// without what no label can have.
std::string LabelOfFile(const std::string& file);

}  // namespace tilewright::tools
