// The log of events, as lines with their times. Long lines are wrapped, and the panel grows for the reason of a failure.
#pragma once

#include <QDateTime>
#include <QString>
#include <QWidget>
#include <optional>

#include "widgets/shell/log_model.h"

class QListView;
class QStackedLayout;

namespace chasescope {

class EmptyState;
class Theme;

class LogPanel : public QWidget {
  Q_OBJECT
 public:
  using Level = LogLevel;

  explicit LogPanel(const Theme& theme, QWidget* parent = nullptr);

  /// Adds a line; beyond 10,000 lines the oldest is removed. Scrolls to the new line unless the person has scrolled back.
  void add(Level level, const QString& text, const QDateTime& when = QDateTime::currentDateTime());
  void clear();
  int lines() const { return model_->rowCount(); }
  /// All lines as text: "12:04:31.250  warning  …".
  QString text() const;
  /// Copies the selected lines to the clipboard, or all lines if none is selected.
  void copy() const;
  /// Title and buttons; may be put elsewhere, such as into a dock's title bar.
  QWidget* header() const { return header_; }
  LogModel* model() const { return model_; }
  QListView* list() const { return list_; }

 signals:
  /// The reason of a failure no longer needs more room: the panel's own height before that.
  void heightWanted(int height);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void refreshState();
  void makeRoom();
  int lowest() const;

  const Theme& theme_;
  QWidget* header_;
  LogModel* model_;
  QListView* list_;
  EmptyState* empty_;
  QStackedLayout* stack_;
  std::optional<int> before_;  // the height before the panel grew
};

}  // namespace chasescope
