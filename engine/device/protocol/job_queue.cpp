#include "engine/device/protocol/job_queue.h"

#include <algorithm>
#include <utility>

namespace chasescope {

void JobQueue::put(JobPtr job) {
  {
    const std::scoped_lock lock(mutex_);
    if (closed_) return;
    waiting_bytes_ += job->bytes;
    waiting_.push_back(std::move(job));
  }
  changed_.notify_one();
}

JobPtr JobQueue::take(std::chrono::milliseconds patience, const std::function<void()>& idle) {
  std::unique_lock lock(mutex_);
  under_way_.reset();
  const auto has_come = [&] { return closed_ || !waiting_.empty(); };
  if (!changed_.wait_for(lock, patience, has_come)) {
    lock.unlock();
    idle();
    lock.lock();
    changed_.wait(lock, has_come);
  }
  if (waiting_.empty()) return nullptr;
  under_way_ = std::move(waiting_.front());
  waiting_.pop_front();
  waiting_bytes_ -= under_way_->bytes;
  return under_way_;
}

std::vector<JobPtr> JobQueue::cancel(const nlohmann::json& id) {
  const std::scoped_lock lock(mutex_);
  if (under_way_ && under_way_->id == id) under_way_->stop.request_stop();
  std::vector<JobPtr> removed;
  const auto rest = std::stable_partition(waiting_.begin(), waiting_.end(), [&](const JobPtr& job) { return job->id != id; });
  removed.assign(std::make_move_iterator(rest), std::make_move_iterator(waiting_.end()));
  waiting_.erase(rest, waiting_.end());
  for (const JobPtr& job : removed) waiting_bytes_ -= job->bytes;
  return removed;
}

void JobQueue::close() {
  {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
}

void JobQueue::abort() {
  {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
    waiting_.clear();
    waiting_bytes_ = 0;
    if (under_way_) under_way_->stop.request_stop();
  }
  changed_.notify_all();
}

std::vector<JobPtr> JobQueue::unanswered() const {
  const std::scoped_lock lock(mutex_);
  std::vector<JobPtr> jobs(waiting_.begin(), waiting_.end());
  if (under_way_) jobs.push_back(under_way_);
  return jobs;
}

bool JobQueue::full() const {
  constexpr std::size_t kMaxJobs = 65'536;
  constexpr std::size_t kMaxBytes = std::size_t{256} << 20;
  const std::scoped_lock lock(mutex_);
  return waiting_.size() >= kMaxJobs || waiting_bytes_ >= kMaxBytes;
}

}  // namespace chasescope
