#include "app/measurement/explorer.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "app/measurement/probe_session.h"
#include "engine/device/recording/recorded_probe.h"
#include "engine/findings/discovery_trouble.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/locked_probe.h"
#include "engine/session/convert.h"
#include "engine/session/csv/csv.h"
#include "engine/session/document/run_series.h"
#include "engine/session/session_file.h"

namespace chasescope {
namespace {

constexpr int kDisplayInterval = 16;  // ms

bool is_csv(const QString& path) { return path.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive); }

QString message(const std::optional<DeviceError>& error) { return error ? QString::fromStdString(error->message) : QString(); }

QString titleOf(const QString& probe) { return QString::fromStdString(find_probe(probe.toStdString())->info().title); }

/// The number of the next run after these runs, "run-7" being number 7; at least `least`. Probes keep only some of the runs that
/// they number.
std::uint64_t number_after(const std::vector<RunPtr>& runs, std::uint64_t least) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 53U;  // a file may hold any number
  for (const RunPtr& run : runs) {
    std::uint64_t number = 0;
    const char* const end = run->id.data() + run->id.size();
    if (!run->id.starts_with("run-") || std::from_chars(run->id.data() + 4, end, number).ptr != end) continue;
    if (number < kMost) least = std::max(least, number + 1);
  }
  return least;
}

}  // namespace

Explorer::Explorer(QObject* parent) : QObject(parent) {
  store_.setCanMeasure(false);
  pacer_.setSingleShot(true);
  pacer_.setTimerType(Qt::PreciseTimer);
  connect(&pacer_, &QTimer::timeout, this, &Explorer::takeEvents);
  sinceTaken_.start();
  connect(&measurement_, &Measurement::eventsWaiting, this, [this] {
    if (pacer_.isActive()) return;
    const auto wait = static_cast<int>(kDisplayInterval - sinceTaken_.elapsed());
    if (wait > 0) {
      pacer_.start(wait);
    } else {
      takeEvents();
    }
  });
  connect(&measurement_, &Measurement::opened, this,
          [this](const QString& id, const Description& description, const std::shared_ptr<const Session>& recorded) {
            if (id != deviceId_) return;  // another device was chosen meanwhile
            opening_ = false;
            device_ = description;
            recording_ = recorded;
            newSession();
            if (recording_) show(*recording_);
            bringKept();
            tellWhatCanBeAsked();
            emit deviceOpened(id);
          });
  connect(&measurement_, &Measurement::chaseSuited, this, [this](const QString& id, const ParameterValues& values) {
    if (id == deviceId_) emit chaseSuited(values);
  });
  connect(&measurement_, &Measurement::deviceSaid, this, &Explorer::deviceSaid);
  connect(&measurement_, &Measurement::notKept, this, &Explorer::notKept);
  connect(&measurement_, &Measurement::openFailed, this, [this](const QString& id, const QString& sentence) {
    if (id != deviceId_) return;
    opening_ = false;
    emit deviceFailed(id, sentence);
  });
}

void Explorer::setOther(std::shared_ptr<const Session> other) {
  other_ = std::move(other);
  emit otherChanged();
}

/// A recording can answer only its recorded requests; other devices can answer whatever they support.
void Explorer::tellWhatCanBeAsked() {
  if (!recording_ && device_ && device_->sealed) {
    store_.setWhyNot([device = *device_](const QStringList& probes) {
      QString why;
      for (const QString& name : probes) {
        const Probe* probe = find_probe(name.toStdString());
        const auto locked = probe == nullptr ? std::nullopt : fault_of_lock(device, probe->info());
        if (!locked) return QString();
        why = QString::fromStdString(locked->message);
      }
      return why;
    });
    return store_.setCanMeasure(true);
  }
  if (!recording_) {
    store_.setWhyNot({});
    return store_.setCanMeasure(device_.has_value());
  }
  store_.setWhyNot([recorded = recording_, held = recorded_probes(*recording_)](const QStringList& probes) {
    std::vector<const ProbeInfo*> asked;
    for (const QString& name : probes)
      if (const Probe* probe = find_probe(name.toStdString())) asked.push_back(&probe->info());
    const bool any = std::any_of(asked.begin(), asked.end(),
                                 [&](const ProbeInfo* one) { return std::find(held.begin(), held.end(), one) != held.end(); });
    return any || asked.empty() ? QString() : QString::fromStdString(not_recorded(*recorded, held, asked, &ProbeInfo::title));
  });
  store_.setCanMeasure(true);
}

void Explorer::openDevice(const QString& id, bool noise) {
  cancel();
  // A device that is opened again begins with an empty document, as a program may have changed.
  if (keyOf(id, noise) != keptAs_) keepDocument();
  keptAs_ = keyOf(id, noise);
  deviceId_ = id;
  device_.reset();
  recording_.reset();
  tellWhatCanBeAsked();
  opening_ = true;
  emit deviceOpening(id);
  measurement_.open(id, noise ? std::optional(model::kStandardNoise) : std::nullopt);
}

void Explorer::giveUpOpening() {
  opening_ = false;
  measurement_.cancelOpening();
  const QString id = std::exchange(deviceId_, QString());
  device_.reset();
  recording_.reset();
  tellWhatCanBeAsked();
  emit deviceClosed(id);
}

void Explorer::run(const QString& probe, const ParameterValues& values, bool repeated) {
  const Probe* found = find_probe(probe.toStdString());
  if (found == nullptr || !device_) return;
  cancel();
  if (!(session_.device == measured()) || (recording_ && !ofRecording_))
    newSession();  // a document is of one device; the document shown came from a file
  if (repeated_ && !repeated) forgetRepeated();
  if (!(repeated_ && repeated)) {
    runsBefore_ = session_.runs.size();
    findingsBefore_ = session_.findings.size();
  }
  repeated_ = repeated;
  unasked_ = forShow_;
  probe_ = probe;
  values_ = values;
  trouble_.clear();
  cancelled_ = false;
  arrivedRuns_.clear();
  arrivedFindings_.clear();
  known_.clear();
  if (recording_)
    for (const RunPtr& run : session_.runs) known_.insert(run->id);
  session_.device = measured();
  if (!recording_ || session_.environment != recording_->environment)
    session_.environment = describe_environment(deviceId_.toStdString(), probe.toStdString(), values);
  measurement_.run(*found, values, nextRun_,
                   keeping());  // events are taken later, so that it is busy when `probeStarted` is emitted
  store_.beginProbe(probe);
  emit probeStarted(probe);
}

void Explorer::cancel() {
  if (opening_) return giveUpOpening();
  if (!measurement_.busy()) return;
  measurement_.cancel();
  if (repeated_ && session_.runs.size() > runsBefore_)
    showLastRepeated();
  else
    for (const QString& id : running()) store_.stopRun(id, tr("Stopped. What had been measured until then is shown."));
  cancelled_ = true;
  endProbe({});
}

/// The runs that have begun and not ended; a batch may have several.
QStringList Explorer::running() const {
  QStringList ids;
  for (const auto& run : store_.runs())
    if (run->state == ShownRun::State::running) ids << run->id;
  return ids;
}

/// Stopping a free run shows its last complete trace again, which is also what the document holds.
void Explorer::showLastRepeated() {
  for (std::size_t i = runsBefore_; i < session_.runs.size(); ++i) {
    store_.startRun(session_.runs[i]);
    store_.finishRun(session_.runs[i]);
  }
  for (std::size_t i = findingsBefore_; i < session_.findings.size(); ++i) store_.addFinding(session_.findings[i]);
}

/// Free-running keeps only its newest complete run: removes the run before from the document and uses its number again.
void Explorer::forgetRepeated() {
  session_.runs.resize(std::min(session_.runs.size(), runsBefore_));
  session_.findings.resize(std::min(session_.findings.size(), findingsBefore_));
}

void Explorer::takeEvents() {
  sinceTaken_.restart();
  for (const MeasurementEvent& event : measurement_.takeEvents()) handle(event);
}

void Explorer::handle(const MeasurementEvent& event) {
  std::visit([this](const auto& what) { handle(what); }, event);
}

void Explorer::handle(const RunStarted& event) {
  if (known_.contains(event.run->id)) return;
  store_.startRun(event.run);
  // Views of single accesses follow the newest chase; requests of other kinds are points of curves and come in thousands.
  if (is_data(*event.run) && event.run->chase() != nullptr) selection_.followRun(QString::fromStdString(event.run->id));
}

void Explorer::handle(const PartLanded& event) {
  if (repeated_ && average_.traces() > 1) return;  // the average is shown when the trace is complete
  store_.appendPart(QString::fromStdString(event.run_id), event.part);
}

void Explorer::handle(const RunFinished& event) {
  if (known_.contains(event.run->id)) return;
  arrivedRuns_.push_back(event.run);
  declined_ = false;
  unsaved_ =
      unsaved_ || !(repeated_ || unasked_ || recording_ || scratch_);  // the answers of a recording are in the recording already
  if (is_data(*event.run)) store_.finishRun(repeated_ ? average_.add(event.run) : event.run);
}

void Explorer::handle(const ProgressMade& event) { emit progressMade(event.fraction, QString::fromStdString(event.doing)); }

void Explorer::handle(const FindingMade& event) {
  if (!known_.empty() && std::find(session_.findings.begin(), session_.findings.end(), event.finding) != session_.findings.end()) return;
  arrivedFindings_.push_back(event.finding);
  store_.addFinding(event.finding);
}

void Explorer::handle(const TrialsMade& event) { store_.watchTrials(event.run); }

/// Adds the job's runs and findings to the document at its end, so that a saved session never holds half of a free run.
void Explorer::keepArrived() {
  if (repeated_) forgetRepeated();
  session_.runs.insert(session_.runs.end(), arrivedRuns_.begin(), arrivedRuns_.end());
  session_.findings.insert(session_.findings.end(), arrivedFindings_.begin(), arrivedFindings_.end());
  if (!repeated_) nextRun_ = number_after(arrivedRuns_, nextRun_);
  arrivedRuns_.clear();
  arrivedFindings_.clear();
}

void Explorer::handle(const ConditionsTold& event) {
  if (session_.environment.is_object()) session_.environment["conditions"] = event.conditions;
}

void Explorer::handle(const JobFinished&) {
  const auto trouble = discovery_trouble(arrivedFindings_);
  // These runs began but never ended: a part of a discovery failed, or the device stopped answering.
  for (const QString& id : running())
    trouble ? store_.failRun(id, QString::fromStdString(trouble->reason)) : store_.stopRun(id, tr("The device gave no result for it."));
  if (trouble && trouble->not_reached == 0) emit progressMade(1, {});  // some parts failed, but all were reached
  keepArrived();
  if (!trouble) return endProbe({});
  trouble_ = tr("%1 %2").arg(titleOf(probe_), QString::fromStdString(outcome_words(*trouble)));
  endProbe(tr("%1 %2").arg(titleOf(probe_), QString::fromStdString(outcome_sentences(*trouble))));
}

void Explorer::handle(const JobFailed& event) {
  const QString sentence = QString::fromStdString(event.error.message);
  for (const QString& id : running()) store_.failRun(id, sentence);
  trouble_ = tr("%1 failed").arg(titleOf(probe_));
  endProbe(sentence);
}

void Explorer::endProbe(const QString& sentence) {
  if ((cancelled_ || !sentence.isEmpty()) && !repeated_) {
    keepArrived();  // a probe that failed late keeps its finished runs
    ++nextRun_;     // the failed run keeps its number
  }
  store_.endProbe(probe_, cancelled_ && !repeated_ ? ProbeEnd::stopped : sentence.isEmpty() ? ProbeEnd::done : ProbeEnd::failed, sentence);
  emit probeEnded(probe_, sentence);
  emit documentChanged();
}

std::vector<Finding> Explorer::lastFindings() const {
  const auto from = std::min(findingsBefore_, session_.findings.size());
  return {session_.findings.begin() + static_cast<std::ptrdiff_t>(from), session_.findings.end()};
}

void Explorer::newSession() {
  cancel();
  leaveDocument();
  trouble_.clear();
  session_ = {};
  inFile_ = {};
  if (device_) session_.device = measured();
  repeated_ = unsaved_ = false;
  ofRecording_ = true;
  nextRun_ = 1;
  store_.clear();
  store_.setDevice(session_.device);
  selection_.followRun({});
  emit documentChanged();
}

QString Explorer::openSession(const QString& path) {
  auto outcome = open_document(path.toStdString());
  if (!outcome) return QString::fromStdString(outcome.error().message);
  show(std::move(outcome->session));
  inFile_ = {path, session_.runs.size(), session_.findings.size()};
  ofRecording_ = false;
  return {};
}

void Explorer::showSession(Session session) {
  show(std::move(session));
  ofRecording_ = false;
}

void Explorer::show(Session session) {
  cancel();
  leaveDocument();
  trouble_.clear();
  session_ = std::move(session);
  inFile_ = {};
  repeated_ = unsaved_ = false;
  nextRun_ = number_after(session_.runs, 1);
  store_.setSession(session_);
  QString last;
  for (const RunPtr& run : data_runs(session_.runs))
    if (run->chase() != nullptr) last = QString::fromStdString(run->id);
  selection_.followRun(last);
  emit documentChanged();
}

QString Explorer::saveSession(const QString& path) {
  if (is_csv(path)) {
    // One trace is a file. More of them get a folder of that name, so that a name never stands for a thousand files beside it.
    const std::vector<RunPtr> runs = data_runs(session_.runs);
    const std::filesystem::path file = path.toStdString();
    const bool is_one_trace = runs.size() == 1 && runs.front()->chase() != nullptr;
    const auto written =
        is_one_trace ? write_csv(session_, file) : write_csv_folder(session_, std::filesystem::path(file).replace_extension());
    return written ? QString() : QString::fromStdString(written.error().message);
  }
  const auto format = session_format_of(path.toStdString());
  if (!format) return tr("The ending of %1 names no format; end it in .json, .cbor or .csv.").arg(path);
  const auto error = write_session(session_, path.toStdString(), *format);
  if (!error) forgetDocument();  // the file has the measurements now
  unsaved_ = unsaved_ && error.has_value();
  if (!error) inFile_ = {path, session_.runs.size(), session_.findings.size()};
  return message(error);
}

QString Explorer::fileOfSession() const {
  return inFile_.runs == session_.runs.size() && inFile_.findings == session_.findings.size() ? inFile_.path : QString();
}

}  // namespace chasescope

#include "moc_explorer.cpp"
