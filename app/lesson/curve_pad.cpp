#include "app/lesson/curve_pad.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "app/lesson/lesson_player.h"
#include "widgets/plot/byte_axis.h"
#include "widgets/plot/plain_axes.h"
#include "widgets/style/theme.h"

namespace chasescope {
namespace {

constexpr std::size_t kColumns = 256;  // points of a drawn curve; a hand draws no finer
constexpr double kHeadroom = 1.15;     // factor above the highest latency, so that the axis does not tell where the curve ends

}  // namespace

struct CurvePad::Frame {
  ByteAxis bytes;
  PlainAxes axes;
  bool known = false;
};

CurvePad::CurvePad(LessonPlayer& player, const Theme& theme, QWidget* parent)
    : QWidget(parent), player_(player), theme_(theme), heights_(kColumns, -1) {
  setAccessibleName(tr("Draw the curve that you expect"));
  setCursor(Qt::CrossCursor);
  setAttribute(Qt::WA_NoMousePropagation);
  connect(&player_, &LessonPlayer::questionChanged, this, qOverload<>(&QWidget::update));
  connect(&theme_, &Theme::themeChanged, this, qOverload<>(&QWidget::update));
}

CurvePad::Frame CurvePad::frame() const {
  Frame frame;
  const PlotStyle style = theme_.plotStyle();
  const auto curve = player_.curve();
  double highest = 1;
  for (const lesson::CurvePoint& point : curve) highest = std::max(highest, point.cycles);
  highest *= kHeadroom;
  frame.axes.y0 = 0;
  frame.axes.y1 = highest;
  frame.axes.left = leftOfAxes(style, highest);
  const double left = frame.axes.left + 12, below = belowByteAxis(style) + 8, above = 56;
  frame.axes.plot = QRectF(left, above, std::max(10.0, width() - left - 24), std::max(10.0, height() - above - below));
  frame.known = curve.size() >= 2;
  if (frame.known) frame.bytes = byteAxis(frame.axes.plot.left(), frame.axes.plot.right(), curve.front().bytes, curve.back().bytes);
  return frame;
}

void CurvePad::draw(QPointF to) {
  const Frame f = frame();
  const QRectF& plot = f.axes.plot;
  const auto column = [&](double x) { return std::clamp((x - plot.left()) / plot.width(), 0.0, 1.0) * (kColumns - 1); };
  const auto height = [&](double y) { return std::clamp((plot.bottom() - y) / plot.height(), 0.0, 1.0); };
  const QPointF from = last_.value_or(to);
  double a = column(from.x()), b = column(to.x()), ha = height(from.y()), hb = height(to.y());
  if (a > b) {
    std::swap(a, b);
    std::swap(ha, hb);
  }
  for (auto i = static_cast<std::size_t>(std::lround(a)); i <= static_cast<std::size_t>(std::lround(b)); ++i) {
    const double part = b > a ? std::clamp((static_cast<double>(i) - a) / (b - a), 0.0, 1.0) : 1;
    heights_[i] = ha + part * (hb - ha);
  }
  last_ = to;
  update();
}

std::vector<lesson::CurvePoint> CurvePad::drawn() const {
  const Frame f = frame();
  std::vector<lesson::CurvePoint> curve;
  if (!f.known) return curve;
  for (std::size_t i = 0; i < kColumns; ++i) {
    if (heights_[i] < 0) continue;
    const double share = static_cast<double>(i) / (kColumns - 1);
    curve.push_back({f.bytes.from * std::pow(f.bytes.to / f.bytes.from, share), f.axes.y0 + heights_[i] * (f.axes.y1 - f.axes.y0)});
  }
  return curve;
}

void CurvePad::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || player_.revealed() || !frame().known) return;
  last_.reset();
  draw(event->position());
}

void CurvePad::mouseMoveEvent(QMouseEvent* event) {
  if ((event->buttons() & Qt::LeftButton) != 0 && last_ && !player_.revealed()) draw(event->position());
}

void CurvePad::mouseReleaseEvent(QMouseEvent*) {
  if (!last_ || player_.revealed()) return;
  last_.reset();
  if (auto curve = drawn(); curve.size() > 1) player_.setGuess(lesson::Answer(std::move(curve)));
}

void CurvePad::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Palette& colours = theme_.colours();
  painter.setPen(QPen(colours.outline, 1.5));
  painter.setBrush(colours.card);
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8, 8);
  const Frame f = frame();
  const PlotStyle style = theme_.plotStyle();
  painter.setFont(theme_.text(18, Weight::semiBold));
  painter.setPen(colours.ink);
  painter.drawText(QRectF(24, 10, width() - 48, 40), Qt::AlignLeft | Qt::AlignVCenter,
                   player_.revealed() ? player_.guess() ? tr("Yours is dashed, the measured one is drawn") : tr("What was measured")
                   : f.known ? tr("Draw here: how long does an access take, the larger the array?")
                                      : tr("Measuring …"));
  if (!f.known) return;
  painter.save();
  paintAxes(painter, f.axes, {QString(), tr("cycles on average"), 0, true}, style);
  paintByteAxis(painter, f.bytes, f.axes.plot.bottom(), tr("footprint N"), style);
  painter.restore();
  painter.setBrush(Qt::NoBrush);
  QPainterPath path;
  bool down = false;
  for (std::size_t i = 0; i < kColumns; ++i) {
    if (heights_[i] < 0) {
      down = false;
      continue;
    }
    const QPointF at(f.axes.plot.left() + static_cast<double>(i) / (kColumns - 1) * f.axes.plot.width(),
                     f.axes.plot.bottom() - heights_[i] * f.axes.plot.height());
    down ? path.lineTo(at) : path.moveTo(at);
    down = true;
  }
  painter.setPen(QPen(colours.ink, 3, player_.revealed() ? Qt::DashLine : Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPath(path);
  if (!player_.revealed()) return;
  QPainterPath truth;
  const auto curve = player_.curve();
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const QPointF at(f.bytes.toX(curve[i].bytes), f.axes.toY(curve[i].cycles));
    i == 0 ? truth.moveTo(at) : truth.lineTo(at);
  }
  painter.setPen(QPen(colours.accent, 3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPath(truth);
  painter.setBrush(colours.accent);
  for (const lesson::CurvePoint& point : curve)
    painter.drawEllipse(QPointF(f.bytes.toX(point.bytes), f.axes.toY(point.cycles)), 3.5, 3.5);
}

}  // namespace chasescope

#include "moc_curve_pad.cpp"
