// Outstanding requests as figures: thread-latency with its variance (request study, figures 1 and 3 to 10), the request table, and
// copies with and without a flush (figure 2).
#include "widgets/views/requests/figure_requests.h"

#include <QImage>
#include <algorithm>

#include "engine/findings/vocabulary.h"
#include "engine/session/document/run_series.h"
#include "widgets/figure/figure_cursors.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/figure_sight.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/figure/panel_letter.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/style/words.h"
#include "widgets/views/requests/copy_plot.h"
#include "widgets/views/requests/copy_scene.h"
#include "widgets/views/requests/request_plot.h"
#include "widgets/views/requests/request_scene.h"
#include "widgets/views/requests/request_table_scene.h"

namespace chasescope {
namespace {

/// The device's name, which begins each caption.
QString deviceFirst(const Session& session) {
  const QString device = deviceText(session);
  return device.isEmpty() ? QString() : device + QStringLiteral(" · ");
}

constexpr double kMiB = 1048576;

const char* kindName(inference::Spike::Kind kind) {
  switch (kind) {
    case inference::Spike::Kind::serialisation: return "serialisation";
    case inference::Spike::Kind::saturation: return "saturation";
    case inference::Spike::Kind::later: return "later";
  }
  return "";
}

class ThreadFigure final : public FigureContent {
 public:
  ThreadFigure(const Session& session, ThreadCurves curves, std::uint64_t loads, std::uint64_t sharing, FigureSight sight,
               int panel)
      : session_(session), curves_(std::move(curves)), loads_(loads), sharing_(sharing), sight_(std::move(sight)), panel_(panel) {}

  FigureTraits traits() const override {
    return withEnds({.x_unit = tr("threads"),
                     .y_unit = tr("cycles"),
                     .panels = {tr("Latency"), tr("Variance")},
                     .log_x = true,
                     .log_y = true,
                     .cursors = shown() != ThreadPanel::variance},
                    series(PlotStyle()));
  }
  CursorCurve cursorCurve() const override {
    return cursorCurveOf(shown() == ThreadPanel::variance ? nullptr : curves_.find(loads_, sharing_));
  }
  CurveCursors cursors() const override { return placedOn(cursorCurve(), sight_); }

  QString title() const override { return tr("Latency by threads"); }
  double heightFor(double width_mm, const PlotStyle& /*paper*/) const override {
    const double both = width_mm < 110 ? 0.9 : 0.62;
    return width_mm * (shown() == ThreadPanel::both ? both : both * 0.65);
  }
  QString caption() const override {
    const ThreadSeries& chosen = *curves_.find(loads_, sharing_);
    QString text = deviceFirst(session_) + seriesName(loads_, sharing_) + QStringLiteral(" · ") +
                   tr("latency: harmonic mean of the repeats; variance: of each point with its two neighbours");
    text += QLatin1Char('.');
    if (chosen.fits)
      text += QLatin1Char(' ') +
              tr("With more than %1 threads, a request waits for a free entry of the request table.").arg(counted(*chosen.fits));
    return text;
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      ThreadAxes axes = threadAxes(area, curves_, loads_, sharing_, style, shown());
      if (shown() == ThreadPanel::both && style.letters) {
        belowLetter(painter, area, 0, style);
        belowLetter(painter, area.adjusted(0, axes.latency.plot.bottom() - area.top() + style.em(8), 0, 0), 1, style);
      }
      axes.latency = partOf(axes.latency, sight_, traits());
      axes.variance = partOf(axes.variance, {.x = sight_.x, .log_x = sight_.log_x}, traits());
      paintThreadLatency(painter, axes, curves_, loads_, sharing_, style);
      paintCursorsOf(painter, *this, axes.latency, style);
    });
  }
  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    const SeriesAxis threads = seriesAxis(tr("Threads"), sight_.x, sight_.log_x);
    SeriesPanel latency{.title = tr("Latency"), .x = threads, .y = seriesAxis(tr("Latency (cycles)"), sight_.y, sight_.log_y, 0)};
    SeriesPanel variance{.title = tr("Variance"), .x = threads, .y = {.title = tr("Variance (cycles²)"), .from = 0}};
    for (const ThreadSeries& one : curves_.series) {
      if (one.sharing != sharing_) continue;
      const QColor colour = levelColour(one.loads - 1, style.palette);
      DataSeries& curve = latency.series.emplace_back(DataSeries{.name = seriesName(one.loads, one.sharing), .colour = colour});
      for (const auto& point : one.points) curve.points.push_back({.x = static_cast<double>(point.count), .y = point.harmonic});
      if (one.loads != loads_) continue;
      DataSeries& spread = variance.series.emplace_back(DataSeries{.colour = colour});
      for (std::size_t i = 0; i < one.variance.size(); ++i)
        spread.points.push_back({.x = static_cast<double>(one.points[i + 1].count), .y = one.variance[i]});
    }
    markCursors(latency, *this);
    return {latency, variance};
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("sharing,loads,threads,harmonic_mean_cycles,median_cycles,variance,spike\n")) return;
    for (const ThreadSeries& series : curves_.series)
      for (std::size_t i = 0; i < series.points.size(); ++i) {
        const auto& point = series.points[i];
        QByteArray line = QByteArray::number(static_cast<qulonglong>(series.sharing)) + ',' +
                          QByteArray::number(static_cast<qulonglong>(series.loads)) + ',' +
                          QByteArray::number(static_cast<qulonglong>(point.count)) + ',' +
                          QByteArray::number(point.harmonic, 'g', 9) + ',' + QByteArray::number(point.median, 'g', 9) + ',';
        if (i >= 1 && i <= series.variance.size()) line += QByteArray::number(series.variance[i - 1], 'g', 9);
        line += ',';
        for (const auto& spike : series.spikes)
          if (spike.point == i) line += kindName(spike.kind);
        if (!write(line + '\n')) return;
      }
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "thread-latency");
    for (const RunPtr& run : data_runs(session_.runs))
      if (const auto* burst = run->as<OutstandingRequest>();
          burst != nullptr && burst->request.sharing == sharing_)
        json["runs"].push_back(runProvenance(*run));
    return json;
  }

 private:
  Session session_;
  ThreadCurves curves_;
  ThreadPanel shown() const { return panel_ == 0 ? ThreadPanel::latency : panel_ == 1 ? ThreadPanel::variance : ThreadPanel::both; }

  std::uint64_t loads_, sharing_;
  FigureSight sight_;
  int panel_;
};

class TableFigure final : public FigureContent {
 public:
  TableFigure(const Session& session, TableShape table, std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing)
      : session_(session), table_(table), threads_(threads), loads_(loads), sharing_(sharing) {}
  FigureTraits traits() const override { return {.legends = {LegendPlace::none}}; }
  QString title() const override { return tr("Request table"); }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper, [&](double width, const PlotStyle& style) {
      QImage nothing(1, 1, QImage::Format_RGB32);
      QPainter dry(&nothing);
      return paintRequestTable(dry, QRectF(0, 0, width, width * 0.7), table_, threads_, loads_, sharing_, style);
    });
  }
  QString caption() const override {
    return deviceFirst(session_) + tableText(table_, threads_, loads_, sharing_) + QLatin1Char('.');
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      paintRequestTable(painter, area, table_, threads_, loads_, sharing_, style);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("structure,entries,merges_per_entry,pool,threads,loads,sharing\n")) return;
    QByteArray line = table_.kind == TableShape::Kind::mshr ? "mshr," : "prt,";
    line += QByteArray::number(static_cast<qulonglong>(table_.entries)) + ',' +
            (table_.merges_more ? "at least " : "") + QByteArray::number(static_cast<qulonglong>(table_.merges)) + ',';
    if (table_.pool) line += QByteArray::number(static_cast<qulonglong>(*table_.pool));
    for (const std::uint64_t number : {threads_, loads_, sharing_})
      line += ',' + QByteArray::number(static_cast<qulonglong>(number));
    write(line + '\n');
  }
  nlohmann::json provenance() const override { return sessionProvenance(session_, "request-table"); }

 private:
  Session session_;
  TableShape table_;
  std::uint64_t threads_, loads_, sharing_;
};

class CopyFigure final : public FigureContent {
 public:
  CopyFigure(const Session& session, CopyCurve copies, FigureSight sight)
      : session_(session), copies_(std::move(copies)), sight_(std::move(sight)) {}
  FigureTraits traits() const override {
    return withEnds({.x_unit = tr("bytes"),
                     .y_unit = copies_.seconds ? tr("µs") : tr("cycles"),
                     .log_x = true,
                     .log_y = true,
                     .legends = {LegendPlace::none},
                     .cursors = true},
                    series(PlotStyle()), kMiB);
  }
  CursorCurve cursorCurve() const override { return cursorCurveOf(copies_, PlotStyle()); }
  CurveCursors cursors() const override { return placedOn(cursorCurve(), sight_); }
  QString title() const override { return tr("Copies by size"); }
  double heightFor(double width_mm, const PlotStyle& /*paper*/) const override { return width_mm * (width_mm < 110 ? 0.68 : 0.48); }
  QString caption() const override {
    QString text = deviceFirst(session_) + tr("the fastest copy of each size, with and without a flush of the L2 before it.");
    if (copies_.saturation.verdict == inference::CopySaturation::Verdict::found)
      text += QLatin1Char(' ') + tr("The difference between the two curves stops growing at %1.").arg(saturationText(copies_));
    return text;
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      CopyAxes axes = copyAxes(area, copies_, style);
      axes.axes = partOf(axes.axes, sight_, traits(), axes.unit);
      paintCopies(painter, axes, copies_, style);
      paintCursorsOf(painter, *this, axes.axes, style, axes.unit);
    });
  }
  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    constexpr double kMicroseconds = 1e6;
    const double scale = copies_.seconds ? kMicroseconds : 1;
    const auto part = [&](std::optional<double> bytes) { return bytes ? std::optional(*bytes / kMiB) : bytes; };
    SeriesPanel panel{.x = seriesAxis(tr("Copied (MiB)"), {part(sight_.x.from), part(sight_.x.to)}, sight_.log_x),
                      .y = seriesAxis(copies_.seconds ? tr("Time (µs)") : tr("Time (cycles)"), sight_.y, sight_.log_y, 0)};
    for (const bool flushed : {true, false}) {
      DataSeries& one = panel.series.emplace_back(DataSeries{.name = flushed ? tr("L2 flushed before") : tr("L2 not flushed"),
                                                             .line = flushed ? DataSeries::Line::dashed : DataSeries::Line::solid,
                                                             .mark = flushed ? DataSeries::Mark::circle : DataSeries::Mark::dot,
                                                             .colour = levelColour(flushed ? 2 : 0, style.palette)});
      for (const auto& point : copies_.points)
        one.points.push_back({.x = point.bytes / kMiB, .y = (flushed ? point.flushed : point.not_flushed) * scale});
    }
    markCursors(panel, *this, kMiB);
    return {panel};
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    const QByteArray unit = copies_.seconds ? "seconds" : "cycles";
    if (!write("bytes,flushed_" + unit + ",not_flushed_" + unit + "\n")) return;
    for (const auto& point : copies_.points)
      if (!write(QByteArray::number(point.bytes, 'f', 0) + ',' + QByteArray::number(point.flushed, 'g', 9) + ',' +
                 QByteArray::number(point.not_flushed, 'g', 9) + '\n'))
        return;
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "l2-copy");
    for (const RunPtr& run : data_runs(session_.runs))
      if (run->as<CopyRequest>() != nullptr) json["runs"].push_back(runProvenance(*run));
    return json;
  }

 private:
  Session session_;
  CopyCurve copies_;
  FigureSight sight_;
};

struct Chosen {
  std::uint64_t loads = 1, sharing = 1, threads = 0;
};

/// The series of the named run; else the first series that fills its table; else the first.
std::optional<Chosen> choose(const Session& session, const ThreadCurves& curves, const QString& runId) {
  if (curves.empty()) return std::nullopt;
  for (const RunPtr& run : data_runs(session.runs))
    if (const auto* burst = run->as<OutstandingRequest>(); burst != nullptr && run->id == runId.toStdString())
      if (curves.find(burst->request.loads, burst->request.sharing) != nullptr)
        return Chosen{burst->request.loads, burst->request.sharing, burst->request.threads};
  const auto filling =
      std::find_if(curves.series.begin(), curves.series.end(), [](const ThreadSeries& series) { return series.fits.has_value(); });
  const ThreadSeries& series = filling == curves.series.end() ? curves.series.front() : *filling;
  return Chosen{series.loads, series.sharing, series.fits.value_or(series.points.back().count)};
}

QString noRequests() { return tr("The session has no outstanding requests"); }

}  // namespace

FigureOutcome threadLatencyFigure(const Session& session, const FigureChoice& choice) {
  const QString& runId = choice.run;
  ThreadCurves curves = gatherThreadCurves(data_runs(session.runs));
  const auto chosen = choose(session, curves, runId);
  if (!chosen) return {nullptr, noRequests(), true};
  return {std::make_shared<ThreadFigure>(session, std::move(curves), chosen->loads, chosen->sharing, choice.sight, choice.panel),
          {}};
}

FigureOutcome requestTableFigure(const Session& session, const QString& runId) {
  const ThreadCurves curves = gatherThreadCurves(data_runs(session.runs));
  const auto chosen = choose(session, curves, runId);
  if (!chosen) return {nullptr, noRequests(), true};
  const auto table = tableOf(session.findings);
  if (!table) {
    const auto entries = std::find_if(session.findings.begin(), session.findings.end(), [](const Finding& finding) {
      return finding.subject == subject::request_table && finding.quantity == quantity::entries;
    });
    const QString why = entries == session.findings.end() ? QString() : QString::fromStdString(entries->reason);
    return {nullptr, tr("The findings do not tell how many entries the request table has. %1").arg(why).trimmed()};
  }
  return {std::make_shared<TableFigure>(session, *table, chosen->threads, chosen->loads, chosen->sharing), {}};
}

FigureOutcome copyFigure(const Session& session, const QString& /*runId*/, const FigureSight& sight) {
  CopyCurve copies = gatherCopies(data_runs(session.runs));
  if (copies.empty()) return {nullptr, tr("The session has no copies"), true};
  return {std::make_shared<CopyFigure>(session, std::move(copies), sight), {}};
}

const FigureEntry& threadLatencyEntry() {
  static const FigureEntry entry{"thread-latency",
                                 QT_TRANSLATE_NOOP("Figure", "Outstanding requests: latency by threads"),
                                 threadLatencyFigure,
                                 false,
                                 {{.probes = {{"outstanding"}}}},
                                 subject::request_table,
                                 quantity::structure,
                                 FigureCards::any};
  return entry;
}

const FigureEntry& requestTableEntry() {
  static const FigureEntry entry
      {"request-table", QT_TRANSLATE_NOOP("Figure", "Outstanding requests: the table"), ofRun<requestTableFigure>, false,
      {{.probes = {{"outstanding"}}}}, subject::request_table, quantity::structure};
  return entry;
}

const FigureEntry& l2CopyEntry() {
  static const FigureEntry entry{"l2-copy",
                                 QT_TRANSLATE_NOOP("Figure", "Copies through the L2"),
                                 ofRunSeen<copyFigure>,
                                 false,
                                 {{.probes = {{"l2-copy"}}}},
                                 subject::l2,
                                 quantity::copy_saturation_bytes,
                                 FigureCards::any};
  return entry;
}

}  // namespace chasescope
