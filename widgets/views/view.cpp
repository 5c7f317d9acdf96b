#include "widgets/views/view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "widgets/glossary/term_label.h"
#include "widgets/shell/empty_state.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/views/header_layout.h"

namespace chasescope {

View::View(const QString& title, RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : QWidget(parent),
      store_(store),
      selection_(selection),
      theme_(theme),
      banner_(new Banner(this)),
      title_(looking(new TermLabel(title, this), "title")),
      facts_(elidedLabel(this, "quiet")),
      header_(new QHBoxLayout),
      choices_(new QHBoxLayout),
      column_(new QVBoxLayout(this)) {
  looking(this, "card");
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(title);
  column_->setContentsMargins(16, 12, 12, 12);
  column_->setSpacing(8);
  header_->setSpacing(4);
  header_->addWidget(title_);
  header_->addSpacing(8);
  header_->addWidget(facts_, 1);
  choices_->setSpacing(4);
  column_->addLayout(new HeaderLayout(header_, choices_, new QHBoxLayout));
  column_->addWidget(banner_);
  due_.setSingleShot(true);
  connect(&due_, &QTimer::timeout, this, [this] { refresh(); });
}

QToolButton* View::addExport(const QString& tip) {
  auto* button = iconButton(theme_, QStringLiteral("export"), tip.isEmpty() ? tr("Export as a figure") : tip, QString(), this);
  connect(button, &QToolButton::clicked, this, &View::exportRequested);
  static_cast<HeaderLayout*>(header_->parent())->last()->addWidget(button);
  return button;
}

void View::setTip(const QString& sentences) {
  title_->setToolTip(QStringLiteral("<p>%1</p>").arg(sentences.toHtmlEscaped()));  // Qt wraps only tooltips of rich text
}

void View::tellFacts() { facts_->setText(facts()); }

void View::refreshWithin(int milliseconds) {
  if (!due_.isActive()) due_.start(milliseconds);
}

void View::refreshOnceSeen(int milliseconds) {
  if (isVisible())
    refreshWithin(milliseconds);
  else
    stale_ = true;
}

void View::settle() {
  due_.stop();
  stale_ = false;
}

void View::catchUp() {
  if (std::exchange(stale_, false)) refresh();
}

void View::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  catchUp();
}

void View::takeOffersOf(EmptyState* page) {
  page->enableOffers(store_);
  connect(page, &EmptyState::probeRequested, this, &View::probeRequested);
}

}  // namespace chasescope

#include "moc_view.cpp"
