// The latency spectrum as a figure (2014 paper, table 3).
#include "widgets/views/spectrum/figure_spectrum.h"

#include "engine/trace/number_text.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"
#include "widgets/views/spectrum/spectrum_scene.h"

namespace chasescope {
namespace {

class SpectrumFigure final : public FigureContent {
 public:
  SpectrumFigure(const Session& session, Spectrum spectrum) : session_(session), spectrum_(std::move(spectrum)) {}

  QString title() const override { return tr("Latency spectrum"); }
  QString caption() const override {
    QStringList parts;
    if (const QString device = deviceText(session_); !device.isEmpty()) parts << device;
    parts << QString::fromStdString(spectrum_.space);
    return parts.join(QStringLiteral(" · ")) + QStringLiteral(". ") +
           tr("Each line ends at the part that had the data. A dash: the accesses did not reach this part.") + unexplained() +
           (spectrum_.anyPublished()
                ? QLatin1Char(' ') +
                      tr("A diamond marks the path that the 2014 paper gives (table 3), where two paths take the same time.")
                : QString()) +
           (spectrum_.anyUnknown()
                ? QLatin1Char(' ') +
                      tr("A miss of the L1 TLB, and no hit in another TLB: where the translation came from is not known.")
                : QString()) +
           (spectrum_.anyPlace()
                ? QLatin1Char(' ') +
                      tr("Near and far are slices of the L2 in its column, and near and far memory in that of the memory.")
                : QString());
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper,
                           [&](double width, const PlotStyle& style) { return leastSpectrumHeight(spectrum_, width, style); });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      paintSpectrum(painter, spectrum_, layOutSpectrum(area, spectrum_, false, style), -1, -1, style);
    });
  }
  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    SeriesPanel panel{.x = {.title = tr("Class of accesses")}, .y = {.title = tr("Latency (cycles)"), .from = 0}};
    DataSeries bars{.line = DataSeries::Line::bars, .colour = levelColour(0, style.palette)};
    for (const SpectrumClass& one : spectrum_.classes) {
      bars.points.push_back({.x = static_cast<double>(bars.points.size() + 1), .y = one.cycles});
      if (one.high > one.low) {
        bars.points.back().low = one.low;
        bars.points.back().high = one.high;
      }
      panel.x.names.push_back(QString::number(one.number));
    }
    panel.series.push_back(std::move(bars));
    return {panel};
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("space,class,cycles,low_cycles,high_cycles,share,data,translation\n")) return;
    for (const SpectrumClass& one : spectrum_.classes) {
      const QByteArray head = csvText(spectrum_.space) + ',' + QByteArray::number(static_cast<qulonglong>(one.number)) + ',' +
                              QByteArray::number(one.cycles, 'g', 9) + ',' + QByteArray::number(one.low, 'g', 9) + ',' +
                              QByteArray::number(one.high, 'g', 9) + ',' +
                              (one.share ? QByteArray::number(*one.share, 'g', 9) : QByteArray()) + ',';
      if (one.paths.empty() && !write(head + ",\n")) return;
      for (const AccessPath& path : one.paths)
        if (!write(head + csvText(path.data) + ',' + csvText(path.translation) + '\n')) return;
    }
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "latency-spectrum");
    addRun(json, session_, spectrum_.run);
    return json;
  }

 private:
  /// A sentence for the caption if the drawn classes hold clearly fewer than all accesses; else empty.
  QString unexplained() const {
    double known = 0;
    for (const SpectrumClass& one : spectrum_.classes) known += one.share.value_or(0);
    constexpr double kNearlyAll = 0.99;
    if (known <= 0 || known >= kNearlyAll) return {};
    return QLatin1Char(' ') + tr("These are %1 of the accesses; the others are in no class whose path was told.")
                                  .arg(QString::fromStdString(share_text(known)));
  }

  Session session_;
  Spectrum spectrum_;
};

}  // namespace

FigureOutcome spectrumFigure(const Session& session, const QString& runId) {
  const std::vector<Spectrum> spectra = gatherSpectra(session.findings, session.device.name);
  const Spectrum* shown = nullptr;
  for (const Spectrum& spectrum : spectra)
    if (!spectrum.classes.empty() && (shown == nullptr || spectrum.run == runId.toStdString())) shown = &spectrum;
  if (shown != nullptr) return {std::make_shared<SpectrumFigure>(session, *shown), {}};
  if (spectra.empty()) return {nullptr, tr("The session has no latency spectrum"), true};
  return {nullptr, spectra.front().why_nothing};
}

const FigureEntry& latencySpectrumEntry() {
  static const FigureEntry entry
      {"latency-spectrum", QT_TRANSLATE_NOOP("Figure", "Latency spectrum: classes and their paths"), ofRun<spectrumFigure>, false,
      {{.probes = {{"spectrum"}}}}};
  return entry;
}

}  // namespace chasescope
