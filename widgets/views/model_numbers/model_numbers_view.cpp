#include "widgets/views/model_numbers/model_numbers_view.h"

#include <QAction>
#include <QButtonGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_icon.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {

/// Keeps the rows that have every word of the search in some column, and only assumed numbers if asked for.
class ModelNumbersView::Filter : public QSortFilterProxyModel {
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;

  void setAssumedOnly(bool only) {
    assumedOnly_ = only;
    invalidateFilter();
  }
  void setWords(const QString& text) {
    words_ = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
  }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
    const QModelIndex first = sourceModel()->index(row, 0, parent);
    if (assumedOnly_ && first.data(ModelNumbersModel::OriginRole).toInt() != static_cast<int>(ModelNumber::Origin::assumed))
      return false;
    QString line;
    for (int column = 0; column < ModelNumbersModel::ColumnCount; ++column)
      line += first.siblingAtColumn(column).data().toString() + QLatin1Char(' ');
    return std::all_of(words_.begin(), words_.end(), [&](const QString& word) { return line.contains(word, Qt::CaseInsensitive); });
  }

 private:
  bool assumedOnly_ = false;
  QStringList words_;
};

namespace {

/// Draws values in the typeface for numbers, and the origin as a sign and a word.
class NumberDelegate : public QStyledItemDelegate {
 public:
  NumberDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Palette& palette = theme_.colours();
    painter->save();
    if ((option.state & QStyle::State_Selected) != 0) painter->fillRect(option.rect, palette.accentSoft);
    QRect rect = option.rect.adjusted(theme_.scaled(8), 0, -theme_.scaled(8), 0);
    const bool assumed = index.data(ModelNumbersModel::OriginRole).toInt() == static_cast<int>(ModelNumber::Origin::assumed);
    QFont font = theme_.text();
    QColor ink = palette.ink;
    if (index.column() == ModelNumbersModel::ValueColumn) font = theme_.number();
    if (index.column() == ModelNumbersModel::SourceColumn) ink = palette.quietInk;
    if (index.column() == ModelNumbersModel::OriginColumn) {
      font = assumed ? theme_.text(13, Weight::semiBold) : theme_.text();
      ink = assumed ? palette.assumed : palette.quietInk;
      const int side = theme_.scaled(16);
      if (assumed)
        paintIcon(*painter, QStringLiteral("warning"), QRectF(rect.left(), rect.center().y() - side / 2.0 + 0.5, side, side), ink);
      rect.setLeft(rect.left() + theme_.scaled(22));
    }
    painter->setFont(font);
    painter->setPen(ink);
    painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, rect.width()));
    painter->restore();
  }

 private:
  const Theme& theme_;
};

}  // namespace

ModelNumbersView::ModelNumbersView(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      model_(new ModelNumbersModel(this)),
      filter_(new Filter(this)),
      facts_(looking(new QLabel(this), "quiet")),
      search_(new QLineEdit(this)),
      table_(new QTableView(this)) {
  filter_->setSourceModel(model_);
  search_->setPlaceholderText(tr("Search"));
  search_->setAccessibleName(tr("Search the numbers"));
  search_->setClearButtonEnabled(true);

  table_->setModel(filter_);
  table_->setItemDelegate(new NumberDelegate(theme, this));
  table_->setAccessibleName(tr("Numbers of the model"));
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setShowGrid(false);
  table_->setWordWrap(false);
  table_->setTabKeyNavigation(false);  // Tab leaves the table
  table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  table_->verticalHeader()->hide();
  table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->horizontalHeader()->setStretchLastSection(true);

  auto* copyAction = new QAction(tr("Copy"), this);
  copyAction->setShortcut(QKeySequence::Copy);
  copyAction->setShortcutContext(Qt::WidgetShortcut);
  table_->addAction(copyAction);
  table_->setContextMenuPolicy(Qt::ActionsContextMenu);
  connect(copyAction, &QAction::triggered, this, &ModelNumbersView::copy);
  auto* copyButton = iconButton(theme, QStringLiteral("copy"), tr("Copy the selected rows, or all that are shown"),
                                QStringLiteral("Ctrl+C"), this);
  connect(copyButton, &QToolButton::clicked, this, &ModelNumbersView::copy);
  connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) { filter_->setWords(text); });
  connect(&theme_, &Theme::themeChanged, this, &ModelNumbersView::fitColumns);

  auto* bar = new QHBoxLayout;
  bar->setSpacing(12);
  bar->addWidget(search_, 1);
  which_ = segments({tr("All"), tr("Assumed only")},
                    {tr("Show every number"), tr("Show only the numbers without a published source")}, bar, this);
  connect(assumedOnly(), &QAbstractButton::toggled, this, [this](bool only) { filter_->setAssumedOnly(only); });
  bar->addStretch(1);
  bar->addWidget(facts_);
  bar->addWidget(copyButton);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addLayout(bar);
  layout->addWidget(table_, 1);
  setFocusProxy(table_);
}

QAbstractButton* ModelNumbersView::all() const { return which_->button(0); }
QAbstractButton* ModelNumbersView::assumedOnly() const { return which_->button(1); }

void ModelNumbersView::setNumbers(std::vector<ModelNumber> numbers) {
  model_->setNumbers(std::move(numbers));
  facts_->setText(facts());
  fitColumns();
  if (filter_->rowCount() > 0) table_->selectionModel()->setCurrentIndex(filter_->index(0, 0), QItemSelectionModel::NoUpdate);
}

QString ModelNumbersView::facts() const {
  return tr("%1 numbers, %2 of them assumed").arg(model_->rowCount()).arg(model_->assumed());
}

// Makes columns as wide as their texts, up to a limit; the column of sources takes the rest.
void ModelNumbersView::fitColumns() {
  table_->verticalHeader()->setDefaultSectionSize(theme_.scaled(28));
  const int widest[] = {190, 200, 150, 140};
  for (int column = 0; column < ModelNumbersModel::SourceColumn; ++column) {
    const QFontMetrics metrics(column == ModelNumbersModel::ValueColumn ? theme_.number() : theme_.text(13, Weight::semiBold));
    int width = metrics.horizontalAdvance(model_->headerData(column, Qt::Horizontal).toString());
    for (int row = 0; row < model_->rowCount(); ++row)
      width = std::max(width, metrics.horizontalAdvance(model_->index(row, column).data().toString()));
    const int sign = column == ModelNumbersModel::OriginColumn ? theme_.scaled(22) : 0;
    table_->setColumnWidth(column, std::min(width + sign + theme_.scaled(20), theme_.scaled(widest[column])));
  }
}

void ModelNumbersView::copy() const {
  std::set<int> rows;
  for (const QModelIndex& index : table_->selectionModel()->selectedRows()) rows.insert(index.row());
  if (rows.empty())
    for (int row = 0; row < filter_->rowCount(); ++row) rows.insert(row);
  QStringList lines;
  for (const int row : rows) {
    QStringList cells;
    for (int column = 0; column < ModelNumbersModel::ColumnCount; ++column) cells << filter_->index(row, column).data().toString();
    lines << cells.join(QLatin1Char('\t'));
  }
  QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

}  // namespace chasescope

#include "moc_model_numbers_view.cpp"
