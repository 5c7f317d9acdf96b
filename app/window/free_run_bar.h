// The controls of free-running mode above the views: hold, single trace, averaging and trigger, with a text about the present
// state. Visible while the mode is on.
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;

namespace chasescope {

class Explorer;
class FreeRun;
class Theme;
class WindowActions;

class FreeRunBar : public QWidget {
  Q_OBJECT
 public:
  /// Connects the actions with the mode; all must outlive it.
  FreeRunBar(FreeRun& mode, Explorer& explorer, const Theme& theme, WindowActions& actions, QWidget* parent = nullptr);

  /// "41.0 traces/s", "Held: the miss rate went from 0.0 % to 12.5 %."
  QString says() const;

 private:
  void connectMode();
  void refresh();

  FreeRun& mode_;
  Explorer& explorer_;
  const Theme& theme_;
  WindowActions& actions_;
  QComboBox* average_;
  QLabel* says_;
};

}  // namespace chasescope
