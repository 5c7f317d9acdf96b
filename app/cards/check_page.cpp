#include "app/cards/check_page.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include "app/cards/check_table.h"
#include "engine/device/recording/bundled.h"
#include "engine/session/session_file.h"
#include "widgets/document/shown_text.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

QLabel* wrapped(QWidget* parent, const char* look) {
  auto* label = looking(new QLabel(parent), look);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

/// A file by its name; the tooltip has the whole path.
QString nameOf(const KnownCard& card) {
  const QString id = shownText(card.id);
  return card.source == CardSource::contributed ? id.section(QLatin1Char('/'), -1) : id;
}

/// The cards that it was compared with, and the files that were left out.
QString companyWords(const CardCheck& check) {
  QStringList sentences;
  QStringList names;
  for (const CheckedAgainst& other : check.others) names << nameOf(other.card);
  const bool again = check.cards < check.others.size();
  if (!names.isEmpty() && again)
    sentences << CheckPage::tr("Compared with %1 discoveries of %2 other chips: %3.")
                     .arg(names.size())
                     .arg(check.cards)
                     .arg(names.join(QStringLiteral(", ")));
  if (!names.isEmpty() && !again) sentences << CheckPage::tr("Compared with %1.").arg(names.join(QStringLiteral(", ")));
  for (const CheckedAgainst& other : check.published)
    sentences << CheckPage::tr("%1, measured by another tool, decides nothing: %2 agree, %3 differ.")
                     .arg(nameOf(other.card))
                     .arg(other.agrees)
                     .arg(other.differs);
  return sentences.join(QLatin1Char(' '));
}

/// What was left out, and where each file lies.
QString companyDetails(const CardCheck& check) {
  QStringList lines;
  for (const CheckedAgainst& other : check.others) lines << shownText(against_words(other));
  for (const std::string& remark : check.remarks) lines << shownText(remark);
  return lines.join(QLatin1Char('\n'));
}

/// Remarks that are worth a line of the page: a file that was left out because it is the card's own is none.
QString remarkWords(const CardCheck& check) {
  QStringList sentences;
  for (const std::string& remark : check.remarks)
    if (remark.find(" is left out: ") == std::string::npos) sentences << shownText(remark);
  return sentences.join(QLatin1Char(' '));
}

}  // namespace

CheckPage::CheckPage(std::vector<std::filesystem::path> folders, const Theme& theme, QWidget* parent)
    : QWidget(parent),
      folders_(std::move(folders)),
      verdict_(wrapped(this, "verdict")),
      caution_(wrapped(this, "quiet")),
      with_(wrapped(this, "quiet")),
      how_(wrapped(this, "quiet")),
      table_(new QTableView(this)),
      model_(new CheckTableModel(this)),
      all_(new QCheckBox(tr("Also values inside"), this)),
      save_(new QPushButton(tr("Save the report …"), this)) {
  const auto restyle = [this, &theme] { verdict_->setFont(theme.heading()); };
  restyle();
  connect(&theme, &Theme::themeChanged, this, restyle);
  table_->setModel(model_);
  table_->setAccessibleName(tr("Values outside the reach of the other cards"));
  table_->setItemDelegate(new CheckCellDelegate(theme, table_));
  table_->setItemDelegateForColumn(CheckTableModel::strip, new CheckStripDelegate(theme, table_));
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setWordWrap(true);  // rows are as high as their texts; what is higher than that is in the tooltip
  table_->setShowGrid(false);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  table_->viewport()->installEventFilter(this);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setMinimumSectionSize(theme.scaled(30));
  table_->verticalHeader()->setMaximumSectionSize(theme.scaled(100));
  table_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table_->horizontalHeader()->setStretchLastSection(true);
  save_->setToolTip(tr("As Markdown, or as a table (CSV)"));
  all_->setToolTip(tr("And values that no other card tells"));
  auto* column = new QVBoxLayout(this);
  for (QWidget* label : {verdict_, caution_, with_}) column->addWidget(label);
  column->addWidget(table_, 1);
  column->addWidget(how_);
  auto* row = new QHBoxLayout;
  row->addWidget(all_);
  row->addStretch(1);
  row->addWidget(save_);
  column->addLayout(row);
  connect(all_, &QCheckBox::toggled, this, &CheckPage::refreshTable);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& now) { explain(now.isValid() ? now.row() : -1); });
  connect(save_, &QPushButton::clicked, this, [this] {
    if (check_)
      emit saveRequested(
          [check = *check_](bool csv) { return check_report(check, csv ? CheckFormat::csv : CheckFormat::markdown, true); });
  });
  tell(tr("Choose a card on the left. A card of your own stands there once it was discovered."), {}, {});
}

CheckPage::~CheckPage() {
  if (worker_.joinable()) worker_.join();  // its result is shown by this page
}

/// The columns share the width of the table; the strip has the rest.
bool CheckPage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize)
    for (const auto& [column, share] :
         {std::pair(CheckTableModel::what, 0.33), {CheckTableModel::card, 0.19}, {CheckTableModel::others, 0.28}})
      table_->setColumnWidth(column, static_cast<int>(share * table_->viewport()->width()));
  return QWidget::eventFilter(watched, event);
}

void CheckPage::setCard(const QString& id, const QString& name, std::shared_ptr<const Session> session) {
  if (id == asked_ && (check_ || worker_.joinable())) return;
  asked_ = session ? id : QString();
  check_.reset();
  if (!session) return tell(tr("What %1 is made of is not known yet.").arg(name), {}, {});
  tell(tr("Looking for others of its kind …"), {}, {});
  if (worker_.joinable()) worker_.join();  // a check takes less than a second, but for a large folder
  worker_ = std::jthread([this, id, session = std::move(session), folders = folders_] {
    constexpr const char* kRecording = "recording:";
    const std::string text = id.toStdString();
    auto whole = text.starts_with(kRecording) ? read_session(document_file(text)) : Outcome<Session>(*session);
    const KnownCards known = known_cards(folders);
    CardCheck check = check_card(whole ? *whole : *session, known);
    check.remarks.insert(check.remarks.end(), known.left_out.begin(), known.left_out.end());
    QMetaObject::invokeMethod(
        this,
        [this, id, check = std::move(check)] {
          if (id == asked_) show(check);
        },
        Qt::QueuedConnection);
  });
}

void CheckPage::tell(const QString& verdict, const QString& caution, const QString& with) {
  verdict_->setText(verdict);
  caution_->setText(caution);
  with_->setText(with.trimmed());
  caution_->setVisible(!caution.isEmpty());
  with_->setVisible(!with.isEmpty());
  save_->setEnabled(check_.has_value());
  refreshTable();
}

void CheckPage::show(const CardCheck& check) {
  if (worker_.joinable()) worker_.join();
  check_ = check;
  const QString remarks = remarkWords(check);
  tell(shownText(verdict_words(check)), shownText(caution_words(check)),
       companyWords(check) + (remarks.isEmpty() ? QString() : QLatin1Char(' ') + remarks));
  with_->setToolTip(companyDetails(check));
  emit checked();
}

void CheckPage::refreshTable() {
  model_->setCheck(check_.value_or(CardCheck()), all_->isChecked());
  explain(-1);
}

void CheckPage::explain(int row) {
  if (row >= 0) {
    const CheckedWords words = words_of(model_->row(row));
    return how_->setText(
        shownText(words.what + (words.conditions.empty() ? "" : ", " + words.conditions) + ": here " + words.card + ". ") +
        shownText(model_->row(row).how));
  }
  if (!check_) return how_->setText({});
  const std::size_t shown = static_cast<std::size_t>(model_->rowCount());
  how_->setText(
      tr("%1 of %2 values are shown. A row that you choose tells how it was decided.").arg(shown).arg(check_->rows.size()));
}

}  // namespace chasescope

#include "moc_check_page.cpp"
