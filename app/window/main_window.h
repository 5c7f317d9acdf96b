// The window: panels, menus and wiring. Measurement is left to Explorer.
#pragma once

#include <QMainWindow>
#include <filesystem>

#include "app/documents/document_dialogs.h"
#include "app/measurement/explorer.h"
#include "app/measurement/free_run.h"
#include "app/window/device_settings.h"
#include "app/window/window_actions.h"
#include "app/window/window_centre.h"
#include "widgets/shell/log_panel.h"
#include "widgets/style/theme.h"

class QDockWidget;

namespace chasescope {

class DeviceList;
class FindingsPanel;
class LessonMode;
class MysteryDesk;
class ParameterForm;
class PresenterMode;
class ProbeList;
class SecondCard;
class ViewTabs;
class WindowPages;
class WindowState;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(Theme& theme, QWidget* parent = nullptr);
  ~MainWindow() override;

  Explorer& explorer() { return explorer_; }
  FreeRun& freeRun() { return freeRun_; }
  WindowActions& actions() { return *actions_; }
  ParameterForm& form() { return *form_; }
  ViewTabs& views() { return *views_; }

  /// Chooses and opens a device, as if the person had clicked it. False: the person cancelled, and nothing has changed.
  bool openDevice(const QString& id);
  /// Opens a session file, or by its ending a mystery card, answers or a lesson; shows a message if that fails.
  void openSession(const QString& path);
  /// Opens the window in which answer files are graded, with these files and folders of them.
  void gradeAnswers(const QStringList& paths);
  /// Shows the first page, or the views in its place.
  void showStart(bool start);
  /// Plays a lesson by its id or its file.
  void playLesson(const QString& idOrPath);
  /// Opens a second device beside the first; empty: removes the second.
  void putBeside(const QString& id);
  SecondCard& second();
  /// The widget with the views of one card, or of two.
  QWidget& cards() const;
  DeviceSettings& settings() { return settings_; }
  LessonMode& lessons() { return *lessons_; }
  /// Chooses the probe and runs it with these values; what they leave out has its default. `freely`: over and over.
  void runProbe(const QString& name, const ParameterValues& values, bool freely = false);
  /// Calls `next` as soon as the device under way is open, or at once if one is open.
  void onceOpen(std::function<void()> next);
  /// Keeps measurements in a journal in this folder, and offers documents that an earlier program left there.
  void keepIn(const std::filesystem::path& folder);
  /// Measures as soon as the device is open: free-running on a model, once on a card.
  void measureWhenOpen() { measureWhenOpen_ = true; }

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  void buildPanels();
  void connectExplorer();
  void connectActions();
  QDockWidget* addPanel(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area);
  /// Chooses a probe with the settings that it last had on this device, or with its defaults.
  void chooseProbe(const QString& name, bool asLeft = true);
  void runOnce();
  void exportFigure(const QString& figure = {});
  Restored restoreSession(const Session& session);
  bool mayLeaveLoose();
  void showEvidence(const QStringList& runIds);
  void deviceOpened(const QString& id);
  void beginToMeasure();
  void probeEnded(const QString& probe, const QString& sentence);
  void restoreLayout();

  Theme& theme_;
  Explorer explorer_;
  WindowActions* actions_;
  DeviceList* devices_;
  ProbeList* probes_;
  ParameterForm* form_;
  ViewTabs* views_;
  FindingsPanel* findings_;
  MysteryDesk* mystery_;  // the answer sheet of a sealed card
  LogPanel* log_;
  DocumentDialogs dialogs_;
  DeviceSettings settings_;
  FreeRun freeRun_;
  WindowState* state_ = nullptr;
  WindowCentre centre_;
  PresenterMode* presenter_ = nullptr;
  LessonMode* lessons_ = nullptr;
  WindowPages* middle_ = nullptr;
  std::function<void()> whenOpen_;  // called once, when the device under way is open
  QByteArray firstLayout_;
  bool measureWhenOpen_ = false, runWhenSuited_ = false;
};

}  // namespace chasescope
