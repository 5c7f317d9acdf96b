// chasescope figure NAME|list --device ID|--session FILE -o DIR [--formats …] [--width MM] [--dpi N]
#include <QApplication>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/export_figures.h"
#include "app/failure.h"
#include "app/font_setup.h"
#include "app/probe_session.h"
#include "engine/session/session_file.h"
#include "widgets/plot/fonts.h"

namespace chasescope {
namespace {

int list_figures() {
  std::printf("scope          Latency of every access (fine-grained)\n");
  std::printf("miss-pattern   Which elements miss: a row per pass (fine-grained), or a row per footprint (miss-pattern)\n");
  return 0;
}

/// The probe that a figure is measured with when no session is given.
const char* probe_for(const FigureCommandOptions& options) {
  if (options.figure == "miss-pattern")
    for (const std::string& setting : options.settings)
      if (setting.starts_with("from=") || setting.starts_with("to=")) return "miss-pattern";
  return "fine-grained";
}

Outcome<Session> source(const FigureCommandOptions& options) {
  if (!options.session.empty() && !options.device.id.empty())
    return DeviceError{ErrorCode::invalid_request, "Give --session or --device, not both."};
  if (!options.session.empty()) return read_session(options.session);
  if (!options.device.id.empty()) return measure_session(options.device, probe_for(options), options.settings);
  return DeviceError{ErrorCode::invalid_request, "Say where the data come from: --session FILE or --device ID."};
}

}  // namespace

int figure_command(const FigureCommandOptions& options, int argc, char** argv) {
  if (options.figure == "list") return list_figures();
  if (!figureNames().contains(QString::fromStdString(options.figure)))
    return fail("There is no figure '" + options.figure + "'; there are " + figureNames().join(", ").toStdString() + ".");
  if (options.folder.empty()) return fail("Say where to write the figure: -o FOLDER.");
  const auto session = source(options);
  if (!session) return fail(session.error().message);

  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");  // a figure needs no display
  prepare_font_configuration();
  const QApplication application(argc, argv);
  FigureJob job;
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
