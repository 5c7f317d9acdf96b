// The centre of the window between the panels: the views with bars above them; the first page can cover all of it.
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
enum class Restored;
struct Session;

struct WindowCentre {
  QWidget* widget = nullptr;
  RecoveryBar* recovery = nullptr;
  PresenterStrip* strip = nullptr;
  AnswerBar* answer = nullptr;
  QStackedWidget* pages = nullptr;               ///< the views, and above them the first page once it was shown
  QSplitter* cards = nullptr;                    ///< the views of one card, or of two
  QBoxLayout *column = nullptr,
             *row = nullptr;  ///< the column of bars and views, and the row of the views with the panels beside them
};

struct CentreParts {
  Explorer& explorer;
  FreeRun& freeRun;
  ParameterForm& form;
  WindowActions& actions;
  LogPanel& log;
  Theme& theme;
};

/// `restore` shows a session left by a program that ended early.
WindowCentre make_centre(const CentreParts& parts, ViewTabs& views, std::function<Restored(const Session&)> restore);

}  // namespace chasescope
