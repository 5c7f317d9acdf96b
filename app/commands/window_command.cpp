// chasescope [FILE] [--device ID]
#include <QApplication>
#include <QIcon>
#include <QScreen>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

#include "app/commands/commands.h"
#include "app/documents/font_setup.h"
#include "app/measurement/failure.h"
#include "app/measurement/interrupt.h"
#include "app/measurement/version.h"
#include "app/window/main_window.h"
#include "app/window/theme_settings.h"
#include "engine/device/catalogue/catalogue.h"
#include "engine/device/recording/bundled.h"
#include "engine/session/journal/journal_folder.h"

namespace chasescope {
namespace {

/// If the display can't be reached, Qt writes the reason as warnings and ends the program by a signal; this makes one sentence of
/// it.
void tell_fatal(QtMsgType type, const QMessageLogContext& /*context*/, const QString& text) {
  static QStringList reasons;
  if (type == QtFatalMsg) {
    if (reasons.isEmpty()) reasons << text.simplified();
    fail("The window can't be opened: " + reasons.join(QStringLiteral("; ")).toStdString());
    std::_Exit(1);
  }
  reasons << text.simplified();
}

/// Ends the program with a sentence if the display does not answer in time: a remote display may never answer.
class DisplayPatience {
 public:
  DisplayPatience()
      : watch_([this](const std::stop_token& answered) {
          constexpr std::chrono::seconds kPatience(20);
          std::unique_lock lock(mutex_);
          if (wake_.wait_for(lock, answered, kPatience, [] { return false; }) || answered.stop_requested()) return;
          fail("The window can't be opened: the display does not answer.");
          std::_Exit(1);
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread watch_;
};

/// Makes a signal close the window and all open dialogs without asking; ends the program if that takes too long. Must be made
/// before the application, which starts threads.
class EndBySignal {
 public:
  ~EndBySignal() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    wake_.notify_all();
  }

  /// Shows the window until it is closed. Returns the program's exit code.
  int exec() {
    {
      const std::lock_guard lock(mutex_);
      if (interrupt_.token().stop_requested()) return interrupt_.exit_code();
      shown_ = true;
    }
    const int code = QApplication::exec();
    const std::lock_guard lock(mutex_);
    shown_ = false;
    return interrupt_.token().stop_requested() ? interrupt_.exit_code() : code;
  }

 private:
  /// Called on the thread that receives the signal.
  void close() {
    constexpr std::chrono::milliseconds kPatience(800);
    std::unique_lock lock(mutex_);
    if (shown_)
      QMetaObject::invokeMethod(
          qApp, [] { QApplication::exit(); }, Qt::QueuedConnection);
    if (!wake_.wait_for(lock, kPatience, [this] { return closed_; })) std::_Exit(interrupt_.exit_code());
  }

  InterruptGuard interrupt_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool shown_ = false, closed_ = false;
  std::stop_callback<std::function<void()>> on_signal_{interrupt_.token(), [this] { close(); }};
};

/// The first device for a new user: the machine's own card, else the card of the best-known picture of the 2014 paper.
std::string first_device() {
  constexpr const char* kFirstModel = "model:gtx560ti";
  const auto listing = list_devices();
  if (listing.devices.empty()) return {};
  const CatalogueEntry& first = listing.devices.front();
  if (first.origin == Origin::hardware) return first.id;
  const auto known = std::any_of(listing.devices.begin(), listing.devices.end(), [&](const auto& entry) { return entry.id == kFirstModel; });
  return known ? kFirstModel : first.id;
}

}  // namespace

bool there_is_a_display() {
  for (const char* name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
    if (!qEnvironmentVariableIsEmpty(name)) return true;
  return false;
}

int window_command(const WindowOptions& options, int argc, char** argv) {
  if (!there_is_a_display())
    return fail("There is no display to open a window on (DISPLAY and WAYLAND_DISPLAY are not set). Use the commands instead: chasescope --help.");
  QApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
  prepare_font_configuration();
  const QtMessageHandler usual = qInstallMessageHandler(tell_fatal);
  EndBySignal end;
  auto patience = std::make_unique<DisplayPatience>();
  QApplication application(argc, argv);
  patience.reset();
  qInstallMessageHandler(usual);
  QApplication::setApplicationName(QStringLiteral("ChaseScope"));
  QApplication::setOrganizationName(QStringLiteral("ChaseScope"));
  QApplication::setApplicationDisplayName(QStringLiteral("ChaseScope"));

  QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/chasescope.svg")));

  Theme theme;
  loadTheme(theme);
  theme.applyTo(application);

  MainWindow window(theme);
  // A screen scaled to 200 % may be smaller than the window.
  window.resize(window.size().boundedTo(window.screen()->availableSize()));
  window.show();
  window.keepIn(journal_folder());
  QTimer::singleShot(0, &window, [&] {
    if (!options.file.empty()) {
      window.openSession(QString::fromStdString(document_file(options.file).string()));
      return;
    }
    if (!options.lesson.empty()) {
      window.playLesson(QString::fromStdString(options.lesson));
      return;
    }
    std::string device = options.device;
    if (device.empty()) device = first_device();
    if (device.empty()) return;
    if (options.device.empty()) window.showStart(true);
    window.measureWhenOpen();
    window.openDevice(QString::fromStdString(device));
  });
  return end.exec();
}

}  // namespace chasescope
