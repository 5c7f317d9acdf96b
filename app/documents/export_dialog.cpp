#include "app/documents/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>

#include "app/documents/export_figures.h"
#include "widgets/figure/figure_export.h"
#include "widgets/registry/figure_list.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {

ExportDialog::ExportDialog(const Session& session, ChoiceOfFigure choiceOf, const QString& figure, QWidget* parent)
    : QDialog(parent),
      session_(session),
      choiceOf_(std::move(choiceOf)),
      figure_(new QComboBox),
      width_(new QComboBox),
      dpi_(new QSpinBox),
      pdf_(new QCheckBox(tr("PDF"))),
      svg_(new QCheckBox(tr("SVG"))),
      png_(new QCheckBox(tr("PNG"))),
      folder_(new QLineEdit),
      fault_(new QLabel) {
  setWindowTitle(tr("Export a figure"));
  const QSettings settings;
  for (const QString& name : figureNames()) figure_->addItem(figureTitle(name), name);
  figure_->setCurrentIndex(std::max(0, figure_->findData(figure)));
  for (const double width : journalWidths()) width_->addItem(tr("%1 mm").arg(width), width);
  width_->setCurrentIndex(std::max(0, width_->findData(settings.value(QStringLiteral("figureWidth"), 88.9).toDouble())));
  dpi_->setRange(72, 2400);
  dpi_->setValue(300);
  for (QCheckBox* box : {pdf_, svg_, png_}) box->setChecked(true);
  folder_->setText(settings.value(QStringLiteral("figureFolder"), QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)).toString());
  fault_->setWordWrap(true);
  looking(fault_, "error");
  fault_->hide();

  auto* formats = new QHBoxLayout;
  for (QCheckBox* box : {pdf_, svg_, png_}) formats->addWidget(box);
  formats->addStretch();
  auto* browse = new QPushButton(tr("Choose …"));
  connect(browse, &QPushButton::clicked, this, &ExportDialog::chooseFolder);
  auto* place = new QHBoxLayout;
  place->addWidget(folder_, 1);
  place->addWidget(browse);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  auto* export_button = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
  looking(export_button, "primary");
  connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::exportNow);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

  auto* form = new QFormLayout(this);
  form->setContentsMargins(24, 24, 24, 16);
  form->setVerticalSpacing(12);
  form->addRow(tr("Figure"), figure_);
  form->addRow(tr("Width"), width_);
  form->addRow(tr("PNG dots per inch"), dpi_);
  form->addRow(tr("Formats"), formats);
  form->addRow(tr("Folder"), place);
  form->addRow(new QLabel(tr("The data (CSV) and what made it (JSON) are written beside the figure.")));
  form->addRow(fault_);
  form->addRow(buttons);
  setMinimumWidth(520);
}

void ExportDialog::chooseFolder() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Where to write the figure"), folder_->text());
  if (!folder.isEmpty()) folder_->setText(folder);
}

void ExportDialog::exportNow() {
  FigureJob job;
  job.figure = figure_->currentData().toString();
  job.choice = choiceOf_(job.figure);
  if (job.figure == QLatin1String("memory-diagram")) job.other = other_;
  job.folder = folder_->text();
  job.widthMm = width_->currentData().toDouble();
  job.dpi = dpi_->value();
  for (const auto& [box, format] : {std::pair{pdf_, "pdf"}, {svg_, "svg"}, {png_, "png"}})
    if (box->isChecked()) job.formats << QString::fromLatin1(format);
  job.formats << QStringLiteral("csv");
  const ExportOutcome outcome = exportFigures(session_, job);
  if (!outcome) {
    fault_->setText(outcome.error);
    fault_->show();
    return;
  }
  QSettings().setValue(QStringLiteral("figureFolder"), folder_->text());
  QSettings().setValue(QStringLiteral("figureWidth"), job.widthMm);
  files_ = outcome.files;
  accept();
}

}  // namespace chasescope

#include "moc_export_dialog.cpp"
