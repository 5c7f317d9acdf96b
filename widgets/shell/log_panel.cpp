#include "widgets/shell/log_panel.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QScrollBar>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/shell/empty_state.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_icon.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

class LogDelegate : public QStyledItemDelegate {
 public:
  LogDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

  QSize sizeHint(const QStyleOptionViewItem& /*option*/, const QModelIndex& /*index*/) const override {
    return {100, theme_.scaled(24)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    const Palette& palette = theme_.colours();
    const QRect rect = option.rect;
    if ((option.state & QStyle::State_Selected) != 0) painter->fillRect(rect, palette.accentSoft);
    const auto level = static_cast<LogLevel>(index.data(LogModel::LevelRole).toInt());
    const char* icons[] = {"info", "done", "warning", "error"};
    const QColor colours[] = {palette.quietInk, palette.measured, palette.cantTell, palette.danger};
    const QColor colour = colours[static_cast<int>(level)];
    int left = rect.left() + theme_.scaled(10);
    const auto column = [&](const QString& text, const QFont& font, const QColor& ink, int width) {
      painter->setFont(font);
      painter->setPen(ink);
      painter->drawText(QRect(left, rect.top(), width, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
                        QFontMetrics(font).elidedText(text, Qt::ElideRight, width));
      left += width;
    };
    column(index.data(LogModel::TimeRole).toString(), theme_.number(12), palette.quietInk, theme_.scaled(100));
    paintIcon(*painter, QString::fromLatin1(icons[static_cast<int>(level)]),
              QRectF(left, rect.center().y() - theme_.scaled(8) + 0.5, theme_.scaled(16), theme_.scaled(16)), colour);
    left += theme_.scaled(22);
    column(index.data(LogModel::LevelTextRole).toString(), theme_.small(Weight::medium), colour, theme_.scaled(60));
    column(index.data().toString(), theme_.text(), palette.ink, rect.right() - left - theme_.scaled(8));
    painter->restore();
  }

 private:
  const Theme& theme_;
};

}  // namespace

LogPanel::LogPanel(const Theme& theme, QWidget* parent) : QWidget(parent), model_(new LogModel(this)) {
  looking(this, "card");
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Log"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 4, 8, 4);
  layout->setSpacing(4);
  header_ = new QWidget(this);
  auto* header = new QHBoxLayout(header_);
  header->setContentsMargins(8, 4, 4, 4);
  header->addWidget(looking(new QLabel(tr("Log"), this), "title"));
  header->addStretch(1);
  auto* copyButton =
      iconButton(theme, QStringLiteral("copy"), tr("Copy the selected lines, or all"), QStringLiteral("Ctrl+C"), this);
  connect(copyButton, &QToolButton::clicked, this, &LogPanel::copy);
  auto* clearButton = iconButton(theme, QStringLiteral("clear"), tr("Clear the log"), QString(), this);
  connect(clearButton, &QToolButton::clicked, this, &LogPanel::clear);
  header->addWidget(copyButton);
  header->addWidget(clearButton);
  layout->addWidget(header_);

  auto* body = new QWidget(this);
  stack_ = new QStackedLayout(body);
  list_ = new QListView(body);
  list_->setAccessibleName(tr("Log"));
  list_->setModel(model_);
  list_->setItemDelegate(new LogDelegate(theme, this));
  list_->setUniformItemSizes(true);
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  empty_ = new EmptyState(theme, QStringLiteral("log"), tr("Nothing has happened yet"),
                          tr("Every device that is opened and every run leaves a line here."), body);
  empty_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);  // lets the panel be as low as two lines
  list_->setMinimumHeight(theme.scaled(52));
  stack_->addWidget(empty_);
  stack_->addWidget(list_);
  layout->addWidget(body, 1);
  setFocusProxy(list_);

  auto* copyAction = new QAction(tr("Copy"), list_);
  copyAction->setShortcut(QKeySequence::Copy);
  copyAction->setShortcutContext(Qt::WidgetShortcut);
  connect(copyAction, &QAction::triggered, this, &LogPanel::copy);
  list_->addAction(copyAction);
  list_->setContextMenuPolicy(Qt::ActionsContextMenu);
  connect(&theme, &Theme::themeChanged, list_, [this] { list_->doItemsLayout(); });
}

void LogPanel::add(Level level, const QString& text, const QDateTime& when) {
  const QScrollBar* bar = list_->verticalScrollBar();
  const bool atEnd = bar->value() >= bar->maximum() - 2;
  model_->add(level, text, when);
  refreshState();
  if (atEnd) list_->scrollToBottom();
}

void LogPanel::clear() {
  model_->clear();
  refreshState();
}

QString LogPanel::text() const {
  QStringList all;
  for (int row = 0; row < lines(); ++row) all << model_->line(row);
  return all.join(QLatin1Char('\n'));
}

void LogPanel::copy() const {
  QList<int> rows;
  for (const QModelIndex& index : list_->selectionModel()->selectedIndexes()) rows << index.row();
  std::sort(rows.begin(), rows.end());
  QStringList selected;
  for (const int row : rows) selected << model_->line(row);
  QGuiApplication::clipboard()->setText(selected.isEmpty() ? text() : selected.join(QLatin1Char('\n')));
}

void LogPanel::refreshState() { stack_->setCurrentWidget(lines() == 0 ? static_cast<QWidget*>(empty_) : list_); }

}  // namespace chasescope

#include "moc_log_panel.cpp"
