#include "widgets/shell/command_palette.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kWidth = 620, kRow = 32, kRowsInSight = 11;

class CommandDelegate : public QStyledItemDelegate {
 public:
  CommandDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

  QSize sizeHint(const QStyleOptionViewItem& /*option*/, const QModelIndex& /*index*/) const override {
    return {theme_.scaled(200), theme_.scaled(kRow)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Palette& palette = theme_.colours();
    const bool off = !index.data(CommandModel::WhyOffRole).toString().isEmpty();
    const bool chosen = (option.state & QStyle::State_Selected) != 0;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, true);
    const QRect rect = option.rect.adjusted(2, 1, -2, -1);
    if (chosen) {
      painter->setPen(QPen(palette.accent, 1));
      painter->setBrush(palette.accentSoft);
      painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }
    const QRect inner = rect.adjusted(theme_.scaled(10), 0, -theme_.scaled(10), 0);
    const int right = paintKeys(*painter, inner, index.data(CommandModel::KeysRole).toString(), palette.quietInk);

    const QFont small = theme_.small();
    const QString group = off ? tr("%1 · not now").arg(index.data(CommandModel::GroupRole).toString())
                              : index.data(CommandModel::GroupRole).toString();
    const int groupWidth = QFontMetrics(small).horizontalAdvance(group);
    painter->setFont(small);
    painter->setPen(palette.quietInk);
    painter->drawText(QRect(right - groupWidth, inner.top(), groupWidth + 1, inner.height()), Qt::AlignRight | Qt::AlignVCenter, group);

    QFont font = theme_.text(13, chosen ? Weight::semiBold : Weight::regular);
    font.setItalic(off);  // italics too: colour alone must not mark a command that can't be run
    const int room = right - groupWidth - theme_.scaled(16) - inner.left();
    painter->setFont(font);
    painter->setPen(off ? palette.quietInk : palette.ink);
    painter->drawText(QRect(inner.left(), inner.top(), room, inner.height()), Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, room));
    painter->restore();
  }

 private:
  static QString tr(const char* text) { return CommandPalette::tr(text); }

  /// Paints the keys. All keys share one column, so that the eye can run down it. Returns the left edge of the column.
  int paintKeys(QPainter& painter, const QRect& inner, const QString& keys, const QColor& ink) const {
    const QFont font = theme_.small(Weight::medium);
    const QFontMetrics metrics(font);
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(inner, Qt::AlignRight | Qt::AlignVCenter, keys);
    return inner.right() - metrics.horizontalAdvance(QStringLiteral("Ctrl+Shift+M")) - theme_.scaled(14);
  }

  const Theme& theme_;
};

}  // namespace

CommandPalette::CommandPalette(const Theme& theme, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint),
      theme_(theme),
      model_(new CommandModel(this)),
      field_(new QLineEdit(this)),
      list_(new QListView(this)),
      explanation_(looking(new QLabel(this), "quiet")) {
  setWindowTitle(tr("Commands"));
  setAccessibleName(tr("Commands"));
  setModal(true);
  auto* frame = new QVBoxLayout(this);
  frame->setContentsMargins(0, 0, 0, 0);
  auto* card = looking(new QFrame(this), "popup");
  frame->addWidget(card);
  auto* layout = new QVBoxLayout(card);
  layout->setContentsMargins(12, 12, 12, 10);
  layout->setSpacing(8);
  field_->setPlaceholderText(tr("Type a command, a view, a probe, a device or a number: L1 size"));
  field_->setAccessibleName(tr("Search the commands"));
  field_->setClearButtonEnabled(true);
  field_->installEventFilter(this);
  list_->setModel(model_);
  list_->setItemDelegate(new CommandDelegate(theme, this));
  list_->setAccessibleName(tr("Commands that fit"));
  list_->setFocusPolicy(Qt::NoFocus);  // the field keeps the focus, and hands the arrow keys on to the list
  list_->setUniformItemSizes(true);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  explanation_->setWordWrap(true);
  explanation_->setTextFormat(Qt::PlainText);
  explanation_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  layout->addWidget(field_);
  layout->addWidget(list_, 1);
  layout->addWidget(explanation_);
  connect(field_, &QLineEdit::textChanged, this, [this](const QString& typed) {
    model_->setTyped(typed);
    choose(0);
  });
  connect(list_, &QListView::clicked, this, [this](const QModelIndex& index) {
    choose(index.row());
    runChosen();
  });
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, &CommandPalette::explain);
}

void CommandPalette::showCommands(std::vector<Command> commands) {
  model_->setCommands(std::move(commands));
  field_->clear();
  model_->setTyped({});
  choose(0);
  place();
  show();
  field_->setFocus();
}

void CommandPalette::place() {
  const QWidget* window = parentWidget()->window();
  const int width = std::min(theme_.scaled(kWidth), window->width() - 32);
  // always two lines, so that the list keeps its place
  explanation_->setFixedHeight(QFontMetrics(theme_.small()).lineSpacing() * 2 + 2);
  // The list shows whole rows, as many as have room.
  const int row = theme_.scaled(kRow);
  const int others = field_->sizeHint().height() + explanation_->height() + 40;
  list_->setFixedHeight(row * std::clamp((window->height() - 32 - others) / row, 1, kRowsInSight));
  setFixedWidth(width);
  adjustSize();
  // A top-level window is placed in coordinates of the screen.
  const QPoint corner((window->width() - width) / 2, std::min(theme_.scaled(72), (window->height() - this->height()) / 2));
  move(window->mapToGlobal(corner));
}

void CommandPalette::done(int result) {
  QDialog::done(result);
  parentWidget()->activateWindow();  // some desktops don't give the keyboard back to the window by themselves
}

QString CommandPalette::explanation() const { return explanation_->text(); }

void CommandPalette::choose(int row) {
  list_->setCurrentIndex(model_->index(std::clamp(row, 0, std::max(0, model_->rowCount() - 1))));
  explain();
}

void CommandPalette::step(int rows) { choose(list_->currentIndex().row() + rows); }

void CommandPalette::explain() {
  const Command* command = model_->at(list_->currentIndex().row());
  if (command == nullptr) {
    explanation_->setText(tr("Nothing fits. Fewer letters find more."));
  } else {
    explanation_->setText(command->whyOff.isEmpty() ? command->tip : tr("Not now: %1").arg(command->whyOff));
  }
  // The focus of a screen reader stays in the field, so the chosen command is the field's description.
  field_->setAccessibleDescription(list_->currentIndex().data(Qt::AccessibleTextRole).toString());
  QAccessibleEvent changed(field_, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&changed);
}

void CommandPalette::runChosen(Qt::KeyboardModifiers keys) {
  const Command* command = model_->at(list_->currentIndex().row());
  if (command == nullptr || !command->whyOff.isEmpty()) return;  // the explanation below the list says why
  const bool ctrl = keys.testFlag(Qt::ControlModifier) && command->runWithCtrl;
  const bool shift = keys.testFlag(Qt::ShiftModifier) && command->runWithShift;
  const auto run = ctrl ? command->runWithCtrl : shift ? command->runWithShift : command->run;
  accept();
  QTimer::singleShot(0, parentWidget(), run);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched != field_ || event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down: step(1); return true;
    case Qt::Key_Up: step(-1); return true;
    case Qt::Key_PageDown: step(kRowsInSight - 1); return true;
    case Qt::Key_PageUp: step(1 - kRowsInSight); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: runChosen(static_cast<QKeyEvent*>(event)->modifiers()); return true;
    default: return QDialog::eventFilter(watched, event);
  }
}

}  // namespace chasescope

#include "moc_command_palette.cpp"
