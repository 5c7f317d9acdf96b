// The queue of a client's requests, from the thread that reads them to the thread that runs them. Plain C++.
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
  std::size_t bytes = 0;  ///< size of its line, counted against the queue's limit
  std::stop_source stop;
  std::atomic<double> progress = 0;
  bool answered = false;  ///< guarded by Answers
};
using JobPtr = std::shared_ptr<Job>;

/// Jobs in order of arrival; one at a time runs. All functions may be called from any thread.
class JobQueue {
 public:
  void put(JobPtr job);
  /// Waits for the next job, which counts as running until the next call; null when the queue is closed and empty. If none comes
  /// within `patience`, `idle` is called, once, and the waiting goes on.
  JobPtr take(std::chrono::milliseconds patience, const std::function<void()>& idle);
  /// Cancels jobs of that id: the running job gets a stop request, waiting jobs are removed and returned.
  std::vector<JobPtr> cancel(const nlohmann::json& id);
  /// Closes the queue: no more jobs will be put.
  void close();
  /// Drops the waiting jobs, stops the running job, and closes the queue.
  void abort();

  /// All jobs without an answer so far.
  std::vector<JobPtr> unanswered() const;
  /// Whether the queue is full, so that the reader should wait.
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
