#include "widgets/views/report/report_view.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/document/finding_text.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/glossary/term_text.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/views/report/report_delegate.h"
#include "widgets/views/report/report_model.h"
#include "widgets/views/report/summary_html.h"

namespace chasescope {

ReportView::ReportView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : MeasuredView(
          {tr("Report"),
           QStringLiteral("report"),
           tr("Everything that is known of the device"),
           tr("Every size, latency and policy that a probe finds gets a row here as it lands: its value, the interval that the "
              "data "
              "support, whether it was measured or only reported, and a link to the runs that show it. Discover fills the whole "
              "report in one go."),
           {QStringLiteral("discover")},
           true,
           tr("Export the report: Markdown with figures, LaTeX, CSV, MT4G, gpgpusim.config")},
          store, selection, theme, parent),
      model_(new ReportModel(this)),
      table_(new QTreeView),
      details_(new QLabel),
      terms_(new TermText),
      summary_(new QTextBrowser),
      pages_(new QStackedWidget(this)) {
  buildSummary();
  auto* page = new QWidget(this);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(10);
  buildTable();
  layout->addWidget(table_, 1);
  looking(details_, "quiet");
  details_->setWordWrap(true);
  details_->setTextFormat(Qt::PlainText);
  details_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  details_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  details_->setMinimumSize(1, 1);  // as high as the text at the width that it has, not at the least width
  details_->setAccessibleName(tr("About the chosen row"));
  terms_->setAccessibleName(tr("Terms of the chosen row"));
  const auto dress = [this] {
    terms_->setFont(this->theme().text(14));
    terms_->setFixedHeight(
        this->theme().scaled(22));  // the height is fixed also without a current row, so that the page does not jump
  };
  dress();
  connect(&theme, &Theme::themeChanged, this, dress);
  layout->addWidget(terms_);
  auto* scrolling = new QScrollArea(page);  // long texts scroll, so that the table does not move
  scrolling->setFrameShape(QFrame::NoFrame);
  scrolling->setWidgetResizable(true);
  scrolling->setFocusPolicy(Qt::NoFocus);
  scrolling->setWidget(details_);
  scrolling->setFixedHeight(theme.scaled(76));
  connect(&theme, &Theme::themeChanged, this, [this, scrolling] {
    scrolling->setFixedHeight(this->theme().scaled(76));
    layOutColumns();
    showSummary();
  });
  layout->addWidget(scrolling);
  pages_->addWidget(summary_);
  pages_->addWidget(page);
  setContent(pages_);
  setFocusProxy(summary_);
  connect(&selection_, &Selection::subjectChanged, this, &ReportView::showSubject);
  connect(&store, &RunStore::cleared, this, [this] {
    outlook_ = {};
    refresh();
  });
  refresh();
}

void ReportView::expect(std::vector<ReportPart> parts) {
  outlook_.begin(std::move(parts));
  refresh();
}

void ReportView::progress(const QString& doing) {
  if (state() != State::filling) return;
  outlook_.progress(doing);
  refreshSoon();
}

void ReportView::offerRoom(bool offered) {
  if (std::exchange(offersRoom_, offered) != offered) refreshSoon();
}

void ReportView::buildSummary() {
  choice_ = segments(
      {tr("Summary"), tr("Every finding")},
      {tr("The card on one screen, what is not known, and how it compares"), tr("Each finding with its interval, reason and runs")},
      choices(), this);
  connect(choice_, &QButtonGroup::idClicked, this, [this](int id) {
    chosen_ = true;
    showPage(id == 0 ? Page::summary : Page::findings);
  });
  summary_->setAccessibleName(tr("Summary of the card"));
  summary_->setFrameShape(QFrame::NoFrame);
  summary_->setOpenLinks(false);
  summary_->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  connect(summary_, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
    if (link.toString() == QLatin1String(kRoomLink)) return emit roomRequested();
    bool good = false;
    const std::size_t place = link.toString().mid(static_cast<int>(qstrlen(kFindingLink))).toULongLong(&good);
    if (!good || place >= store().findings().size()) return;
    const Finding finding = store().findings()[place];
    QStringList runs;
    for (const std::string& id : finding.evidence) runs << QString::fromStdString(id);
    if (!runs.isEmpty()) return emit evidenceRequested(runs);
    showPage(Page::findings);
    showSubject(QString::fromStdString(finding.subject));
  });
}

void ReportView::showPage(Page page) {
  choice_->button(page == Page::summary ? 0 : 1)->setChecked(true);
  pages_->setCurrentIndex(page == Page::summary ? 0 : 1);
  setFocusProxy(page == Page::summary ? static_cast<QWidget*>(summary_) : table_);
  if (page == Page::findings) layOutColumns();
}

void ReportView::showSummary() {
  wasWide_ = isWide();
  Session session;
  session.device = store().device();
  session.findings = store().findings();
  if (environment_) session.environment = environment_();
  const Summary summary = summarise(session, others_, published_reasons());
  const int place = summary_->verticalScrollBar()->value();
  summary_->setHtml(summary.empty() ? QString() : summaryHtml(summary, theme(), isWide(), offersRoom_));
  summary_->verticalScrollBar()->setValue(place);
  // A trace or an average belongs to no level, so it has no place in the summary.
  choice_->button(0)->setEnabled(!summary.empty());
  if (summary.empty() && hasContent())
    showPage(Page::findings);
  else if (!summary.empty() && !chosen_)
    showPage(Page::summary);
}

void ReportView::buildTable() {
  table_->setModel(model_);
  table_->setItemDelegate(new ReportDelegate(theme(), table_));
  table_->setAccessibleName(tr("Report"));
  table_->setFrameShape(QFrame::NoFrame);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setTabKeyNavigation(false);
  table_->setExpandsOnDoubleClick(false);
  table_->setUniformRowHeights(false);
  table_->setIndentation(theme().scaled(16));
  table_->setMouseTracking(true);
  table_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table_->header()->setStretchLastSection(false);
  table_->header()->setSectionsMovable(false);
  table_->header()->setTextElideMode(Qt::ElideRight);
  connect(model_, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex& parent, int first, int last) {
    if (!parent.isValid()) openNewSections(first, last);
  });
  connect(table_->selectionModel(), &QItemSelectionModel::currentChanged, this, &ReportView::follow);
  connect(table_, &QTreeView::clicked, this, [this](const QModelIndex& index) {
    if (index.column() == ReportModel::EvidenceColumn) openEvidence(index);
  });
  connect(table_, &QTreeView::activated, this, &ReportView::openEvidence);
  layOutColumns();
}

void ReportView::openNewSections(int first, int last) {
  for (int row = first; row <= last; ++row) {
    table_->setFirstColumnSpanned(row, {}, true);
    table_->setExpanded(model_->index(row, 0), true);
  }
}

void ReportView::layOutColumns() {
  QHeaderView* header = table_->header();
  const QFontMetrics words(theme().text()), small(theme().small());
  const int pad = theme().scaled(14), room = width() - theme().scaled(48);  // the table may not be laid out yet
  // Where type is large or the window narrow, names and values give way before reasons do.
  const auto atMost = [room](int wanted, double share) { return std::min(wanted, static_cast<int>(room * share)); };
  for (const int column : {ReportModel::QuantityColumn, ReportModel::ValueColumn, ReportModel::PublishedColumn,
                           ReportModel::StatusColumn, ReportModel::EvidenceColumn})
    header->setSectionResizeMode(column, QHeaderView::Interactive);
  header->setSectionResizeMode(ReportModel::IntervalColumn,
                               QHeaderView::Stretch);  // the column of intervals also has the reasons, the longest texts
  // Beside published values there is room for the names of most rows; the others are read below the table.
  const bool published = model_->hasPublished() && room < theme().scaled(900);
  const QString longest = published ? tr("Set index function") : tr("Read-only: read bandwidth");
  header->resizeSection(ReportModel::QuantityColumn,
                        atMost(words.horizontalAdvance(longest) + pad + theme().scaled(published ? 36 : 24), 0.31));
  header->resizeSection(
      ReportModel::ValueColumn,
      atMost(QFontMetrics(theme().number(13, Weight::bold)).horizontalAdvance(QStringLiteral("236.5 cycles")) + pad, 0.16));
  table_->setColumnHidden(ReportModel::PublishedColumn, false);  // a hidden column has no width
  header->resizeSection(
      ReportModel::PublishedColumn,
      atMost(QFontMetrics(theme().number(13))
                     .horizontalAdvance(published ? QStringLiteral("1,245 cycles") : QStringLiteral("236.5 cycles · 236 cycles")) +
                 pad,
             0.16));
  int widest = 0;
  for (const QString& word : {statusText(FindingStatus::measured), statusText(FindingStatus::not_measurable),
                              partStateText(ReportPart::State::stopped), partStateText(ReportPart::State::running)})
    widest = std::max(widest, small.horizontalAdvance(word));
  header->resizeSection(ReportModel::StatusColumn, widest + theme().scaled(30));
  header->resizeSection(ReportModel::EvidenceColumn, atMost(small.horizontalAdvance(tr("run-1234 +12")) + pad, 0.14));
  // What was published is below the table, too, so it is the first to go where reasons would have no room.
  int left = room;
  for (const int column : {ReportModel::QuantityColumn, ReportModel::ValueColumn, ReportModel::PublishedColumn,
                           ReportModel::StatusColumn, ReportModel::EvidenceColumn})
    left -= header->sectionSize(column);
  table_->setColumnHidden(ReportModel::PublishedColumn, !model_->hasPublished() || left < theme().scaled(70));
  table_->doItemsLayout();
}

bool ReportView::isWide() const { return width() >= theme().scaled(1080); }

void ReportView::resizeEvent(QResizeEvent* event) {
  MeasuredView::resizeEvent(event);
  layOutColumns();
  if (isWide() != wasWide_) showSummary();
}

void ReportView::gather() {
  {
    const QScopedValueRollback mine(following_, true);  // rows come and go, but the person's choice stays
    if (state() != State::filling) outlook_.end(watch().stopped() ? tr("Stopped before it was reached.") : watch().failure());
    if (published_ != store().device().name) {
      published_ = store().device().name;
      others_ = published_values(published_);
      model_->setPublished(others_);
      layOutColumns();
    }
    model_->setFindings(store().findings());
    model_->setOutlook(outlook_.parts());
    follow(table_->currentIndex());
    showSummary();
  }
  if (!table_->currentIndex().isValid()) showSubject(selection_.subject());  // the subject was chosen before its row existed
  showAwaited();
}

bool ReportView::hasContent() const { return model_->findings() + model_->outlook() > 0; }

QString ReportView::facts() const {
  QStringList parts;
  for (const auto status : {FindingStatus::measured, FindingStatus::reported, FindingStatus::not_measurable, FindingStatus::absent})
    if (const int number = model_->count(status); number > 0) parts << tr("%1 %2").arg(number).arg(statusText(status));
  const QString device = QString::fromStdString(store().device().name);
  const QString coming = outlook_.text();
  if (!coming.isEmpty()) parts << coming;
  if (!device.isEmpty() && !parts.isEmpty()) parts.prepend(device);
  if (coming.isEmpty() && !parts.isEmpty() && state() == State::filling) parts << tr("more is being measured …");
  return parts.join(QStringLiteral(" · "));
}

QString ReportView::details() const { return details_->text(); }

void ReportView::follow(const QModelIndex& current) {
  const QModelIndex row = current.siblingAtColumn(0);
  if (!row.parent().isValid()) {
    details_->setText(tr("Choose a row to read how it was found. A click on its evidence, or Enter, opens the run that shows it."));
  } else {
    details_->setText(row.data().toString() + QStringLiteral(": ") +
                      row.data(ReportModel::DetailsRole).toStringList().join(QStringLiteral("  ·  ")));
  }
  const QString subject = row.data(ReportModel::SubjectRole).toString();
  std::vector<const Term*> terms;
  for (const QString& key : {row.data(ReportModel::QuantityRole).toString(), subject})
    if (const Term* term = key.isEmpty() ? nullptr : term_of_key(key.toStdString());
        term != nullptr && (terms.empty() || terms[0] != term))
      terms.push_back(term);
  if (row.parent().isValid() && row.data(ReportModel::StatusRole).toInt() == static_cast<int>(FindingStatus::not_measurable))
    terms.push_back(find_term("cant-tell"));
  terms_->setTerms(terms);
  if (subject.isEmpty() || following_) return;
  const QScopedValueRollback mine(following_, true);
  selection_.setSubject(subject);
}

void ReportView::showSubject(const QString& subject) {
  if (following_) return;
  const QModelIndex section = model_->sectionOf(subject.toStdString());
  if (!section.isValid()) return;
  const QScopedValueRollback mine(following_, true);
  table_->setExpanded(section, true);
  table_->setCurrentIndex(model_->index(0, 0, section));
  table_->scrollTo(section, QAbstractItemView::PositionAtTop);
}

void ReportView::showRow(const std::string& subject, const std::string& quantity) {
  awaitedSubject_ = subject;
  awaitedQuantity_ = quantity;
  showAwaited();
}

void ReportView::showAwaited() {
  if (awaitedQuantity_.empty()) return;
  const QModelIndex row = model_->rowOf(awaitedSubject_, awaitedQuantity_);
  if (!row.isValid()) return;
  awaitedSubject_.clear();
  awaitedQuantity_.clear();
  chosen_ = true;  // whoever asked for the row wants to see its page
  showPage(Page::findings);
  table_->setExpanded(row.parent(), true);
  table_->setCurrentIndex(row);
  table_->scrollTo(row, QAbstractItemView::PositionAtCenter);
}

void ReportView::openEvidence(const QModelIndex& index) {
  const QStringList runs = index.siblingAtColumn(0).data(ReportModel::EvidenceRole).toStringList();
  if (!runs.isEmpty()) {
    emit evidenceRequested(runs);
  } else if (!index.parent().isValid()) {
    table_->setExpanded(index.siblingAtColumn(0), !table_->isExpanded(index.siblingAtColumn(0)));
  }
}

const ViewEntry& reportViewEntry() {
  static const ViewEntry entry{
      .id = "report",
      .tab = QT_TRANSLATE_NOOP("View", "Report"),
      .shows = QT_TRANSLATE_NOOP("View", "Everything that was found, with its evidence"),
      .make = makeView<ReportView>,
  };
  return entry;
}

}  // namespace chasescope

#include "moc_report_view.cpp"
