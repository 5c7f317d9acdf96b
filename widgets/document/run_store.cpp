#include "widgets/document/run_store.h"

#include <algorithm>

#include "engine/session/document/run_series.h"
#include "widgets/document/shown_text.h"
#include "widgets/plot/bounded_levels.h"

namespace chasescope {
namespace {

// The store searches for levels again when the trace has grown by this factor. A search costs at most a constant
// (bounded_levels.h), so the cost of all searches grows with the logarithm of the trace's length.
constexpr double kGrowth = 1.3;

AccessOrder orderOf(const Run& run) {
  const auto* chase = run.chase();
  return chase == nullptr ? AccessOrder() : AccessOrder(chase->request, chase->result);
}

}  // namespace

RunStore::RunStore(QObject* parent) : QObject(parent) {}
RunStore::~RunStore() = default;

const ShownRun* RunStore::run(const QString& id) const {
  const auto at = index_.find(shownText(id).toStdString());
  return at == index_.end() ? nullptr : runs_[at->second].get();
}

ShownRun* RunStore::find(const QString& id) {
  const auto at = index_.find(shownText(id).toStdString());
  return at == index_.end() ? nullptr : runs_[at->second].get();
}

ShownRun& RunStore::place(const RunPtr& run) {
  auto shown = std::make_unique<ShownRun>();
  shown->id = QString::fromStdString(run->id);
  shown->run = run;
  shown->order = orderOf(*run);
  shown->number = nextNumber_++;
  levelsAt_[run->id] = 0;
  const auto [at, isNew] = index_.try_emplace(run->id, runs_.size());
  if (isNew) {
    runs_.push_back(std::move(shown));
  } else {
    auto& place = runs_[at->second];
    shown->replaced = std::move(place);
    // A replaced run without any data has nothing to show: keep the run that it had replaced.
    if (shown->replaced->trace.empty() && shown->replaced->replaced) shown->replaced = std::move(shown->replaced->replaced);
    shown->replaced->replaced.reset();
    place = std::move(shown);
  }
  return *runs_[at->second];
}

step::LatencyVerdicts RunStore::verdicts(const ShownRun& run) const {
  const auto* chase = run.run->chase();
  if (chase == nullptr) return {};
  const auto told = step::judge({run.run->id, chase->request, chase->result.overhead_cycles.value_or(0), run.levels}, findings_);
  return told.tells() ? told : run.carried;
}

void RunStore::startRun(const RunPtr& said) {
  if (!said || !is_data(*said)) return;
  const RunPtr run = shownRun(said);
  const ShownRun* before = find(QString::fromStdString(run->id));
  const bool alike = before != nullptr && before->run->chase() != nullptr && run->chase() != nullptr &&
                     before->run->chase()->request.space == run->chase()->request.space;
  const step::LatencyVerdicts carried = !alike                  ? step::LatencyVerdicts()
                                        : before->levels.empty() ? before->carried
                                                                 : verdicts(*before).carried(before->levels);
  dropFindingsOf(run->id);
  ShownRun& shown = place(run);
  shown.carried = carried;
  emit runStarted(shown.id);
}

void RunStore::dropFindingsOf(const std::string& run) {
  const auto gone = std::erase_if(findings_, [&](const Finding& finding) {
    return std::find(finding.evidence.begin(), finding.evidence.end(), run) != finding.evidence.end();
  });
  if (gone > 0) emit findingsDropped();
}

void RunStore::append(ShownRun& shown, const TraceChunk& part) {
  shown.trace.append(part);
  shown.pyramid.append(*part);
  shown.counts.append(*part);
}

void RunStore::appendPart(const QString& id, const TraceChunk& part) {
  ShownRun* shown = find(id);
  if (shown == nullptr || shown->state != ShownRun::State::running || !part || part->empty()) return;
  append(*shown, part);
  const auto searchedAt = static_cast<double>(levelsAt_[shown->run->id]);
  if (static_cast<double>(shown->trace.size()) >= searchedAt * kGrowth) updateLevels(*shown);
  emit runGrew(shown->id);
}

void RunStore::updateLevels(ShownRun& shown) {
  levelsAt_[shown.run->id] = shown.trace.size();
  shown.levels = boundedLevels(shown.trace, shown.counts);
  emit levelsChanged(shown.id);
}

void RunStore::finishRun(const RunPtr& said) {
  if (!said || !is_data(*said)) return;
  const RunPtr run = shownRun(said);
  const QString id = QString::fromStdString(run->id);
  ShownRun* shown = find(id);
  if (shown == nullptr || shown->state != ShownRun::State::running) {
    shown = &place(run);
    emit runStarted(id);
  }
  shown->run = run;
  shown->order = orderOf(*run);
  // The finished result holds all chunks again: append only those that had not been streamed.
  const LatencyTrace& complete = run->cycles();
  complete.for_each_segment(shown->trace.size(), complete.size(), [&](std::span<const float> cycles, std::size_t first) {
    const auto whole = std::find_if(complete.chunks().begin(), complete.chunks().end(),
                                    [&](const TraceChunk& c) { return c->data() == cycles.data() && c->size() == cycles.size(); });
    (void)first;
    append(*shown,
           whole != complete.chunks().end() ? *whole : std::make_shared<const std::vector<float>>(cycles.begin(), cycles.end()));
  });
  shown->state = ShownRun::State::finished;
  if (!shown->trace.empty()) updateLevels(*shown);
  emit runFinished(id);
  shown->replaced.reset();
}

void RunStore::failRun(const QString& id, const QString& sentence) { endRun(id, ShownRun::State::failed, sentence); }
void RunStore::stopRun(const QString& id, const QString& sentence) { endRun(id, ShownRun::State::stopped, sentence); }

void RunStore::endRun(const QString& id, ShownRun::State state, const QString& sentence) {
  ShownRun* shown = find(id);
  if (shown == nullptr || shown->state != ShownRun::State::running) return;
  shown->state = state;
  shown->failure = shownText(sentence);
  if (!shown->trace.empty()) updateLevels(*shown);
  emit runFailed(shown->id, shown->failure);
}

void RunStore::addFinding(const Finding& finding) {
  findings_.push_back(shownFinding(finding));
  emit findingAdded(static_cast<int>(findings_.size()) - 1);
}

void RunStore::clear() {
  // Views hold pointers into the runs, so they are told before the runs go.
  const auto gone = std::move(runs_);
  runs_.clear();
  index_.clear();
  levelsAt_.clear();
  findings_.clear();
  nextNumber_ = 1;
  emit cleared();
}

void RunStore::setCanMeasure(bool can) {
  if (can == canMeasure_) return;
  canMeasure_ = can;
  emit canMeasureChanged(can);
}

void RunStore::setWhyNot(WhyNot why) {
  whyNot_ = std::move(why);
  emit canMeasureChanged(canMeasure_);
}

QString RunStore::whyNot(const QStringList& probes) const {
  if (!canMeasure_) return tr("No device is open, so nothing can be measured. Choose one in the list of devices.");
  return whyNot_ ? shownText(whyNot_(probes)) : QString();
}

void RunStore::setDevice(const Description& said) {
  const Description device = shownDescription(said);
  if (device == device_) return;
  device_ = device;
  emit deviceChanged();
}

void RunStore::setSession(const Session& session) {
  clear();
  setDevice(session.device);
  for (const RunPtr& run : session.runs) finishRun(run);
  for (const Finding& finding : session.findings) addFinding(finding);
}

}  // namespace chasescope

#include "moc_run_store.cpp"
