#include "app/handover/handover.h"

#include <utility>

namespace chasescope {

std::uint64_t Handover::begin_job() {
  const std::lock_guard lock(mutex_);
  waiting_.clear();
  open_ = true;
  return ++current_job_;
}

void Handover::drop_job() {
  const std::lock_guard lock(mutex_);
  waiting_.clear();
  open_ = false;
}

bool Handover::put(std::uint64_t job, MeasurementEvent event) {
  const std::lock_guard lock(mutex_);
  if (!open_ || job != current_job_) return false;
  if (std::holds_alternative<ProgressMade>(event) && !waiting_.empty() && std::holds_alternative<ProgressMade>(waiting_.back())) {
    waiting_.back() = std::move(event);
    return false;
  }
  waiting_.push_back(std::move(event));
  return waiting_.size() == 1;
}

std::vector<MeasurementEvent> Handover::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(waiting_, {});
}

}  // namespace chasescope
