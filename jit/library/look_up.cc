#include "jit/library/look_up.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "support/output_file.h"
#include "support/warn.h"

namespace tilewright::jit {
namespace {

const char* OutcomeName(LookUp::Outcome outcome) {
  switch (outcome) {
    case LookUp::Outcome::kHit:
      return "hit";
    case LookUp::Outcome::kMiss:
      return "miss";
    case LookUp::Outcome::kRefused:
      return "refused";
  }
  return "";
}

std::string Now() {
  timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  tm parts = {};
  gmtime_r(&now.tv_sec, &parts);
  return absl::StrFormat("%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900,
                         parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min,
                         parts.tm_sec, now.tv_nsec / 1000000);
}

std::string CauseOf(const LookUp& look_up) {
  if (look_up.nearest.empty()) return look_up.cause;
  return absl::StrCat(look_up.cause, " (nearest ", look_up.nearest, ")");
}

}  // namespace

std::vector<LookUp> Distinct(const std::vector<LookUp>& look_ups) {
  std::map<std::string, size_t> places;
  std::vector<LookUp> distinct;
  for (const LookUp& look_up : look_ups) {
    const auto [place, is_new] = places.emplace(look_up.manifest.Name(), distinct.size());
    if (is_new) {
      distinct.push_back(look_up);
      continue;
    }
    LookUp& known = distinct[place->second];
    const bool says_less = look_up.outcome == LookUp::Outcome::kMiss &&
                           known.outcome == LookUp::Outcome::kRefused;
    if (!says_less) known = look_up;
  }
  return distinct;
}

std::string AppendLookUps(const std::string& path, const std::vector<LookUp>& look_ups,
                          absl::string_view label) {
  if (look_ups.empty()) return "";
  // O_NONBLOCK: a FIFO that nobody reads must not stop a compilation.
  const int file =
      ::open(path.c_str(),
             O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
  if (file < 0) return std::strerror(errno);
  const std::string time = Now();
  std::string error;
  for (const LookUp& look_up : look_ups) {
    std::vector<std::string> words = {time,
                                      absl::StrCat(::getpid()),
                                      OutcomeName(look_up.outcome),
                                      look_up.manifest.Get("kind"),
                                      look_up.manifest.Name(),
                                      look_up.name,
                                      std::string(label),
                                      CauseOf(look_up)};
    for (std::string& word : words) word = Printable(word);
    const std::string line = absl::StrCat(absl::StrJoin(words, "\t"), "\n");
    if (const int failed = WriteWhole(file, line); failed != 0) {
      error = std::strerror(failed);
      break;
    }
  }
  ::close(file);
  return error;
}

}  // namespace tilewright::jit
