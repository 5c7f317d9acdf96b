#include "app/mystery/grades_table.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyle>
#include <QStyledItemDelegate>
#include <utility>

#include "app/mystery/mark_look.h"
#include "widgets/style/theme.h"

namespace chasescope {
namespace {

constexpr double kRowHeight = 28, kLeftMargin = 6, kMarkSize = 13, kLeastColumn = 74;

/// Paints points with their mark to the left.
class MarkDelegate : public QStyledItemDelegate {
 public:
  MarkDelegate(const Theme& theme, const GradesModel& model, QObject* parent)
      : QStyledItemDelegate(parent), theme_(theme), model_(model) {}

  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    const bool refused = model_.refusedIn(index.row()) >= 0;
    if (refused && index.column() > 0) option->palette.setColor(QPalette::Text, theme_.colours().danger);
    if (!refused && index.column() > 0)
      option->font = theme_.number(13, index.column() == model_.columnCount() - 1 ? Weight::semiBold : Weight::regular);
  }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem padded = option;
    if (index.column() == 0) {  // the text begins below that of the heading
      QStyleOptionViewItem whole = option;
      initStyleOption(&whole, index);
      option.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &whole, painter, option.widget);
      padded.rect.adjust(theme_.scaled(kLeftMargin), 0, 0, 0);
    }
    QStyledItemDelegate::paint(painter, padded, index);
    const QVariant mark = index.data(GradesModel::MarkRole);
    if (!mark.isValid()) return;
    const double side = theme_.scaled(kMarkSize);
    // Each mark leaves room for two digits, so that the marks of a column stand below each other.
    const double digits = QFontMetricsF(theme_.number()).horizontalAdvance(QStringLiteral("00")) + theme_.scaled(16);
    const QRectF box(option.rect.right() - digits - side, option.rect.center().y() - side / 2, side, side);
    paintMark(*painter, box, static_cast<AnswerMark>(mark.toInt()), theme_.colours());
  }

 private:
  const Theme& theme_;
  const GradesModel& model_;
};

}  // namespace

GradesTable::GradesTable(const Theme& theme, QWidget* parent) : QTableView(parent), theme_(theme), model_(new GradesModel(this)) {
  setModel(model_);
  setItemDelegate(new MarkDelegate(theme, *model_, this));
  setAccessibleName(tr("Grades of the class"));
  setSortingEnabled(true);
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setEditTriggers(NoEditTriggers);
  setTabKeyNavigation(false);
  setShowGrid(false);
  setAlternatingRowColors(true);
  verticalHeader()->hide();
  horizontalHeader()->setHighlightSections(false);
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) { emit rowChosen(current.row()); });
  connect(&theme, &Theme::themeChanged, this, &GradesTable::restyle);
  restyle();
}

void GradesTable::restyle() {
  verticalHeader()->setDefaultSectionSize(theme_.scaled(kRowHeight));
  resizeColumnsToContents();
  QHeaderView* header = horizontalHeader();
  for (int column = 1; column < model_->columnCount(); ++column)
    setColumnWidth(column, qMax(header->sectionSizeHint(column), theme_.scaled(kLeastColumn)));
  if (model_->columnCount() > 0) header->setSectionResizeMode(0, QHeaderView::Stretch);
  header->setMinimumSectionSize(theme_.scaled(60));
}

void GradesTable::spanRefused() {
  clearSpans();
  for (int row = model_->students(); row < model_->rowCount(); ++row) setSpan(row, 1, 1, model_->columnCount() - 1);
}

void GradesTable::setGrades(mystery::ClassGrades grades) {
  clearSpans();
  model_->setGrades(std::move(grades));
  sortByColumn(0, Qt::AscendingOrder);
  spanRefused();
  restyle();
  if (model_->rowCount() > 0) selectRow(0);
}

}  // namespace chasescope

#include "moc_grades_table.cpp"
