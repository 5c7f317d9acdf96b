#include "widgets/figure/figure_cursors.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>

#include "engine/trace/number_text.h"
#include "widgets/figure/formats/shape_device.h"
#include "widgets/plot/byte_axis.h"
#include "widgets/plot/callout.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

const std::array<QString, 2>& letters() {
  static const std::array all{QStringLiteral("A"), QStringLiteral("B")};
  return all;
}

/// Each cursor that has a place, with its reading of every curve.
std::vector<SeriesCursor> readingsOf(const FigureContent& figure) {
  std::vector<SeriesCursor> all;
  const CurveCursors cursors = figure.cursors();
  if (!cursors.any()) return all;
  const CursorCurve curve = figure.cursorCurve();
  for (int which = 0; which < 2; ++which) {
    if (!cursors.at(which)) continue;
    SeriesCursor& one = all.emplace_back(SeriesCursor{letters()[static_cast<std::size_t>(which)], *cursors.at(which)});
    for (const CursorSeries& series : curve.series)
      if (const auto shown = cursors.reading(which, series)) one.reads.push_back(shown->reads);
  }
  return all;
}

thread_local const CursorScope* current_scope = nullptr;

/// The lower end of a flag on the cursor's line: on the axis, or higher where words or another flag stand there.
QPointF flagFoot(double x, const QRectF& plot, const std::vector<QRectF>& taken, const PlotStyle& style) {
  constexpr int kSteps = 12;
  const double size = flagRect({x, 0}, style).height();
  for (int step = 0; step <= kSteps; ++step) {
    const QPointF foot(x, plot.bottom() - step * (plot.height() - size) / kSteps);
    const QRectF flag = flagRect(foot, style);
    if (std::none_of(taken.begin(), taken.end(), [&](const QRectF& box) { return box.intersects(flag); })) return foot;
  }
  return {x, plot.bottom()};
}

void paintInto(QPainter& painter, const FigureContent& figure, const CursorFrame& frame, const PlotStyle& style) {
  const CurveCursors cursors = figure.cursors();
  if (!cursors.any() || (current_scope != nullptr && !current_scope->drawn())) return;
  constexpr int kWithoutFlags = -2;
  painter.save();
  std::vector<QRectF> taken = current_scope == nullptr ? std::vector<QRectF>() : current_scope->words();
  CursorFrame beside = frame;
  for (const QRectF& box : taken) beside.words.push_back(box.adjusted(-style.px(2), -style.px(1), style.px(2), style.px(1)));
  cursors.paintMarks(painter, beside, figure.cursorCurve(), kWithoutFlags, style);
  const double ring = style.px(6);
  for (const SeriesCursor& one : readingsOf(figure))
    for (const double y : one.reads) taken.emplace_back(frame.toX(one.x) - ring, frame.toY(y) - ring, 2 * ring, 2 * ring);
  for (int which = 0; which < 2; ++which) {
    if (!cursors.at(which)) continue;
    const double x = frame.toX(*cursors.at(which));
    if (x < frame.plot.left() - 1 || x > frame.plot.right() + 1) continue;
    const QPointF foot = flagFoot(x, frame.plot, taken, style);
    paintFlag(painter, foot, letters()[static_cast<std::size_t>(which)], false, style);
    taken.push_back(flagRect(foot, style));
  }
  painter.restore();
}

/// Records the places of all words.
class WordSink final : public ShapeSink {
 public:
  void clip(const QPainterPath& /*area*/) override {}
  void fill(const QPainterPath& /*area*/, const QColor& /*colour*/) override {}
  void stroke(const QPainterPath& /*line*/, const QPen& /*pen*/) override {}
  void text(const PlacedText& text) override {
    const double scale = text.font.pixelSize() > 0 ? text.size / text.font.pixelSize() : 1;
    const QTransform place = QTransform().translate(text.at.x(), text.at.y()).rotate(-text.angle).scale(scale, scale);
    boxes.push_back(place.mapRect(QFontMetricsF(text.font).tightBoundingRect(text.words)));
  }
  std::vector<QRectF> boxes;
};

}  // namespace

CursorScope::CursorScope(Cursors cursors, std::vector<QRectF> words)
    : cursors_(cursors), words_(std::move(words)), outer_(current_scope) {
  current_scope = this;
}

CursorScope::~CursorScope() { current_scope = outer_; }

std::vector<QRectF> wordBoxes(const QSize& page, const std::function<void(QCPPainter&)>& paint) {
  WordSink sink;
  ShapeDevice device(page, sink);
  QCPPainter painter(&device);
  paint(painter);
  return std::move(sink.boxes);
}

CurveCursors placedOn(const CursorCurve& curve, const FigureSight& sight) {
  CurveCursors cursors;
  if (curve.empty()) return cursors;
  for (int which = 0; which < 2; ++which)
    if (const auto& wanted = sight.cursors[static_cast<std::size_t>(which)])
      cursors.set(which, curve.nearest(*wanted, [](double x) { return x; }));
  return cursors;
}

void paintCursorsOf(QPainter& painter, const FigureContent& figure, const CurveAxes& axes, const PlotStyle& style) {
  paintInto(painter, figure,
            {axes.y.plot, [&axes](double x) { return axes.x.toX(x); }, [&axes](double y) { return axes.y.toY(y); }}, style);
}

void paintCursorsOf(QPainter& painter, const FigureContent& figure, const PlainAxes& axes, const PlotStyle& style, double unit) {
  paintInto(painter, figure,
            {axes.plot, [&axes, unit](double x) { return axes.toX(x / unit); }, [&axes](double y) { return axes.toY(y); }}, style);
}

QString cursorLine(const FigureContent& figure) {
  const CurveCursors cursors = figure.cursors();
  return cursors.any() ? cursors.line(figure.cursorCurve()) : QString();
}

nlohmann::json cursorsAsJson(const FigureContent& figure) {
  nlohmann::json json = nlohmann::json::array();
  for (const SeriesCursor& one : readingsOf(figure))
    json.push_back({{"name", one.name.toStdString()}, {"x", one.x}, {"reads", one.reads}});
  return json;
}

void markCursors(SeriesPanel& panel, const FigureContent& figure, double unit) {
  panel.cursors = readingsOf(figure);
  for (SeriesCursor& one : panel.cursors) one.x /= unit;
}

QString cursorProblem(const FigureContent& figure, const FigureSight& sight) {
  if (!sight.hasCursors()) return {};
  const FigureTraits traits = figure.traits();
  const bool sizes = traits.x_unit == tr("bytes");
  const auto text = [&](double value) {
    return sizes ? sizeText(value) : QStringLiteral("%1 %2").arg(QString::fromStdString(number_text(value)), traits.x_unit);
  };
  if (!traits.cursors) return tr("%1 has no curve on which cursors could stand; leave them out.").arg(figure.title());
  for (std::size_t which = 0; which < sight.cursors.size(); ++which) {
    const auto& at = sight.cursors[which];
    const bool beside = at && ((traits.x_data.from && *at < *traits.x_data.from) || (traits.x_data.to && *at > *traits.x_data.to));
    if (!beside) continue;
    return tr("Cursor %1 stands at %2, and the data lie between %3 and %4; place it there.")
        .arg(letters()[which], text(*at), text(*traits.x_data.from), text(*traits.x_data.to));
  }
  // Where only a part of the axis is drawn, that part must hold both the cursor's place and the curve point nearest to it.
  const auto isDrawn = [&](double x) { return x >= sight.x.from.value_or(x) && x <= sight.x.to.value_or(x); };
  const CurveCursors placed = figure.cursors();
  for (std::size_t which = 0; which < sight.cursors.size(); ++which) {
    const auto& at = sight.cursors[which];
    if (!at) continue;
    const auto& point = placed.at(static_cast<int>(which));
    if (isDrawn(*at) && (!point || isDrawn(*point))) continue;
    return tr("Cursor %1 stands at %2, and the part of the axis that is drawn leaves it out; place it there, or draw more.")
        .arg(letters()[which], text(isDrawn(*at) ? *point : *at));
  }
  return {};
}

}  // namespace chasescope
