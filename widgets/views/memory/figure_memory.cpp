// The memory diagram as a figure: what the session's findings say of each part of the hierarchy.
#include "widgets/views/memory/figure_memory.h"

#include <algorithm>
#include <array>

#include "engine/findings/vocabulary.h"
#include "widgets/figure/figure_run.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"
#include "widgets/views/memory/memory_marks.h"
#include "widgets/views/memory/memory_scene.h"
#include "widgets/views/memory/paired_diagrams.h"

namespace chasescope {
namespace {

/// Whether a width is that of a journal's column, in the units of figures.
bool isColumn(double width) {
  constexpr double kColumn = 110 / 25.4 * 720;
  return width < kColumn;
}

/// In a column the type is a little smaller, so that three boxes fit beside each other.
PlotStyle fitted(PlotStyle style, double width) {
  constexpr double kSmaller = 0.875;
  if (isColumn(width)) style.textPixels *= kSmaller;
  return style;
}

/// The style with the largest readable type in which every row of every box has its room; else with the smallest readable type,
/// in which the boxes say how many rows are left out.
template <typename Fits>
PlotStyle shrunk(PlotStyle style, Fits fits) {
  constexpr double kStep = 0.96, kLeast = 0.6;  // a slide's type of 18 points may become 11, which a room can still read
  const double least = style.textPixels * kLeast;
  while (!fits(style) && style.textPixels * kStep >= least) style.textPixels *= kStep;
  return style;
}

/// The caption's sentences for boxes that have a reason instead of numbers. `device`: the card's name, where there are two cards.
QString notesText(const MemoryDiagram& diagram, const QString& device = {}) {
  QStringList notes;
  for (const MemoryBox& box : diagram.boxes)
    if (!box.note.isEmpty() && (box.status == FindingStatus::absent || box.status == FindingStatus::not_measurable))
      notes << (device.isEmpty() ? box.title : tr("%1 of %2").arg(box.title, device)) + QStringLiteral(": ") + box.note;
  return notes.isEmpty() ? QString() : QLatin1Char(' ') + notes.join(QLatin1Char(' '));
}

QString factsText(const MemoryDiagram& diagram) {
  QStringList parts;
  if (!diagram.device.isEmpty()) parts << diagram.device;
  if (!diagram.facts.isEmpty()) parts << diagram.facts;
  parts << tr("%1 of %2 numbers measured").arg(diagram.measured()).arg(diagram.lines());
  return parts.join(QStringLiteral(" · "));
}

/// "L1 data: size 16 KiB, latency 116 cycles": the numbers of each box.
QStringList linesText(const MemoryDiagram& diagram) {
  QStringList boxes;
  for (const MemoryBox& box : diagram.boxes) {
    QStringList lines;
    for (const BoxLine& line : box.lines)
      if (line.status == FindingStatus::measured || line.status == FindingStatus::reported)
        lines << line.name + QLatin1Char(' ') + line.value;
    if (!lines.isEmpty()) boxes << box.title + QStringLiteral(": ") + lines.join(QStringLiteral(", "));
  }
  return boxes;
}

/// Explains the names of lines that a reader can't guess.
QString namesText(const MemoryDiagram& diagram) {
  const auto has = [&](std::string_view quantity) {
    return std::any_of(diagram.boxes.begin(), diagram.boxes.end(), [&](const MemoryBox& box) {
      return std::any_of(box.lines.begin(), box.lines.end(), [&](const BoxLine& line) {
        return line.quantity == quantity && (line.status == FindingStatus::measured || line.status == FindingStatus::reported);
      });
    });
  };
  QString text;
  if (has(quantity::contiguous_bytes)) text += QLatin1Char(' ') + tr("Contiguous: the largest array of which no line misses.");
  if (has(quantity::extra_row_cycles))
    text += QLatin1Char(' ') + tr("Next row: what each further row of the banks adds to a load, in cycles.");
  if (has(quantity::cycles_per_instruction))
    text += QLatin1Char(' ') + tr("L0, L1 and L2 cycles: what an instruction takes from there.");
  return text;
}

bool writeLines(const MemoryDiagram& diagram, const QByteArray& first, const std::function<bool(const QByteArray&)>& write) {
  for (const MemoryBox& box : diagram.boxes)
    for (const BoxLine& line : box.lines)
      if (!write(first + csvWords(box.title) + ',' + csvWords(line.name) + ',' + csvWords(line.value) + ',' +
                 csvWords(boxStatusText(line.status)) +
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

  FigureTraits traits() const override { return {.legends = {LegendPlace::none}}; }
  bool shrinksItself() const override { return true; }
  QString title() const override { return tr("Memory diagram"); }
  QString caption() const override {
    QString text = factsText(diagram_) + QLatin1Char('.');
    text += QLatin1Char(' ') + tr("Widths grow with the logarithm of the size; + is what a miss adds, in cycles.");
    if (!diagram_.left_out.isEmpty())
      text += QLatin1Char(' ') + tr("Not asked: %1.").arg(diagram_.left_out.join(QStringLiteral(", ")));
    return text + namesText(diagram_) + notesText(diagram_);
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper, [&](double width, const PlotStyle& style) {
      const PlotStyle fitting = fitted(style, width);
      return naturalHeight(diagram_, width, wordMetrics(diagram_, fitting)) + memoryLegendHeight(width, diagram_, fitting) + fitting.px(6);
    });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      const auto legendOf = [&](const PlotStyle& tried) { return memoryLegendHeight(area.width(), diagram_, tried) + tried.px(6); };
      const PlotStyle fitting = shrunk(fitted(style, area.width()), [&](const PlotStyle& tried) {
        return naturalHeight(diagram_, area.width(), wordMetrics(diagram_, tried)) + legendOf(tried) <= area.height() + 0.5;
      });
      const double legend = legendOf(fitting);
      const MemoryLayout layout = layOutMemory(diagram_, area.adjusted(0, 0, 0, -legend), wordMetrics(diagram_, fitting));
      paintMemoryDiagram(painter, diagram_, layout, fitting);
      paintMemoryLegend(painter, {area.left(), layout.bottom + fitting.px(6)}, area.width(), diagram_, fitting);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("part,quantity,value,status\n")) return;
    writeLines(diagram_, {}, write);
  }
  std::optional<QStringList> toldWords() const override { return linesText(diagram_); }
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
        diagrams_(gatherMemoryPair(session, other)) {
    markAssumed(diagrams_[0], assumed);
    markAssumed(diagrams_[1], otherAssumed);
  }

  FigureTraits traits() const override { return {.legends = {LegendPlace::none}}; }
  bool shrinksItself() const override { return true; }
  QString title() const override { return tr("Memory diagrams of two cards"); }
  QString caption() const override {
    return tr("%1, beside %2. %3; a number differs where the intervals have nothing in common. Widths grow with the logarithm of "
              "the "
              "size; + is what a miss adds, in cycles.")
               .arg(factsText(diagrams_[0]), factsText(diagrams_[1]), differencesText(comparison_)) +
           notesText(diagrams_[0], diagrams_[0].device) + notesText(diagrams_[1], diagrams_[1].device);
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper, [&](double width, const PlotStyle& style) {
      const Parts parts = partsOf(QRectF(0, 0, width, 0), style);
      return parts.legend + (parts.beside ? std::max(parts.heights[0], parts.heights[1]) : parts.heights[0] + parts.heights[1]);
    });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      const Parts parts = partsOf(area, style);
      double bottom = area.top();
      for (std::size_t i = 0; i < diagrams_.size(); ++i) {
        const QRectF part = parts.beside || i == 0 ? parts.areas[i] : parts.areas[i].translated(0, bottom - area.top());
        painter.setFont(parts.style.text(Weight::semiBold));
        painter.setPen(parts.style.palette.ink);
        painter.drawText(QRectF(part.left(), part.top(), part.width(), parts.heading), Qt::AlignLeft | Qt::AlignTop,
                         diagrams_[i].device);
        const MemoryLayout layout = layOutMemory(diagrams_[i], part.adjusted(0, parts.heading, 0, 0), wordMetrics(diagrams_[i], parts.style));
        paintMemoryDiagram(painter, diagrams_[i], layout, parts.style);
        bottom = std::max(bottom, layout.bottom + parts.style.px(10));
      }
      paintMemoryLegend(painter, {area.left(), bottom}, area.width(), marked(), parts.style);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("card,part,quantity,value,status,comparison\n")) return;
    for (const MemoryDiagram& diagram : diagrams_)
      if (!writeLines(diagram, csvWords(diagram.device) + ',', write)) return;
  }
  std::optional<QStringList> toldWords() const override {
    QStringList words;
    for (const MemoryDiagram& diagram : diagrams_)
      for (const QString& one : linesText(diagram)) words << diagram.device + QStringLiteral(", ") + one;
    return words;
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
    std::array<QRectF, 2> areas;      // one below the other; the second is laid out as if it stood alone
    std::array<double, 2> heights{};  // heights at which every line fits
  };
  Parts partsOf(const QRectF& area, const PlotStyle& style) const {
    if (area.height() <= 0) return partsIn(area, style, style);  // the height is being asked for
    const PlotStyle smaller = shrunk(style, [&](const PlotStyle& tried) {
      const Parts parts = partsIn(area, tried, style);
      const double high = parts.beside ? std::max(parts.heights[0], parts.heights[1]) : parts.heights[0] + parts.heights[1];
      return high + parts.legend <= area.height() + 0.5;
    });
    return partsIn(area, smaller, style);
  }
  Parts partsIn(const QRectF& area, const PlotStyle& tried, const PlotStyle& style) const {
    Parts parts;
    parts.beside = !isColumn(area.width());
    const double gap = style.px(24), width = parts.beside ? (area.width() - gap) / 2 : area.width();
    parts.style = fitted(tried, width);
    parts.heading = boxMetrics(parts.style).title;
    parts.legend = memoryLegendHeight(area.width(), marked(), parts.style) + parts.style.px(22);
    for (std::size_t i = 0; i < diagrams_.size(); ++i) {
      parts.heights[i] = naturalHeight(diagrams_[i], width, wordMetrics(diagrams_[i], parts.style)) + parts.heading + parts.style.px(10);
      const double height = parts.beside ? area.height() - parts.legend : parts.heights[i];
      parts.areas[i] = QRectF(area.left() + (parts.beside && i == 1 ? width + gap : 0), area.top(), width, height);
    }
    return parts;
  }

  /// The diagram with more kinds of marks, for the legend.
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

const FigureEntry& memoryDiagramEntry() {
  static const FigureEntry entry{"memory-diagram",
                                 QT_TRANSLATE_NOOP("Figure", "Memory diagram"),
                                 ofRun<memoryDiagramFigure>,
                                 false,
                                 {{.probes = {{"discover"}}}},
                                 nullptr,
                                 nullptr,
                                 FigureCards::two};
  return entry;
}

}  // namespace chasescope
