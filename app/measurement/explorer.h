// What the window does: opens devices, runs probes, keeps the document. The window only shows it.
//
// One device and one document are open at a time. Whatever the measuring thread delivers is put into the RunStore at the display's
// rate at most.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <map>
#include <memory>
#include <optional>
#include <unordered_set>

#include "app/measurement/measurement.h"
#include "app/measurement/trace_average.h"
#include "engine/session/document/session.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"

namespace chasescope {

class Explorer : public QObject {
  Q_OBJECT
 public:
  explicit Explorer(QObject* parent = nullptr);

  RunStore& store() { return store_; }
  Selection& selection() { return selection_; }

  /// With `noise`, a model gets the standard jitter, outliers and drift. A recording brings its document with it; any other device
  /// finds again what was measured on it before, since the start of the program.
  void openDevice(const QString& id, bool noise = false);
  /// Whether openDevice() with these would open what is open already, and so forget what was measured on it.
  bool reopens(const QString& id, bool noise) const { return device_ && keptAs_ == keyOf(id, noise); }
  /// Whether what is on screen was measured on purpose, is not saved, and is of another device than the open one: it would be lost
  /// where something else is opened or measured. So it is with what was restored.
  bool holdsLooseRuns() const { return unsaved_ && !(device_ && session_.device == measured()); }
  /// In place of the catalogue, something else opens devices from now on: those of a test.
  void openWith(DeviceOpener opener) { measurement_.openWith(std::move(opener)); }
  const QString& deviceId() const { return deviceId_; }
  /// Empty until the device has answered.
  const std::optional<Description>& device() const { return device_; }
  /// What the open device holds where it is a recording: it can be looked at, and asked for what it holds. Else null.
  const std::shared_ptr<const Session>& recording() const { return recording_; }

  /// Runs a probe. A single run adds to the document; a repeated one (free-running) takes the place of the run before.
  void run(const QString& probe, const ParameterValues& values, bool repeated = false);
  /// While free-running, the average of so many traces is shown; 1: each as it is. What is kept is the last trace.
  void setAverage(unsigned traces) { average_ = TraceAverage(traces); }
  /// Ends the measurement under way, or gives up the opening of a device.
  void cancel();
  /// Whether a device is being opened.
  bool opening() const { return opening_; }
  bool busy() const { return measurement_.busy(); }
  const QString& probe() const { return probe_; }
  /// What the last probe was run with, and whether it is free-running.
  const ParameterValues& values() const { return values_; }
  bool repeats() const { return repeated_; }
  /// What became of the last probe, where that was trouble: "Whole card ended early: 1 part failed and 8 were not reached". Empty
  /// if it went well or is under way.
  const QString& trouble() const { return trouble_; }
  /// Whether the last probe ended because it was cancelled, and whether it was one of a free run.
  bool cancelled() const { return cancelled_; }
  bool wasRepeated() const { return repeated_; }

  /// The document as it stands: finished runs and their findings.
  const Session& session() const { return session_; }
  /// Another document that stands beside this one in the views that can show two; null if none does.
  const std::shared_ptr<const Session>& other() const { return other_; }
  void setOther(std::shared_ptr<const Session> other);

  /// What the last probe has found, in the order in which it found it.
  std::vector<Finding> lastFindings() const;
  bool hasRuns() const { return !session_.runs.empty(); }
  bool hasFindings() const { return !session_.findings.empty(); }
  /// Whether something that was measured on purpose (not free-running) would be lost by closing the document.
  bool hasUnsavedRuns() const { return unsaved_; }
  /// Names of the devices that were left with unsaved measurements, which are kept until the program ends.
  QStringList keptUnsaved() const;
  /// From now on documents are scratch (a lesson's): what was measured before is kept as when a device is left, and nothing that is
  /// measured now is kept or asked for. Off again: the open device shows what was measured on it before.
  void setScratch(bool scratch);
  /// From now on what is finished is kept in this journal before it is shown. Null: it is not.
  void keepIn(std::shared_ptr<Journal> journal) { journal_ = std::move(journal); }
  /// Nobody wants what is on screen to be kept any more.
  void declineUnsaved();
  /// The window is closed, and everything saved or declined.
  void declineAll();
  /// Shows what a journal had kept; it is unsaved, and kept as what is measured now is.
  void restore(Session session);
  /// Forgets all runs and findings; the device stays open.
  void newSession();
  /// Shows a saved document. On failure everything stays as it was and the sentence is returned.
  QString openSession(const QString& path);
  /// Shows a document that no file holds.
  void showSession(Session session);
  /// Saves by the path's ending (.json, .cbor, .csv). Returns a sentence on failure.
  QString saveSession(const QString& path);
  /// The file that holds what is shown, from runs to findings; empty where none does.
  QString fileOfSession() const;

 signals:
  void deviceOpening(const QString& id);
  void deviceOpened(const QString& id);
  /// Of a model or a card, soon after: settings of a fine-grained chase that suit it; none where nothing was found.
  void chaseSuited(const chasescope::ParameterValues& values);
  /// The opening was given up; no device is open.
  void deviceClosed(const QString& id);
  void deviceFailed(const QString& id, const QString& sentence);
  /// A line that an exec: or ssh: device wrote to its standard error.
  void deviceSaid(const QString& line);
  void probeStarted(const QString& probe);
  void progressMade(double fraction, const QString& doing);
  /// It ended: with everything or because it was stopped (empty sentence; cancelled() tells), or with what went wrong.
  void probeEnded(const QString& probe, const QString& sentence);
  void documentChanged();
  void otherChanged();
  /// What is measured can't be kept for the case that the program is ended: why.
  void notKept(const QString& sentence);

 private:
  void takeEvents();
  void handle(const MeasurementEvent& event);
  void handle(const RunStarted& event);
  void handle(const PartLanded& event);
  void handle(const RunFinished& event);
  void handle(const ProgressMade& event);
  void handle(const FindingMade& event);
  void handle(const ConditionsTold& event);
  void handle(const TrialsMade& event);
  void handle(const JobFinished& event);
  void handle(const JobFailed& event);
  void endProbe(const QString& sentence);
  void giveUpOpening();
  QStringList running() const;
  /// The device as a document names it: a recording is the card that was recorded.
  const Description& measured() const { return recording_ ? recording_->device : *device_; }
  void show(Session session);
  static QString keyOf(const QString& id, bool noise) { return noise ? id + QStringLiteral(" with noise") : id; }
  void keepDocument();
  void bringKept();
  void tellWhatCanBeAsked();
  void forgetRepeated();
  void showLastRepeated();
  void keepArrived();
  void leaveDocument();
  Keeping keeping();

  Measurement measurement_;
  RunStore store_;
  Selection selection_;
  Session session_;
  std::shared_ptr<const Session> other_;
  QTimer pacer_;              // coalesces what arrives to the display's rate
  QElapsedTimer sinceTaken_;  // and lets through at once what comes after a pause
  /// What was measured on devices that were left, by what opened them.
  struct Kept {
    Session session;
    bool unsaved = false;
    std::uint32_t document = 0;  // of the journal
  };
  std::map<QString, Kept> kept_;
  QString keptAs_;  // the open device among them
  bool scratch_ = false;
  std::shared_ptr<Journal> journal_;
  std::uint32_t document_ = 0;  // what the journal knows this one as; 0: it has nothing of it
  QString deviceId_, probe_;
  ParameterValues values_;
  std::optional<Description> device_;
  std::shared_ptr<const Session> recording_;
  std::unordered_set<std::string> known_;  // runs of the document that a recording need not bring again
  std::uint64_t nextRun_ = 1;
  std::size_t runsBefore_ = 0;  // of the document, without what the job under way or the free run adds
  std::size_t findingsBefore_ = 0;
  bool opening_ = false;
  bool cancelled_ = false;
  QString trouble_;
  TraceAverage average_;
  std::vector<RunPtr> arrivedRuns_;  // of the job under way
  std::vector<Finding> arrivedFindings_;
  bool repeated_ = false;  // the job under way is free-running
  bool unsaved_ = false;
  struct InFile {
    QString path;
    std::size_t runs = 0, findings = 0;
  } inFile_;                  // what the last file holds that was opened or saved
  bool ofRecording_ = false;  // no run of the document comes from elsewhere than the open recording, so that ids mean the same
};

}  // namespace chasescope
