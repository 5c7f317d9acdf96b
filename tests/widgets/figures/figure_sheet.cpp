// Draws every figure of every bundled device, for a person to look at: figure_sheet OUT [WIDTH_MM] [DEVICE …]
#include <QApplication>
#include <QDir>
#include <cstdio>
#include <exception>

#include "tests/widgets/figures/device_sessions.h"
#include "widgets/figure/figure_export.h"
#include "widgets/style/fonts.h"

namespace chasescope {
namespace {

int draw(const QStringList& arguments) {
  const QDir folder(arguments.value(1));
  if (arguments.size() < 2 || !QDir().mkpath(folder.path())) {
    std::fprintf(stderr, "figure_sheet: Name a folder for the pictures: figure_sheet OUT [WIDTH_MM] [DEVICE ...]\n");
    return 2;
  }
  FigureOptions options;
  options.caption = true;
  if (arguments.size() > 2) options.width_mm = arguments[2].toDouble();
  options.csv = options.provenance = false;
  std::vector<std::string> devices;
  for (const QString& id : arguments.mid(3)) devices.push_back(id.toStdString());
  for (const std::string& device : devices.empty() ? bundledDevices() : devices)
    for (const auto& [name, made] : allFigures(device)) {
      if (!made) {
        std::printf("%s %s: %s\n", device.c_str(), name.toUtf8().constData(), made.error.toUtf8().constData());
        continue;
      }
      const QString file =
          name + QLatin1Char('.') + QString::fromStdString(device.substr(device.find(':') + 1)) + QStringLiteral(".png");
      const ExportOutcome outcome = exportFigure(*made.figure, options, folder.filePath(file), FigureFormat::png);
      if (!outcome) std::fprintf(stderr, "%s\n", outcome.error.toUtf8().constData());
    }
  return 0;
}

}  // namespace
}  // namespace chasescope

int main(int argc, char** argv) {
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  const QApplication application(argc, argv);
  chasescope::registerFonts();
  try {
    return chasescope::draw(QCoreApplication::arguments());
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "figure_sheet: %s\n", fault.what());
    return 2;
  }
}
