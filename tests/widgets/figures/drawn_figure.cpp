#include "tests/widgets/figures/drawn_figure.h"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "tests/widgets/sized_device.h"
#include "widgets/figure/figure_page.h"
#include "widgets/figure/figure_run.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/plot/text_room.h"

namespace chasescope {
namespace {

constexpr double kHair = 2;             // a fifth of a point, which is too little to be seen
constexpr double kSmallestShare = 0.8;  // of the size of type that was asked for: numbers and captions are a little smaller
constexpr double kApart = 0.12;        // of the type's size: words that stand closer are read as one
constexpr double kMostEmpty = 14;      // mm
constexpr int kOpaque = 128;           // of 255: fainter areas are a background for their text

class RecordingEngine final : public QPaintEngine {
 public:
  explicit RecordingEngine(DrawnFigure& into) : QPaintEngine(AllFeatures), into_(into) {}
  bool begin(QPaintDevice* /*device*/) override { return true; }
  bool end() override { return true; }
  void updateState(const QPaintEngineState& /*state*/) override {}
  Type type() const override { return User; }

  void drawPath(const QPainterPath& path) override {
    shape(path.boundingRect());
    const bool line = painter()->pen().style() != Qt::NoPen, area = painter()->brush().style() != Qt::NoBrush;
    if (area) mark(path, painter()->brush().color(), true);
    if (line) mark(path, painter()->pen().color(), false);
  }
  void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
    QPainterPath path;
    QPolygonF polygon;
    for (int i = 0; i < count; ++i) polygon << points[i];
    path.addPolygon(polygon);
    if (mode != PolylineMode) path.closeSubpath();
    shape(polygon.boundingRect());
    if (mode != PolylineMode && painter()->brush().style() != Qt::NoBrush) mark(path, painter()->brush().color(), true);
    if (painter()->pen().style() != Qt::NoPen) mark(path, painter()->pen().color(), false);
  }
  void drawPixmap(const QRectF& target, const QPixmap& /*pixmap*/, const QRectF& /*source*/) override { picture(target); }
  void drawImage(const QRectF& target, const QImage& /*image*/, const QRectF& /*source*/, Qt::ImageConversionFlags /*flags*/) override {
    picture(target);
  }
  void drawTextItem(const QPointF& at, const QTextItem& item) override {
    const QString words = item.text();
    if (words.trimmed().isEmpty()) return;
    const QFontMetricsF metrics(item.font());
    const QRectF ink = metrics.tightBoundingRect(words).translated(at);
    DrawnText text{.words = words,
                   .box = toPage(ink),
                   .points = item.font().pixelSize() / 10.0,
                   .upright = std::abs(painter()->combinedTransform().m12()) < 1e-6,
                   .before = into_.marks.size()};
    if (const auto clip = clipped()) text.cut = !clip->adjusted(-kHair, -kHair, kHair, kHair).contains(text.box);
    into_.texts.push_back(text);
  }

 private:
  QRectF toPage(const QRectF& logical) const { return painter()->combinedTransform().mapRect(logical); }
  std::optional<QRectF> clipped() const {
    return painter()->hasClipping() ? std::optional(toPage(painter()->clipBoundingRect())) : std::nullopt;
  }
  void picture(const QRectF& target) {
    QPainterPath path;
    path.addRect(target);
    shape(target);
    mark(path, Qt::black, true);
  }
  void mark(const QPainterPath& path, const QColor& colour, bool filled) {
    DrawnMark mark{.colour = colour, .filled = filled, .clip = clipped()};
    for (const QPolygonF& polygon : path.toSubpathPolygons(painter()->combinedTransform())) {
      for (qsizetype i = 1; i < polygon.size(); ++i) mark.lines.emplace_back(polygon[i - 1], polygon[i]);
      mark.box = mark.box.united(polygon.boundingRect());
    }
    if (!filled) mark.half = std::max(1.0, painter()->pen().widthF()) * std::abs(painter()->combinedTransform().m11()) / 2;
    into_.marks.push_back(std::move(mark));
  }
  void shape(const QRectF& logical) {
    QRectF seen = toPage(logical);
    // A clip as large as the drawing is the drawing's own edge, and no clip that the figure asked for.
    const QRectF drawing(0, 0, into_.page.size.width(), into_.page.size.height() - into_.page.caption);
    if (const auto clip = clipped(); clip && !clip->contains(drawing.adjusted(20, 20, -20, -20))) {
      if (!clip->intersects(seen)) return;
      seen = seen.intersected(*clip);
    }
    into_.shapes = into_.shapes.isNull() ? seen : into_.shapes.united(seen);
  }

  DrawnFigure& into_;
};

class RecordingDevice final : public SizedDevice {
 public:
  explicit RecordingDevice(DrawnFigure& into) : SizedDevice(into.page.size, 720), engine_(into) {}
  QPaintEngine* paintEngine() const override { return &engine_; }

 private:
  mutable RecordingEngine engine_;
};

std::string told(const DrawnText& text) {
  const auto number = [](double units) { return QString::number(units / 10, 'f', 1).toStdString(); };
  return "“" + text.words.toStdString() + "” (" + number(text.box.left()) + " to " + number(text.box.right()) + " pt, " +
         number(text.box.top()) + " to " + number(text.box.bottom()) + " pt)";
}

bool touch(const DrawnText& a, const DrawnText& b) {
  const double apart = kApart * std::min(a.points, b.points) * 10;
  const QRectF near = a.upright ? a.box.adjusted(-apart, kHair, apart, -kHair) : a.box.adjusted(kHair, -apart, -kHair, apart);
  return near.intersects(b.box);
}

QRectF drawingOf(const DrawnFigure& drawn) {
  return QRectF(0, 0, drawn.page.size.width(), drawn.page.size.height() - drawn.page.caption);
}

/// Whether the mark is an opaque area that holds the whole box, with no edge across it.
bool covers(const DrawnMark& mark, const QRectF& box) {
  const auto crossing = [&](const QLineF& line) { return crosses(line, box); };
  return mark.filled && mark.colour.alpha() > kOpaque && mark.box.contains(box) && std::none_of(mark.lines.begin(), mark.lines.end(), crossing);
}

/// Whether the area has an edge around it. Such a box may stand on a line. A plate without an edge only hides a part of the data.
bool isBox(const std::vector<DrawnMark>& marks, std::size_t index) {
  return index + 1 < marks.size() && !marks[index + 1].filled && marks[index + 1].box == marks[index].box;
}

/// Whether the text lies on a line, even if a plate hides that line, or on the edge of an area.
bool liesOn(const DrawnText& text, std::size_t index, const DrawnFigure& drawn, const PlotStyle& style) {
  const DrawnMark& mark = drawn.marks[index];
  QRectF box = text.box.adjusted(kHair, kHair, -kHair, -kHair);
  if (mark.clip) box = box.intersected(*mark.clip);
  box.adjust(-mark.half, -mark.half, mark.half, mark.half);
  if (!mark.box.adjusted(-1, -1, 1, 1).intersects(box)) return false;
  if (mark.colour == style.palette.line || mark.colour == style.palette.card || mark.colour.alpha() <= kOpaque) return false;
  if (std::none_of(mark.lines.begin(), mark.lines.end(), [&](const QLineF& line) { return crosses(line, box); })) return false;
  for (std::size_t after = index + 1; after < text.before; ++after)
    if (covers(drawn.marks[after], box) && (mark.filled || isBox(drawn.marks, after))) return false;
  return true;
}

}  // namespace

namespace {

/// The rooms between the lines of a grid, and between the lowest line and the axis. They are parts of a plot, however low its
/// curves are.
std::vector<QRectF> plotsOf(const DrawnFigure& drawn) {
  constexpr double kOnePlot = 60 * 720 / 25.4;                     // 60 mm, at most, are between two lines of one plot
  std::map<std::pair<double, double>, std::vector<double>> level;  // heights by both ends
  for (const DrawnMark& mark : drawn.marks)
    if (mark.lines.size() == 1 && !mark.filled && mark.lines[0].dy() == 0) level[{mark.lines[0].x1(), mark.lines[0].x2()}].push_back(mark.lines[0].y1());
  std::vector<QRectF> plots;
  for (auto& [ends, heights] : level) {
    std::sort(heights.begin(), heights.end());
    // A plot goes on above its highest line.
    if (heights.size() > 1 && heights[1] - heights[0] < kOnePlot) heights.insert(heights.begin(), 2 * heights[0] - heights[1]);
    for (std::size_t i = 1; i < heights.size(); ++i)
      if (heights[i] - heights[i - 1] < kOnePlot) plots.emplace_back(QPointF(ends.first, heights[i - 1]), QPointF(ends.second, heights[i]));
  }
  return plots;
}

}  // namespace

EmptyRoom emptyRoom(const DrawnFigure& drawn) {
  constexpr double kCell = 720 / 25.4;  // a millimetre
  const QRectF drawing = drawingOf(drawn);
  const int rows = static_cast<int>(drawing.height() / kCell), columns = static_cast<int>(drawing.width() / kCell);
  std::vector<std::vector<bool>> taken(static_cast<std::size_t>(std::max(rows, 0)), std::vector<bool>(static_cast<std::size_t>(columns)));
  const auto take = [&](const QRectF& box) {
    for (int r = std::max(0, static_cast<int>(box.top() / kCell)); r < rows && r * kCell <= box.bottom(); ++r)
      for (int c = std::max(0, static_cast<int>(box.left() / kCell)); c < columns && c * kCell <= box.right(); ++c)
        taken[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] = true;
  };
  for (const DrawnText& text : drawn.texts) take(text.box);
  for (const QRectF& plot : plotsOf(drawn)) take(plot);
  for (const DrawnMark& mark : drawn.marks) {
    if (mark.colour == Qt::white) continue;
    if (mark.filled) take(mark.clip ? mark.box.intersected(*mark.clip) : mark.box);
    for (const QLineF& line : mark.lines) {
      const int steps = 1 + static_cast<int>(line.length() / kCell * 2);
      for (int i = 0; i <= steps; ++i) {
        const QPointF at = line.pointAt(static_cast<double>(i) / steps);
        if (!mark.clip || mark.clip->contains(at)) take(QRectF(at, QSizeF(0, 0)));
      }
    }
  }
  // For each place of half the width: the most free rows one after another.
  int most = 0, ends = 0;
  for (int left = 0; left + columns / 2 <= columns; ++left)
    for (int r = 0, free = 0; r < rows; ++r) {
      const auto begin = taken[static_cast<std::size_t>(r)].begin() + left;
      free = std::none_of(begin, begin + columns / 2, [](bool cell) { return cell; }) ? free + 1 : 0;
      if (free > most) ends = r + 1;
      most = std::max(most, free);
    }
  return {most, ends};
}

DrawnFigure drawFigure(const FigureContent& figure, const FigureOptions& options) {
  DrawnFigure drawn;
  drawn.page = layOutPage(figure, options);
  RecordingDevice device(drawn);
  QCPPainter painter(&device);
  paintFigure(painter, figure, options, drawn.page, false);
  return drawn;
}

std::vector<std::string> faultsOf(const DrawnFigure& drawn, const FigureOptions& options) {
  std::vector<std::string> faults;
  const PlotStyle style = paperStyle(options);
  const QRectF page = QRectF(QPointF(0, 0), drawn.page.size).adjusted(-kHair, -kHair, kHair, kHair);
  for (std::size_t i = 0; i < drawn.texts.size(); ++i) {
    const DrawnText& text = drawn.texts[i];
    if (text.cut) faults.push_back(told(text) + " is cut");
    if (!page.contains(text.box)) faults.push_back(told(text) + " lies beyond the page");
    if (text.words.contains(QChar(0x2026))) faults.push_back(told(text) + " is shortened");
    if (text.points < options.font_pt * kSmallestShare) faults.push_back(told(text) + " is set in " + std::to_string(text.points) + " pt");
    for (std::size_t j = 0; j < i; ++j)
      if (touch(text, drawn.texts[j])) faults.push_back(told(text) + " touches " + told(drawn.texts[j]));
    for (std::size_t j = 0; j < drawn.marks.size(); ++j)
      if (liesOn(text, j, drawn, style)) {
        faults.push_back(told(text) + " lies on " + (drawn.marks[j].filled ? "an area of " : "a line of ") + drawn.marks[j].colour.name().toStdString());
        break;
      }
  }
  const QRectF drawing = drawingOf(drawn).adjusted(-kHair, -kHair, kHair, kHair);
  if (const EmptyRoom empty = emptyRoom(drawn); empty.height_mm > kMostEmpty)
    faults.push_back("nothing is drawn in " + std::to_string(empty.height_mm) + " mm over half of its width, down to " +
                     std::to_string(empty.bottom_mm) + " mm below the top");
  if (!drawn.shapes.isNull() && !drawing.contains(drawn.shapes))
    faults.push_back("what is drawn reaches from " + std::to_string(drawn.shapes.left() / 10) + ", " + std::to_string(drawn.shapes.top() / 10) +
                     " to " + std::to_string(drawn.shapes.right() / 10) + ", " + std::to_string(drawn.shapes.bottom() / 10) +
                     " pt, but the drawing ends at " + std::to_string(drawing.right() / 10) + ", " + std::to_string(drawing.bottom() / 10));
  return faults;
}

}  // namespace chasescope
