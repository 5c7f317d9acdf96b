#include "app/measurement/measurement.h"

#include <exception>
#include <functional>

#include "app/measurement/condition_record.h"
#include "app/measurement/suited_chase.h"
#include "engine/device/recording/recorded_probe.h"
#include "engine/device/recording/recording.h"
#include "engine/output/reasons.h"

namespace chasescope {
namespace {

/// Passes a probe's events on to the window.
class HandoverSink final : public ProbeSink {
 public:
  HandoverSink(Handover& handover, std::uint64_t job, std::function<void()> wake)
      : handover_(handover), job_(job), wake_(std::move(wake)) {}

  void on_run_started(const RunPtr& run) override { put(RunStarted{run}); }
  void on_part(const std::string& run_id, const TraceChunk& part) override { put(PartLanded{run_id, part}); }
  void on_run_finished(const RunPtr& run) override { put(RunFinished{run}); }
  void on_progress(double fraction, const std::string& doing) override { put(ProgressMade{fraction, doing}); }
  void on_finding(const Finding& finding) override { put(FindingMade{finding}); }
  void on_trials(const RunPtr& run) override { put(TrialsMade{run}); }

  void put(MeasurementEvent event) {
    if (handover_.put(job_, std::move(event))) wake_();
  }

 private:
  Handover& handover_;
  std::uint64_t job_;
  std::function<void()> wake_;
};

}  // namespace

/// Lives in the measurement thread and owns the device there.
class Measurement::Worker : public QObject {
 public:
  Worker(Measurement& owner, std::shared_ptr<Handover> handover) : owner_(owner), handover_(std::move(handover)) {}

  void open_with(DeviceOpener opener) { opener_ = std::move(opener); }

  void open(const QString& id, const std::optional<model::NoiseSpec>& noise, const std::stop_token& stop,
            const std::stop_token& stop_suiting) {
    device_.reset();
    if (stop.stop_requested()) return;
    try {
      OpenOptions options;
      options.noise = noise;
      options.stop = stop;
      options.log = [this](std::string_view line) {
        emit owner_.deviceSaid(QString::fromUtf8(line.data(), static_cast<qsizetype>(line.size())));
      };
      auto outcome = opener_(id.toStdString(), options);
      if (stop.stop_requested()) return;
      if (!outcome) {
        emit owner_.openFailed(id, QString::fromStdString(outcome.error().message));
        return;
      }
      device_ = std::move(outcome).value();
      const auto* recording = dynamic_cast<const RecordingDevice*>(device_.get());
      emit owner_.opened(id, device_->description(), recording == nullptr ? nullptr : std::make_shared<const Session>(recording->session()));
      suit(id, stop_suiting);
    } catch (const std::exception& error) {
      emit owner_.openFailed(id, QStringLiteral("Opening %1 failed: %2.").arg(id, QString::fromStdString(reason_of(error))));
    }
  }

  /// Finds suited settings; not on programs, which get only requests that a person asked for.
  void suit(const QString& id, const std::stop_token& stop) {
    const Origin origin = device_->description().origin;
    if (origin != Origin::model && origin != Origin::hardware) return;
    ParameterValues values;
    try {
      if (!stop.stop_requested()) values = suited_chase(*device_, {}, stop);
      device_->rest();
    } catch (const std::exception&) {  // no settings suit then; the next request reports the error
    }
    emit owner_.chaseSuited(id, values);
  }

  void run(const Probe& probe, const ParameterValues& values, std::uint64_t first_run, const Keeping& keeping, std::uint64_t job,
           const std::stop_token& stop) {
    HandoverSink sink(*handover_, job, [this] { emit owner_.eventsWaiting(); });
    if (stop.stop_requested()) return;  // cancelled before it began; the window knows
    if (!device_) {
      sink.put(JobFailed{{ErrorCode::lost, "No device is open. Choose one from the list."}});
      return;
    }
    try {
      JournaledSink kept(keeping, &sink, [this](const std::string& why) { emit owner_.notKept(QString::fromStdString(why)); });
      static_cast<void>(device_->revive(stop));  // a device lost in the run before; if reviving fails, the probe gets the error
      ConditionRecord record(*device_, &kept);
      const auto report = run_probe(*device_, probe, values, {.stop = stop, .sink = &record, .first_run = first_run});
      nlohmann::json conditions = record.finish();
      kept.finish(conditions, report.has_value());
      if (!conditions.is_null()) sink.put(ConditionsTold{std::move(conditions)});
      device_->rest();  // the window may wait for hours before the next job
      sink.put(report ? MeasurementEvent(JobFinished{}) : MeasurementEvent(JobFailed{report.error()}));
    } catch (const std::bad_alloc&) {
      sink.put(JobFailed{{ErrorCode::out_of_memory, "This computer's memory is full. Record fewer accesses."}});
    } catch (const std::exception& error) {
      sink.put(JobFailed{{ErrorCode::internal, "The probe ended unexpectedly: " + reason_of(error) + "."}});
    }
  }

 private:
  Measurement& owner_;
  std::shared_ptr<Handover> handover_;
  DeviceOpener opener_ = open_device;
  std::unique_ptr<Device> device_;
};

Measurement::Measurement(QObject* parent) : QObject(parent), handover_(std::make_shared<Handover>()) {
  worker_ = new Worker(*this, handover_);
  worker_->moveToThread(&thread_);
  connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);  // the device is closed in the thread that opened it
  thread_.setObjectName(QStringLiteral("measurement"));
  thread_.start();
}

Measurement::~Measurement() {
  cancel();
  cancelOpening();
  thread_.quit();
  thread_.wait();
}

void Measurement::openWith(DeviceOpener opener) {
  QMetaObject::invokeMethod(worker_, [worker = worker_, opener = std::move(opener)] { worker->open_with(opener); });
}

void Measurement::open(const QString& device_id, std::optional<model::NoiseSpec> noise) {
  cancel();
  cancelOpening();
  stopOpening_ = std::stop_source();
  stopSuiting_ = std::stop_source();
  QMetaObject::invokeMethod(worker_, [worker = worker_, device_id, noise, stop = stopOpening_.get_token(),
                                      suiting = stopSuiting_.get_token()] { worker->open(device_id, noise, stop, suiting); });
}

void Measurement::cancelOpening() {
  stopOpening_.request_stop();
  stopSuiting_.request_stop();
}

void Measurement::run(const Probe& probe, const ParameterValues& values, std::uint64_t first_run, const Keeping& keeping) {
  cancel();
  stopSuiting_.request_stop();  // a requested probe has precedence
  stop_ = std::stop_source();
  busy_ = true;
  const std::uint64_t job = handover_->begin_job();
  QMetaObject::invokeMethod(worker_, [worker = worker_, &probe, values, first_run, keeping, job, stop = stop_.get_token()] {
    worker->run(probe, values, first_run, keeping, job, stop);
  });
}

void Measurement::cancel() {
  stop_.request_stop();
  handover_->drop_job();
  busy_ = false;
}

std::vector<MeasurementEvent> Measurement::takeEvents() {
  std::vector<MeasurementEvent> events = handover_->take();
  for (const MeasurementEvent& event : events)
    if (std::holds_alternative<JobFinished>(event) || std::holds_alternative<JobFailed>(event)) busy_ = false;
  return events;
}

}  // namespace chasescope

#include "moc_measurement.cpp"
