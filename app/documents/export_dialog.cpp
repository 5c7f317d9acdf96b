#include "app/documents/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QStandardPaths>
#include <algorithm>

#include "app/documents/figure_panel.h"
#include "app/documents/figure_preview.h"
#include "engine/findings/found_sets.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_faults.h"
#include "widgets/figure/figure_fit.h"
#include "widgets/registry/figure_list.h"
#include "widgets/style/screen_room.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {

namespace {

void gather(QLayoutItem* item, QList<QWidget*>& controls) {
  if (item == nullptr) return;
  if (QLayout* layout = item->layout())
    for (int i = 0; i < layout->count(); ++i) gather(layout->itemAt(i), controls);
  else if (item->widget() != nullptr && item->widget()->focusPolicy() != Qt::NoFocus)
    controls << item->widget();
}

/// The controls from above to below; the layout itself lists them in the order in which they were added.
QList<QWidget*> controlsOf(const QFormLayout& rows) {
  QList<QWidget*> controls;
  for (int row = 0; row < rows.rowCount(); ++row)
    for (const auto role : {QFormLayout::FieldRole, QFormLayout::SpanningRole}) gather(rows.itemAt(row, role), controls);
  return controls;
}

}  // namespace

ExportDialog::ExportDialog(const Session& session, ChoiceOfFigure choiceOf, const QString& figure, QWidget* parent)
    : QDialog(parent),
      session_(session),
      choiceOf_(std::move(choiceOf)),
      figure_(new QComboBox),
      panel_(new FigurePanel),
      preview_(new FigurePreview),
      formats_{new QCheckBox(tr("PDF")), new QCheckBox(tr("SVG")),   new QCheckBox(tr("PNG")),
               new QCheckBox(tr("EPS")), new QCheckBox(tr("LaTeX")), new QCheckBox(tr("Python"))},
      data_(new QCheckBox(tr("CSV"))),
      folder_(new QLineEdit),
      name_(new QLineEdit),
      replace_(new QCheckBox(tr("Replace files that are there"))),
      fault_(new QLabel) {
  setWindowTitle(tr("Export a figure"));
  for (const QString& name : figureNames()) figure_->addItem(figureTitle(name), name);
  figure_->setCurrentIndex(std::max(0, figure_->findData(figure)));
  constexpr int kUsual = 3;  // the others are for those who know that they need them
  for (int i = 0; i < kUsual; ++i) formats_[i]->setChecked(true);
  data_->setChecked(true);
  folder_->setText(QSettings()
                       .value(QStringLiteral("figureFolder"), QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation))
                       .toString());
  fault_->setWordWrap(true);
  looking(fault_, "error");
  fault_->hide();
  layOut();

  constexpr int kSoon = 150;  // ms without a change before the preview is drawn: nothing is drawn while a number is typed
  due_.setSingleShot(true);
  due_.setInterval(kSoon);
  connect(&due_, &QTimer::timeout, this, &ExportDialog::settle);
  connect(panel_, &FigurePanel::changed, &due_, qOverload<>(&QTimer::start));
  connect(figure_, &QComboBox::currentIndexChanged, this, &ExportDialog::takeFigure);
  takeFigure();
}

void ExportDialog::layOut() {
  auto* formats = new QGridLayout;
  constexpr int kInRow = 4;
  const QList<QCheckBox*> boxes = formats_ + QList{data_};
  for (int i = 0; i < boxes.size(); ++i) formats->addWidget(boxes[i], i / kInRow, i % kInRow);
  auto* browse = new QPushButton(tr("Choose …"));
  connect(browse, &QPushButton::clicked, this, &ExportDialog::chooseFolder);
  auto* place = new QHBoxLayout;
  place->addWidget(folder_, 1);
  place->addWidget(browse);
  figure_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  figure_->setMinimumContentsLength(12);
  figure_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  figure_->setAccessibleName(tr("Figure"));
  folder_->setAccessibleName(tr("Folder"));

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  export_ = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
  looking(export_, "primary");
  connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::exportNow);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

  QFormLayout& rows = panel_->rows();
  rows.insertRow(0, tr("&Figure"), figure_);
  for (QCheckBox* box : boxes) box->setProperty(kOptionOfControl, "--formats");
  folder_->setProperty(kOptionOfControl, "--output");
  name_->setProperty(kOptionOfControl, "--name");
  replace_->setProperty(kOptionOfControl, "--force");
  rows.addItem(new QSpacerItem(0, 8));
  rows.addRow(tr("Formats"), formats);
  rows.addRow(tr("Folder"), place);
  rows.addRow(tr("Na&me"), name_);
  rows.addRow(replace_);
  auto* beside = new QLabel(tr("CSV is the data behind the figure. The settings that made it (JSON) are written beside it."));
  beside->setWordWrap(true);
  rows.addRow(beside);

  auto* inside = new QWidget;
  auto* left = new QVBoxLayout(inside);
  left->setContentsMargins(0, 0, 16, 0);
  left->addWidget(panel_);
  left->addStretch();
  auto* scrolled = new QScrollArea;
  scrolled->setWidget(inside);
  scrolled->setWidgetResizable(true);
  scrolled->setFrameShape(QFrame::NoFrame);
  scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  constexpr int kOptions = 400;
  scrolled->setFixedWidth(kOptions);

  auto* parts = new QHBoxLayout;
  parts->addWidget(scrolled);
  parts->addWidget(preview_, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 16);
  column->addLayout(parts, 1);
  column->addWidget(fault_);
  column->addWidget(buttons);
  // Tab goes from above to below, not in the order in which the rows were made.
  const QList<QWidget*> controls = controlsOf(rows);
  for (qsizetype i = 1; i < controls.size(); ++i) setTabOrder(controls[i - 1], controls[i]);
  resizeOnScreen(*this, {1100, 680});
}

void ExportDialog::setOther(std::shared_ptr<const Session> other) {
  other_ = std::move(other);
  offerFiguresOfCards();
  takeFigure();
}

void ExportDialog::setCards(std::vector<SessionPtr> cards) {
  cards_ = std::move(cards);
  offerFiguresOfCards();
  takeFigure();
}

/// Adds the figures that only several cards can fill.
void ExportDialog::offerFiguresOfCards() {
  if (cards_.empty() && !other_) return;
  for (const QString& name : cardFigureNames())
    if (figure_->findData(name) < 0) figure_->addItem(figureTitle(name), name);
}

std::vector<SessionPtr> ExportDialog::othersOf(const QString& figure) const {
  if (figureCards(figure) == FigureCards::any && !cards_.empty()) return cards_;
  return (figureCards(figure) == FigureCards::two || cardFigureNames().contains(figure)) && other_ ? std::vector{other_}
                                                                                                   : std::vector<SessionPtr>();
}

/// The caches that findings of the session are about, in the order of cache_subjects().
std::vector<std::string> ExportDialog::cachesOf(const QString& figure) const {
  std::vector<std::string> caches;
  if (!figureChoosesCache(figure)) return caches;
  for (const std::string& subject : cache_subjects())
    if (std::any_of(session_.findings.begin(), session_.findings.end(), [&](const Finding& one) { return one.subject == subject; }))
      caches.push_back(subject);
  return caches;
}

void ExportDialog::takeFigure() {
  const QString figure = figure_->currentData().toString();
  FigureChoice choice = choiceOf_(figure);
  const FigureOutcome made = figureOf(session_, figure, choice, othersOf(figure));
  panel_->showFigure(made ? made.figure->traits() : FigureTraits(), choice, cachesOf(figure),
                     figureChoosesRun(figure) && othersOf(figure).empty());
  settle();
}

FigureJob ExportDialog::job() const {
  FigureJob job;
  job.figure = figure_->currentData().toString();
  job.choice = choiceOf_(job.figure);
  panel_->putInto(job.choice);
  job.others = othersOf(job.figure);
  job.folder = folder_->text();
  job.name = name_->text();
  job.options = panel_->options();
  job.force = replace_->isChecked();
  for (qsizetype i = 0; i < formats_.size(); ++i)
    if (formats_[i]->isChecked()) job.formats << figureFormatNames()[i];
  if (data_->isChecked()) job.formats << QStringLiteral("csv");
  return job;
}

void ExportDialog::settle() {
  due_.stop();
  FigureJob wanted = job();
  name_->setPlaceholderText(fileNameOf(session_, wanted.figure, wanted.choice, wanted.others));
  const FigureOutcome made = figureOf(session_, wanted.figure, wanted.choice, wanted.others);
  QString fault = made ? choiceProblem(*made.figure, wanted.choice) : made.error;
  if (fault.isEmpty()) fault = partsProblem(*made.figure, wanted.options);
  if (made && panel_->isSound()) wanted.options = withFittingType(*made.figure, wanted.options);
  const QString fit = made && panel_->isSound() ? fitProblem(*made.figure, wanted.options) : QString();
  panel_->tellFaults(fit);
  const bool sound = panel_->isSound() && fit.isEmpty() && fault.isEmpty();
  if (sound && optionsProblem(wanted.options).isEmpty())
    preview_->show(made.figure, wanted.options);
  else if (!fault.isEmpty())
    preview_->showReason(fault);
  export_->setEnabled(sound);
  fault_->hide();
}

void ExportDialog::chooseFolder() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Where to write the figure"), folder_->text());
  if (!folder.isEmpty()) folder_->setText(folder);
}

void ExportDialog::exportNow() {
  if (due_.isActive()) settle();
  if (!export_->isEnabled()) return;
  FigureJob wanted = job();
  if (const FigureOutcome made = figureOf(session_, wanted.figure, wanted.choice, wanted.others); made)
    wanted.options = withFittingType(*made.figure, wanted.options);
  wanted.origin = figure_origin(wanted, {file_, QStringList(static_cast<qsizetype>(wanted.others.size()))});
  const ExportOutcome outcome = exportFigures(session_, wanted);
  if (!outcome) {
    fault_->setText(outcome.error);
    fault_->show();
    return;
  }
  QSettings().setValue(QStringLiteral("figureFolder"), folder_->text());
  panel_->remember();
  files_ = outcome.files;
  accept();
}

}  // namespace chasescope

#include "moc_export_dialog.cpp"
