// TLBs (2014 paper §4.2, figures 10 and 11) and the latency spectrum (table 3) as figures.
#include <QCoreApplication>
#include <algorithm>

#include "engine/session/run_series.h"
#include "widgets/plot/figure.h"
#include "widgets/plot/figure_run.h"
#include "widgets/plot/part_look.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/plot/spectrum_scene.h"
#include "widgets/plot/tlb_scene.h"
#include "widgets/plot/view_csv.h"

namespace chasescope {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("Figure", text); }

QString deviceText(const Session& session) {
  return session.device.name.empty()
             ? QString()
             : QStringLiteral("%1 (%2)").arg(QString::fromStdString(session.device.name),
                                             QString::fromStdString(std::string(to_string(session.device.origin))));
}

void addRun(nlohmann::json& json, const Session& session, const std::string& id) {
  for (const RunPtr& run : data_runs(session.runs))
    if (run->id == id) json["runs"].push_back(runProvenance(*run));
}

class TlbFigure final : public FigureContent {
 public:
  TlbFigure(const Session& session, TlbLevels tlbs) : session_(session), tlbs_(std::move(tlbs)) {}

  QString title() const override { return tr("TLBs"); }
  QString caption() const override {
    QStringList sentences;
    for (const TlbLevel& level : tlbs_.levels) sentences << tr("%1: %2; %3.").arg(tlbName(level), tlbFacts(level), tlbSets(level));
    for (const TlbLevel& level : tlbs_.levels)
      if (!level.published.empty()) sentences << tr("Diamonds: miss rates of the %1 as published.").arg(tlbName(level));
    const QString device = deviceText(session_);
    return (device.isEmpty() ? QString() : device + QStringLiteral(". ")) + sentences.join(QLatin1Char(' '));
  }
  double heightFor(double width_mm) const override {
    return heightOfDrawing(width_mm, [&](double width, const PlotStyle& style) { return naturalTlbHeight(tlbs_, width, style); });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) {
      const TlbLayout layout = layOutTlbs(area, tlbs_, style);
      paintTlbs(painter, tlbs_, layout, allRateAxes(layout, tlbs_, style), style);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("tlb,footprint_bytes,pages,miss_rate,run\n")) return;
    for (const TlbLevel& level : tlbs_.levels)
      for (const TlbRatePoint& point : level.rates)
        if (!write(csvText(level.subject) + ',' + QByteArray::number(static_cast<qulonglong>(point.bytes)) + ',' +
                   QByteArray::number(static_cast<qulonglong>(point.pages)) + ',' + QByteArray::number(point.rate, 'g', 9) + ',' +
                   csvText(point.run) + '\n'))
          return;
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "tlb");
    for (const TlbLevel& level : tlbs_.levels)
      for (const TlbRatePoint& point : level.rates) addRun(json, session_, point.run);
    return json;
  }

 private:
  Session session_;
  TlbLevels tlbs_;
};

class SpectrumFigure final : public FigureContent {
 public:
  SpectrumFigure(const Session& session, Spectrum spectrum) : session_(session), spectrum_(std::move(spectrum)) {}

  QString title() const override { return tr("Latency spectrum"); }
  QString caption() const override {
    QStringList parts;
    if (const QString device = deviceText(session_); !device.isEmpty()) parts << device;
    parts << QString::fromStdString(spectrum_.space);
    return parts.join(QStringLiteral(" · ")) + QStringLiteral(". ") +
           tr("Each line ends where the data were; a part with a dash was not asked.") +
           (spectrum_.anyPublished()
                ? QLatin1Char(' ') +
                      tr("A diamond: of two paths that take as long, the one that the 2014 paper reads there (table 3).")
                : QString()) +
           (spectrum_.anyUnknown()
                ? QLatin1Char(' ') + tr("A miss of the L1 TLB with no hit behind it: what knew the page instead can’t be told.")
                : QString()) +
           (spectrum_.anyPlace()
                ? QLatin1Char(' ') +
                      tr("Near and far are slices of the L2 in its column, and near and far memory in that of the memory.")
                : QString());
  }
  double heightFor(double width_mm) const override {
    return heightOfDrawing(width_mm,
                           [&](double width, const PlotStyle& style) { return leastSpectrumHeight(spectrum_, width, style); });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) {
      paintSpectrum(painter, spectrum_, layOutSpectrum(area, spectrum_, false, style), -1, -1, style);
    });
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
  Session session_;
  Spectrum spectrum_;
};

}  // namespace

FigureOutcome tlbFigure(const Session& session, const FigureChoice& choice) {
  TlbLevels tlbs = gatherTlbs(session.findings, session.device.name);
  if (tlbs.empty() && tlbs.why_nothing.isEmpty()) return {nullptr, tr("The session has no findings about TLBs"), true};
  if (tlbs.empty()) return {nullptr, tlbs.why_nothing};
  if (choice.cache.isEmpty()) return {std::make_shared<TlbFigure>(session, std::move(tlbs)), {}};
  tlbs.choose(choice.cache.toStdString());
  if (tlbs.empty()) return {nullptr, tr("No %1 was found.").arg(choice.cache)};
  return {std::make_shared<TlbFigure>(session, std::move(tlbs)), {}};
}

FigureOutcome spectrumFigure(const Session& session, const QString& runId) {
  const std::vector<Spectrum> spectra = gatherSpectra(session.findings, session.device.name);
  const Spectrum* shown = nullptr;
  for (const Spectrum& spectrum : spectra)
    if (!spectrum.classes.empty() && (shown == nullptr || spectrum.run == runId.toStdString())) shown = &spectrum;
  if (shown != nullptr) return {std::make_shared<SpectrumFigure>(session, *shown), {}};
  if (spectra.empty()) return {nullptr, tr("The session has no latency spectrum"), true};
  return {nullptr, spectra.front().why_nothing};
}

}  // namespace chasescope
