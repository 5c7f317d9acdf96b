// chasescope figure NAME|list --device ID|--session FILE -o DIR [--formats …] [--width MM] [--dpi N]
#include <cstdio>

#include "app/commands/commands.h"
#include "app/export_figures.h"
#include "app/failure.h"
#include "app/figure_application.h"
#include "app/probe_session.h"
#include "engine/device/recording/bundled.h"
#include "engine/session/convert.h"
#include "engine/session/session_file.h"
#include "widgets/plot/fonts.h"

namespace chasescope {
namespace {

int list_figures() {
  std::printf("scope          Latency of every access (fine-grained)\n");
  std::printf("miss-pattern   Which elements miss: a row per pass (fine-grained), or a row per footprint (miss-pattern)\n");
  std::printf("bank-latency   Latency over stride, with the rows that the busiest bank delivers (banks)\n");
  std::printf("bank-lanes     The lanes of a warp on the banks that they want at one stride (banks)\n");
  std::printf("thread-latency Latency over threads with its variance and its spikes (outstanding)\n");
  std::printf("request-table  The table of outstanding requests at one point of a curve (outstanding)\n");
  std::printf("l2-copy        Copies with and without a flush, over the size (l2-copy)\n");
  std::printf("memory-diagram Every part of the hierarchy with what the findings say of it (any probe)\n");
  std::printf("set-map        The sets of a cache or TLB at their true heights, and the lines that meet in each (sets, tlb)\n");
  std::printf("set-index      Which address bits choose the set, and where lines in a row go (sets)\n");
  std::printf("way-probability How often each way is replaced (replacement)\n");
  std::printf("miss-rate      Miss rate over the footprint, beside LRU where the sets are known (miss-pattern)\n");
  return 0;
}

/// The probe that a figure is measured with when no session is given.
const char* probe_for(const FigureCommandOptions& options) {
  if (options.figure == "miss-pattern")
    for (const std::string& setting : options.settings)
      if (setting.starts_with("from=") || setting.starts_with("to=")) return "miss-pattern";
  if (options.figure == "bank-latency" || options.figure == "bank-lanes") return "banks";
  if (options.figure == "thread-latency" || options.figure == "request-table") return "outstanding";
  if (options.figure == "l2-copy") return "l2-copy";
  if (options.figure == "memory-diagram") return "latency";
  if (options.figure == "l2-map") return "l2-map";
  if (options.figure == "set-map" || options.figure == "set-index") return "sets";
  if (options.figure == "way-probability") return "replacement";
  if (options.figure == "miss-rate") return "miss-pattern";
  return "fine-grained";
}

Outcome<Session> source(const FigureCommandOptions& options) {
  if (!options.session.empty() && !options.device.id.empty())
    return DeviceError{ErrorCode::invalid_request, "Give --session or --device, not both."};
  if (!options.session.empty()) return read_session(document_file(options.session));
  // A recorded discovery holds what most figures show, and can't answer what other probes ask.
  if (options.device.id.starts_with("recording:")) {
    auto recorded = read_session(document_file(options.device.id));
    if (!recorded) return recorded;
    if (recorded->environment.is_object() && recorded->environment.value("probe", nlohmann::json()) == "discover") return recorded;
  }
  if (!options.device.id.empty()) return measure_session(options.device, probe_for(options), options.settings);
  return DeviceError{ErrorCode::invalid_request, "Say where the data come from: --session FILE or --device ID."};
}

}  // namespace

int figure_command(const FigureCommandOptions& options) {
  if (options.figure == "list") return list_figures();
  if (!figureNames().contains(QString::fromStdString(options.figure)))
    return fail("There is no figure '" + options.figure + "'; there are " + figureNames().join(", ").toStdString() + ".");
  if (options.folder.empty()) return fail("Say where to write the figure: -o FOLDER.");
  const auto session = source(options);
  if (!session) return fail(session.error().message);

  FigureJob job;
  if (!options.against.empty()) {
    const auto other = open_document(document_file(options.against));
    if (!other) return fail(other.error().message);
    job.other = std::make_shared<const Session>(other->session);
  }
  const FigureApplication application;
  job.figure = QString::fromStdString(options.figure);
  job.runId = QString::fromStdString(options.run);
  job.folder = QString::fromStdString(options.folder);
  for (const std::string& format : options.formats) job.formats << QString::fromStdString(format);
  job.widthMm = options.width_mm;
  job.dpi = options.dpi;
  const ExportOutcome outcome = exportFigures(*session, job);
  if (!outcome) return fail(outcome.error.toStdString());
  for (const QString& file : outcome.files) std::printf("%s\n", file.toUtf8().constData());
  return 0;
}

}  // namespace chasescope
