// Servers for tests, on the loopback and in temporary folders: real ones, which have
// to be installed (tools/dev/common.sh), and one that misbehaves as it is told.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"

namespace tilewright::cache {

// Removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = std::filesystem::temp_directory_path() / "tilewright-XXXXXX";
    EXPECT_NE(mkdtemp(pattern.data()), nullptr);
    path_ = pattern;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// A listening socket, or one that is connected; -1 when that fails.
inline int ListenOn(int port) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
      listen(listener, 64) == 0) {
    return listener;
  }
  close(listener);
  return -1;
}
inline int PortOf(int listener) {
  sockaddr_in address = {};
  socklen_t size = sizeof address;
  getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}
// Free a moment ago.
inline int FreePort() {
  const int listener = ListenOn(0);
  const int port = PortOf(listener);
  close(listener);
  return port;
}
inline bool Accepts(int port) {
  const int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool ok =
      connect(file, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  close(file);
  return ok;
}

// A server's process, killed at the end.
class ServerProcess {
 public:
  // `command` is started again when it does not come to listen on `port`.
  void Start(const std::vector<std::string>& command, int port) {
    for (int attempt = 0; attempt < 3; ++attempt) {
      std::vector<char*> words;
      for (const std::string& word : command)
        words.push_back(const_cast<char*>(word.data()));
      words.push_back(nullptr);
      posix_spawn_file_actions_t quiet;
      posix_spawn_file_actions_init(&quiet);
      posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
      posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
      const int error =
          posix_spawnp(&pid_, words[0], &quiet, nullptr, words.data(), environ);
      posix_spawn_file_actions_destroy(&quiet);
      if (error != 0) break;
      for (int i = 0; i < 500; ++i) {
        if (Accepts(port)) return;
        if (waitpid(pid_, nullptr, WNOHANG) == pid_) {
          pid_ = 0;
          break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
      Kill();
    }
    FAIL() << command[0] << " does not start; is it installed?";
  }
  ~ServerProcess() { Kill(); }
  void Kill() { Signal(SIGKILL), Reap(); }
  // Stops it from answering, and lets it go on.
  void Pause() { Signal(SIGSTOP); }
  void Continue() { Signal(SIGCONT); }

 private:
  void Signal(int number) {
    if (pid_ > 0) kill(pid_, number);
  }
  void Reap() {
    if (pid_ > 0) waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }
  pid_t pid_ = 0;
};

class RedisServer {
 public:
  explicit RedisServer(const std::string& password = "") {
    std::vector<std::string> command = {
        "redis-server", "--port", std::to_string(port_), "--bind", "127.0.0.1",
        "--save",       "",       "--appendonly",        "no",     "--dir",
        folder_.path()};
    if (!password.empty()) command.insert(command.end(), {"--requirepass", password});
    process.Start(command, port_);
  }
  int port() const { return port_; }
  std::string address() const { return absl::StrCat("redis://127.0.0.1:", port_, "/0"); }

 private:
  TemporaryFolder folder_;
  const int port_ = FreePort();

 public:
  ServerProcess process;
};

// nginx with WebDAV below /cache; with user and password when these are given, and
// reading only when told so.
class NginxServer {
 public:
  explicit NginxServer(const std::string& credentials = "", bool writable = true) {
    const std::string& root = folder_.path();
    std::filesystem::create_directories(root + "/files/cache/ac");
    std::ofstream(root + "/users") << credentials << "\n";
    std::string config = absl::StrCat(
        "daemon off; master_process off; worker_processes 1; pid ", root, "/pid;\n",
        "error_log ", root, "/error.log;\nevents {}\nhttp {\n access_log off;\n",
        " client_max_body_size 64m;\n client_body_temp_path ", root, "/body;\n",
        " proxy_temp_path ", root, "/proxy; fastcgi_temp_path ", root, "/fastcgi;\n",
        " uwsgi_temp_path ", root, "/uwsgi; scgi_temp_path ", root, "/scgi;\n",
        " server {\n  listen 127.0.0.1:", port_, ";\n  root ", root, "/files;\n");
    if (writable)
      absl::StrAppend(&config, "  dav_methods PUT; create_full_put_path on;\n");
    if (!credentials.empty()) {
      absl::StrAppend(&config, "  auth_basic x; auth_basic_user_file ", root,
                      "/users;\n");
    }
    absl::StrAppend(&config, " }\n}\n");
    std::ofstream(root + "/nginx.conf") << config;
    const std::string system = "/usr/sbin/nginx";
    process.Start({std::filesystem::exists(system) ? system : "nginx", "-e",
                   root + "/error.log", "-c", root + "/nginx.conf"},
                  port_);
  }
  int port() const { return port_; }
  std::string address() const {
    return absl::StrCat("http://127.0.0.1:", port_, "/cache");
  }
  // Where it keeps what was put.
  std::string PathOf(const std::string& key) const {
    return absl::StrCat(folder_.path(), "/files/cache/ac/", key);
  }

 private:
  TemporaryFolder folder_;
  const int port_ = FreePort();

 public:
  ServerProcess process;
};

// Does what it is told with each connection.
class StubServer {
 public:
  // A connection that the handler has; reading and writing end when the server does.
  class Connection {
   public:
    explicit Connection(int file) : file_(file) {}
    // What has come within a moment, or waited for until there is something.
    std::string Read() const {
      char buffer[65536];
      const ssize_t got = recv(file_, buffer, sizeof buffer, 0);
      return got <= 0 ? std::string() : std::string(buffer, static_cast<size_t>(got));
    }
    bool Write(const std::string& bytes) const {
      return send(file_, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
             static_cast<ssize_t>(bytes.size());
    }
    // Until the other side goes away, or the server ends.
    void Stall() const {
      while (!Read().empty()) {
      }
    }

   private:
    const int file_;
  };
  using Handler = std::function<void(const Connection&)>;

  explicit StubServer(Handler handler)
      : handler_(std::move(handler)), listener_(ListenOn(0)), port_(PortOf(listener_)) {
    acceptor_ = std::thread([this] { Accept(); });
  }
  ~StubServer() {
    shutdown(listener_, SHUT_RDWR);
    acceptor_.join();
    close(listener_);
    {
      std::lock_guard<std::mutex> lock(mutex_);
      for (int file : files_) shutdown(file, SHUT_RDWR);
    }
    for (std::thread& thread : threads_) thread.join();
    for (int file : files_) close(file);
  }
  int port() const { return port_; }
  std::string http() const { return absl::StrCat("http://127.0.0.1:", port_, "/base"); }
  std::string redis() const { return absl::StrCat("redis://127.0.0.1:", port_); }
  int connections() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return static_cast<int>(files_.size());
  }

 private:
  void Accept() {
    while (true) {
      const int file = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (file < 0) return;
      std::lock_guard<std::mutex> lock(mutex_);
      files_.push_back(file);
      threads_.emplace_back([this, file] {
        handler_(Connection(file));
        shutdown(file, SHUT_RDWR);
      });
    }
  }

  const Handler handler_;
  const int listener_;
  const int port_;
  std::thread acceptor_;
  mutable std::mutex mutex_;
  std::vector<int> files_;            // guarded by mutex_
  std::vector<std::thread> threads_;  // by the acceptor, and after it
};

// Milliseconds that `work` takes.
inline double MillisecondsOf(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() -
                                                   start)
      .count();
}

}  // namespace tilewright::cache
