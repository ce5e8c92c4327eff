#include "tools/cli/progress.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <utility>

#include "absl/strings/str_cat.h"

namespace tilewright::tools {

bool BeforeTerminal() { return ::isatty(STDERR_FILENO) == 1; }

void ShowLine(const std::string& text) {
  if (!BeforeTerminal()) return;
  std::fprintf(stderr, "\r\033[K%.100s", text.c_str());
  std::fflush(stderr);
}

Ticker::Ticker(std::string what) {
  if (!BeforeTerminal()) return;
  thread_ = std::thread([this, what = std::move(what)] {
    std::unique_lock<std::mutex> lock(mutex_);
    for (int seconds = 1;; ++seconds) {
      if (ended_.wait_for(lock, std::chrono::seconds(1), [&] { return end_; })) break;
      ShowLine(absl::StrCat(what, " ... ", seconds, " s"));
    }
    ShowLine("");
  });
}

Ticker::~Ticker() {
  if (!thread_.joinable()) return;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    end_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

}  // namespace tilewright::tools
