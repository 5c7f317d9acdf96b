// The size of the L1 over the carve-out. The L1 and the shared memory are one array, the data store, which the carve-out divides.
#include "widgets/views/memory/figure_carveouts.h"

#include <map>

#include "engine/findings/vocabulary.h"
#include "engine/trace/number_text.h"
#include "widgets/figure/chart_figure.h"
#include "widgets/figure/figure_run.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr double kKibibyte = 1024;

struct L1Sizes {
  std::map<double, const Finding*> by_carveout;  ///< percent
  const Finding* by_driver = nullptr;            ///< under the driver's own choice, without a carve-out
};

L1Sizes l1SizesOf(const std::vector<Finding>& findings) {
  L1Sizes sizes;
  for (const Finding& finding : findings) {
    if (finding.subject != subject::l1_data || finding.quantity != quantity::contiguous_bytes) continue;
    if (finding.status != FindingStatus::measured || !finding.value.is_number() || !finding.conditions.is_object()) continue;
    const auto percent = finding.conditions.find("carveout_percent");
    if (percent == finding.conditions.end())
      sizes.by_driver = &finding;
    else if (percent->is_number())
      sizes.by_carveout[percent->get<double>()] = &finding;
  }
  return sizes;
}

double kibibytes(double bytes) { return bytes / kKibibyte; }

FigureOutcome carveoutFigure(const Session& session, const FigureChoice& choice) {
  const L1Sizes sizes = l1SizesOf(session.findings);
  if (sizes.by_carveout.size() < 2)
    return {nullptr,
            sizes.by_carveout.empty() ? tr("The session has no size of the L1 at several carve-outs")
                                      : tr("The session has the size of the L1 at one carve-out, and a line takes several"),
            true};
  ChartFigure figure{.name = "carveout-sizes", .title = tr("Data store over the carve-out")};
  figure.caption =
      tr("The largest array of neighbouring lines that the L1 holds, at the share of the data store that is asked for as "
         "shared memory. Bars: where the first misses come.");
  Chart chart;
  chart.panel.x = {.title = tr("Carve-out for shared memory")};
  chart.panel.y = {.title = tr("L1 (KiB)"), .from = 0};
  chart.y_unit = tr("KiB");
  DataSeries bars{.line = DataSeries::Line::bars};
  QByteArray csv;
  const auto row = [&](const QByteArray& percent, const Finding& finding) {
    const auto bound = [](const std::optional<double>& value) { return value ? QByteArray::number(*value, 'f', 0) : QByteArray(); };
    csv += percent + ',' + QByteArray::number(finding.value.get<double>(), 'f', 0) + ',' + bound(finding.low) + ',' +
           bound(finding.high) + '\n';
    figure.runs.insert(figure.runs.end(), finding.evidence.begin(), finding.evidence.end());
  };
  for (const auto& [percent, finding] : sizes.by_carveout) {
    chart.panel.x.names.push_back(QString::number(percent) + QStringLiteral(" %"));
    const double bytes = finding->value.get<double>();
    SeriesPoint point{.x = static_cast<double>(chart.panel.x.names.size()), .y = kibibytes(bytes)};
    if (finding->low && finding->high) {
      point.low = kibibytes(*finding->low);
      point.high = kibibytes(*finding->high);
    }
    bars.points.push_back(point);
    chart.values.push_back(QString::number(kibibytes(bytes), 'f', 0));
    row(QByteArray::number(percent), *finding);
  }
  if (sizes.by_driver != nullptr) {
    const double bytes = sizes.by_driver->value.get<double>();
    figure.caption +=
        QLatin1Char(' ') +
        tr("Left to the driver, a lone chase finds %1.").arg(QString::fromStdString(size_words(static_cast<std::uint64_t>(bytes))));
    row("", *sizes.by_driver);
  }
  chart.panel.series = {std::move(bars)};
  figure.charts = {std::move(chart)};
  figure.csv = [csv](const std::function<bool(const QByteArray&)>& write) {
    if (write("carveout_percent,l1_bytes,low,high\n")) write(csv);
  };
  return {chartFigure(session, std::move(figure), choice), {}};
}

}  // namespace

const FigureEntry& carveoutSizesEntry() {
  static const FigureEntry entry{.name = "carveout-sizes",
                                 .title = QT_TRANSLATE_NOOP("Figure", "Data store over the carve-out: what the L1 holds of it"),
                                 .make = carveoutFigure,
                                 .chooses_cache = false,
                                 .recipes = {{.probes = {{"discover"}}}}};
  return entry;
}

}  // namespace chasescope
