#include "widgets/views/residency/residency_charts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "engine/probe/others/residency_points.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr std::array kLines{DataSeries::Line::solid, DataSeries::Line::dashed, DataSeries::Line::dotted};
constexpr std::array kMarks{DataSeries::Mark::dot, DataSeries::Mark::diamond, DataSeries::Mark::circle, DataSeries::Mark::cross};
constexpr std::size_t kColours = 6;  // of the palette; a curve that has the colour of another one has another line
constexpr double kPercent = 100;

QString sizeOf(double bytes) { return QString::fromStdString(short_size_text(bytes).joined()); }

QString hintOf(EvictionPriority priority) { return QStringLiteral("evict_") + QString::fromLatin1(to_string(priority).data()); }

/// One curve: the points that belong to it, in the order of x.
struct Curve {
  QString name;
  std::function<bool(const ResidencyRequest&)> has;
};

/// x and y of a point; the interval is scaled as y is.
struct Axes {
  std::function<double(const ResidencyRequest&)> x;
  std::function<double(const ResidencyRequest&)> of_share;  ///< y of a share of 1
};

void addCurves(RunChart& chart, const std::vector<ResidencyPoint>& points, const std::vector<Curve>& curves, const Axes& axes) {
  std::size_t index = 0;
  for (const Curve& curve : curves) {
    DataSeries series{
        .name = curve.name, .line = kLines[(index + index / kColours) % kLines.size()], .mark = kMarks[index % kMarks.size()]};
    ++index;
    std::vector<const ResidencyPoint*> of_curve;
    for (const ResidencyPoint& point : points)
      if (curve.has(point.request)) of_curve.push_back(&point);
    std::stable_sort(of_curve.begin(), of_curve.end(),
                     [&](const auto* a, const auto* b) { return axes.x(a->request) < axes.x(b->request); });
    std::vector<std::string> ids;
    for (const ResidencyPoint* point : of_curve) {
      const double x = axes.x(point->request), scale = axes.of_share(point->request);
      if (!series.points.empty() && series.points.back().x == x) continue;  // measured again by another probe run
      series.points.push_back(
          {.x = x, .y = scale * point->share.value, .low = scale * point->share.low, .high = scale * point->share.high});
      ids.push_back(point->run);
    }
    if (series.points.empty()) continue;
    chart.chart.panel.series.push_back(std::move(series));
    chart.runs.push_back(std::move(ids));
  }
}

RunChart sizesChart(const QString& title, const QString& x, const QString& y) {
  RunChart chart;
  chart.chart.panel.title = title;
  chart.chart.panel.x = {.title = x, .scale = SeriesAxis::Scale::doubling, .bytes = true};
  chart.chart.panel.y = {.title = y, .from = 0};
  chart.chart.x_unit = tr("bytes");
  chart.chart.y_unit = QStringLiteral("%");
  return chart;
}

bool hasSettings(const ResidencyRequest& request) { return request.persisting_bytes || request.fetch_bytes; }

/// The smallest array that was swept: the one whose sweeps grow.
std::uint64_t sweptArray(const std::vector<ResidencyPoint>& points) {
  std::uint64_t bytes = 0;
  for (const ResidencyPoint& point : points)
    if (point.request.swept_bytes > 0 && point.request.kept == EvictionPriority::normal &&
        (bytes == 0 || point.request.kept_bytes < bytes))
      bytes = point.request.kept_bytes;
  return bytes;
}

RunChart sweepsChart(const std::vector<ResidencyPoint>& points) {
  RunChart chart = sizesChart(tr("Lines left after a sweep of other lines"), tr("Size of the sweep"), tr("Left (%)"));
  const std::uint64_t array = sweptArray(points);
  std::vector<Curve> curves;
  for (const EvictionPriority kept :
       {EvictionPriority::normal, EvictionPriority::first, EvictionPriority::last, EvictionPriority::unchanged})
    curves.push_back({hintOf(kept), [kept, array](const ResidencyRequest& request) {
                        return request.kept == kept && request.swept == EvictionPriority::normal && request.swept_bytes > 0 &&
                               request.kept_bytes == array && !hasSettings(request);
                      }});
  curves.push_back({tr("normal, evict_first sweep"), [array](const ResidencyRequest& request) {
                      return request.kept == EvictionPriority::normal && request.swept == EvictionPriority::first &&
                             request.kept_bytes == array && !hasSettings(request);
                    }});
  addCurves(chart, points, curves,
            {[](const ResidencyRequest& request) { return static_cast<double>(request.swept_bytes); },
             [](const ResidencyRequest&) { return kPercent; }});
  return chart;
}

RunChart arraysChart(const std::vector<ResidencyPoint>& points) {
  RunChart chart = sizesChart(tr("Lines left of an array that all SMs read"), tr("Size of the array"), tr("Left (%)"));
  addCurves(chart, points,
            {{tr("read twice"),
              [](const ResidencyRequest& request) {
                return request.swept_bytes == 0 && request.timed_offset == 0 && request.kept == EvictionPriority::normal &&
                       !hasSettings(request);
              }}},
            {[](const ResidencyRequest& request) { return static_cast<double>(request.kept_bytes); },
             [](const ResidencyRequest&) { return kPercent; }});
  return chart;
}

RunChart persistingChart(const std::vector<ResidencyPoint>& points) {
  constexpr double kMiB = 1 << 20;
  RunChart chart =
      sizesChart(tr("Persisting lines left, by set-aside"), tr("Size of the array, read with evict_last"), tr("Left (MiB)"));
  chart.chart.y_unit = tr("MiB");
  std::vector<std::optional<std::uint64_t>> settings;
  // The driver's set-aside was also in force for the sweeps; its curve is the one whose sweep is the largest.
  std::uint64_t sweep = 0;
  for (const ResidencyPoint& point : points)
    if (point.request.kept == EvictionPriority::last) sweep = std::max(sweep, point.request.swept_bytes);
  const auto persists = [sweep](const ResidencyRequest& request) {
    return request.kept == EvictionPriority::last && request.swept == EvictionPriority::normal && request.swept_bytes == sweep &&
           sweep > 0;
  };
  for (const ResidencyPoint& point : points)
    if (persists(point.request) && std::find(settings.begin(), settings.end(), point.request.persisting_bytes) == settings.end())
      settings.push_back(point.request.persisting_bytes);
  std::sort(settings.begin(), settings.end());
  std::vector<Curve> curves;
  for (const auto& setting : settings)
    curves.push_back({!setting        ? tr("driver's choice")
                      : *setting == 0 ? tr("none")
                                      : sizeOf(static_cast<double>(*setting)),
                      [persists, setting](const ResidencyRequest& request) {
                        return persists(request) && request.persisting_bytes == setting;
                      }});
  addCurves(chart, points, curves,
            {[](const ResidencyRequest& request) { return static_cast<double>(request.kept_bytes); },
             [](const ResidencyRequest& request) { return static_cast<double>(request.kept_bytes) / kMiB; }});
  return chart;
}

RunChart fetchChart(const std::vector<ResidencyPoint>& points) {
  RunChart chart;
  chart.chart.panel.title = tr("Bytes that a miss fetches, by setting");
  chart.chart.panel.x = {.title = tr("Distance from the word that was read (bytes)")};
  chart.chart.panel.y = {.title = tr("Fetched (%)"), .from = 0};
  chart.chart.nested = true;
  chart.chart.x_unit = tr("bytes");
  chart.chart.y_unit = QStringLiteral("%");
  std::vector<Curve> curves;
  const auto offset = [](const ResidencyRequest& request) {
    return request.timed_offset > 0 && request.timed_offset < kBeyondAnyFetch && request.swept_bytes == 0;
  };
  for (const std::optional<std::uint64_t> setting : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(32),
                                                     std::optional<std::uint64_t>(64), std::optional<std::uint64_t>(128)})
    curves.push_back(
        {setting ? sizeOf(static_cast<double>(*setting)) : tr("driver's choice"),
         [offset, setting](const ResidencyRequest& request) { return offset(request) && request.fetch_bytes == setting; }});
  addCurves(chart, points, curves,
            {[](const ResidencyRequest& request) { return static_cast<double>(request.timed_offset); },
             [](const ResidencyRequest&) { return kPercent; }});
  return chart;
}

}  // namespace

ResidencyCharts gatherResidency(std::span<const RunPtr> runs) {
  const ResidencyPoints known = residency_points(runs);
  ResidencyCharts all;
  if (!known.cut) return all;
  for (RunChart& chart :
       std::array{sweepsChart(known.points), arraysChart(known.points), persistingChart(known.points), fetchChart(known.points)}) {
    // One point is no curve: every probe run times an array that was just read, to compare with.
    std::size_t most = 0;
    for (const auto& ids : chart.runs) most = std::max(most, ids.size());
    if (most > 1) all.push_back(std::move(chart));
  }
  return all;
}

QStringList residencyWords(const ResidencyCharts& all, const ChartMark& mark) {
  const Chart& chart = all[mark.chart].chart;
  const DataSeries& series = chart.panel.series[mark.series];
  const SeriesPoint& point = series.points[mark.point];
  const bool sizes = chart.y_unit != QStringLiteral("%");
  const QString value = sizes ? tr("%1 MiB").arg(QString::fromStdString(number_text(std::round(point.y * 10) / 10)))
                              : QString::fromStdString(share_text(point.y / kPercent));
  QStringList words{value, chart.panel.title};
  if (!series.name.isEmpty()) words << series.name;
  words << (isOfSizes(chart) ? tr("%1: %2").arg(chart.panel.x.title, sizeOf(point.x))
                             : tr("%1 B after the word that was read").arg(QString::fromStdString(number_text(point.x))));
  return words;
}

QColor residencyColour(std::size_t series, const PlotStyle& style) { return levelColour(series, style.palette); }

Chart dressedResidency(const RunChart& chart, const PlotStyle& style) {
  Chart copy = chart.chart;
  for (std::size_t i = 0; i < copy.panel.series.size(); ++i) copy.panel.series[i].colour = residencyColour(i, style);
  return copy;
}

}  // namespace chasescope
