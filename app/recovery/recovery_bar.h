// Above everything at the next start: what was finished when the program was ended, one document after another, until each is
// restored, saved or discarded.
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

class RecoveryBar : public QFrame {
  Q_OBJECT
 public:
  /// `restore` shows a session in the window and keeps it; false where the person changed their mind.
  RecoveryBar(std::function<bool(const Session&)> restore, LogPanel& log, const Theme& theme, QWidget* parent = nullptr);

  /// Offers what lies in a folder; hides where nothing does.
  void offer(const std::filesystem::path& folder);
  /// How many are still offered.
  std::size_t count() const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void show(std::size_t index);
  void fit();
  void restoreIt();
  void saveIt();
  void discardIt();
  /// The one on offer is dealt with.
  void done();
  Outcome<Recovered> opened();

  std::function<bool(const Session&)> restore_;
  LogPanel& log_;
  QLabel *title_, *what_;
  QBoxLayout* row_ = nullptr;  ///< the words beside the buttons, or above them where the window is narrow
  QPushButton *restoreButton_, *saveButton_, *discardButton_;
  std::unique_ptr<LeftMeasurements> left_;
  std::size_t index_ = 0;
};

}  // namespace chasescope
