// A lesson in the window: each step sets device, probe, settings and view, covers the parts that would answer its question, and
// hands its measurements to the player.
#pragma once

#include <QObject>
#include <QPointer>
#include <QShortcut>
#include <map>
#include <string>
#include <vector>

#include "app/lesson/lesson_player.h"

class QLabel;

namespace chasescope {

class LessonFocus;
class LessonFooter;
class MainWindow;
class PresenterMode;
class PresenterStrip;
class QuestionCard;
class RecoveryBar;
class Theme;
struct WindowCentre;

class LessonMode : public QObject {
  Q_OBJECT
 public:
  /// Puts the headline above the views, the question beside them and the footer below, hidden until a lesson begins.
  LessonMode(MainWindow& window, PresenterMode& presenter, const WindowCentre& centre, const Theme& theme);

  LessonPlayer& player() { return player_; }
  bool active() const { return player_.active(); }
  /// Plays a lesson by its id or file; shows a message if that fails.
  void play(const QString& idOrPath);

 private:
  void begin();
  void end();
  void showStep();
  void setStage();
  /// Whether the step may open the device: programs and other machines need the person's consent.
  bool mayOpen(const std::string& device);
  /// A person who wants the step again is asked for consent again.
  void forgetRefusals();
  void runStage();
  void cover();
  void coverChase(bool cache, bool array, bool pass);
  void takeClick();
  /// Shows the run that the step names.
  void showTrace();
  Session measuredPart() const;
  void takeMeasured(const QString& sentence);

  MainWindow& window_;
  PresenterMode& presenter_;
  PresenterStrip& strip_;
  RecoveryBar& recovery_;
  const Theme& theme_;
  LessonPlayer player_;
  QLabel* headline_;
  QuestionCard* card_;
  LessonFooter* footer_;
  LessonFocus* focus_;
  std::vector<QShortcut*> keys_;
  Session measured_;  // by the run of the present step
  QPointer<QWidget> cover_;
  QPointer<QWidget> tabBefore_;         // the tab that the person looked at before the lesson
  std::optional<lesson::Stage> shown_;  // the stage that was measured last
  int covered_ = -1;                    // index of the step that `cover_` belongs to
  QString beside_;                      // the second device, if the lesson put it there
  bool opening_ = false, running_ = false, begun_ = false;
  std::map<std::string, bool> allowed_;  // the person's answer for each device that needs consent
  bool reopen_ = false;                  // the last probe failed, so that the device may have to be opened anew
};

}  // namespace chasescope
