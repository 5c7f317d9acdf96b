// The memory diagram as a figure: what the session's findings say of each part of the hierarchy.
#include <QCoreApplication>
#include <algorithm>
#include <array>

#include "widgets/plot/figure.h"
#include "widgets/plot/figure_run.h"
#include "widgets/plot/memory_marks.h"
#include "widgets/plot/memory_scene.h"
#include "engine/output/outgoing_text.h"
#include "widgets/plot/plot_canvas.h"

namespace chasescope {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("Figure", text); }

QByteArray field(const QString& text) { return QByteArray::fromStdString(csv_field(text.toStdString())); }

// Figures are laid out in tenths of a point.
constexpr double kMillimetresPerUnit = 25.4 / 720;

PlotStyle sizedStyle(double points) {
  PlotStyle style;
  style.print = true;
  style.unit = 5;
  style.textPixels = points * 10 / style.unit;
  return style;
}

/// In a narrow column the boxes need smaller type, but not so small that nobody reads it.
PlotStyle fitted(const MemoryDiagram& diagram, PlotStyle style, double width) {
  constexpr double kSmallest = 0.55;
  style.textPixels *= std::clamp(width / readableWidth(diagram, boxMetrics(style)), kSmallest, 1.0);
  return style;
}

QString factsText(const MemoryDiagram& diagram) {
  QStringList parts;
  if (!diagram.device.isEmpty()) parts << diagram.device;
  if (!diagram.facts.isEmpty()) parts << diagram.facts;
  parts << tr("%1 of %2 numbers measured").arg(diagram.measured()).arg(diagram.lines());
  return parts.join(QStringLiteral(" · "));
}

bool writeLines(const MemoryDiagram& diagram, const QByteArray& first, const std::function<bool(const QByteArray&)>& write) {
  for (const MemoryBox& box : diagram.boxes)
    for (const BoxLine& line : box.lines)
      if (!write(first + field(box.title) + ',' + field(line.name) + ',' + field(line.value) + ',' +
                 field(boxStatusText(line.status)) +
                 (first.isEmpty() ? ""
                  : line.differs  ? ",differs"
                                  : ",") +
                 '\n'))
        return false;
  return true;
}

class MemoryFigure final : public FigureContent {
 public:
  MemoryFigure(const Session& session, const AssumedNumbers& assumed)
      : session_(session), diagram_(gatherMemoryDiagram(session.findings, session.device)) {
    markAssumed(diagram_, assumed);
  }

  QString title() const override { return tr("Memory diagram"); }
  QString caption() const override {
    QString text = factsText(diagram_) + QLatin1Char('.');
    text += QLatin1Char(' ') + tr("Widths grow with the logarithm of the size; + is what a miss adds, in cycles.");
    if (!diagram_.left_out.isEmpty())
      text += QLatin1Char(' ') + tr("Not asked: %1.").arg(diagram_.left_out.join(QStringLiteral(", ")));
    return text;
  }
  double heightFor(double width_mm) const override {
    // Every line of every box in type of 8 points at most, the legend, and what the caption takes beyond two lines.
    const double width = width_mm / kMillimetresPerUnit;
    const PlotStyle style = fitted(diagram_, sizedStyle(8), width);
    const double height =
        naturalSize(diagram_, boxMetrics(style)).height() + memoryLegendHeight(width, diagram_, style) + style.px(12);
    return height * kMillimetresPerUnit + (width_mm < 110 ? 4 : 0);
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) {
      const PlotStyle fitting = fitted(diagram_, style, area.width());
      const double legend = memoryLegendHeight(area.width(), diagram_, fitting) + fitting.px(6);
      const MemoryLayout layout = layOutMemory(diagram_, area.adjusted(0, 0, 0, -legend), boxMetrics(fitting));
      paintMemoryDiagram(painter, diagram_, layout, fitting);
      paintMemoryLegend(painter, {area.left(), layout.bottom + fitting.px(6)}, area.width(), diagram_, fitting);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("part,quantity,value,status\n")) return;
    writeLines(diagram_, {}, write);
  }
  nlohmann::json provenance() const override { return sessionProvenance(session_, "memory-diagram"); }

 private:
  Session session_;
  MemoryDiagram diagram_;
};

/// Two cards: beside each other on a page's width, one under the other in a column.
class MemoryPairFigure final : public FigureContent {
 public:
  MemoryPairFigure(const Session& session, const Session& other, const AssumedNumbers& assumed, const AssumedNumbers& otherAssumed)
      : session_(session),
        other_(other),
        comparison_(compare_sessions(session, other)),
        diagrams_{gatherMemoryDiagram(session.findings, session.device), gatherMemoryDiagram(other.findings, other.device)} {
    markAssumed(diagrams_[0], assumed);
    markAssumed(diagrams_[1], otherAssumed);
    markDifferences(diagrams_[0], diagrams_[1], comparison_);
  }

  QString title() const override { return tr("Memory diagrams of two cards"); }
  QString caption() const override {
    return tr("%1, beside %2. %3; a number differs where the intervals have nothing in common. Widths grow with the logarithm of "
              "the "
              "size; + is what a miss adds, in cycles.")
        .arg(factsText(diagrams_[0]), factsText(diagrams_[1]), differencesText(comparison_));
  }
  double heightFor(double width_mm) const override {
    const double width = width_mm / kMillimetresPerUnit;
    const Parts parts = partsOf(QRectF(0, 0, width, 0), sizedStyle(8));
    // What the caption takes beyond two lines comes on top.
    const double rows = parts.beside ? std::max(parts.heights[0], parts.heights[1]) : parts.heights[0] + parts.heights[1];
    return (rows + parts.legend) * kMillimetresPerUnit + (width_mm < 110 ? 14 : 3);
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) {
      const Parts parts = partsOf(area, style);
      double bottom = area.top();
      for (std::size_t i = 0; i < diagrams_.size(); ++i) {
        const QRectF part = parts.beside || i == 0 ? parts.areas[i] : parts.areas[i].translated(0, bottom - area.top());
        painter.setFont(parts.style.text(Weight::semiBold));
        painter.setPen(parts.style.palette.ink);
        painter.drawText(QRectF(part.left(), part.top(), part.width(), parts.heading), Qt::AlignLeft | Qt::AlignTop,
                         diagrams_[i].device);
        const MemoryLayout layout = layOutMemory(diagrams_[i], part.adjusted(0, parts.heading, 0, 0), boxMetrics(parts.style));
        paintMemoryDiagram(painter, diagrams_[i], layout, parts.style);
        bottom = std::max(bottom, layout.bottom + parts.style.px(10));
      }
      paintMemoryLegend(painter, {area.left(), bottom}, area.width(), marked(), parts.style);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("card,part,quantity,value,status,comparison\n")) return;
    for (const MemoryDiagram& diagram : diagrams_)
      if (!writeLines(diagram, field(diagram.device) + ',', write)) return;
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "memory-diagram");
    json["beside"] = sessionProvenance(other_, "memory-diagram");
    return json;
  }

 private:
  struct Parts {
    bool beside = true;
    PlotStyle style;
    double heading = 0, legend = 0;
    std::array<QRectF, 2> areas;      // one under the other: the second as if nothing were above it
    std::array<double, 2> heights{};  // at which every line has room
  };
  Parts partsOf(const QRectF& area, const PlotStyle& style) const {
    constexpr double kColumn = 110 / kMillimetresPerUnit;
    Parts parts;
    parts.beside = area.width() > kColumn;
    const double gap = style.px(24), width = parts.beside ? (area.width() - gap) / 2 : area.width();
    parts.style = fitted(diagrams_[0], style, width);
    const PlotStyle other = fitted(diagrams_[1], style, width);
    if (other.textPixels < parts.style.textPixels) parts.style = other;  // both in the same type
    parts.heading = boxMetrics(parts.style).title;
    parts.legend = memoryLegendHeight(area.width(), marked(), parts.style) + parts.style.px(22);
    for (std::size_t i = 0; i < diagrams_.size(); ++i) {
      parts.heights[i] = naturalSize(diagrams_[i], boxMetrics(parts.style)).height() + parts.heading;
      const double height = parts.beside ? area.height() - parts.legend : parts.heights[i];
      parts.areas[i] = QRectF(area.left() + (parts.beside && i == 1 ? width + gap : 0), area.top(), width, height);
    }
    return parts;
  }

  /// The one that has more marks for the legend to explain.
  const MemoryDiagram& marked() const { return diagrams_[diagrams_[0].anyAssumed() ? 0 : 1]; }

  Session session_, other_;
  Comparison comparison_;
  std::array<MemoryDiagram, 2> diagrams_;
};

}  // namespace

FigureOutcome memoryComparisonFigure(const Session& session, const Session& other, const AssumedNumbers& assumed,
                                     const AssumedNumbers& otherAssumed) {
  if (session.findings.empty() || other.findings.empty())
    return {nullptr, tr("Two cards can only be shown where both have findings; one of the sessions has none.")};
  return {std::make_shared<MemoryPairFigure>(session, other, assumed, otherAssumed), {}};
}

FigureOutcome memoryDiagramFigure(const Session& session, const AssumedNumbers& assumed) {
  if (session.findings.empty()) return {nullptr, tr("The session has no findings"), true};
  return {std::make_shared<MemoryFigure>(session, assumed), {}};
}

FigureOutcome memoryDiagramFigure(const Session& session, const QString& /*runId*/) {
  return memoryDiagramFigure(session, AssumedNumbers());
}

}  // namespace chasescope
