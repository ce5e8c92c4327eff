#include "tools/check/workers.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"

// Over a socket pair, in lines: the parent writes the number of a case, the
// worker a JSON array [name, outcome, reason, digest] for each result and "end".

namespace tilewright::tools {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr char kEnd[] = "end";

// False when the other side is gone.
bool WriteLine(int fd, std::string line) {
  line.push_back('\n');
  size_t done = 0;
  while (done < line.size()) {
    ssize_t wrote = ::send(fd, line.data() + done, line.size() - done, MSG_NOSIGNAL);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return false;
    done += static_cast<size_t>(wrote);
  }
  return true;
}

// Takes the first line out of `pending`; false when there is no whole one.
bool TakeLine(std::string* pending, std::string* line) {
  size_t end = pending->find('\n');
  if (end == std::string::npos) return false;
  *line = pending->substr(0, end);
  pending->erase(0, end + 1);
  return true;
}

// Appends what there is to read; false when the other side is gone.
bool ReadSome(int fd, std::string* pending) {
  char bytes[1 << 16];
  ssize_t got;
  do {
    got = ::recv(fd, bytes, sizeof bytes, 0);
  } while (got < 0 && errno == EINTR);
  if (got <= 0) return false;
  pending->append(bytes, static_cast<size_t>(got));
  return true;
}

std::string Encode(const CaseResult& result) {
  return Json({result.name, static_cast<int>(result.outcome), result.reason,
               result.digest})
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

CaseResult Decode(const std::string& line) {
  Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!json.is_array() || json.size() != 4) {
    return {"?", Outcome::kFailed, absl::StrCat("unreadable result: ", line), ""};
  }
  return {json[0].get<std::string>(), static_cast<Outcome>(json[1].get<int>()),
          json[2].get<std::string>(), json[3].get<std::string>()};
}

[[noreturn]] void WorkerMain(int fd, const std::vector<Case>& cases,
                             const std::function<CaseFunction()>& start) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  CaseFunction run = start();
  std::string pending, line;
  while (true) {
    while (!TakeLine(&pending, &line)) {
      if (!ReadSome(fd, &pending)) ::_exit(0);
    }
    size_t index = 0;
    if (!absl::SimpleAtoi(line, &index) || index >= cases.size()) ::_exit(1);
    run(cases[index], [&](const CaseResult& result) { WriteLine(fd, Encode(result)); });
    WriteLine(fd, kEnd);
  }
}

struct Worker {
  pid_t pid = -1;
  int fd = -1;
  bool busy = false;
  size_t index = 0;  // of the case it works on
  std::string last;  // name of its last result for that case
  std::string pending;
  Clock::time_point deadline;
};

class Pool {
 public:
  Pool(const std::vector<Case>& cases, const WorkerOptions& options,
       const std::function<CaseFunction()>& start,
       const std::function<void(const CaseResult&)>& done)
      : cases_(cases), options_(options), start_(start), done_(done) {}

  ~Pool() {
    for (Worker& worker : workers_) Stop(&worker, /*kill=*/worker.busy);
  }

  absl::Status Run() {
    size_t jobs = std::min(static_cast<size_t>(options_.jobs), cases_.size());
    workers_.resize(jobs);
    for (Worker& worker : workers_) {
      absl::Status started = Start(&worker);
      if (!started.ok()) return started;
      Assign(&worker);
    }
    while (std::any_of(workers_.begin(), workers_.end(),
                       [](const Worker& worker) { return worker.busy; })) {
      absl::Status status = WaitForSome();
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

 private:
  absl::Status Start(Worker* worker) {
    int pair[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
      return absl::InternalError(absl::StrCat("no socket pair: ", std::strerror(errno)));
    }
    pid_t pid = ::fork();
    if (pid < 0) {
      ::close(pair[0]);
      ::close(pair[1]);
      return absl::InternalError(absl::StrCat("no process: ", std::strerror(errno)));
    }
    if (pid == 0) {
      for (const Worker& other : workers_) {
        if (other.fd >= 0) ::close(other.fd);
      }
      ::close(pair[0]);
      WorkerMain(pair[1], cases_, start_);
    }
    ::close(pair[1]);
    *worker = Worker();
    worker->pid = pid;
    worker->fd = pair[0];
    return absl::OkStatus();
  }

  // How the process ended, for people.
  static std::string Stop(Worker* worker, bool kill) {
    if (worker->pid < 0) return "";
    if (kill) ::kill(worker->pid, SIGKILL);
    ::close(worker->fd);
    int status = 0;
    while (::waitpid(worker->pid, &status, 0) < 0 && errno == EINTR) {
    }
    worker->pid = -1;
    worker->fd = -1;
    if (WIFSIGNALED(status)) {
      return absl::StrCat("crashed: ", strsignal(WTERMSIG(status)));
    }
    return absl::StrCat("ended with exit code ", WEXITSTATUS(status));
  }

  void Touch(Worker* worker) {
    worker->deadline =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(
                           std::chrono::duration<double>(options_.timeout_seconds));
  }

  void Assign(Worker* worker) {
    worker->busy = next_ < cases_.size();
    if (!worker->busy) return;
    worker->index = next_++;
    worker->last.clear();
    Touch(worker);
    WriteLine(worker->fd, absl::StrCat(worker->index));  // death shows when reading
  }

  // The worker is lost with its case: reports that, and starts another.
  absl::Status Replace(Worker* worker, const std::string& why) {
    std::string after =
        worker->last.empty() ? "" : absl::StrCat(" (after ", worker->last, ")");
    done_({cases_[worker->index].path, Outcome::kFailed, why + after, ""});
    if (next_ >= cases_.size()) {
      worker->busy = false;
      return absl::OkStatus();
    }
    absl::Status started = Start(worker);
    if (started.ok()) Assign(worker);
    return started;
  }

  absl::Status Receive(Worker* worker) {
    if (!ReadSome(worker->fd, &worker->pending)) {
      return Replace(worker, Stop(worker, /*kill=*/false));
    }
    std::string line;
    while (TakeLine(&worker->pending, &line)) {
      if (line == kEnd) {
        Assign(worker);
        continue;
      }
      CaseResult result = Decode(line);
      worker->last = result.name;
      Touch(worker);
      done_(result);
    }
    return absl::OkStatus();
  }

  absl::Status WaitForSome() {
    std::vector<pollfd> waits;
    std::vector<size_t> who;
    Clock::time_point first = Clock::time_point::max();
    for (size_t i = 0; i < workers_.size(); ++i) {
      if (!workers_[i].busy) continue;
      waits.push_back({workers_[i].fd, POLLIN, 0});
      who.push_back(i);
      first = std::min(first, workers_[i].deadline);
    }
    auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(first - Clock::now());
    int timeout = static_cast<int>(std::clamp<int64_t>(left.count() + 1, 0, 60000));
    if (::poll(waits.data(), waits.size(), timeout) < 0 && errno != EINTR) {
      return absl::InternalError(absl::StrCat("poll: ", std::strerror(errno)));
    }
    for (size_t k = 0; k < who.size(); ++k) {
      Worker& worker = workers_[who[k]];
      absl::Status status;
      if (waits[k].revents != 0) {
        status = Receive(&worker);
      } else if (Clock::now() >= worker.deadline) {
        Stop(&worker, /*kill=*/true);
        status = Replace(&worker, absl::StrCat("no result within ",
                                               options_.timeout_seconds, " seconds"));
      }
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  const std::vector<Case>& cases_;
  const WorkerOptions& options_;
  const std::function<CaseFunction()>& start_;
  const std::function<void(const CaseResult&)>& done_;
  std::vector<Worker> workers_;
  size_t next_ = 0;
};

}  // namespace

absl::Status RunCases(const std::vector<Case>& cases, const WorkerOptions& options,
                      const std::function<CaseFunction()>& start,
                      const std::function<void(const CaseResult&)>& done) {
  return Pool(cases, options, start, done).Run();
}

}  // namespace tilewright::tools
