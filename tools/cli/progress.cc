#include "tools/cli/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tools/cli/text.h"

namespace tilewright::tools {

namespace {

// Of the terminal that standard error is.
size_t Columns() {
  constexpr size_t kUsual = 80;
  winsize size = {};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUsual;
}

}  // namespace

bool BeforeTerminal() {
  const char* const terminal = std::getenv("TERM");
  const bool rewrites = terminal == nullptr || std::strcmp(terminal, "dumb") != 0;
  return rewrites && ::isatty(STDERR_FILENO) == 1;
}

void ShowLine(const std::string& text) {
  static std::atomic<bool> shown = false;
  if (!BeforeTerminal() || (text.empty() && !shown)) return;
  shown = !text.empty();
  // A line that is full to its end would wrap; of a long one its end tells most, which
  // says how far things are.
  std::string line = Printable(text);
  const size_t room = Columns() - 1;
  if (line.size() > room) {
    const size_t kept = room < 4 ? 0 : room - 2;
    line = absl::StrCat(line.substr(0, kept / 2), "..",
                        line.substr(line.size() - (kept - kept / 2)));
  }
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
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
