#include "app/builder/model_files.h"

#include <QFileDialog>
#include <QFileInfo>

#include "engine/output/outgoing_text.h"
#include "engine/output/output_file.h"
#include "widgets/style/words.h"

namespace chasescope {

QString modelFileName(const QString& name) {
  QString file;
  for (const QChar& c : name.toLower()) file += c.isLetterOrNumber() ? c : QLatin1Char('-');
  while (file.contains(QLatin1String("--"))) file.replace(QLatin1String("--"), QLatin1String("-"));
  while (file.startsWith(QLatin1Char('-'))) file.remove(0, 1);
  while (file.endsWith(QLatin1Char('-'))) file.chop(1);
  return (file.isEmpty() ? QStringLiteral("cache") : file.left(60)) + QStringLiteral(".json");
}

QString askForModelPath(QWidget* parent, const QString& suggested) {
  const QString path = QFileDialog::getSaveFileName(parent, tr("Save the model"), suggested, tr("Model files (*.json)"));
  if (path.isEmpty() || QFileInfo(path).fileName().contains(QLatin1Char('.'))) return path;
  return path + QStringLiteral(".json");
}

QString askForBuiltModel(QWidget* parent) {
  return QFileDialog::getOpenFileName(parent, tr("Go on with a model that was built here"), {},
                                      tr("Model files (*.json);;All files (*)"));
}

QMessageBox::StandardButton askAboutModel(QWidget* parent, const QString& title, const QString& sentence, bool canBeSaved) {
  const auto buttons = QMessageBox::Discard | QMessageBox::Cancel;
  QMessageBox box(QMessageBox::Question, title, sentence, canBeSaved ? buttons | QMessageBox::Save : buttons, parent);
  box.setTextFormat(Qt::PlainText);
  box.setDefaultButton(canBeSaved ? QMessageBox::Save : QMessageBox::Cancel);
  return static_cast<QMessageBox::StandardButton>(box.exec());
}

QString writeModel(const QString& path, std::string_view text) {
  OutputFile file(path.toStdString());
  file.put(text);
  const auto fault = file.commit();
  return fault ? QString::fromStdString(*fault) : QString();
}

void tellOfModel(QWidget* parent, const QString& title, const QString& fault) {
  QMessageBox box(QMessageBox::Warning, title, QString::fromStdString(printable(fault.toStdString())), QMessageBox::Ok, parent);
  box.setTextFormat(Qt::PlainText);  // the fault may quote a stranger's file
  box.exec();
}

}  // namespace chasescope
