#include "widgets/figure/figure_run.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

#include "engine/device/codec/codec.h"
#include "engine/findings/finding_words.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/document/run_series.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"
#include "widgets/figure/figure_options.h"
#include "widgets/plot/bounded_levels.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/style/words.h"

namespace chasescope {
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

step::LatencyVerdicts verdictsOf(const FigureRun& run, const std::vector<Finding>& findings) {
  const Exchange<ChaseRequest>& chase = *run.run->chase();
  return step::judge({run.run->id, chase.request, chase.result.overhead_cycles.value_or(0), run.levels}, findings);
}

std::shared_ptr<const FigureRun> figureRun(const Session& session, const QString& runId, QString& error) {
  RunPtr found;
  for (const RunPtr& run : session.runs) {
    const bool named = !runId.isEmpty() && run->id == runId.toStdString();
    if (named && !is_data(*run)) {
      error = tr("Run %1 is a reference for other runs, and has no data of its own. Choose one of the other runs.").arg(runId);
      return nullptr;
    }
    if (named && run->cycles().empty()) {
      error = tr("Run %1 recorded no single accesses; choose a run that did, or measure with record = each.").arg(runId);
      return nullptr;
    }
    if (named || (runId.isEmpty() && is_data(*run) && !run->cycles().empty())) found = run;
  }
  if (!found) {
    error = runId.isEmpty() ? tr("The session has no run with single accesses")
                            : tr("The session has no run %1.").arg(runId);
    return nullptr;
  }
  return prepareRun(found);
}

QString requestText(const Session& session, const ChaseRequest& request, bool withFootprint) {
  const auto sized = [](std::uint64_t bytes) { return QString::fromStdString(size_words(bytes)); };
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
  if (const auto* listed = std::get_if<OffsetsPattern>(&request.pattern))
    numbers << (listed->offsets.size() == 1 ? tr("1 listed offset")
                                            : tr("%1 listed offsets").arg(QString::fromStdString(format_count(listed->offsets.size()))));
  if (request.carveout_percent) numbers << tr("carve-out %1 %").arg(*request.carveout_percent);
  if (request.l1_kib) numbers << tr("L1 of %1 KiB").arg(*request.l1_kib);
  if (!numbers.isEmpty()) parts << numbers.join(QStringLiteral(", "));
  return parts.join(QStringLiteral(" · "));
}

std::vector<FoundSets> cachesOf(const Session& session, const QString& subject) {
  std::vector<FoundSets> caches = found_sets(session.findings);
  std::erase_if(caches, [&](const FoundSets& cache) { return !subject.isEmpty() && cache.subject != subject.toStdString(); });
  return caches;
}

QString whyUntold(const std::vector<FoundSets>& caches, std::initializer_list<const char*> quantities) {
  for (const FoundSets& cache : caches)
    for (const char* quantity : quantities) {
      const Finding* finding = cache.find(quantity);
      if (finding == nullptr || finding->reason.empty()) continue;
      if (finding->status != FindingStatus::not_measurable && finding->status != FindingStatus::absent) continue;
      return QString::fromStdString(subject_words(cache.subject) + ": " + one_line(finding->reason));
    }
  return {};
}

PlotStyle paperStyle(double points) {
  FigureOptions options;
  options.font_pt = points;
  return paperStyle(options);
}

double heightOfDrawing(double width_mm, const PlotStyle& paper,
                       const std::function<double(double width, const PlotStyle& style)>& needed) {
  constexpr double kUnitsPerMillimetre = kUnitsPerPoint * kPointsPerInch / kMmPerInch;
  const double edges = 2 * aroundDrawing(paper);
  return std::ceil(needed(width_mm * kUnitsPerMillimetre - edges, paper) + edges) / kUnitsPerMillimetre;
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

void addRun(nlohmann::json& json, const Session& session, const std::string& id) {
  for (const RunPtr& run : session.runs)  // by reference: a copy of the list for each id would be slow with thousands of runs
    if (run->id == id && is_data(*run)) json["runs"].push_back(runProvenance(*run));
}

QString deviceText(const Session& session) {
  if (session.device.name.empty()) return {};
  return QStringLiteral("%1 (%2)").arg(QString::fromStdString(session.device.name),
                                       QString::fromStdString(std::string(to_string(session.device.origin))));
}

}  // namespace chasescope
