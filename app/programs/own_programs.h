// Devices that a person added, in the window: programs, cards of other machines and files. Programs are opened by a dialog, listed
// among the devices, started anew when their files change, and told of when they die.
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
  /// `openDevice` opens a device as a click in the list does, and asks what is to become of unsaved measurements. The actions are
  /// enabled and connected here.
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

  /// Opens a program, and keeps it in the list from now on.
  void open(const OwnProgram& program);
  /// Starts the open program, or the one that died, anew.
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
  bool runsOn_ = false;  // the program was running freely when it was started anew
};

}  // namespace chasescope
