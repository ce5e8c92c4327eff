#include "cache/tiers/write_back.h"

#include <unistd.h>

#include <system_error>
#include <utility>

namespace tilewright::cache {

WriteBack::~WriteBack() { Stop(); }

bool WriteBack::Add(uint64_t bytes, std::function<void()> job) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (stopped_ || jobs_.size() >= options_.max_jobs ||
      bytes > options_.max_bytes - bytes_) {
    return false;
  }
  if (!thread_.joinable()) {
    try {
      thread_ = std::thread([this] { Run(); });
    } catch (const std::system_error&) {
      return false;  // the system gives no more threads
    }
    process_ = getpid();
  }
  bytes_ += bytes;
  jobs_.push_back({bytes, std::move(job)});
  changed_.notify_all();
  return true;
}

void WriteBack::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopped_ || !jobs_.empty(); });
    if (stopped_) return;
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    busy_ = true;
    lock.unlock();
    job.work();
    job.work = nullptr;  // what it holds goes before its bytes are given back
    lock.lock();
    busy_ = false;
    bytes_ -= job.bytes;
    changed_.notify_all();
  }
}

bool WriteBack::Flush(std::chrono::milliseconds limit) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (process_ != getpid()) return jobs_.empty();
  return changed_.wait_for(lock, limit, [this] { return jobs_.empty() && !busy_; });
}

void WriteBack::Stop() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stopped_ = true;
    jobs_.clear();
  }
  changed_.notify_all();
  if (!thread_.joinable()) return;
  if (process_ == getpid()) {
    thread_.join();
  } else {
    thread_.detach();
  }
}

}  // namespace tilewright::cache
