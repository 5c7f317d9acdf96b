#include "app/programs/program_template.h"

#include <QCoreApplication>
#include <QFileInfo>

#include "app/programs/program_list.h"
#include "engine/output/output_file.h"
#include "resources/resources.h"

namespace chasescope {

QString writeTemplate(const QString& suffix, const QString& path) {
  const auto text = resource_text("examples/cache_device." + suffix.toStdString());
  if (!text) return QCoreApplication::translate("OwnPrograms", "There is no template in that language.");
  OutputFile file(path.toStdString());
  file.put(*text);
  const auto fault = file.commit();
  return fault ? QString::fromStdString(*fault) : QString();
}

TemplateUse useOfTemplate(const QString& suffix, const QString& path) {
  const QFileInfo file(path);
  const QString source = commandWord(file.absoluteFilePath());
  if (suffix == QLatin1String("py")) return {QStringLiteral("python3 ") + source, {}};
  const QString program = commandWord(file.absolutePath() + QLatin1Char('/') + file.completeBaseName());
  return {program,
          QCoreApplication::translate("OwnPrograms", "Compile it first: g++ -std=c++17 -O2 %1 -o %2").arg(source, program)};
}

}  // namespace chasescope
