// The state of the window: enables the actions that are possible, and fills the status bar with the device, the progress of a
// probe, and the number of assumed values of an open model.
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
  /// The objects that it observes, and the actions that it enables.
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
  /// Looks up the assumed numbers of an opened model; other devices have none.
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
  QToolButton* assumed_;  // the number of assumed values of the open model; a click opens their list
  std::vector<ModelNumber> numbers_;
};

}  // namespace chasescope
