// chasescope [FILE] [--device ID]
#include <QApplication>
#include <QIcon>
#include <QSettings>
#include <QTimer>

#include "app/commands/commands.h"
#include "app/failure.h"
#include "app/font_setup.h"
#include "app/main_window.h"
#include "app/version.h"
#include "engine/device/catalogue/catalogue.h"

namespace chasescope {
namespace {

bool there_is_a_display() {
  for (const char* name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
    if (!qEnvironmentVariableIsEmpty(name)) return true;
  return false;
}

}  // namespace

int window_command(const WindowOptions& options, int argc, char** argv) {
  if (!there_is_a_display())
    return fail("There is no display to open a window on (DISPLAY and WAYLAND_DISPLAY are not set). Use the commands instead: chasescope --help.");
  QApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
  prepare_font_configuration();
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("ChaseScope"));
  QApplication::setOrganizationName(QStringLiteral("ChaseScope"));
  QApplication::setApplicationDisplayName(QStringLiteral("ChaseScope"));

  QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/chasescope.svg")));

  Theme theme;
  const QSettings settings;
  theme.setMode(settings.value(QStringLiteral("dark"), false).toBool() ? Theme::Mode::dark : Theme::Mode::light);
  theme.setFontScale(settings.value(QStringLiteral("fontScale"), 1.0).toDouble());
  theme.applyTo(application);

  MainWindow window(theme);
  window.show();
  QTimer::singleShot(0, &window, [&] {
    if (!options.file.empty()) {
      window.openSession(QString::fromStdString(options.file));
      return;
    }
    std::string device = options.device;
    if (device.empty()) {
      const auto listing = list_devices();
      if (!listing.devices.empty()) device = listing.devices.front().id;
    }
    if (device.empty()) return;
    window.measureWhenOpen();
    window.openDevice(QString::fromStdString(device));
  });
  return QApplication::exec();
}

}  // namespace chasescope
