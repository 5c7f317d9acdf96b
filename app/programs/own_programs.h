// Devices that a person added, in the window: programs, cards of other machines and files. A dialog opens them, the list of devices
// shows them; they are restarted when their files change, and a message tells when a program ended.
#pragma once

#include <QObject>
#include <functional>

#include "app/measurement/explorer.h"
#include "app/measurement/free_run.h"
#include "app/programs/file_watch.h"
#include "app/programs/program_list.h"
#include "widgets/shell/device_list.h"
#include "widgets/shell/log_panel.h"

class QAction;

namespace chasescope {

class OwnPrograms : public QObject {
  Q_OBJECT
 public:
  /// `openDevice` opens a device like a click in the list, and asks what to do with unsaved measurements. The actions are enabled
  /// and connected here.
  struct Window {
    Explorer& explorer;
    FreeRun& freeRun;
    DeviceList& devices;
    LogPanel& log;
    const Theme& theme;
    QAction* open;
    QAction* restart;
    std::function<void(const QString& id)> openDevice;
    QWidget* widget;
  };
  explicit OwnPrograms(Window window);

  /// Opens a program and keeps it in the list.
  void open(const OwnProgram& program);
  /// Restarts the open program, or the one that ended.
  void restart();
  const FileWatch& watch() const { return watch_; }

 private:
  void ask();
  void list();
  void opened(const QString& id);
  void fileChanged(const QString& file);
  void saveTemplate(const QString& suffix, class ProgramDialog& dialog);
  void refresh();
  QString nameOf(const QString& id) const;

  Window window_;
  FileWatch watch_;
  QStringList added_;    // ids in the list of devices that are there because a person added them
  bool runsOn_ = false;  // the program was in free-running mode when it was restarted
};

}  // namespace chasescope
