// The measurement thread with one open device, as the window uses it.
//
// Jobs go in as values, results come out as immutable values through a Handover. One queued signal tells the window that events
// wait, and the window takes them. No exception crosses the threads: an error is one `failed` sentence.
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

/// Opens the device of an id; called on the measurement thread.
using DeviceOpener = std::function<Outcome<std::unique_ptr<Device>>(const std::string& id, const OpenOptions& options)>;

class Measurement : public QObject {
  Q_OBJECT
 public:
  explicit Measurement(QObject* parent = nullptr);
  ~Measurement() override;  ///< cancels everything and waits for the thread

  /// From now on this opener opens devices in place of the catalogue; tests open devices of their own with it.
  void openWith(DeviceOpener opener);

  /// Opens a device in the measurement thread in place of the open one; an opening under way is given up. Emits opened() or
  /// openFailed(), but neither for an opening that was given up. With noise, a model has jitter, outliers and drift; other devices
  /// ignore it.
  void open(const QString& device_id, std::optional<model::NoiseSpec> noise = std::nullopt);

  /// Runs a probe on the open device; cancels a job under way first. Results arrive as events, after they were journaled.
  void run(const Probe& probe, const ParameterValues& values, std::uint64_t first_run, const Keeping& keeping = {});

  /// Ends the job under way. None of its events arrive afterwards; the device is free again within 100 ms.
  void cancel();

  /// Gives up the opening under way, if any.
  void cancelOpening();

  bool busy() const { return busy_; }

  /// The events since the last call, in order. Call it after eventsWaiting().
  std::vector<MeasurementEvent> takeEvents();

 signals:
  /// `recorded`: the session of a recording; null for other devices.
  void opened(const QString& device_id, const chasescope::Description& description,
              const std::shared_ptr<const chasescope::Session>& recorded);
  /// Emitted after opened() for a model or a card: settings of a fine-grained chase that suit its caches, if they were found before
  /// any probe ran.
  void chaseSuited(const QString& device_id, const chasescope::ParameterValues& values);
  void openFailed(const QString& device_id, const QString& sentence);
  void eventsWaiting();
  /// A line that an exec: or ssh: device wrote to its standard error.
  void deviceSaid(const QString& line);
  /// Measurements can't be journaled, so that they are lost if the program is ended; emitted once, with the reason.
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
