#include "app/cards/cards_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "app/cards/check_page.h"
#include "engine/library/known_cards.h"
#include "engine/session/compare/device_table.h"
#include "widgets/document/shown_text.h"
#include "widgets/style/screen_room.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/style/words.h"
#include "widgets/views/comparison/device_table_model.h"
#include "widgets/views/comparison/figure_generations.h"
#include "widgets/views/comparison/generation_plot.h"

namespace chasescope {
namespace {

constexpr int kId = Qt::UserRole + 1;
const QString kOpen = QStringLiteral("open");

QString joinedNames(const std::vector<std::string>& names) {
  QStringList all;
  for (const std::string& name : names) all << shownText(name);
  return all.join(QStringLiteral(", "));
}

}  // namespace

CardsDialog::CardsDialog(CardLibrary& library, std::shared_ptr<const Session> open, const QString& openId, const Theme& theme,
                         QWidget* parent)
    : QDialog(parent),
      library_(library),
      open_(std::move(open)),
      theme_(theme),
      pages_(new QTabWidget(this)),
      list_(new QListWidget(this)) {
  setWindowTitle(tr("Cards side by side"));
  resizeOnScreen(*this, {theme.scaled(1240), theme.scaled(740)});
  auto* split = new QSplitter(Qt::Horizontal, this);
  split->setChildrenCollapsible(false);
  split->addWidget(buildList());
  pages_->addTab(buildTable(), tr("Table"));
  pages_->addTab(buildYears(), tr("Line of generations"));
  check_ = new CheckPage({library_folder()}, theme_, this);
  pages_->addTab(check_, tr("Is it normal?"));
  pages_->setAccessibleName(tr("Table, line of generations, or a check"));
  connect(check_, &CheckPage::saveRequested, this, &CardsDialog::saveRequested);
  connect(list_, &QListWidget::currentItemChanged, this, &CardsDialog::refreshCheck);
  split->addWidget(pages_);
  split->setStretchFactor(1, 1);
  split->setSizes({theme.scaled(240), theme.scaled(1000)});
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->addWidget(split, 1);
  column->addWidget(buttons);
  fillList();
  setTicked(openId.isEmpty() || open_ ? QStringList{kOpen} : QStringList{openId});
  setAsked(open_ ? kOpen : openId);
  connect(&library_, &CardLibrary::changed, this, &CardsDialog::refresh);
  connect(pages_, &QTabWidget::currentChanged, this, &CardsDialog::refresh);
  refresh();
}

CardsDialog::~CardsDialog() { library_.rest(); }

QWidget* CardsDialog::buildList() {
  auto* box = new QWidget(this);
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  list_->setAccessibleName(tr("Cards"));
  column->addWidget(list_, 1);
  auto* row = new QHBoxLayout;
  auto* all = new QPushButton(tr("All"), box);
  auto* none = new QPushButton(tr("None"), box);
  all->setToolTip(tr("Tick all cards. Their missing numbers are measured in the background"));
  for (QPushButton* button : {all, none}) row->addWidget(button);
  column->addLayout(row);
  connect(all, &QPushButton::clicked, this, &CardsDialog::tickAll);
  connect(none, &QPushButton::clicked, this, [this] { setTicked({}); });
  connect(list_, &QListWidget::itemChanged, this, [this] {
    if (!filling_) want();
  });
  return box;
}

QWidget* CardsDialog::buildTable() {
  auto* page = new QWidget(this);
  auto* column = new QVBoxLayout(page);
  auto* row = new QHBoxLayout;
  tableWords_ = looking(new QLabel(page), "quiet");
  tableWords_->setWordWrap(true);
  differences_ = new QCheckBox(tr("Only differences"), page);
  auto* save = new QPushButton(tr("Save the table …"), page);
  row->addWidget(tableWords_, 1);
  row->addWidget(differences_);
  row->addWidget(save);
  column->addLayout(row);
  model_ = new DeviceTableModel(this);
  table_ = new QTableView(page);
  table_->setModel(model_);
  table_->setAccessibleName(tr("What is known of each card"));
  table_->setItemDelegate(new SizeBarDelegate(theme_, table_));
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setWordWrap(false);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(theme_.scaled(30));
  table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  column->addWidget(table_, 1);
  connect(differences_, &QCheckBox::toggled, this, &CardsDialog::refreshTable);
  connect(save, &QPushButton::clicked, this, [this] {
    emit saveRequested([table = model_->table()](bool csv) {
      return device_table_report(table, csv ? ComparisonFormat::csv : ComparisonFormat::markdown);
    });
  });
  return page;
}

QWidget* CardsDialog::buildYears() {
  auto* page = new QWidget(this);
  auto* column = new QVBoxLayout(page);
  auto* row = new QHBoxLayout;
  quantities_ = new QComboBox(page);
  quantities_->setAccessibleName(tr("Which quantity"));
  quantities_->setToolTip(tr("What is drawn of all ticked cards"));
  for (const GenerationQuantity& each : generation_quantities())
    quantities_->addItem(chasescope::tr(each.title), QString::fromLatin1(each.id));
  quantities_->setCurrentIndex(quantities_->findData(QStringLiteral("l2-size")));
  auto* save = new QPushButton(tr("Export as a figure …"), page);
  row->addWidget(quantities_);
  row->addStretch(1);
  row->addWidget(save);
  column->addLayout(row);
  plot_ = new GenerationPlot(page);
  const auto restyle = [this] {
    PlotStyle style = theme_.plotStyle();
    style.textPixels *= 14.0 / 12;  // names are read from the last row
    plot_->setPlotStyle(style);
  };
  restyle();
  connect(&theme_, &Theme::themeChanged, plot_, restyle);
  column->addWidget(plot_, 1);
  words_ = looking(new QLabel(page), "quiet");
  words_->setWordWrap(true);
  column->addWidget(words_);
  connect(quantities_, &QComboBox::currentIndexChanged, this, &CardsDialog::refreshYears);
  connect(plot_, &GenerationPlot::chosenChanged, this, &CardsDialog::tell);
  connect(save, &QPushButton::clicked, this, [this] {
    const std::vector<Session> sessions = chosen();
    const QString id = quantities_->currentData().toString();
    emit exportRequested(generationsFigure(sessions, id), QStringLiteral("generations-") + id);
  });
  return page;
}

void CardsDialog::setPage(Page page) { pages_->setCurrentIndex(static_cast<int>(page)); }

void CardsDialog::setAsked(const QString& id) {
  for (int i = 0; i < list_->count(); ++i)
    if (list_->item(i)->data(kId).toString() == id) list_->setCurrentRow(i);
}

void CardsDialog::fillList() {
  filling_ = true;
  const auto add = [&](const QString& id, const QString& name) {
    auto* item = new QListWidgetItem(name, list_);
    item->setData(kId, id);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(Qt::Unchecked);
    item->setSizeHint(QSize(0, theme_.scaled(28)));
  };
  if (open_) add(kOpen, tr("%1 (open)").arg(shownText(open_->device.name)));
  for (const CardLibrary::Card& card : library_.cards()) add(card.id, card.name);
  filling_ = false;
}

QStringList CardsDialog::ticked() const {
  QStringList ids;
  for (int i = 0; i < list_->count(); ++i)
    if (list_->item(i)->checkState() == Qt::Checked) ids << list_->item(i)->data(kId).toString();
  return ids;
}

void CardsDialog::setTicked(const QStringList& ids) {
  filling_ = true;
  for (int i = 0; i < list_->count(); ++i)
    list_->item(i)->setCheckState(ids.contains(list_->item(i)->data(kId).toString()) ? Qt::Checked : Qt::Unchecked);
  filling_ = false;
  want();
}

void CardsDialog::tickAll() {
  QStringList ids;
  for (int i = 0; i < list_->count(); ++i) ids << list_->item(i)->data(kId).toString();
  setTicked(ids);
}

void CardsDialog::want() {
  library_.want(ticked());
  refresh();
}

std::vector<Session> CardsDialog::chosen() const {
  std::vector<Session> sessions;
  const QStringList ids = ticked();
  if (open_ && ids.contains(kOpen)) sessions.push_back(*open_);
  for (const CardLibrary::Card& card : library_.cards())
    if (card.session && ids.contains(card.id)) sessions.push_back(*card.session);
  return sessions;
}

void CardsDialog::refresh() {
  filling_ = true;
  for (int i = 0; i < list_->count(); ++i)
    for (const CardLibrary::Card& card : library_.cards()) {
      if (card.id != list_->item(i)->data(kId).toString()) continue;
      using State = CardLibrary::State;
      list_->item(i)->setText(card.state == State::measuring ? tr("%1: %2 %").arg(card.name).arg(card.percent)
                              : card.state == State::waiting ? tr("%1: waits").arg(card.name)
                              : card.state == State::failed  ? tr("%1: failed").arg(card.name)
                                                             : card.name);
      list_->item(i)->setToolTip(card.why);
    }
  filling_ = false;
  refreshTable();
  refreshYears();
  refreshCheck();
}

/// Checks the card that is chosen in the list, but only while the page of the check is in front.
void CardsDialog::refreshCheck() {
  const QListWidgetItem* item = list_->currentItem();
  if (pages_->currentWidget() != check_ || item == nullptr) return;
  const QString id = item->data(kId).toString();
  if (id == kOpen) return check_->setCard(id, shownText(open_->device.name), open_);
  library_.want({id});
  for (const CardLibrary::Card& card : library_.cards())
    if (card.id == id) check_->setCard(id, card.name, card.session);
}

void CardsDialog::refreshTable() {
  const std::vector<Session> sessions = chosen();
  std::vector<std::string> names;
  for (const Session& session : sessions) names.push_back(session.device.name);
  DeviceTable table = device_table(sessions, names);
  const std::size_t all = table.rows.size();
  if (differences_->isChecked()) std::erase_if(table.rows, [](const DeviceTable::Row& row) { return row.alike; });
  tableWords_->setText(sessions.size() < 2
                           ? tr("Tick two cards or more. Missing numbers are measured in the background.")
                           : tr("%1 of %2 rows. Bars: sizes, each doubling as long as the next.").arg(table.rows.size()).arg(all));
  if (table.devices == model_->table().devices && table.rows.size() == model_->table().rows.size()) return;
  model_->setTable(std::move(table));
  table_->setColumnWidth(0, theme_.scaled(250));
  for (int column = 1; column < model_->columnCount(); ++column) table_->setColumnWidth(column, theme_.scaled(140));
}

void CardsDialog::refreshYears() {
  const std::vector<Session> sessions = chosen();
  const GenerationQuantity* quantity = generation_quantity(quantities_->currentData().toString().toStdString());
  plot_->setScene(generationScene(sessions, *quantity));
  tell(-1);
}

void CardsDialog::tell(int point) {
  const GenerationLine& line = plot_->scene().line;
  if (point >= 0) return words_->setText(generationText(line.points[static_cast<std::size_t>(point)]) + QLatin1Char('.'));
  QStringList sentences{tr("Full: measured. Hollow: reported by the device.")};
  if (!line.no_value.empty()) sentences << tr("No finding of it: %1.").arg(joinedNames(line.no_value));
  if (!line.no_year.empty()) sentences << tr("Of no generation: %1.").arg(joinedNames(line.no_year));
  words_->setText(sentences.join(QLatin1Char(' ')));
}

}  // namespace chasescope

#include "moc_cards_dialog.cpp"
