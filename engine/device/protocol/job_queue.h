// The requests of a client between the thread that reads them and the thread that runs them. Plain C++.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <vector>

namespace chasescope {

/// One request of a client.
struct Job {
  nlohmann::json id;
  std::string id_text;  ///< `id` on one line
  std::string call;
  nlohmann::json params;
  std::size_t bytes = 0;  ///< of its line: what it costs to keep
  std::stop_source stop;
  std::atomic<double> progress = 0;
  bool answered = false;  ///< guarded by Answers
};
using JobPtr = std::shared_ptr<Job>;

/// In order of arrival; one at a time is under way. All functions may be called from any thread.
class JobQueue {
 public:
  void put(JobPtr job);
  /// Waits for the next job, which is then under way until the next call; null when the queue is closed and empty. If none comes
  /// within `patience`, `idle` is called, once, and the waiting goes on.
  JobPtr take(std::chrono::milliseconds patience, const std::function<void()>& idle);
  /// Asks jobs of that id to end: the one under way is told to stop, those that wait are taken out and returned.
  std::vector<JobPtr> cancel(const nlohmann::json& id);
  /// Nothing more will be put.
  void close();
  /// Drops what waits, stops what is under way, and closes.
  void abort();

  /// Everything that is not answered yet.
  std::vector<JobPtr> unanswered() const;
  /// Whether so much waits that no more should be read for now.
  bool full() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<JobPtr> waiting_;
  JobPtr under_way_;
  std::size_t waiting_bytes_ = 0;
  bool closed_ = false;
};

}  // namespace chasescope
