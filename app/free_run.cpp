#include "app/free_run.h"

namespace chasescope {
namespace {

// A free-running trace is short, so that it follows the hand; a person who wants more accesses says so in the form.
constexpr const char* kAccesses = "4096";

}  // namespace

FreeRun::FreeRun(Explorer& explorer, std::function<QString()> probe, std::function<ParameterValues()> values, QObject* parent)
    : QObject(parent), explorer_(explorer), probe_(std::move(probe)), values_(std::move(values)) {
  next_.setSingleShot(true);
  next_.setInterval(0);
  connect(&next_, &QTimer::timeout, this, &FreeRun::again);
  connect(&explorer_, &Explorer::probeEnded, this, [this](const QString&, const QString& sentence) { ended(sentence); });
}

void FreeRun::setActive(bool active) {
  if (active == active_) return;
  active_ = active;
  traces_ = 0;
  second_.start();
  emit activeChanged(active_);
  if (active_) {
    again();
  } else {
    next_.stop();
    explorer_.cancel();
  }
}

void FreeRun::again() {
  if (!active_) return;
  ParameterValues values = values_();
  const QString probe = probe_();
  const Probe* found = find_probe(probe.toStdString());
  if (found != nullptr && found->info().parameter("accesses") != nullptr && values["accesses"].empty()) values["accesses"] = kAccesses;
  explorer_.run(probe, values, true);
}

void FreeRun::ended(const QString& sentence) {
  if (!active_) return;
  if (!sentence.isEmpty()) {
    setActive(false);
    return;
  }
  ++traces_;
  if (second_.elapsed() >= 1000) {
    emit rateChanged(traces_ * 1000.0 / static_cast<double>(second_.restart()));
    traces_ = 0;
  }
  next_.start();
}

}  // namespace chasescope
