// The memory diagram as a figure: what the session's findings say of each part of the hierarchy.
#include <QCoreApplication>
#include <algorithm>

#include "widgets/plot/figure.h"
#include "widgets/plot/figure_run.h"
#include "widgets/plot/memory_scene.h"
#include "widgets/plot/plot_canvas.h"

namespace chasescope {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("Figure", text); }

QByteArray quoted(const QString& text) {
  QString safe = text;
  return '"' + safe.replace(QLatin1Char('"'), QLatin1String("\"\"")).toUtf8() + '"';
}

class MemoryFigure final : public FigureContent {
 public:
  explicit MemoryFigure(const Session& session)
      : session_(session), diagram_(gatherMemoryDiagram(session.findings, session.device)) {}

  QString title() const override { return tr("Memory diagram"); }
  QString caption() const override {
    QStringList parts;
    if (!diagram_.device.isEmpty()) parts << diagram_.device;
    if (!diagram_.facts.isEmpty()) parts << diagram_.facts;
    parts << tr("%1 of %2 numbers measured").arg(diagram_.measured()).arg(diagram_.lines());
    QString text = parts.join(QStringLiteral(" · ")) + QLatin1Char('.');
    text += QLatin1Char(' ') + tr("Widths grow with the logarithm of the size; + is what a miss adds, in cycles.");
    if (!diagram_.left_out.isEmpty())
      text += QLatin1Char(' ') + tr("Not asked: %1.").arg(diagram_.left_out.join(QStringLiteral(", ")));
    return text;
  }
  double heightFor(double width_mm) const override {
    // Every line of every box in type of 8 points at most, the legend, and what the caption takes beyond two lines.
    const double width = width_mm / kMillimetresPerUnit;
    const PlotStyle style = fitted(sizedStyle(8), width);
    const double height = naturalSize(diagram_, boxMetrics(style)).height() + memoryLegendHeight(width, style) + style.px(12);
    return height * kMillimetresPerUnit + (width_mm < 110 ? 4 : 0);
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) {
      const PlotStyle fitting = fitted(style, area.width());
      const double legend = memoryLegendHeight(area.width(), fitting) + fitting.px(6);
      const MemoryLayout layout = layOutMemory(diagram_, area.adjusted(0, 0, 0, -legend), boxMetrics(fitting));
      paintMemoryDiagram(painter, diagram_, layout, fitting);
      paintMemoryLegend(painter, {area.left(), layout.bottom + fitting.px(6)}, area.width(), fitting);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("part,quantity,value,status\n")) return;
    for (const MemoryBox& box : diagram_.boxes)
      for (const BoxLine& line : box.lines)
        if (!write(quoted(box.title) + ',' + quoted(line.name) + ',' + quoted(line.value) + ',' +
                   quoted(boxStatusText(line.status)) + '\n'))
          return;
  }
  nlohmann::json provenance() const override { return sessionProvenance(session_, "memory-diagram"); }

 private:
  /// In a narrow column the boxes need smaller type, but not so small that nobody reads it.
  PlotStyle fitted(PlotStyle style, double width) const {
    constexpr double kSmallest = 0.55;
    style.textPixels *= std::clamp(width / readableWidth(diagram_, boxMetrics(style)), kSmallest, 1.0);
    return style;
  }
  // Figures are laid out in tenths of a point.
  static constexpr double kMillimetresPerUnit = 25.4 / 720;
  static PlotStyle sizedStyle(double points) {
    PlotStyle style;
    style.print = true;
    style.unit = 5;
    style.textPixels = points * 10 / style.unit;
    return style;
  }

  Session session_;
  MemoryDiagram diagram_;
};

}  // namespace

FigureOutcome memoryDiagramFigure(const Session& session, const QString& /*runId*/) {
  if (session.findings.empty()) return {nullptr, tr("The session has no findings; run a probe first.")};
  return {std::make_shared<MemoryFigure>(session), {}};
}

}  // namespace chasescope
