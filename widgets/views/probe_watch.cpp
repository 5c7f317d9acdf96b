// Decision 36: docs/decisions/window/36-red-is-for-failures.md
#include "widgets/views/probe_watch.h"

#include <QStyle>
#include <algorithm>

#include "engine/findings/discovery_trouble.h"
#include "widgets/document/shown_text.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr QLatin1String kWhole("discover");  // runs all other probes, one after another

}  // namespace

ProbeWatch::ProbeWatch(const RunStore& store, const QStringList& probes, QObject* parent)
    : QObject(parent), store_(store), probes_(probes) {
  connect(&store_, &RunStore::probeStarted, this, &ProbeWatch::began);
  connect(&store_, &RunStore::probeEnded, this, &ProbeWatch::ended);
  connect(&store_, &RunStore::cleared, this, [this] {
    states_.clear();
    told_.clear();
    emit changed();
  });
}

void ProbeWatch::began(const QString& probe) {
  // A discovery runs all of its parts anew, so their old states are dropped.
  if (probe == kWhole) states_.clear();
  for (State& state : states_) state.running = false;  // one probe runs at a time
  states_[probe] = {.running = true};
  last_ = probe;
  told_.clear();
  emit changed();
}

void ProbeWatch::ended(const QString& probe, ProbeEnd end, const QString& sentence) {
  states_[probe] = {.end = end, .sentence = shownText(sentence)};
  // Of a discovery, a view shows only the failures of its own probes.
  if (probe == kWhole)
    for (const QString& part : probes_)
      if (const std::string why = failure_of({part.toStdString()}, store_.findings()); part != kWhole && !why.empty())
        states_[part] = {.end = ProbeEnd::failed, .sentence = QString::fromStdString(why)};
  emit changed();
}

const ProbeWatch::State* ProbeWatch::find(bool (*is)(const State&)) const {
  for (const QString& probe : probes_.isEmpty() ? QStringList{last_} : probes_) {
    const auto state = states_.constFind(probe);
    if (state != states_.constEnd() && (probe != kWhole || probes_.isEmpty()) && is(*state)) return &*state;
  }
  return nullptr;
}

QString ProbeWatch::measuring() const {
  const auto running = std::find_if(states_.cbegin(), states_.cend(), [](const State& state) { return state.running; });
  if (running == states_.cend()) return {};
  return probes_.isEmpty() || probes_.contains(running.key()) || running.key() == kWhole ? running.key() : QString();
}

QString ProbeWatch::failure() const {
  if (!told_.isEmpty()) return told_;
  const State* failed = find([](const State& state) { return state.end == ProbeEnd::failed; });
  return failed == nullptr ? QString() : failed->sentence;
}

bool ProbeWatch::stopped() const {
  return find([](const State& state) { return state.end == ProbeEnd::stopped; }) != nullptr;
}

void ProbeWatch::tell(const QString& sentence) {
  told_ = shownText(sentence);
  emit changed();
}

Banner::Banner(QWidget* parent) : QLabel(parent) {
  looking<QLabel>(this, "banner");
  setWordWrap(true);
  setTextFormat(Qt::PlainText);
  hide();
}

void Banner::say(const QString& sentence, Tone tone) {
  const char* look = tone == Tone::failure ? "banner" : "note";
  if (property("class").toString() != QLatin1String(look)) {
    looking<QLabel>(this, look);
    style()->unpolish(this);
    style()->polish(this);
  }
  setText(sentence);
  setVisible(!sentence.isEmpty());
}

void Banner::say(const ProbeWatch& watch) {
  if (const QString failure = watch.failure(); !failure.isEmpty()) return say(failure, Tone::failure);
  say(watch.stopped() ? tr("Stopped. What had been measured until then is shown.") : QString(), Tone::note);
}

}  // namespace chasescope

#include "moc_probe_watch.cpp"
