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
  /// Whether openDevice() with these arguments would open the device that is open already, and so forget what was measured on it.
  bool reopens(const QString& id, bool noise) const { return device_ && keptAs_ == keyOf(id, noise); }
  /// Whether the runs on screen were measured on purpose, are not saved, and are of another device than the open one: opening or
  /// measuring another device would lose them. Runs that a journal restored are such runs, also where the open device is a
  /// recording of the same card.
  bool holdsLooseRuns() const { return unsaved_ && (recording_ || !device_ || !(session_.device == measured())); }
  /// From now on this opener opens devices in place of the catalogue; tests open devices of their own with it.
  void openWith(DeviceOpener opener) { measurement_.openWith(std::move(opener)); }
  const QString& deviceId() const { return deviceId_; }
  /// Empty until the device has answered.
  const std::optional<Description>& device() const { return device_; }
  /// The recorded document, where the open device is a recording; null for any other device.
  const std::shared_ptr<const Session>& recording() const { return recording_; }

  /// Runs a probe. A single run adds to the document; a repeated one (free-running) takes the place of the run before.
  void run(const QString& probe, const ParameterValues& values, bool repeated = false);
  /// While free-running, shows the average of so many traces; 1 shows each trace as it is. The document keeps the last trace, not
  /// the average.
  void setAverage(unsigned traces) { average_ = TraceAverage(traces); }
  /// Ends the measurement under way, or gives up the opening of a device.
  void cancel();
  /// Whether a device is being opened.
  bool opening() const { return opening_; }
  bool busy() const { return measurement_.busy(); }
  const QString& probe() const { return probe_; }
  /// The settings of the last probe, and whether the probe is free-running.
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
  /// From now on documents are scratch (a lesson's): the document so far is kept as when a device is left, and nothing measured
  /// from now on is kept or asked about on closing. Switched off again, loose runs (holdsLooseRuns()) are back, or else the open
  /// device shows what was measured on it before.
  void setScratch(bool scratch);
  /// From now on probes are run for show, as on the first page: nobody asked for them, so that they are no work that could be lost.
  void setForShow(bool show) { forShow_ = show; }
  /// From now on finished runs and findings are written to this journal before they are shown. Null: to none.
  void keepIn(std::shared_ptr<Journal> journal) { journal_ = std::move(journal); }
  /// The person chose not to save the measurements on screen: the journal forgets them once another document has taken their
  /// place. Until then they can still be saved, and are kept.
  void declineUnsaved();
  /// The window is closed, and the person was asked about the measurements on screen and those of keptUnsaved(): the journal may
  /// forget these.
  void declineAll();
  /// Shows a document that a journal had kept. It counts as unsaved. \return whether the journal has it again; false, and nothing
  /// is shown, while documents are scratch.
  bool restore(Session session);
  /// Forgets all runs and findings; the device stays open.
  void newSession();
  /// Shows a saved document. On failure everything stays as it was and the sentence is returned.
  QString openSession(const QString& path);
  /// Shows a document that no file holds.
  void showSession(Session session);
  /// Saves by the path's ending (.json, .cbor, .csv). Returns a sentence on failure.
  QString saveSession(const QString& path);
  /// The file that holds all runs and findings on screen; empty where no file does.
  QString fileOfSession() const;

 signals:
  void deviceOpening(const QString& id);
  void deviceOpened(const QString& id);
  /// Told soon after a model or a card was opened: settings of a fine-grained chase that suit its caches; empty where none were
  /// found.
  void chaseSuited(const chasescope::ParameterValues& values);
  /// The opening was given up; no device is open.
  void deviceClosed(const QString& id);
  void deviceFailed(const QString& id, const QString& sentence);
  /// A line that an exec: or ssh: device wrote to its standard error.
  void deviceSaid(const QString& line);
  void probeStarted(const QString& probe);
  void progressMade(double fraction, const QString& doing);
  /// The probe ended. `sentence` is empty if the probe was complete or was stopped (cancelled() tells which), else it says what
  /// went wrong.
  void probeEnded(const QString& probe, const QString& sentence);
  void documentChanged();
  void otherChanged();
  /// Measurements can't be journaled, so that they are lost if the program is ended; the sentence says why.
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
  /// The device as a document names it: for a recording, the card that was recorded.
  const Description& measured() const { return recording_ ? recording_->device : *device_; }
  void show(Session session);
  static QString keyOf(const QString& id, bool noise) { return noise ? id + QStringLiteral(" with noise") : id; }
  bool keepDocument();
  void bringKept();
  struct Kept;
  void bring(Kept kept);
  void tellWhatCanBeAsked();
  void forgetRepeated();
  void showLastRepeated();
  void keepArrived();
  void leaveDocument();
  void forgetDocument();
  Keeping keeping();

  Measurement measurement_;
  RunStore store_;
  Selection selection_;
  Session session_;
  std::shared_ptr<const Session> other_;
  QTimer pacer_;              // limits updates to the display's rate
  QElapsedTimer sinceTaken_;  // time since the last update: after a pause the next event is shown at once
  /// The documents of devices that were left, by keyOf() of each device.
  struct Kept {
    Session session;
    bool unsaved = false;
    std::uint32_t document = 0;  // its number in the journal
  };
  std::map<QString, Kept> kept_;
  std::optional<Kept> aside_;  // loose runs that wait for the end of a lesson
  QString keptAs_;  // the key of the open device in `kept_`
  bool scratch_ = false;
  std::shared_ptr<Journal> journal_;
  std::uint32_t document_ = 0;  // the document's number in the journal; 0: the journal has nothing of it
  bool declined_ = false;       // the person chose not to save the document, and nothing was measured since
  QString deviceId_, probe_;
  ParameterValues values_;
  std::optional<Description> device_;
  std::shared_ptr<const Session> recording_;
  std::unordered_set<std::string> known_;  // runs that the document holds already: the recording need not deliver them again
  std::uint64_t nextRun_ = 1;
  std::size_t runsBefore_ = 0;  // number of runs in the document, without those of the job under way or of the free run
  std::size_t findingsBefore_ = 0;
  bool opening_ = false;
  bool cancelled_ = false;
  QString trouble_;
  TraceAverage average_;
  std::vector<RunPtr> arrivedRuns_;  // of the job under way
  std::vector<Finding> arrivedFindings_;
  bool repeated_ = false;  // the job under way is free-running
  bool forShow_ = false, unasked_ = false;  // the next job, and the job under way, are for show
  bool unsaved_ = false;
  struct InFile {
    QString path;
    std::size_t runs = 0, findings = 0;
  } inFile_;                  // the file that was opened or saved last, and how many runs and findings it holds
  bool ofRecording_ = false;  // all runs of the document come from the open recording, so that equal ids mean equal runs
};

}  // namespace chasescope
