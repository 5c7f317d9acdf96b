// A lesson in the window: each step sets device, probe, settings and view, covers what is asked, and hands what was measured to the
// player.
#pragma once

#include <QObject>
#include <QPointer>
#include <QShortcut>
#include <map>
#include <string>
#include <vector>

#include "app/lesson/lesson_player.h"

class QBoxLayout;
class QLabel;

namespace chasescope {

class LessonFooter;
class MainWindow;
class PresenterMode;
class PresenterStrip;
class QuestionCard;
class Theme;

class LessonMode : public QObject {
  Q_OBJECT
 public:
  /// Puts the headline above the views, the words beside them and the foot below, hidden until a lesson begins.
  LessonMode(MainWindow& window, PresenterMode& presenter, PresenterStrip& strip, QBoxLayout& column, QBoxLayout& row,
             const Theme& theme);

  LessonPlayer& player() { return player_; }
  bool active() const { return player_.active(); }
  /// Plays a lesson by its id or file; tells the person if that can't be.
  void play(const QString& idOrPath);

 private:
  void begin();
  void end();
  void showStep();
  void setStage();
  /// Whether the step may open the device: a person is asked before a program is started or another machine is connected to.
  bool mayOpen(const std::string& device);
  /// Who wants a step again is asked again.
  void forgetRefusals();
  void runStage();
  void cover();
  void coverChase(bool cache, bool array, bool pass);
  void takeClick();
  /// Brings the run to the front that the step names.
  void showTrace();
  Session measuredPart() const;
  void takeMeasured(const QString& sentence);

  MainWindow& window_;
  PresenterMode& presenter_;
  PresenterStrip& strip_;
  const Theme& theme_;
  LessonPlayer player_;
  QLabel* headline_;
  QuestionCard* card_;
  LessonFooter* footer_;
  std::vector<QShortcut*> keys_;
  Session measured_;  // by the step's run
  QPointer<QWidget> cover_;
  std::optional<lesson::Stage> shown_;  // what was measured last
  int covered_ = -1;                    // the step that it lies over
  QString beside_;                      // the device beside that the lesson has put there
  bool opening_ = false, running_ = false, begun_ = false;
  std::map<std::string, bool> allowed_;  // devices that a person was asked about, and what the answer was
  bool reopen_ = false;  // what ran last failed, and the device with it, perhaps
};

}  // namespace chasescope
