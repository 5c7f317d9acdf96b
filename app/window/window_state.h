// What can be done now, and what the status bar says of it: the device, how far a probe is, how much of an open model is assumed.
#pragma once

#include <QObject>
#include <vector>

#include "widgets/views/model_numbers/model_numbers_model.h"

class QLabel;
class QMainWindow;
class QProgressBar;
class QToolButton;

namespace chasescope {

class Explorer;
class FreeRun;
class ParameterForm;
class ProbeList;
class Theme;
class WindowActions;

class WindowState : public QObject {
 public:
  /// What it looks at, and the actions that it opens and shuts.
  struct Parts {
    Explorer& explorer;
    FreeRun& freeRun;
    ProbeList& probes;
    ParameterForm& form;
    WindowActions& actions;
    const Theme& theme;
  };
  WindowState(QMainWindow& window, const Parts& parts);

  void refresh();
  /// Looks the numbers of a model up that has been opened; any other device has none.
  void tellNumbersOf(const QString& id);

 private:
  void fillStatusBar();
  void refreshActions();
  void tellProgress(double fraction, const QString& doing);
  void showNumbers();

  QMainWindow& window_;
  const Parts parts_;
  QLabel* status_;
  QProgressBar* progress_;
  QToolButton* assumed_;  // how many numbers of the open model are assumed; opens the list
  std::vector<ModelNumber> numbers_;
};

}  // namespace chasescope
