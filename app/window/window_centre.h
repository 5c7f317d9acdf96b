// What stands between the panels: bars above the views, which the first page can cover.
#pragma once

#include <functional>

class QBoxLayout;
class QSplitter;
class QStackedWidget;
class QWidget;

namespace chasescope {

class AnswerBar;
class Explorer;
class FreeRun;
class LogPanel;
class ParameterForm;
class PresenterStrip;
class RecoveryBar;
class Theme;
class ViewTabs;
class WindowActions;
struct Session;

struct WindowCentre {
  QWidget* widget = nullptr;
  RecoveryBar* recovery = nullptr;
  PresenterStrip* strip = nullptr;
  AnswerBar* answer = nullptr;
  QStackedWidget* pages = nullptr;               ///< the views, and above them the first page once it was shown
  QSplitter* cards = nullptr;                    ///< the views of one card, or of two
  QBoxLayout *column = nullptr, *row = nullptr;  ///< below each other, and the views with what stands beside them
};

struct CentreParts {
  Explorer& explorer;
  FreeRun& freeRun;
  ParameterForm& form;
  WindowActions& actions;
  LogPanel& log;
  Theme& theme;
};

/// `restore` takes a session that was left by a program that ended early; false if the person changed their mind.
WindowCentre make_centre(const CentreParts& parts, ViewTabs& views, std::function<bool(const Session&)> restore);

}  // namespace chasescope
