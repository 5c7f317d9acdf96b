#include "widgets/shell/findings_panel.h"

#include <QEvent>
#include <QLabel>
#include <QListView>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/document/findings_delegate.h"
#include "widgets/document/findings_model.h"
#include "widgets/document/run_store.h"
#include "widgets/shell/empty_state.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {

FindingsPanel::FindingsPanel(RunStore& store, const Theme& theme, QWidget* parent)
    : QWidget(parent), store_(store), theme_(theme), model_(new FindingsModel(this)), delegate_(new FindingsDelegate(theme, this)) {
  looking(this, "card");
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Findings"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 12, 8, 8);
  layout->setSpacing(8);
  header_ = new QWidget(this);
  auto* header = new QHBoxLayout(header_);
  header->setContentsMargins(8, 4, 4, 4);
  header->addWidget(looking(new QLabel(tr("Findings"), this), "title"));
  header->addSpacing(8);
  facts_ = elidedLabel(this, "quiet");
  header->addWidget(facts_, 1);
  auto* table = iconButton(theme_, QStringLiteral("csv"), tr("Export the findings as a report or a table"), QString(), this);
  connect(table, &QToolButton::clicked, this, &FindingsPanel::exportRequested);
  header->addWidget(table);
  layout->addWidget(header_);

  auto* body = new QWidget(this);
  stack_ = new QStackedLayout(body);
  list_ = new QListView(body);
  list_->setAccessibleName(tr("Findings"));
  list_->setModel(model_);
  list_->setItemDelegate(delegate_);
  list_->setMouseTracking(true);
  list_->setUniformItemSizes(false);
  list_->setResizeMode(QListView::Adjust);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setFrameShape(QFrame::NoFrame);
  list_->installEventFilter(this);
  empty_ = new EmptyState(
      theme_, QStringLiteral("findings"), tr("What the probes find out"),
      tr("Run a probe: every size, latency and policy that its data support appears here, with the runs that show it."), body);
  stack_->addWidget(empty_);
  stack_->addWidget(list_);
  layout->addWidget(body, 1);
  setFocusProxy(list_);

  connect(&store_, &RunStore::findingAdded, this, [this](int number) {
    model_->add(store_.findings()[static_cast<std::size_t>(number)], number);
    refreshState();
  });
  connect(&store_, &RunStore::findingsDropped, this, [this] {
    model_->clear();
    for (std::size_t i = 0; i < store_.findings().size(); ++i) model_->add(store_.findings()[i], static_cast<int>(i));
    refreshState();
  });
  connect(&store_, &RunStore::cleared, this, [this] {
    delegate_->setOpen({});
    model_->clear();
    refreshState();
  });
  connect(list_, &QListView::clicked, this, &FindingsPanel::choose);
  connect(list_, &QListView::activated, this, &FindingsPanel::choose);
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
    if (!current.isValid() || current.data(FindingsModel::HeadingRole).toBool()) return;
    delegate_->setOpen(current);
    list_->scrollTo(current);
  });
  connect(&theme_, &Theme::themeChanged, list_, [this] { list_->doItemsLayout(); });
  for (std::size_t i = 0; i < store_.findings().size(); ++i) model_->add(store_.findings()[i], static_cast<int>(i));
  refreshState();
}

void FindingsPanel::showSubject(const QString& subject) {
  for (int row = 0; row + 1 < model_->rowCount(); ++row) {
    const QModelIndex heading = model_->index(row);
    if (!heading.data(FindingsModel::HeadingRole).toBool() || heading.data(FindingsModel::SubjectRole).toString() != subject) continue;
    list_->setCurrentIndex(model_->index(row + 1));
    list_->scrollTo(heading, QAbstractItemView::PositionAtTop);
    return;
  }
}

void FindingsPanel::choose(const QModelIndex& index) {
  const QStringList evidence = index.data(FindingsModel::EvidenceRole).toStringList();
  if (!evidence.isEmpty()) emit evidenceRequested(evidence);
}

bool FindingsPanel::eventFilter(QObject* watched, QEvent* event) {
  // An open row wraps its text, so its height follows the width.
  if (watched == list_ && event->type() == QEvent::Resize && delegate_->open().isValid()) list_->doItemsLayout();
  return QWidget::eventFilter(watched, event);
}

void FindingsPanel::refreshState() {
  const int count = model_->findings();
  facts_->setText(count == 0 ? QString() : count == 1 ? tr("1 finding") : tr("%1 findings").arg(count));
  stack_->setCurrentWidget(count == 0 ? static_cast<QWidget*>(empty_) : list_);
}

}  // namespace chasescope

#include "moc_findings_panel.cpp"
