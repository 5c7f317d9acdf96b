// A bar at the top of the next start: offers the finished measurements of a program that was ended, one document after another,
// until each is restored, saved or discarded.
#pragma once

#include <QFrame>
#include <functional>
#include <memory>

#include "engine/session/journal/recovery.h"

class QBoxLayout;
class QLabel;
class QPushButton;

namespace chasescope {

class LogPanel;
class Theme;

/// What became of a session that was to be shown again.
enum class Restored {
  no,     ///< the person cancelled, or this is not the time
  shown,  ///< it is shown, but the window's own journal does not have it
  kept,   ///< it is shown, and the window's own journal has it
};

class RecoveryBar : public QFrame {
  Q_OBJECT
 public:
  /// `restore` shows a session in the window.
  RecoveryBar(std::function<Restored(const Session&)> restore, LogPanel& log, const Theme& theme, QWidget* parent = nullptr);

  /// Offers the documents in a folder; hides if there are none.
  void offer(const std::filesystem::path& folder);
  /// Hides the bar for as long as the window belongs to something else, as to a lesson. What is offered stays offered.
  void setWaiting(bool waiting);
  /// The number of documents still offered.
  std::size_t count() const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void show(std::size_t index);
  void showOrHide();
  void fit();
  void restoreIt();
  void saveIt();
  void discardIt();
  /// The offered document was restored, saved or discarded.
  void done();
  Outcome<Recovered> opened();

  std::function<Restored(const Session&)> restore_;
  LogPanel& log_;
  QLabel *title_, *what_;
  QBoxLayout* row_ = nullptr;  ///< the words beside the buttons, or above them where the window is narrow
  QPushButton *restoreButton_, *saveButton_, *discardButton_;
  std::unique_ptr<LeftMeasurements> left_;
  std::size_t index_ = 0;
  bool waiting_ = false;
};

}  // namespace chasescope
