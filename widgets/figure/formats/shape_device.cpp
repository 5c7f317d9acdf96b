#include "widgets/figure/formats/shape_device.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace chasescope {
namespace {

constexpr double kHair = 2.5;      // a quarter of a point, the thinnest line that print keeps; for pens without a width
constexpr double kHatchStep = 24;  // between the lines of a pattern, tenths of a point
constexpr int kStripes = 64;       // steps of a gradient: so many that the eye sees no steps
constexpr int kUnitsPerInch = 720;

double scaleOf(const QTransform& transform) { return std::sqrt(std::abs(transform.determinant())); }

QColor faded(QColor colour, double opacity) {
  colour.setAlphaF(static_cast<float>(colour.alphaF() * opacity));
  return colour;
}

QPainterPath rectPath(const QRectF& rect) {
  QPainterPath path;
  path.addRect(rect);
  return path;
}

/// The path as a rectangle if it is one with horizontal and vertical sides; nothing otherwise.
std::optional<QRectF> asRect(const QPainterPath& path) {
  const QRectF box = path.boundingRect();
  return path.elementCount() == 5 && rectPath(box).subtracted(path).isEmpty() ? std::optional(box) : std::nullopt;
}

QPainterPath common(const QPainterPath& one, const QPainterPath& other) {
  const auto a = asRect(one), b = asRect(other);
  if (a && b) return rectPath(a->intersected(*b));
  return one.intersected(other);
}

}  // namespace

QPainterPath PlacedText::outlines() const {
  QPainterPath path;
  path.addText(0, 0, font, words);
  const double scale = font.pixelSize() > 0 ? size / font.pixelSize() : 1;
  return QTransform().translate(at.x(), at.y()).rotate(-angle).scale(scale, scale).map(path);
}

QByteArray unitsText(double value) {
  QByteArray text = QByteArray::number(value, 'f', 2);
  while (text.endsWith('0')) text.chop(1);
  if (text.endsWith('.')) text.chop(1);
  return text == "-0" ? QByteArray("0") : text;
}

QList<double> dashesOf(const QPen& pen) {
  QList<double> lengths;
  if (pen.style() == Qt::SolidLine) return lengths;
  for (const double widths : pen.dashPattern()) lengths << widths * pen.widthF();
  return lengths;
}

class ShapeEngine final : public QPaintEngine {
 public:
  ShapeEngine(ShapeSink& sink, const QSize& page) : QPaintEngine(AllFeatures), sink_(sink), page_(page) {}
  bool begin(QPaintDevice* /*device*/) override { return true; }
  bool end() override { return true; }
  Type type() const override { return User; }

  void updateState(const QPaintEngineState& now) override {
    const DirtyFlags dirty = now.state();
    if (dirty.testFlag(DirtyTransform)) transform_ = now.transform();
    if (dirty.testFlag(DirtyPen)) pen_ = now.pen();
    if (dirty.testFlag(DirtyBrush)) brush_ = now.brush();
    if (dirty.testFlag(DirtyOpacity)) opacity_ = now.opacity();
    if (dirty.testFlag(DirtyClipEnabled)) clipping_ = now.isClipEnabled();
    if (dirty.testFlag(DirtyClipPath)) cut(now.clipPath(), now.clipOperation());
    if (dirty.testFlag(DirtyClipRegion)) {
      QPainterPath path;
      path.addRegion(now.clipRegion());
      cut(path, now.clipOperation());
    }
  }

  void drawPath(const QPainterPath& path) override { paint(path, true); }
  void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
    if (count == 0) return;
    QPainterPath path(points[0]);
    for (int i = 1; i < count; ++i) path.lineTo(points[i]);
    if (mode != PolylineMode) path.closeSubpath();
    path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
    paint(path, mode != PolylineMode);
  }
  void drawPixmap(const QRectF& target, const QPixmap& pixmap, const QRectF& source) override {
    drawImage(target, pixmap.toImage(), source, Qt::AutoColor);
  }
  /// Paints a picture as areas, one for each run of equal dots in a row.
  void drawImage(const QRectF& target, const QImage& image, const QRectF& source, Qt::ImageConversionFlags /*flags*/) override {
    tellClip();
    const QRect part = source.toAlignedRect().intersected(image.rect());
    if (part.isEmpty()) return;
    const double width = target.width() / part.width(), height = target.height() / part.height();
    for (int y = 0; y < part.height(); ++y) {
      for (int x = 0; x < part.width();) {
        const QRgb dot = image.pixel(part.left() + x, part.top() + y);
        int end = x + 1;
        while (end < part.width() && image.pixel(part.left() + end, part.top() + y) == dot) ++end;
        const QRectF area(target.left() + x * width, target.top() + y * height, (end - x) * width, height);
        if (qAlpha(dot) > 0) sink_.fill(transform_.map(rectPath(area)), faded(QColor::fromRgba(dot), opacity_));
        x = end;
      }
    }
  }
  void drawTextItem(const QPointF& at, const QTextItem& item) override {
    if (item.text().trimmed().isEmpty()) return;
    tellClip();
    PlacedText text{.words = item.text(), .at = transform_.map(at), .font = item.font(), .colour = faded(pen_.color(), opacity_)};
    const double scale = scaleOf(transform_);
    text.size = QFontInfo(item.font()).pixelSize() * scale;
    text.width = QFontMetricsF(item.font()).horizontalAdvance(text.words) * scale;
    text.angle = -std::atan2(transform_.m12(), transform_.m11()) * 180 / M_PI;
    if (std::abs(text.angle) < 0.01) text.angle = 0;
    text.font.setHintingPreference(QFont::PreferNoHinting);
    sink_.text(text);
  }

 private:
  void cut(const QPainterPath& path, Qt::ClipOperation operation) {
    const QPainterPath area = transform_.map(path);
    if (operation == Qt::NoClip) {
      clipping_ = false;
      clip_ = QPainterPath();
    } else {
      clip_ = operation == Qt::IntersectClip && clipping_ && !clip_.isEmpty() ? common(clip_, area) : area;
      clipping_ = true;
    }
  }

  /// Tells the sink the clip if it has changed. A clip as large as the page cuts nothing off and counts as no clip.
  void tellClip() {
    QPainterPath wanted = clipping_ ? clip_ : QPainterPath();
    if (const auto rect = asRect(wanted); rect && rect->contains(QRectF(QPointF(0, 0), page_).adjusted(1, 1, -1, -1)))
      wanted = QPainterPath();
    if (wanted == told_) return;
    sink_.clip(wanted);
    told_ = wanted;
  }

  void paint(const QPainterPath& path, bool closed) {
    if (path.isEmpty()) return;
    tellClip();
    const QPainterPath area = transform_.map(path);
    if (closed && brush_.style() != Qt::NoBrush) fill(area);
    if (pen_.style() == Qt::NoPen) return;
    QPen pen = pen_;
    const double width = pen.widthF() * (pen.isCosmetic() ? 1 : scaleOf(transform_));
    pen.setWidthF(width > 0 ? width : kHair);
    if (pen.style() == Qt::CustomDashLine) pen.setDashPattern(pen_.dashPattern());
    pen.setColor(faded(pen_.color(), opacity_));
    if (pen.color().alpha() > 0) sink_.stroke(area, pen);
  }

  void fill(const QPainterPath& area) {
    if (const QGradient* gradient = brush_.gradient()) return stripes(area, *gradient);
    const QColor colour = faded(brush_.color(), opacity_);
    if (colour.alpha() == 0) return;
    if (brush_.style() == Qt::SolidPattern) return sink_.fill(area, colour);
    hatch(area, colour);
  }

  /// Draws parallel lines at a constant distance, in the directions of the pattern.
  void hatch(const QPainterPath& area, const QColor& colour) {
    const QRectF box = area.boundingRect();
    QPainterPath lines;
    const auto line = [&](const QPointF& from, const QPointF& to) {
      lines.moveTo(from);
      lines.lineTo(to);
    };
    const Qt::BrushStyle style = brush_.style();
    const double slant = box.height();
    for (double x = std::floor((box.left() - slant) / kHatchStep) * kHatchStep; x < box.right() + slant; x += kHatchStep) {
      if (style == Qt::BDiagPattern || style == Qt::DiagCrossPattern) line({x, box.bottom()}, {x + slant, box.top()});
      if (style == Qt::FDiagPattern || style == Qt::DiagCrossPattern) line({x, box.top()}, {x + slant, box.bottom()});
      if (style == Qt::VerPattern || style == Qt::CrossPattern) line({x, box.top()}, {x, box.bottom()});
    }
    if (style == Qt::HorPattern || style == Qt::CrossPattern)
      for (double y = std::ceil(box.top() / kHatchStep) * kHatchStep; y < box.bottom(); y += kHatchStep)
        line({box.left(), y}, {box.right(), y});
    within(area, [&] { sink_.stroke(lines, QPen(colour, kHair)); });
  }

  void stripes(const QPainterPath& area, const QGradient& gradient) {
    QPointF from = area.boundingRect().topLeft(), to = from;
    if (gradient.type() == QGradient::LinearGradient) {
      from = transform_.map(static_cast<const QLinearGradient&>(gradient).start());
      to = transform_.map(static_cast<const QLinearGradient&>(gradient).finalStop());
    }
    const QPointF along = to - from;
    const double length = std::hypot(along.x(), along.y());
    if (length == 0 || gradient.stops().isEmpty()) return;
    const QTransform turned = QTransform().translate(from.x(), from.y()).rotate(std::atan2(along.y(), along.x()) * 180 / M_PI);
    const double far = page_.width() + page_.height();
    within(area, [&] {
      for (int i = 0; i < kStripes; ++i) {
        // Each stripe extends below the following ones, so that no gap shows between them.
        const double begin = i == 0 ? -far : length * i / kStripes;
        sink_.fill(turned.map(rectPath(QRectF(begin, -far, far - begin, 2 * far))),
                   faded(colourAt(gradient.stops(), (i + 0.5) / kStripes), opacity_));
      }
    });
  }

  static QColor colourAt(const QGradientStops& stops, double place) {
    for (qsizetype i = 1; i < stops.size(); ++i) {
      if (place > stops[i].first) continue;
      const double width = stops[i].first - stops[i - 1].first;
      const double share = width > 0 ? std::max(0.0, place - stops[i - 1].first) / width : 0;
      const auto between = [share](int a, int b) { return qRound(a + (b - a) * share); };
      const QColor &a = stops[i - 1].second, &b = stops[i].second;
      return {between(a.red(), b.red()), between(a.green(), b.green()), between(a.blue(), b.blue()), between(a.alpha(), b.alpha())};
    }
    return stops.back().second;
  }

  template <typename Draw>
  void within(const QPainterPath& area, Draw draw) {
    sink_.clip(told_.isEmpty() ? area : common(told_, area));
    draw();
    sink_.clip(told_);
  }

  ShapeSink& sink_;
  QSize page_;
  QTransform transform_;
  QPen pen_;
  QBrush brush_;
  double opacity_ = 1;
  bool clipping_ = false;
  QPainterPath clip_, told_;
};

ShapeDevice::ShapeDevice(QSize size, ShapeSink& sink) : size_(size), engine_(std::make_unique<ShapeEngine>(sink, size)) {}
ShapeDevice::~ShapeDevice() = default;
QPaintEngine* ShapeDevice::paintEngine() const { return engine_.get(); }

int ShapeDevice::metric(PaintDeviceMetric metric) const {
  switch (metric) {
    case PdmWidth: return size_.width();
    case PdmHeight: return size_.height();
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY: return kUnitsPerInch;
    case PdmNumColors: return 1 << 24;
    case PdmDepth: return 32;
    case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
    default: return 1;
  }
}

}  // namespace chasescope
