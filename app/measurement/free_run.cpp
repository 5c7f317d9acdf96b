#include "app/measurement/free_run.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/probe/discovery/registry.h"
#include "engine/session/document/run_series.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

// Free-running traces are short, so that they follow the sliders quickly; a person can set more accesses in the form.
constexpr const char* kAccesses = "4096";

QString percent(double share) { return QString::fromStdString(share_text(share)); }

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
  if (active && explorer_.device() && explorer_.device()->sealed) return;  // a free run would use up a student's budget in a moment
  if (active && explorer_.holdsLooseRuns()) return;                        // a free run would replace these runs
  active_ = active;
  traces_ = 0;
  second_.start();
  misses_.arm();
  if (!active_) single_ = false;
  if (held_) hold(false, {});
  emit activeChanged(active_);
  if (active_) {
    again();
  } else {
    next_.stop();
    explorer_.cancel();
  }
}

void FreeRun::hold(bool held, const QString& why) {
  held_ = held;
  if (held_) next_.stop();
  emit heldChanged(held_, why);
}

void FreeRun::setHeld(bool held) {
  if (!active_ || held == held_) return;
  single_ = false;
  hold(held, {});
  if (held_) return;
  traces_ = 0;
  second_.start();
  misses_.arm();
  if (!explorer_.busy()) again();
}

void FreeRun::single() {
  if (explorer_.device() && explorer_.device()->sealed) return;
  if (active_) setHeld(false);
  single_ = true;
  if (!active_) setActive(true);
}

void FreeRun::setTrigger(bool on) {
  trigger_ = on;
  misses_.arm();
}

void FreeRun::again() {
  if (!active_ || held_) return;
  ParameterValues values = values_();
  const QString probe = probe_();
  const Probe* found = find_probe(probe.toStdString());
  if (found != nullptr && found->info().parameter("accesses") != nullptr && values["accesses"].empty())
    values["accesses"] = kAccesses;
  explorer_.run(probe, values, true);
}

/// Uses the measured trace, also where the window shows an average.
std::optional<MissTrigger::Change> FreeRun::triggered() {
  if (!trigger_) return std::nullopt;
  const std::vector<RunPtr>& runs = explorer_.session().runs;
  const auto last = std::find_if(runs.rbegin(), runs.rend(), [](const RunPtr& run) { return is_data(*run); });
  if (last == runs.rend()) return std::nullopt;
  const Run& run = **last;
  const ShownRun* shown = explorer_.store().run(QString::fromStdString(run.id));
  return misses_.feed(run.cycles(), shown == nullptr ? step::LatencyVerdicts() : explorer_.store().verdicts(*shown));
}

void FreeRun::ended(const QString& sentence) {
  if (!active_) return;
  if (!sentence.isEmpty() || explorer_.cancelled()) {
    setActive(false);
    return;
  }
  ++traces_;
  if (second_.elapsed() >= 1000) {
    emit rateChanged(traces_ * 1000.0 / static_cast<double>(second_.restart()));
    traces_ = 0;
  }
  if (held_) return;  // the run that was under way when the mode was held has ended
  if (const auto change = triggered()) {
    single_ = false;
    // If a footprint just stopped fitting, the class waits for the number of its bytes.
    const auto bytes = parse_bytes(explorer_.values().contains("bytes") ? explorer_.values().at("bytes") : std::string());
    if (change->misses && bytes && change->before == 0)
      return hold(true, tr("First misses at N = %1: %2 of the accesses.")
                            .arg(QString::fromStdString(format_bytes(*bytes)), percent(change->after)));
    if (change->misses && bytes && change->after == 0)
      return hold(true, tr("No misses any more at N = %1.").arg(QString::fromStdString(format_bytes(*bytes))));
    return hold(true, (change->misses ? tr("Held: the miss rate went from %1 to %2.")
                                      : tr("Held: the share of accesses of more than %3 cycles went from %1 to %2."))
                          .arg(percent(change->before), percent(change->after))
                          .arg(std::lround(change->cycles)));
  }
  if (single_ && !trigger_) {
    single_ = false;
    return hold(true, tr("Held after a single trace."));
  }
  next_.start();
}

}  // namespace chasescope

#include "moc_free_run.cpp"
