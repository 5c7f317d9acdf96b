#include "widgets/views/banks/bank_plot.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "engine/trace/quantity_text.h"
#include "widgets/plot/callout.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/words.h"
#include "widgets/views/banks/bank_curve_scene.h"
#include "widgets/views/banks/bank_picture.h"

namespace chasescope {
namespace {

const QString kAxis = QStringLiteral("bank-stride");

const inference::StrideLatency* pointAt(const BankMode& mode, unsigned word_bytes, std::uint64_t stride) {
  const BankCurve* curve = mode.curve(word_bytes);
  if (curve == nullptr) return nullptr;
  for (const auto& point : curve->points)
    if (point.stride == stride) return &point;
  return nullptr;
}

}  // namespace

BankPlot::BankPlot(QWidget* parent) : CurvePlot(parent) {
  setAccessibleName(tr("Lanes on banks, and latency by stride"));
}

void BankPlot::setCurves(std::shared_ptr<const BankCurves> curves) {
  curves_ = std::move(curves);
  if (curves_ && !curves_->empty()) {
    const auto words = curves_->words();
    if (std::find(words.begin(), words.end(), word_bytes_) == words.end()) word_bytes_ = words.front();
  }
  if (!chosen_) stride_ = telling();
  setStride(stride_);
  update();
}

std::uint64_t BankPlot::telling() const {
  // The strides of the 2014 paper's figures 4 and 6: 2 is the first stride with a conflict on Fermi, 6 one at which Kepler's two
  // modes differ.
  constexpr std::uint64_t kFermi = 2;
  constexpr std::uint64_t kKepler = 6;
  if (!curves_) return kFermi;
  for (const BankMode& mode : curves_->modes)
    if (const auto layout = mode.layout(); layout && inference::conflict_degree(*layout, {kFermi, word_bytes_, curves_->lanes}) > 1)
      return kFermi;
  return curves_->modes.size() > 1 ? kKepler : kFermi;
}

void BankPlot::setWordBytes(unsigned bytes) {
  word_bytes_ = bytes;
  setStride(stride_);
  update();
}

void BankPlot::setStride(std::uint64_t stride) {
  stride_ = stride;
  if (curves_) {
    // The nearest measured stride.
    const auto strides = curves_->strides(word_bytes_);
    const auto distance = [&](std::uint64_t other) { return other > stride ? other - stride : stride - other; };
    const auto nearest =
        std::min_element(strides.begin(), strides.end(), [&](auto a, auto b) { return distance(a) < distance(b); });
    if (nearest != strides.end()) stride_ = *nearest;
  }
  setAccessibleDescription(describe().join(QLatin1Char(' ')));
  update();
}

void BankPlot::choose(std::uint64_t stride) {
  chosen_ = true;
  if (stride == stride_) return;
  setStride(stride);
  emit strideChosen(stride_);
}

QStringList BankPlot::describe() const {
  QStringList lines;
  if (!curves_) return lines;
  for (const BankMode& mode : curves_->modes) {
    const auto* point = pointAt(mode, word_bytes_, stride_);
    if (point == nullptr) continue;
    QString line = tr("%1-byte banks, stride %2: %3 cycles.").arg(mode.bank_bytes).arg(stride_).arg(cyclesText(point->cycles));
    if (const auto layout = mode.layout())
      line += QLatin1Char(' ') + bankExplanation(*layout, {stride_, word_bytes_, curves_->lanes});
    lines << line;
  }
  return lines;
}

BankPlot::Areas BankPlot::areas() const {
  const QRectF all = QRectF(rect()).adjusted(1, 1, -1, -1);
  const double gap = plotStyle().em(20);
  if (all.width() < plotStyle().em(900)) {  // the curve stands below the picture where the plot is narrow
    const double above = all.height() * (curves_ && curves_->modes.size() > 1 ? 0.6 : 0.54);
    return {QRectF(all.left(), all.top(), all.width(), above - gap / 2),
            QRectF(all.left(), all.top() + above + gap / 2, all.width(), all.height() - above - gap / 2)};
  }
  const double left = all.width() * 0.56;
  return {QRectF(all.left(), all.top(), left - gap / 2, all.height()),
          QRectF(all.left() + left + gap / 2, all.top(), all.width() - left - gap / 2, all.height())};
}

void BankPlot::paintPictures(QPainter& painter, const QRectF& area) {
  const double gap = plotStyle().em(14);
  const auto modes = static_cast<double>(curves_->modes.size());
  const double height = (area.height() - gap * (modes - 1)) / modes;
  const QFontMetricsF text(plotStyle().small());
  for (std::size_t m = 0; m < curves_->modes.size(); ++m) {
    const BankMode& mode = curves_->modes[m];
    const QRectF whole(area.left(), area.top() + (height + gap) * static_cast<double>(m), area.width(), height);
    const auto layout = mode.layout();
    const inference::WarpAccess access{stride_, word_bytes_, curves_->lanes};
    const bool room = height >= plotStyle().em(110);  // where there is little room, the drawing gets it and not the sentence
    const QString sentence = layout && room ? bankExplanation(*layout, access) : QString();
    const QRectF bounds = text.boundingRect(QRectF(0, 0, whole.width(), 1000), Qt::TextWordWrap, sentence);
    const double below = sentence.isEmpty() ? 0 : bounds.height() + plotStyle().px(6);
    const QRectF picture = whole.adjusted(0, 0, 0, -below);
    if (!layout) {
      painter.setFont(plotStyle().small());
      painter.setPen(plotStyle().palette.quietInk);
      painter.drawText(picture, Qt::AlignCenter | Qt::TextWordWrap,
                       tr("%1-byte banks: the layout of the banks is not known yet.").arg(mode.bank_bytes));
      continue;
    }
    const QString title = tr("%1-byte banks · %2").arg(mode.bank_bytes).arg(bankTitle(*layout, access));
    const double bottom = paintBankPicture(painter, picture, *layout, access, title, plotStyle(), mouse());
    painter.setFont(plotStyle().small());
    painter.setPen(plotStyle().palette.quietInk);
    painter.drawText(QRectF(whole.left(), bottom + plotStyle().px(6), whole.width(), below), Qt::AlignLeft | Qt::TextWordWrap, sentence);
  }
}

void BankPlot::paintCurve(QPainter& painter) {
  const PlainAxes axes = this->axes();
  paintBankCurve(painter, axes, *curves_, word_bytes_, plotStyle());
  paintChosenStride(painter, axes, *curves_, word_bytes_, stride_, plotStyle());
  const auto hovered = mouse() && !dragging() ? strideAt(*mouse()) : std::nullopt;
  if (!hovered) return;
  QStringList lines{tr("Stride %1").arg(*hovered)};
  QPointF anchor;
  for (const BankMode& mode : curves_->modes)
    if (const auto* point = pointAt(mode, word_bytes_, *hovered)) {
      lines << tr("%1-byte banks: %2 cycles").arg(mode.bank_bytes).arg(cyclesText(point->cycles));
      anchor = axes.at(static_cast<double>(*hovered), point->cycles);
    }
  if (lines.size() > 1) paintCallout(painter, anchor, lines, axes.plot, plotStyle());
}

void BankPlot::paint(QPainter& painter) {
  if (!curves_ || curves_->empty()) return;
  const Areas at = areas();
  paintPictures(painter, at.pictures);
  paintCurve(painter);
  paintCursors(painter);
  if (showsFocus()) paintFocus(painter, axes().plot, plotStyle());
}

std::optional<std::uint64_t> BankPlot::strideAt(const QPointF& position) const {
  if (!curves_ || curves_->empty()) return std::nullopt;
  const PlainAxes axes = this->axes();
  if (!axes.plot.adjusted(-8, -8, 8, plotStyle().em(30)).contains(position)) return std::nullopt;
  const auto strides = curves_->strides(word_bytes_);
  if (strides.empty()) return std::nullopt;
  const double wanted = axes.fromX(position.x());
  return *std::min_element(strides.begin(), strides.end(), [&](std::uint64_t a, std::uint64_t b) {
    return std::abs(static_cast<double>(a) - wanted) < std::abs(static_cast<double>(b) - wanted);
  });
}

void BankPlot::pressed(const QPointF& position) {
  if (const auto stride = strideAt(position)) choose(*stride);
}

bool BankPlot::keyed(int key) {
  const auto strides = curves_ ? curves_->strides(word_bytes_) : std::vector<std::uint64_t>{};
  const auto at = std::find(strides.begin(), strides.end(), stride_);
  if (at == strides.end()) return false;
  switch (key) {
    case Qt::Key_Left:
      if (at != strides.begin()) choose(*std::prev(at));
      break;
    case Qt::Key_Right:
      if (std::next(at) != strides.end()) choose(*std::next(at));
      break;
    case Qt::Key_Home: choose(strides.front()); break;
    case Qt::Key_End: choose(strides.back()); break;
    default: return false;
  }
  return true;
}

PlainAxes BankPlot::axes() const { return seen(bankAxes(areas().curve, *curves_, word_bytes_, plotStyle()), kAxis); }

std::vector<CurveFrame> BankPlot::frames() const {
  if (!curves_ || curves_->empty()) return {};
  return {frameOf(bankAxes(areas().curve, *curves_, word_bytes_, plotStyle()), kAxis)};
}

CursorCurve BankPlot::cursorCurve() const { return curves_ ? cursorCurveOf(*curves_, word_bytes_) : CursorCurve(); }

// A curve for each bank mode. Where the layout is known, a point's place is the number of rows that the stride needs in turn.
CursorCurve cursorCurveOf(const BankCurves& curves, unsigned word_bytes) {
  CursorCurve all{{}, [](double stride) { return QString::number(stride, 'f', 0); }, [](double cycles) { return cyclesText(cycles); },
                  tr("cycles")};
  for (const BankMode& mode : curves.modes) {
    const BankCurve* curve = mode.curve(word_bytes);
    if (curve == nullptr) continue;
    CursorSeries series{tr("%1-byte banks").arg(mode.bank_bytes), {}};
    const auto layout = mode.layout();
    for (const auto& point : curve->points) {
      const double rows = layout ? inference::conflict_degree(*layout, {point.stride, word_bytes, curves.lanes}) : 0;
      const QString place = rows == 0 ? QString() : rows == 1 ? tr("1 row of a bank") : tr("%1 rows of a bank").arg(QString::number(rows, 'g', 3));
      series.points.push_back({static_cast<double>(point.stride), point.cycles, point.cycles, place});
    }
    all.series.push_back(std::move(series));
  }
  return all;
}

std::optional<double> BankPlot::chosenX() const { return static_cast<double>(stride_); }

}  // namespace chasescope

#include "moc_bank_plot.cpp"
