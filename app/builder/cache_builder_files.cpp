// The builder's files: saving, opening, and asking before unsaved work is dropped.
#include <QCloseEvent>
#include <QLabel>
#include <QMessageBox>
#include <utility>

#include "app/builder/cache_builder.h"
#include "app/builder/model_files.h"
#include "engine/build/built_file.h"
#include "engine/output/outgoing_text.h"

namespace chasescope {

QString CacheBuilder::save(const QString& path) {
  if (!build_.card) return tr("This can't be built yet, so there is nothing to save.");
  if (QString fault = writeModel(path, build_.file); !fault.isEmpty()) return fault;
  path_ = path;
  savedText_ = build_.file;
  kept_ = {build_.file};
  refreshHeader();
  emit saved(path);
  return {};
}

void CacheBuilder::askWhereToSave() {
  if (!build_.card) return;
  const QString path = askForModelPath(this, path_.isEmpty() ? modelFileName(QString::fromStdString(built_.name)) : path_);
  if (path.isEmpty()) return;
  if (const QString fault = save(path); !fault.isEmpty()) tellOfModel(this, tr("The model was not saved"), fault);
}

void CacheBuilder::saveIt() {
  if (path_.isEmpty()) return askWhereToSave();
  if (const QString fault = save(path_); !fault.isEmpty()) tellOfModel(this, tr("The model was not saved"), fault);
}

QString CacheBuilder::open(const QString& path) {
  const auto built = build::read_built(path.toStdString());
  if (!built) return QString::fromStdString(built.error().message);
  note_->hide();
  setBuilt(*built);
  path_ = path;
  savedText_ = build_.file;
  kept_ = {build_.file};
  history_.begin(state());
  refreshHeader();
  return {};
}

void CacheBuilder::askWhatToOpen() {
  if (!mayLose()) return;
  const QString path = askForBuiltModel(this);
  if (path.isEmpty()) return;
  if (const QString fault = open(path); !fault.isEmpty()) tellOfModel(this, tr("The model was not opened"), fault);
}

bool CacheBuilder::mayLose() {
  if (!hasUnsaved()) return true;
  const QString name = QString::fromStdString(printable(built_.name));
  const auto answer = askAboutModel(this, tr("Save the cache?"),
                                    build_.card ? tr("“%1” was changed and not saved.").arg(name)
                                                : tr("“%1” was changed, and can't be saved before it can be built.").arg(name),
                                    build_.card.has_value());
  if (answer == QMessageBox::Cancel) return false;
  if (answer == QMessageBox::Save) {
    saveIt();
    return !hasUnsaved();
  }
  kept_.insert(build_.file);  // given up, and not asked about again
  refreshHeader();
  return true;
}

void CacheBuilder::closeEvent(QCloseEvent* event) { mayLose() ? event->accept() : event->ignore(); }

}  // namespace chasescope
