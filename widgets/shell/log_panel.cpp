#include "widgets/shell/log_panel.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTextLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/shell/empty_state.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_icon.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kLogRow = 24;      // px; the height of a line of the log
constexpr int kMostLogRows = 6;  // as high as the panel grows for a failure; the rest of the reason is scrolled to

/// A line is as high as its text needs at the width of the list, so that the reason of a failure can be read whole.
class LogDelegate : public QStyledItemDelegate {
 public:
  LogDelegate(const Theme& theme, const QListView& list, QObject* parent)
      : QStyledItemDelegate(parent), theme_(theme), list_(list) {}

  QSize sizeHint(const QStyleOptionViewItem& /*option*/, const QModelIndex& index) const override {
    const int room = std::max(theme_.scaled(80), list_.viewport()->width() - theme_.scaled(kTextLeft + kTextRight));
    QTextLayout text(index.data().toString(), theme_.text());
    const double high = wrap(text, room);
    return {100, theme_.scaled(kLogRow) + std::max(0, static_cast<int>(std::ceil(high)) - QFontMetrics(theme_.text()).height())};
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
    const int first = theme_.scaled(kLogRow);  // the height of the first line of text
    const auto column = [&](const QString& text, const QFont& font, const QColor& ink, int width) {
      painter->setFont(font);
      painter->setPen(ink);
      painter->drawText(QRect(left, rect.top(), width, first), Qt::AlignLeft | Qt::AlignVCenter,
                        QFontMetrics(font).elidedText(text, Qt::ElideRight, width));
      left += width;
    };
    column(index.data(LogModel::TimeRole).toString(), theme_.number(12), palette.quietInk, theme_.scaled(100));
    paintIcon(*painter, QString::fromLatin1(icons[static_cast<int>(level)]),
              QRectF(left, rect.top() + first / 2.0 - theme_.scaled(8), theme_.scaled(16), theme_.scaled(16)), colour);
    left += theme_.scaled(22);
    column(index.data(LogModel::LevelTextRole).toString(), theme_.small(Weight::medium), colour, theme_.scaled(60));
    painter->setPen(palette.ink);
    QTextLayout text(index.data().toString(), theme_.text());
    wrap(text, std::max(theme_.scaled(80), rect.width() - theme_.scaled(kTextLeft + kTextRight)));
    text.draw(painter,
              QPointF(rect.left() + theme_.scaled(kTextLeft), rect.top() + (first - QFontMetrics(theme_.text()).height()) / 2.0));
    painter->restore();
  }

 private:
  static constexpr int kTextLeft = 192, kTextRight = 8;  // px: beside the text are the time, the icon and the level

  /// Breaks the text into lines of this width; a path that is longer than a line is broken, too. \return the height.
  static double wrap(QTextLayout& text, double width) {
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    text.setTextOption(option);
    double high = 0;
    text.beginLayout();
    for (QTextLine line = text.createLine(); line.isValid(); line = text.createLine()) {
      line.setLineWidth(width);
      line.setPosition({0, high});
      high += line.height();
    }
    text.endLayout();
    return high;
  }

  const Theme& theme_;
  const QListView& list_;
};

}  // namespace

LogPanel::LogPanel(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme), model_(new LogModel(this)) {
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
  list_->setItemDelegate(new LogDelegate(theme, *list_, this));
  list_->setResizeMode(QListView::Adjust);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);  // a long reason is higher than a step by whole lines
  list_->installEventFilter(this);
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  empty_ = new EmptyState(theme, QStringLiteral("log"), tr("Nothing has happened yet"),
                          tr("Every device that is opened and every run leaves a line here."), body);
  empty_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);  // lets the panel be as low as two lines
  list_->setMinimumHeight(lowest());
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
  connect(&theme, &Theme::themeChanged, list_, [this] {
    list_->doItemsLayout();
    makeRoom();
  });
}

int LogPanel::lowest() const { return theme_.scaled(2 * kLogRow + 4); }

/// While the newest line is a failure, the panel is high enough for its reason; then the panel is as high as before.
void LogPanel::makeRoom() {
  const QModelIndex last = model_->index(lines() - 1);
  const bool failed =
      list_->isVisible() && last.isValid() && last.data(LogModel::LevelRole).toInt() == static_cast<int>(Level::error);
  const int wanted = !failed ? 0 : std::min(list_->sizeHintForIndex(last).height() + 4, theme_.scaled(kMostLogRows * kLogRow));
  const bool grows = wanted > list_->height() || (before_ && wanted > lowest());
  if (grows && !before_) before_ = height();
  list_->setMinimumHeight(std::max(lowest(), grows ? wanted : 0));
  if (!grows && before_) emit heightWanted(*std::exchange(before_, std::nullopt));
}

bool LogPanel::eventFilter(QObject* watched, QEvent* event) {
  // The text is wrapped anew at another width.
  const bool wider = event->type() == QEvent::Resize && static_cast<QResizeEvent*>(event)->oldSize().width() != list_->width();
  if (wider || event->type() == QEvent::Show) QMetaObject::invokeMethod(this, &LogPanel::makeRoom, Qt::QueuedConnection);
  return QWidget::eventFilter(watched, event);
}

void LogPanel::add(Level level, const QString& text, const QDateTime& when) {
  const QScrollBar* bar = list_->verticalScrollBar();
  const bool atEnd = bar->value() >= bar->maximum() - 2;
  model_->add(level, text, when);
  refreshState();
  makeRoom();
  if (atEnd) list_->scrollToBottom();
}

void LogPanel::clear() {
  model_->clear();
  refreshState();
  makeRoom();
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
