#include "widgets/views/overlay/overlay_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QToolButton>
#include <algorithm>

#include "widgets/shell/empty_state.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/views/curve_tools.h"
#include "widgets/views/overlay/overlay_plot.h"

namespace chasescope {

OverlayView::OverlayView(const RunStore& store, const Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      kind_(&curveKinds().front()),
      kinds_(new QComboBox(this)),
      variants_(new QComboBox(this)),
      told_(elidedLabel(this, "quiet")),
      plot_(new OverlayPlot),
      empty_(new EmptyState(theme, QStringLiteral("sweep"), QString(), QString())) {
  looking(this, "card");
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Curves over each other"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 8, 8, 8);
  buildHeader();
  auto* body = new QWidget(this);
  stack_ = new QStackedLayout(body);
  stack_->addWidget(empty_);
  stack_->addWidget(plot_);
  column->addWidget(body, 1);
  setFocusProxy(plot_);
  empty_->enableOffers(store);
  connect(empty_, &EmptyState::probeRequested, this, &OverlayView::probeRequested);
  const auto restyle = [this] { plot_->setPlotStyle(theme_.plotStyle()); };
  restyle();
  connect(&theme_, &Theme::themeChanged, this, restyle);
  connect(plot_, &CurvePlot::cursorsChanged, this, &OverlayView::tell);
  showCurves();
}

void OverlayView::buildHeader() {
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  for (const CurveKind& kind : curveKinds()) kinds_->addItem(kindText(kind.title));
  kinds_->setAccessibleName(tr("Which curve"));
  kinds_->setToolTip(tr("The curve that is drawn of both cards over one axis"));
  variants_->setAccessibleName(tr("Variant of the curve"));
  variants_->setToolTip(tr("How it was measured: cards are drawn together where they were asked the same"));
  for (QComboBox* box : {kinds_, variants_}) {
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    row->addWidget(box);
  }
  row->addWidget(told_, 1);
  addCurveTools(theme_, {plot_}, row, this);
  auto* button = iconButton(theme_, QStringLiteral("export"), tr("Export as a figure"), {}, this);
  button->setFocusPolicy(Qt::StrongFocus);
  connect(button, &QToolButton::clicked, this, &OverlayView::exportRequested);
  row->addWidget(button);
  export_ = button;
  static_cast<QVBoxLayout*>(layout())->addLayout(row);
  connect(kinds_, &QComboBox::activated, this, [this](int index) { setKind(curveKinds()[static_cast<std::size_t>(index)]); });
  connect(variants_, &QComboBox::activated, this, &OverlayView::showCurves);
}

void OverlayView::setKind(const CurveKind& kind) {
  chosen_ = true;
  kind_ = &kind;
  showCurves();
}

bool OverlayView::turnTo(const QString& view) {
  if (isShownBy(*kind_, view)) return true;
  for (const CurveKind& kind : curveKinds()) {
    if (!isShownBy(kind, view)) continue;
    setKind(kind);
    return true;
  }
  return false;
}

QString OverlayView::variant() const { return variants_->currentText(); }

void OverlayView::setCards(std::vector<CardData> cards) {
  cards_ = std::move(cards);
  if (!chosen_)
    for (const CurveKind& kind : curveKinds())
      if (!overlayVariants(cards_, kind).isEmpty()) {
        kind_ = &kind;
        break;
      }
  showCurves();
}

void OverlayView::showCurves() {
  CurveOverlay overlay = overlayOf(cards_, *kind_, variant());
  const QStringList variants = overlayVariants(cards_, *kind_);
  {
    const QSignalBlocker quiet(variants_);
    kinds_->setCurrentIndex(static_cast<int>(kind_ - curveKinds().data()));
    QStringList known;
    for (int i = 0; i < variants_->count(); ++i) known << variants_->itemText(i);
    if (known != variants) {
      variants_->clear();
      variants_->addItems(variants);
    }
    variants_->setCurrentIndex(static_cast<int>(variants.indexOf(overlay.variant)));
    variants_->setVisible(variants.size() > 1);
  }
  draw(std::move(overlay));
}

void OverlayView::setDoing(std::size_t card, const CardDoing& doing) {
  if (card >= cards_.size() || cards_[card].doing == doing) return;
  cards_[card].doing = doing;
  CurveOverlay overlay = plot_->overlay();
  if (card >= overlay.curves.size()) return;
  tellDoing(overlay.curves[card], *kind_, doing);
  draw(std::move(overlay));
}

void OverlayView::draw(CurveOverlay overlay) {
  const bool none = overlay.empty();
  if (none) {
    QStringList coming;
    for (const NamedCurve& curve : overlay.curves)
      if (curve.coming) coming << tr("%1: %2.").arg(curve.card, whyNoPoints(curve));
    if (coming.isEmpty())
      empty_->setTexts(kindText(kind_->title),
                       tr("None of the cards has measured this yet. What is run on the first is run on the other, too."),
                       {QString::fromLatin1(kind_->probe)});
    else
      empty_->setTexts(kindText(kind_->title), coming.join(QLatin1Char('\n')));
  }
  plot_->setOverlay(std::move(overlay));
  stack_->setCurrentWidget(none ? static_cast<QWidget*>(empty_) : plot_);
  export_->setEnabled(!none);
  tell();
}

void OverlayView::tell() {
  const QStringList difference = plot_->cursorText();
  told_->setText(!difference.isEmpty()     ? difference.join(QStringLiteral("  "))
                 : variants_->count() == 1 ? variants_->currentText()
                                           : QString());
}

}  // namespace chasescope

#include "moc_overlay_view.cpp"
