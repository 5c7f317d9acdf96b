#include "app/documents/own_models.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include "engine/device/software/software_device.h"

namespace chasescope {
namespace {

constexpr qsizetype kMostModels = 50;
const QString kOwnModelsKey = QStringLiteral("ownModels");

}  // namespace

QStringList OwnModels::paths() {
  QStringList there;
  const QStringList all = QSettings().value(kOwnModelsKey).toStringList();
  for (const QString& path : all)
    if (QFileInfo::exists(path)) there << path;
  return there;
}

void OwnModels::remember(const QString& path) {
  const QString whole = QFileInfo(path).absoluteFilePath();
  QStringList all = paths();
  if (!all.contains(whole)) all << whole;
  QSettings().setValue(kOwnModelsKey, all.mid(std::max<qsizetype>(0, all.size() - kMostModels)));
}

DeviceEntry OwnModels::entryOf(const QString& path) {
  const QString whole = QFileInfo(path).absoluteFilePath();
  DeviceEntry entry;
  entry.id = QStringLiteral("file:") + whole;
  entry.kind = DeviceEntry::Kind::model;
  const auto card = model_file_card(whole.toStdString());
  entry.name = card ? QString::fromStdString(card->name) : QFileInfo(whole).fileName();
  entry.detail = card ? QString::fromStdString(card->summary) + QLatin1Char('\n') + QDir::toNativeSeparators(whole)
                      : QString::fromStdString(card.error().message);
  return entry;
}

}  // namespace chasescope
