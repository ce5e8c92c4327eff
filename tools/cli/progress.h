// Signs of life on a terminal.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace tilewright::tools {

// True when standard error is a terminal that lines can be rewritten on.
bool BeforeTerminal();

// Rewrites one line of standard error, cut to fit; empty text clears it. Nothing when not
// before a terminal.
void ShowLine(const std::string& text);

// While it lives, and from one second on, shows what is going on and for how
// long. Nothing when not before a terminal.
class Ticker {
 public:
  explicit Ticker(std::string what);
  ~Ticker();
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace tilewright::tools
