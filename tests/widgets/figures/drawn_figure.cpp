#include "tests/widgets/figures/drawn_figure.h"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <algorithm>
#include <cmath>
#include <optional>

#include "widgets/plot/plot_canvas.h"

namespace chasescope {
namespace {

constexpr double kHair = 2;            // a fifth of a point: nobody sees it
constexpr double kSmallestShare = 0.8;  // of the size of type that was asked for: numbers and captions are a little smaller
constexpr double kApart = 0.12;        // of the type's size: words that stand closer are read as one

class RecordingEngine final : public QPaintEngine {
 public:
  explicit RecordingEngine(DrawnFigure& into) : QPaintEngine(AllFeatures), into_(into) {}
  bool begin(QPaintDevice* /*device*/) override { return true; }
  bool end() override { return true; }
  void updateState(const QPaintEngineState& /*state*/) override {}
  Type type() const override { return User; }

  void drawPath(const QPainterPath& path) override { shape(path.boundingRect()); }
  void drawPolygon(const QPointF* points, int count, PolygonDrawMode /*mode*/) override {
    QPolygonF polygon;
    for (int i = 0; i < count; ++i) polygon << points[i];
    shape(polygon.boundingRect());
  }
  void drawPixmap(const QRectF& target, const QPixmap& /*pixmap*/, const QRectF& /*source*/) override { shape(target); }
  void drawImage(const QRectF& target, const QImage& /*image*/, const QRectF& /*source*/, Qt::ImageConversionFlags /*flags*/) override {
    shape(target);
  }
  void drawTextItem(const QPointF& at, const QTextItem& item) override {
    const QString words = item.text();
    if (words.trimmed().isEmpty()) return;
    const QFontMetricsF metrics(item.font());
    const QRectF ink = metrics.tightBoundingRect(words).translated(at);
    DrawnText text{words, toPage(ink), item.font().pixelSize() / 10.0, std::abs(painter()->combinedTransform().m12()) < 1e-6, false};
    if (const auto clip = clipped()) text.cut = !clip->adjusted(-kHair, -kHair, kHair, kHair).contains(text.box);
    into_.texts.push_back(text);
  }

 private:
  QRectF toPage(const QRectF& logical) const { return painter()->combinedTransform().mapRect(logical); }
  std::optional<QRectF> clipped() const {
    return painter()->hasClipping() ? std::optional(toPage(painter()->clipBoundingRect())) : std::nullopt;
  }
  void shape(const QRectF& logical) {
    QRectF seen = toPage(logical);
    // A clip as large as the drawing is the drawing's edge, and none that was asked for.
    const QRectF drawing(0, 0, into_.page.size.width(), into_.page.size.height() - into_.page.caption);
    if (const auto clip = clipped(); clip && !clip->contains(drawing.adjusted(20, 20, -20, -20))) {
      if (!clip->intersects(seen)) return;
      seen = seen.intersected(*clip);
    }
    into_.shapes = into_.shapes.isNull() ? seen : into_.shapes.united(seen);
  }

  DrawnFigure& into_;
};

class RecordingDevice final : public QPaintDevice {
 public:
  explicit RecordingDevice(DrawnFigure& into) : size_(into.page.size), engine_(into) {}
  QPaintEngine* paintEngine() const override { return &engine_; }

 protected:
  int metric(PaintDeviceMetric metric) const override {
    switch (metric) {
      case PdmWidth: return size_.width();
      case PdmHeight: return size_.height();
      case PdmDpiX:
      case PdmDpiY:
      case PdmPhysicalDpiX:
      case PdmPhysicalDpiY: return 720;
      case PdmNumColors: return 1 << 24;
      case PdmDepth: return 32;
      case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
      default: return 1;
    }
  }

 private:
  QSize size_;
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

}  // namespace

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
  const QRectF page = QRectF(QPointF(0, 0), drawn.page.size).adjusted(-kHair, -kHair, kHair, kHair);
  for (std::size_t i = 0; i < drawn.texts.size(); ++i) {
    const DrawnText& text = drawn.texts[i];
    if (text.cut) faults.push_back(told(text) + " is cut");
    if (!page.contains(text.box)) faults.push_back(told(text) + " lies beyond the page");
    if (text.words.contains(QChar(0x2026))) faults.push_back(told(text) + " is shortened");
    if (text.points < options.font_pt * kSmallestShare) faults.push_back(told(text) + " is set in " + std::to_string(text.points) + " pt");
    for (std::size_t j = 0; j < i; ++j)
      if (touch(text, drawn.texts[j])) faults.push_back(told(text) + " touches " + told(drawn.texts[j]));
  }
  QRectF drawing = page;
  drawing.setBottom(page.bottom() - drawn.page.caption);
  if (!drawn.shapes.isNull() && !drawing.contains(drawn.shapes))
    faults.push_back("what is drawn reaches from " + std::to_string(drawn.shapes.left() / 10) + ", " + std::to_string(drawn.shapes.top() / 10) +
                     " to " + std::to_string(drawn.shapes.right() / 10) + ", " + std::to_string(drawn.shapes.bottom() / 10) +
                     " pt, but the drawing ends at " + std::to_string(drawing.right() / 10) + ", " + std::to_string(drawing.bottom() / 10));
  return faults;
}

}  // namespace chasescope
