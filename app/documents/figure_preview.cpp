#include "app/documents/figure_preview.h"

#include <qcustomplot.h>

#include <QHBoxLayout>
#include <QLabel>
#include <QScreen>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_page.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr double kLeastZoom = 0.25, kMostZoom = 8, kStep = 1.25;

}  // namespace

FigurePreview::FigurePreview(QWidget* parent) : QWidget(parent), area_(new QScrollArea), page_(new QLabel), told_(new QLabel) {
  area_->setAlignment(Qt::AlignCenter);
  area_->setWidget(page_);
  area_->setWidgetResizable(false);
  area_->setAccessibleName(tr("Preview of the figure"));
  // The white page lies on grey in every theme, so that its edges are seen.
  area_->viewport()->setStyleSheet(QStringLiteral("background: #8c9096;"));
  page_->setStyleSheet(QStringLiteral("background: #ffffff;"));
  page_->setAccessibleName(tr("The figure on its page"));
  page_->setWordWrap(true);
  looking(told_, "quiet");

  auto* bar = new QHBoxLayout;
  const auto add = [&](const QString& text, const QString& tip, auto act) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    connect(button, &QToolButton::clicked, this, act);
    bar->addWidget(button);
  };
  add(tr("−"), tr("Smaller"), [this] { setZoom(zoom_ / kStep); });
  add(tr("+"), tr("Larger"), [this] { setZoom(zoom_ * kStep); });
  add(tr("True size"), tr("As large as on paper"), [this] { setZoom(1); });
  add(tr("Whole page"), tr("So that all of it is seen"), [this] { fit(); });
  bar->addStretch();
  bar->addWidget(told_);

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addLayout(bar);
  column->addWidget(area_, 1);
}

void FigurePreview::show(FigurePtr figure, const FigureOptions& options) {
  figure_ = std::move(figure);
  options_ = options;
  draw();
}

void FigurePreview::showReason(const QString& reason) {
  figure_.reset();
  constexpr int kWide = 320;
  page_->setPixmap({});
  page_->setStyleSheet(QStringLiteral("background: #ffffff; color: #1b1f24; padding: 16px;"));
  page_->setText(reason);
  page_->setFixedWidth(kWide);
  page_->setFixedHeight(page_->heightForWidth(kWide));
  told_->clear();
}

void FigurePreview::setZoom(double zoom) {
  zoom_ = std::clamp(zoom, kLeastZoom, kMostZoom);
  draw();
}

void FigurePreview::fit() {
  if (figure_ == nullptr) return;
  constexpr int kAir = 16;
  const QSize room = area_->viewport()->size() - QSize(kAir, kAir);
  const FigurePage page = layOutPage(*figure_, options_);
  const double dots = dotsPerMm();
  setZoom(std::min(room.width() / (options_.width_mm * dots), room.height() / (page.height_mm * dots)));
}

double FigurePreview::dotsPerMm() const { return screen()->physicalDotsPerInch() / kMmPerInch; }

void FigurePreview::draw() {
  if (figure_ == nullptr) return;
  const FigurePage page = layOutPage(*figure_, options_);
  const double ratio = devicePixelRatioF(), dots = dotsPerMm() * zoom_ * ratio;
  const QSize size(std::max(1, qRound(options_.width_mm * dots)), std::max(1, qRound(page.height_mm * dots)));
  QImage image(size, QImage::Format_RGB32);
  image.fill(Qt::white);
  {
    QCPPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.scale(static_cast<double>(size.width()) / page.size.width(), static_cast<double>(size.height()) / page.size.height());
    paintFigure(painter, *figure_, options_, page, true);
  }
  image.setDevicePixelRatio(ratio);
  page_->setStyleSheet(QStringLiteral("background: #ffffff;"));
  page_->setText({});
  page_->setPixmap(QPixmap::fromImage(image));
  page_->setFixedSize((QSizeF(size) / ratio).toSize());
  told_->setText(
      tr("%1 × %2 mm, at %3 %").arg(options_.width_mm, 0, 'f', 1).arg(page.height_mm, 0, 'f', 1).arg(qRound(zoom_ * 100)));
}

}  // namespace chasescope

#include "moc_figure_preview.cpp"
