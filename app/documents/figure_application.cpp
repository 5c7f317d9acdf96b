#include "app/documents/figure_application.h"

#include <QTemporaryDir>

#include "app/documents/font_setup.h"

namespace chasescope {
namespace {

constexpr const char* kRuntimeFolder = "XDG_RUNTIME_DIR";

/// While it lives, the process has a folder for sockets of the desktop, if it had none. When an application starts, Qt looks for
/// such a socket, even if no display is wanted; without that folder Qt makes one in /tmp, and says so on standard error.
class RuntimeFolder {
 public:
  RuntimeFolder() {
    if (qEnvironmentVariableIsSet(kRuntimeFolder)) return;
    folder_ = std::make_unique<QTemporaryDir>();
    if (folder_->isValid()) qputenv(kRuntimeFolder, folder_->path().toUtf8());
  }
  ~RuntimeFolder() {
    if (folder_ && folder_->isValid()) qunsetenv(kRuntimeFolder);
  }
  RuntimeFolder(const RuntimeFolder&) = delete;
  RuntimeFolder& operator=(const RuntimeFolder&) = delete;

 private:
  std::unique_ptr<QTemporaryDir> folder_;  // null if the process has a folder already
};

}  // namespace

FigureApplication::FigureApplication() {
  if (QCoreApplication::instance() != nullptr) return;
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");  // a figure needs no display
  prepare_font_configuration();
  const RuntimeFolder runtime;
  application_ = std::make_unique<QApplication>(count_, names_);
}

FigureApplication::~FigureApplication() = default;

}  // namespace chasescope
