#include "app/builder/pass_runner.h"

#include <QMetaObject>
#include <utility>

namespace chasescope {

PassRunner::~PassRunner() {
  // The thread posts to this object, so the thread ends first.
  worker_.request_stop();
  if (worker_.joinable()) worker_.join();
}

void PassRunner::ask(const model::Card& card, std::uint64_t bytes, std::uint64_t stride) {
  next_.reset();
  if (build::accesses_asked(bytes, stride) <= kAtOnce) {
    worker_.request_stop();  // a pass that is still running is stale, and ended() drops its outcome
    return tell(build::run_pass(card, bytes, stride));
  }
  if (!busy()) return start({card, bytes, stride});
  next_ = Job{card, bytes, stride};
  worker_.request_stop();
}

void PassRunner::start(Job job) {
  worker_ = std::jthread([this, job = std::move(job)](const std::stop_token& stop) {
    auto outcome = build::run_pass(job.card, job.bytes, job.stride, {.stop = stop});
    QMetaObject::invokeMethod(
        this, [this, outcome = std::move(outcome)] { ended(outcome); }, Qt::QueuedConnection);
  });
}

void PassRunner::ended(const Outcome<build::WarmPass>& outcome) {
  const bool stale = worker_.get_stop_token().stop_requested();
  worker_.join();
  worker_ = std::jthread();
  if (next_) return start(*std::exchange(next_, std::nullopt));
  if (!stale) tell(outcome);
}

void PassRunner::tell(const Outcome<build::WarmPass>& outcome) {
  if (outcome)
    emit passed(std::make_shared<const build::WarmPass>(*outcome));
  else
    emit refused(QString::fromStdString(outcome.error().message));
}

}  // namespace chasescope

#include "moc_pass_runner.cpp"
