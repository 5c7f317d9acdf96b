#include "app/documents/document_dialogs.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMessageBox>

#include "app/documents/documents.h"
#include "app/documents/export_dialog.h"
#include "app/documents/recent_files.h"
#include "app/documents/report_files.h"
#include "engine/output/outgoing_text.h"
#include "engine/output/output_file.h"
#include "engine/session/convert.h"
#include "widgets/figure/figure_export.h"

namespace chasescope {

QString DocumentDialogs::askForSession() {
  return QFileDialog::getOpenFileName(
      window_, tr("Open a session"), {},
      tr("Sessions, lessons, mystery cards and answers (*.json *.cbor *.csv *.md *.mystery *.answers);;All files (*)"));
}

void DocumentDialogs::warn(const QString& title, const QString& fault) {
  QMessageBox box(QMessageBox::Warning, title, QString::fromStdString(printable(fault.toStdString())), QMessageBox::Ok, window_);
  box.setTextFormat(Qt::PlainText);  // the fault may quote a stranger's file
  box.exec();
}

bool DocumentDialogs::open(const QString& path) {
  const QString fault = explorer_.openSession(path);
  if (!fault.isEmpty()) {
    log_.add(LogPanel::Level::error, fault);
    warn(tr("The session was not opened"), fault);
    return false;
  }
  const bool bundled = path.startsWith(QLatin1Char(':'));
  log_.add(LogPanel::Level::good, bundled ? tr("Opened the recording of %1: what a discovery of that card measured.")
                                                .arg(QString::fromStdString(explorer_.session().device.name))
                                          : tr("Opened %1.").arg(path));
  if (!bundled) RecentFiles::remember(path);
  return true;
}

bool DocumentDialogs::mayDiscard() {
  if (!explorer_.hasUnsavedRuns()) return true;
  const auto answer = QMessageBox::question(window_, tr("Save the measurements?"),
                                            tr("The traces and findings on screen have not been saved. They would be lost."),
                                            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
  if (answer == QMessageBox::Save) return saveAs();
  if (answer == QMessageBox::Discard) explorer_.declineUnsaved();
  return answer == QMessageBox::Discard;
}

bool DocumentDialogs::mayForget() {
  const QStringList names = explorer_.keptUnsaved();
  if (names.isEmpty()) return true;
  return QMessageBox::question(window_, tr("Leave without saving?"),
                               tr("What was measured on %1 has not been saved. Open the device again to save it.")
                                   .arg(names.join(QStringLiteral(", "))),
                               QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Cancel) == QMessageBox::Discard;
}

bool DocumentDialogs::saveAs() {
  QString path = QFileDialog::getSaveFileName(
      window_, tr("Save the session"), QStringLiteral("session.json"),
      tr("JSON (*.json);;CBOR, for large traces (*.cbor);;CSV, the traces only; of several, a folder (*.csv)"));
  if (path.isEmpty()) return false;
  if (!path.contains(QLatin1Char('.'))) path += QStringLiteral(".json");
  const Place place = place_for(explorer_.session(), path.toStdString());
  if (!place.why.empty()) {
    path = QString::fromStdString(place.path.string());
    log_.add(LogPanel::Level::warning, QString::fromStdString(place.why));
  }
  const QString fault = explorer_.saveSession(path);
  log_.add(fault.isEmpty() ? LogPanel::Level::good : LogPanel::Level::error, fault.isEmpty() ? tr("Saved %1.").arg(path) : fault);
  if (fault.isEmpty()) RecentFiles::remember(path);
  if (!fault.isEmpty()) warn(tr("The session was not saved"), fault);
  return fault.isEmpty();
}

void DocumentDialogs::exportFigure(const QString& figure, const ChoiceOfFigure& choiceOf, std::vector<SessionPtr> cards) {
  if (!explorer_.hasRuns()) return;
  ExportDialog dialog(explorer_.session(), choiceOf, figure, window_);
  dialog.setFile(explorer_.fileOfSession());
  dialog.setOther(explorer_.other());
  dialog.setCards(std::move(cards));
  if (dialog.exec() != QDialog::Accepted) return;
  for (const QString& file : dialog.files()) log_.add(LogPanel::Level::good, tr("Wrote %1.").arg(file));
}

void DocumentDialogs::exportAlone(const FigureOutcome& made, const QString& name) {
  if (!made) return warn(tr("There is no figure"), made.error + (made.unmeasured ? QStringLiteral(".") : QString()));
  QString path = QFileDialog::getSaveFileName(window_, tr("Export a figure"), name + QStringLiteral(".pdf"),
                                              tr("PDF (*.pdf);;SVG (*.svg);;PNG (*.png)"));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".pdf");
  const auto format = figureFormatFrom(path);
  const ExportOutcome outcome =
      format ? chasescope::exportFigure(*made.figure, {.width_mm = kPageWidth}, path, *format)
             : ExportOutcome{{}, tr("%1 has an ending that names no format: write .pdf, .svg or .png.").arg(path)};
  if (!outcome) {
    log_.add(LogPanel::Level::error, outcome.error);
    return warn(tr("The figure was not written"), outcome.error);
  }
  for (const QString& file : outcome.files) log_.add(LogPanel::Level::good, tr("Wrote %1.").arg(file));
}

void DocumentDialogs::saveTable(const std::function<std::string(bool csv)>& text) {
  QString path =
      QFileDialog::getSaveFileName(window_, tr("Save the table"), QStringLiteral("cards.md"), tr("Markdown (*.md);;CSV (*.csv)"));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".md");
  OutputFile file(path.toStdString());
  file.put(text(path.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive)));
  if (const auto fault = file.commit()) {
    log_.add(LogPanel::Level::error, QString::fromStdString(*fault));
    return warn(tr("The table was not written"), QString::fromStdString(*fault));
  }
  log_.add(LogPanel::Level::good, tr("Wrote %1.").arg(path));
}

void DocumentDialogs::exportReport() {
  const QStringList filters = reportFilters();
  QString filter = filters.front();
  QString path = QFileDialog::getSaveFileName(window_, tr("Export a report"), QStringLiteral("report"),
                                              filters.join(QStringLiteral(";;")), &filter);
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += reportEndingOf(filter);
  QGuiApplication::setOverrideCursor(Qt::WaitCursor);  // a dozen figures take a moment
  const Place place = place_for(explorer_.session(), path.toStdString());
  const auto written = write_document_with_figures(explorer_.session(), place.path, reportFormatOf(filter).toStdString());
  QGuiApplication::restoreOverrideCursor();
  if (!written) {
    const QString fault = QString::fromStdString(written.error().message);
    log_.add(LogPanel::Level::error, fault);
    warn(tr("The report was not written"), fault);
    return;
  }
  if (!place.why.empty()) log_.add(LogPanel::Level::warning, QString::fromStdString(place.why));
  for (const auto& file : written->files) log_.add(LogPanel::Level::good, tr("Wrote %1.").arg(QString::fromStdString(file.string())));
  for (const std::string& warning : written->warnings) log_.add(LogPanel::Level::info, QString::fromStdString(warning));
}

void DocumentDialogs::compareWith() {
  const QString path = QFileDialog::getOpenFileName(window_, tr("Compare with"), {},
                                                    tr("Sessions and topology files (*.json *.cbor);;All files (*)"));
  if (path.isEmpty()) return;
  const auto other = open_document(path.toStdString());
  if (!other) {
    const QString fault = QString::fromStdString(other.error().message);
    log_.add(LogPanel::Level::error, fault);
    warn(tr("The file was not opened"), fault);
    return;
  }
  ComparisonDialog dialog(compare_sessions(explorer_.session(), other->session), path, theme_, window_);
  dialog.exec();
}

}  // namespace chasescope
