#include "tools/cli/table.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iterator>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace tilewright::tools {
namespace {

constexpr int kGap = 2;
constexpr size_t kLeastElastic = 6;
// Where less than this is left of an elastic column, optional ones give way.
constexpr size_t kEnoughElastic = 14;

std::string Cut(const std::string& text, size_t width) {
  if (text.size() <= width) return text;
  return width < 2 ? text.substr(0, width) : text.substr(0, width - 2) + "..";
}

}  // namespace

int TerminalWidth() {
  const char* const columns = std::getenv("COLUMNS");
  int width = 0;
  if (columns != nullptr && absl::SimpleAtoi(columns, &width) && width > 0) return width;
  if (::isatty(STDOUT_FILENO) != 1) return 0;
  winsize size = {};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

std::vector<size_t> Table::Widths() const {
  std::vector<size_t> widths;
  for (size_t c = 0; c < columns_.size(); ++c) {
    size_t widest = columns_[c].title.size();
    for (const std::vector<std::string>& row : rows_) {
      widest = std::max(widest, row[c].size());
    }
    widths.push_back(widest);
  }
  return widths;
}

std::vector<size_t> Table::ShownColumns(const std::vector<size_t>& widths,
                                        size_t width) const {
  std::vector<size_t> shown;
  for (size_t c = 0; c < columns_.size(); ++c) shown.push_back(c);
  while (width > 0) {
    size_t least = kGap * (shown.size() - 1);
    for (const size_t c : shown) {
      least += columns_[c].elastic ? std::min(widths[c], kEnoughElastic) : widths[c];
    }
    const auto last = std::find_if(shown.rbegin(), shown.rend(),
                                   [&](size_t c) { return columns_[c].optional; });
    if (least <= width || last == shown.rend()) break;
    shown.erase(std::next(last).base());
  }
  return shown;
}

std::string Table::Text(int width) const {
  std::vector<size_t> widths = Widths();
  const std::vector<size_t> shown =
      ShownColumns(widths, static_cast<size_t>(std::max(width, 0)));
  size_t total = kGap * (shown.size() - 1);
  bool titles = false;
  for (const size_t c : shown) {
    total += widths[c];
    titles = titles || !columns_[c].title.empty();
  }
  // Elastic columns give way, the widest first.
  while (width > 0 && total > static_cast<size_t>(width)) {
    size_t widest = columns_.size();
    for (const size_t c : shown) {
      if (!columns_[c].elastic || widths[c] <= kLeastElastic) continue;
      if (widest == columns_.size() || widths[c] > widths[widest]) widest = c;
    }
    if (widest == columns_.size()) break;
    --widths[widest];
    --total;
  }
  std::string text;
  const auto add = [&](const std::vector<std::string>& cells) {
    std::string line;
    for (const size_t c : shown) {
      const std::string cell = columns_[c].elastic ? Cut(cells[c], widths[c]) : cells[c];
      const std::string fill(widths[c] - std::min(widths[c], cell.size()), ' ');
      absl::StrAppend(&line, c == shown.front() ? "" : std::string(kGap, ' '),
                      columns_[c].right ? fill + cell : cell + fill);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    absl::StrAppend(&text, line, "\n");
  };
  if (titles) {
    std::vector<std::string> cells;
    for (const Column& column : columns_) cells.push_back(column.title);
    add(cells);
  }
  for (const std::vector<std::string>& row : rows_) add(row);
  return text;
}

std::string Wrapped(const std::string& text, int indent, int width) {
  const size_t room = static_cast<size_t>(std::max(width - indent, 20));
  if (width <= 0 || text.size() <= room) return text;
  std::string result;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.size(), begin + room);
    if (end < text.size()) {
      const size_t gap = text.find_last_of(", ", end - 1);
      if (gap != std::string::npos && gap > begin) end = gap + 1;
    }
    if (begin > 0) absl::StrAppend(&result, "\n", std::string(indent, ' '));
    std::string line = text.substr(begin, end - begin);
    if (end < text.size()) line.erase(line.find_last_not_of(' ') + 1);
    absl::StrAppend(&result, line);
    begin = std::min(text.find_first_not_of(' ', end), text.size());
  }
  return result;
}

std::string AgeText(int64_t seconds) {
  if (seconds < 0) return "0 s";
  if (seconds < 120) return absl::StrCat(seconds, " s");
  if (seconds < 120 * 60) return absl::StrCat(seconds / 60, " min");
  if (seconds < 48 * 3600) return absl::StrCat(seconds / 3600, " h");
  return absl::StrCat(seconds / 86400, " d");
}

std::string TimeText(int64_t seconds_since_1970) {
  const std::time_t time = seconds_since_1970;
  std::tm parts = {};
  if (::gmtime_r(&time, &parts) == nullptr) return "?";
  char text[32];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts));
}

std::string DurationText(double ms) {
  if (ms < 1000) return absl::StrFormat("%.1f ms", ms);
  if (ms < 120e3) return absl::StrFormat("%.1f s", ms / 1e3);
  if (ms < 7200e3) return absl::StrFormat("%.1f min", ms / 60e3);
  return absl::StrFormat("%.1f h", ms / 3600e3);
}

}  // namespace tilewright::tools
