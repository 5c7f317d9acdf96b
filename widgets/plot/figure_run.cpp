#include "widgets/plot/figure_run.h"

#include <QCoreApplication>
#include <QStringList>
#include <cmath>

#include "engine/device/codec.h"
#include "engine/trace/quantity_text.h"
#include "widgets/plot/bounded_levels.h"
#include "widgets/plot/plot_canvas.h"

namespace chasescope {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("Figure", text); }

}  // namespace

std::shared_ptr<const FigureRun> prepareRun(const RunPtr& run) {
  auto prepared = std::make_shared<FigureRun>();
  prepared->run = run;
  prepared->order = AccessOrder(run->chase()->request, run->chase()->result);
  for (const TraceChunk& chunk : run->cycles().chunks()) {
    prepared->pyramid.append(*chunk);
    prepared->counts.append(*chunk);
  }
  prepared->levels = boundedLevels(run->cycles(), prepared->counts);
  return prepared;
}

std::shared_ptr<const FigureRun> figureRun(const Session& session, const QString& runId, QString& error) {
  RunPtr found;
  for (const RunPtr& run : session.runs) {
    const bool named = !runId.isEmpty() && run->id == runId.toStdString();
    if (named && run->cycles().empty()) {
      error = tr("Run %1 recorded no single accesses; choose a run that did, or measure with record = each.").arg(runId);
      return nullptr;
    }
    if (named || (runId.isEmpty() && !run->auxiliary && !run->cycles().empty())) found = run;
  }
  if (!found) {
    error = runId.isEmpty() ? tr("The session has no run with single accesses; run a fine-grained chase first.")
                            : tr("The session has no run %1.").arg(runId);
    return nullptr;
  }
  return prepareRun(found);
}

QString requestText(const Session& session, const ChaseRequest& request, bool withFootprint) {
  const auto sized = [](std::uint64_t bytes) { return QString::fromStdString(format_bytes(bytes)); };
  QStringList parts;
  if (!session.device.name.empty())
    parts << QStringLiteral("%1 (%2)").arg(QString::fromStdString(session.device.name),
                                           QString::fromStdString(std::string(to_string(session.device.origin))));
  parts << QString::fromStdString(std::string(to_string(request.space)));
  QStringList numbers;
  if (withFootprint) numbers << QStringLiteral("N = %1").arg(sized(footprint_bytes(request.pattern, request.element_bytes)));
  if (const auto* uniform = std::get_if<UniformPattern>(&request.pattern))
    numbers << QStringLiteral("s = %1").arg(sized(uniform->stride));
  if (const auto* shuffled = std::get_if<ShuffledPattern>(&request.pattern))
    numbers << QStringLiteral("s = %1").arg(sized(shuffled->stride)) << tr("shuffled with seed %1").arg(shuffled->seed);
  if (request.carveout_percent) numbers << tr("carve-out %1 %").arg(*request.carveout_percent);
  if (request.l1_kib) numbers << tr("L1 of %1 KiB").arg(*request.l1_kib);
  parts << numbers.join(QStringLiteral(", "));
  return parts.join(QStringLiteral(" · "));
}

PlotStyle paperStyle(double points) {
  constexpr double kUnitsPerPoint = 10;
  PlotStyle style;
  style.palette = lightPalette();
  style.palette.quietInk = style.palette.ink;  // print has no need of quiet ink
  style.print = true;
  style.unit = 0.5 * kUnitsPerPoint;  // lines of 1 px are half a point on paper
  style.textPixels = points * kUnitsPerPoint / style.unit;
  return style;
}

double heightOfDrawing(double width_mm, const std::function<double(double width, const PlotStyle& style)>& needed) {
  constexpr double kUnitsPerMillimetre = 720 / 25.4;
  const PlotStyle style = paperStyle();
  const double edges = 2 * aroundDrawing(style);
  return std::ceil(needed(width_mm * kUnitsPerMillimetre - edges, style) + edges) / kUnitsPerMillimetre;
}

nlohmann::json sessionProvenance(const Session& session, const char* figure) {
  return {{"figure", figure},
          {"device", to_json(session.device)},
          {"environment", session.environment},
          {"runs", nlohmann::json::array()}};
}

nlohmann::json runProvenance(const Run& run) {
  nlohmann::json request = std::visit([](const auto& asked) { return to_json(asked.request); }, run.exchange);
  nlohmann::json out{{"id", run.id}, {"probe", run.probe}, {"label", run.label}, {"request", std::move(request)}};
  if (run.chase() == nullptr) out["call"] = run.call();
  return out;
}

}  // namespace chasescope
