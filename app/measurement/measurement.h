// The measurement thread of one open device, as the window sees it.
//
// Work goes in as values, results come out as immutable values through a Handover; the window is told by one queued signal and takes
// what waits. Nothing is thrown across: what goes wrong is one `failed` sentence.
#pragma once

#include <QObject>
#include <QString>
#include <QThread>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "app/handover/handover.h"
#include "app/measurement/journaled_sink.h"
#include "engine/device/catalogue/catalogue.h"
#include "engine/device/device.h"
#include "engine/model/spec/noise.h"
#include "engine/probe/probe.h"
#include "engine/session/document/session.h"

namespace chasescope {

/// What makes a device of an id; called on the measurement thread.
using DeviceOpener = std::function<Outcome<std::unique_ptr<Device>>(const std::string& id, const OpenOptions& options)>;

class Measurement : public QObject {
  Q_OBJECT
 public:
  explicit Measurement(QObject* parent = nullptr);
  ~Measurement() override;  ///< cancels everything and waits for the thread

  /// In place of the catalogue, something else opens devices from now on: those of a test.
  void openWith(DeviceOpener opener);

  /// Opens a device in the measurement thread, in place of the one that is open; an opening under way is given up. Answers by opened() or
  /// openFailed(), which says nothing of an opening that was given up.
  /// With noise, a model answers with jitter, outliers and drift; other devices are what they are.
  void open(const QString& device_id, std::optional<model::NoiseSpec> noise = std::nullopt);

  /// Runs a probe on the open device; a job under way is cancelled first. Answers by events: what is finished, once it is kept.
  void run(const Probe& probe, const ParameterValues& values, std::uint64_t first_run, const Keeping& keeping = {});

  /// Ends the job under way. Nothing of it arrives afterwards; the device is free again within 100 ms.
  void cancel();

  /// Gives up the opening under way, if any.
  void cancelOpening();

  bool busy() const { return busy_; }

  /// What has landed since the last call, in order. Call it when eventsWaiting() says so.
  std::vector<MeasurementEvent> takeEvents();

 signals:
  /// `recorded`: what a recording holds; null for what is measured.
  void opened(const QString& device_id, const chasescope::Description& description,
              const std::shared_ptr<const chasescope::Session>& recorded);
  /// Of a model or a card, after opened(): the settings of a fine-grained chase that suit it, if they were found before anything
  /// was run.
  void chaseSuited(const QString& device_id, const chasescope::ParameterValues& values);
  void openFailed(const QString& device_id, const QString& sentence);
  void eventsWaiting();
  /// A line that an exec: or ssh: device wrote to its standard error.
  void deviceSaid(const QString& line);
  /// What is measured can't be kept for the case that the program is ended: why, told once.
  void notKept(const QString& sentence);

 private:
  class Worker;
  QThread thread_;
  Worker* worker_;  // lives in thread_ and is deleted there
  std::shared_ptr<Handover> handover_;
  std::stop_source stop_;
  std::stop_source stopOpening_;
  std::stop_source stopSuiting_;
  bool busy_ = false;
};

}  // namespace chasescope
