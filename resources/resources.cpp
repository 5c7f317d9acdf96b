#include "resources/resources.h"

#include <QDir>
#include <QFile>

namespace chasescope {

std::optional<std::string> resource_text(const std::string& path) {
  QFile file(QStringLiteral(":/") + QString::fromStdString(path));
  if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
  return file.readAll().toStdString();
}

std::vector<std::string> resource_names(const std::string& folder) {
  std::vector<std::string> names;
  for (const QString& name : QDir(QStringLiteral(":/") + QString::fromStdString(folder)).entryList(QDir::Files, QDir::Name))
    names.push_back(name.toStdString());
  return names;
}

}  // namespace chasescope
