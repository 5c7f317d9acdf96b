// Banks as figures: the lanes on the banks at one stride (2014 paper, figures 4 and 6), and latency over stride (figures 5 and 7).
#include "widgets/views/banks/figure_banks.h"

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
#include "widgets/views/banks/bank_curve_scene.h"
#include "widgets/views/banks/bank_picture.h"
#include "widgets/views/banks/bank_plot.h"

namespace chasescope {
namespace {

BankCurves curvesOf(const Session& session) {
  constexpr unsigned kLanes = 32;
  const std::uint64_t warp = session.device.properties.warp_size.value_or(kLanes);
  return gatherBankCurves(data_runs(session.runs), static_cast<unsigned>(std::clamp<std::uint64_t>(warp, 1, 128)));
}

/// The common part of all figures of banks: the curves, one word width, and the data behind them.
class BankFigure : public FigureContent {
 public:
  BankFigure(const Session& session, BankCurves curves, unsigned word_bytes, const char* name)
      : session_(session), curves_(std::move(curves)), word_bytes_(word_bytes), name_(name) {}

  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("bank_bytes,word_bytes,stride_words,median_cycles,samples,rows\n")) return;
    for (const BankMode& mode : curves_.modes) {
      const auto layout = mode.layout();
      for (const BankCurve& curve : mode.curves)
        for (const auto& point : curve.points) {
          QByteArray line = QByteArray::number(mode.bank_bytes) + ',' + QByteArray::number(curve.word_bytes) + ',' +
                            QByteArray::number(static_cast<qulonglong>(point.stride)) + ',' +
                            QByteArray::number(point.cycles, 'g', 9) + ',' +
                            QByteArray::number(static_cast<qulonglong>(point.samples)) + ',';
          if (layout)
            line += QByteArray::number(inference::conflict_degree(*layout, {point.stride, curve.word_bytes, curves_.lanes}));
          if (!write(line + '\n')) return;
        }
    }
  }

  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, name_);
    for (const RunPtr& run : data_runs(session_.runs))
      if (const auto* bank = run->as<BankRequest>(); bank != nullptr && bank->request.word_bytes == word_bytes_)
        json["runs"].push_back(runProvenance(*run));
    return json;
  }

 protected:
  QString device() const {
    return session_.device.name.empty() ? QString()
                                        : QStringLiteral("%1 (%2) · ")
                                              .arg(QString::fromStdString(session_.device.name),
                                                   QString::fromStdString(std::string(to_string(session_.device.origin))));
  }
  QString layoutText() const {
    QStringList parts;
    for (const BankMode& mode : curves_.modes)
      if (const auto layout = mode.layout())
        parts << tr("%1-byte mode: %2 banks, rows of %3 bytes").arg(mode.bank_bytes).arg(layout->banks).arg(layout->row_bytes);
    return parts.join(QStringLiteral("; "));
  }
  const BankCurves& curves() const { return curves_; }
  unsigned wordBytes() const { return word_bytes_; }

 private:
  Session session_;
  BankCurves curves_;
  unsigned word_bytes_;
  const char* name_;
};

class StrideFigure final : public BankFigure {
 public:
  StrideFigure(const Session& session, BankCurves curves, unsigned word_bytes, FigureSight sight)
      : BankFigure(session, std::move(curves), word_bytes, "bank-latency"), sight_(std::move(sight)) {}
  FigureTraits traits() const override {
    return withEnds({.x_unit = tr("words"), .y_unit = tr("cycles"), .log_x = true, .log_y = true, .cursors = true},
                    series(PlotStyle()));
  }
  CursorCurve cursorCurve() const override { return cursorCurveOf(curves(), wordBytes()); }
  CurveCursors cursors() const override { return placedOn(cursorCurve(), sight_); }
  QString title() const override { return tr("Latency by stride"); }
  double heightFor(double width_mm, const PlotStyle& /*paper*/) const override { return width_mm * (width_mm < 110 ? 0.68 : 0.48); }
  QString caption() const override {
    QString text = device() + tr("words of %1 bytes, median of %2 or more measurements").arg(wordBytes()).arg(fewest());
    if (const QString layout = layoutText(); !layout.isEmpty()) text += QStringLiteral(" · ") + layout;
    return text + QLatin1Char('.');
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      const PlainAxes axes = partOf(bankAxes(area, curves(), wordBytes(), style), sight_, traits());
      paintBankCurve(painter, axes, curves(), wordBytes(), style);
      paintCursorsOf(painter, *this, axes, style);
    });
  }
  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    SeriesPanel panel{.x = seriesAxis(tr("Stride (words)"), sight_.x, sight_.log_x),
                      .y = seriesAxis(tr("Latency (cycles)"), sight_.y, sight_.log_y, 0)};
    for (std::size_t m = 0; m < curves().modes.size(); ++m) {
      const BankMode& mode = curves().modes[m];
      const BankCurve* curve = mode.curve(wordBytes());
      if (curve == nullptr || curve->points.empty()) continue;
      DataSeries& one = panel.series.emplace_back(DataSeries{.name = tr("%1-byte banks").arg(mode.bank_bytes),
                                                             .line = m == 0 ? DataSeries::Line::solid : DataSeries::Line::dashed,
                                                             .mark = m == 0 ? DataSeries::Mark::dot : DataSeries::Mark::circle,
                                                             .colour = levelColour(m, style.palette)});
      for (const auto& point : curve->points) one.points.push_back({.x = static_cast<double>(point.stride), .y = point.cycles});
    }
    markCursors(panel, *this);
    return {panel};
  }

 private:
  std::size_t fewest() const {
    std::size_t samples = ~std::size_t{0};
    for (const BankMode& mode : curves().modes)
      if (const BankCurve* curve = mode.curve(wordBytes()))
        for (const auto& point : curve->points) samples = std::min(samples, point.samples);
    return samples == ~std::size_t{0} ? 0 : samples;
  }
  FigureSight sight_;
};

class LaneFigure final : public BankFigure {
 public:
  LaneFigure(const Session& session, BankCurves curves, unsigned word_bytes, std::uint64_t stride, int panel)
      : BankFigure(session, std::move(curves), word_bytes, "bank-lanes"), stride_(stride), panel_(panel) {}
  FigureTraits traits() const override {
    FigureTraits traits{.legends = {LegendPlace::none}};
    for (const BankMode& mode : curves().modes)
      if (mode.layout()) traits.panels << tr("%1-byte banks").arg(mode.bank_bytes);
    if (traits.panels.size() < 2) traits.panels.clear();
    return traits;
  }
  QString title() const override { return tr("Lanes on banks"); }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper, [&](double width, const PlotStyle& style) {
      QImage nothing(1, 1, QImage::Format_RGB32);
      QPainter dry(&nothing);
      return draw(dry, QRectF(0, 0, width, 0), style);
    });
  }
  QString caption() const override {
    QStringList sentences;
    for (const BankMode& mode : curves().modes)
      if (const auto layout = mode.layout()) {
        const QString sentence = bankExplanation(*layout, {stride_, wordBytes(), curves().lanes});
        sentences << (curves().modes.size() > 1 ? tr("%1-byte mode: %2").arg(mode.bank_bytes).arg(sentence) : sentence);
      }
    return device() + tr("stride %1, words of %2 bytes.").arg(stride_).arg(wordBytes()) + QLatin1Char(' ') +
           sentences.join(QLatin1Char(' '));
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) { draw(painter, area, style); });
  }

 private:
  /// \return the height of the drawing, which may differ from the area's.
  double draw(QPainter& painter, const QRectF& area, const PlotStyle& style) const {
    double top = area.top();
    int letter = 0;
    const bool several = known().size() > 1;
    for (const BankMode* mode : known()) {
      if (several) top = belowLetter(painter, QRectF(area.left(), top, area.width(), 0), letter++, style).top();
      const QString title = tr("%1-byte banks · %2").arg(mode->bank_bytes).arg(bankTitle(*mode->layout(), access()));
      const QRectF room(area.left(), top, area.width(), naturalBankHeight(*mode->layout(), access(), style));
      top = paintBankPicture(painter, room, *mode->layout(), access(), title, style) + style.em(12);
    }
    top -= style.em(6);
    return top + paintLegend(&painter, legend(style), {area.left(), top}, area.width(), style) - area.top();
  }
  inference::WarpAccess access() const { return {stride_, wordBytes(), curves().lanes}; }
  std::vector<const BankMode*> known() const {
    std::vector<const BankMode*> known;
    for (const BankMode& mode : curves().modes)
      if (mode.layout()) known.push_back(&mode);
    if (const auto one = static_cast<std::size_t>(panel_); panel_ >= 0 && one < known.size()) return {known[one]};
    return known;
  }
  /// The legend of the mode that needs the most rows in turn.
  std::vector<LegendEntry> legend(const PlotStyle& style) const {
    std::vector<LegendEntry> longest;
    for (const BankMode* mode : known())
      if (auto entries = bankLegend(*mode->layout(), access(), style); entries.size() > longest.size()) longest = std::move(entries);
    return longest;
  }
  std::uint64_t stride_;
  int panel_;
};

/// The words and the stride of the named run, or an instructive stride: 6 where there are two modes (figure 6), else 2 (figure 4).
struct Chosen {
  unsigned word_bytes = 4;
  std::uint64_t stride = 2;
};
std::optional<Chosen> choose(const Session& session, const BankCurves& curves, const QString& runId) {
  for (const RunPtr& run : data_runs(session.runs))
    if (const auto* bank = run->as<BankRequest>(); bank != nullptr && run->id == runId.toStdString())
      return Chosen{bank->request.word_bytes, bank->request.stride};
  if (curves.empty()) return std::nullopt;
  const unsigned word_bytes = curves.words().front();
  const auto strides = curves.strides(word_bytes);
  const std::uint64_t wanted = curves.modes.size() > 1 ? 6 : 2;
  const bool there = std::find(strides.begin(), strides.end(), wanted) != strides.end();
  return Chosen{word_bytes, there ? wanted : strides.back()};
}

QString noBanks() { return tr("The session has no bank requests"); }

}  // namespace

FigureOutcome bankLatencyFigure(const Session& session, const QString& runId, const FigureSight& sight) {
  BankCurves curves = curvesOf(session);
  const auto chosen = choose(session, curves, runId);
  if (!chosen) return {nullptr, noBanks(), true};
  return {std::make_shared<StrideFigure>(session, std::move(curves), chosen->word_bytes, sight), {}};
}

FigureOutcome bankLanesFigure(const Session& session, const FigureChoice& choice) {
  BankCurves curves = curvesOf(session);
  const auto chosen = choose(session, curves, choice.run);
  if (!chosen) return {nullptr, noBanks(), true};
  if (std::none_of(curves.modes.begin(), curves.modes.end(), [](const BankMode& mode) { return mode.layout().has_value(); }))
    return {nullptr, tr("The layout of the banks is not known, so the lanes can't be drawn on them.")};
  return {std::make_shared<LaneFigure>(session, std::move(curves), chosen->word_bytes, chosen->stride, choice.panel), {}};
}

const FigureEntry& bankLatencyEntry() {
  static const FigureEntry entry{"bank-latency",
                                 QT_TRANSLATE_NOOP("Figure", "Bank conflicts: latency by stride"),
                                 ofRunSeen<bankLatencyFigure>,
                                 false,
                                 {{.probes = {{"banks"}}}},
                                 subject::shared_memory,
                                 quantity::banks,
                                 FigureCards::any};
  return entry;
}

const FigureEntry& bankLanesEntry() {
  static const FigureEntry entry{"bank-lanes",
                                 QT_TRANSLATE_NOOP("Figure", "Bank conflicts: lanes on banks"),
                                 bankLanesFigure,
                                 false,
                                 {{.probes = {{"banks"}}}},
                                 subject::shared_memory,
                                 quantity::banks};
  return entry;
}

}  // namespace chasescope
