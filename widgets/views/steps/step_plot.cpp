#include "widgets/views/steps/step_plot.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <cmath>

#include "engine/trace/quantity_text.h"
#include "widgets/style/verdict_look.h"
#include "widgets/views/steps/step_scene.h"

namespace chasescope {
namespace {

QString roleTip(step::BitRole role) {
  switch (role) {
    case step::BitRole::offset:
      return StepPlot::tr("The place within the line: all of a line comes and goes together (2014 paper §2).");
    case step::BitRole::set:
      return StepPlot::tr("These bits choose the set: lines that agree in them compete for its ways (2014 paper §2).");
    case step::BitRole::hashed:
      return StepPlot::tr("These bits choose the set by XOR, so that lines a power of two apart do not all meet in one set.");
    case step::BitRole::divided:
      return StepPlot::tr("The number in these bits is divided: the remainder, or a table, chooses the set.");
    case step::BitRole::tag:
      return StepPlot::tr("The tag: what a way remembers, to know which of the many lines of its set it holds.");
    case step::BitRole::unknown: break;
  }
  return StepPlot::tr("No finding tells what these bits do. The probe Sets finds it out.");
}

}  // namespace

StepPlot::StepPlot(Part part, QWidget* parent) : QWidget(parent), part_(part) {
  setAccessibleName(part == Part::access ? tr("One access") : tr("The accesses around it"));
  setMouseTracking(true);
  QSizePolicy policy(QSizePolicy::Expanding, part == Part::access ? QSizePolicy::Preferred : QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void StepPlot::setPlotStyle(const PlotStyle& style) {
  style_ = style;
  layOut();
}

void StepPlot::setPicture(std::optional<StepPicture> picture) {
  picture_ = std::move(picture);
  if (part_ == Part::access) setAccessibleDescription(picture_ ? stepSentence(*picture_) : QString());
  layOut();
}

StepLayout StepPlot::laidOut(int width) const {
  if (!picture_) return {};
  return part_ == Part::access ? layOutStep(*picture_, width, style_) : layOutTimeline(*picture_, width, style_);
}

void StepPlot::layOut() {
  layout_ = laidOut(width());
  setMinimumHeight(static_cast<int>(std::ceil(layout_.height)));
  update();
}

int StepPlot::heightForWidth(int width) const { return static_cast<int>(std::ceil(laidOut(width).height)); }

QSize StepPlot::sizeHint() const { return {640, heightForWidth(640)}; }

void StepPlot::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) layOut();
}

void StepPlot::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), style_.palette.card);
  if (!picture_) return;
  part_ == Part::access ? paintStep(painter, *picture_, layout_, style_) : paintTimeline(painter, *picture_, layout_, style_);
}

std::optional<std::uint64_t> StepPlot::stepAt(const QPointF& position) const {
  if (!picture_) return std::nullopt;
  for (std::size_t i = 0; i < layout_.strip.size(); ++i)
    if (layout_.strip[i].contains(position)) return picture_->strip[layout_.first_mark + i].at;
  return std::nullopt;
}

QString StepPlot::tipAt(const QPointF& position) const {
  if (!picture_) return {};
  for (const BitField& field : layout_.fields)
    if (field.box.united(field.caption).contains(position)) return roleTip(field.role);
  for (const auto* boxes : {&layout_.before, &layout_.after})
    for (std::size_t i = 0; i < boxes->size(); ++i) {
      if (!(*boxes)[i].contains(position)) continue;
      const step::Way& way = (boxes == &layout_.before ? picture_->look.before : picture_->look.after)[i];
      if (way.state == step::Way::State::empty) return tr("This way holds nothing yet; a set's empty ways are filled first.");
      if (way.state == step::Way::State::unknown)
        return tr("It is not known which line is here: the line that was here misses at its next access, or has none in this run.");
      QString tip = tr("Bytes %1 to %2")
                        .arg(QString::fromStdString(format_count(way.unit)),
                             QString::fromStdString(format_count(way.unit + picture_->part.spec.unit_bytes - 1)));
      if (way.filled) tip += tr(", here since step %1").arg(QString::fromStdString(format_count(*way.filled)));
      return tip + QLatin1Char('.');
    }
  for (std::size_t i = 0; i < layout_.strip.size(); ++i)
    if (layout_.strip[i].contains(position)) {
      const StripMark& mark = picture_->strip[layout_.first_mark + i];
      return verdictText(mark.verdict) + (mark.evicts ? tr(", a line was evicted") : QString()) +
             (mark.timed ? QString() : tr(", warm-up"));
    }
  return {};
}

bool StepPlot::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  auto* help = static_cast<QHelpEvent*>(event);
  const QString tip = tipAt(help->pos());
  if (tip.isEmpty()) {
    QToolTip::hideText();
  } else {
    QToolTip::showText(help->globalPos(), tip, this);
  }
  return true;
}

void StepPlot::mousePressEvent(QMouseEvent* event) {
  const auto step = event->button() == Qt::LeftButton ? stepAt(event->position()) : std::nullopt;
  if (!step) return QWidget::mousePressEvent(event);  // the view takes the keyboard focus
  emit stepChosen(*step);
}

void StepPlot::mouseMoveEvent(QMouseEvent* event) {
  setCursor(stepAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

}  // namespace chasescope

#include "moc_step_plot.cpp"
