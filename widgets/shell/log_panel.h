// What happened, in time-stamped lines.
#pragma once

#include <QDateTime>
#include <QString>
#include <QWidget>

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

  /// Adds a line; the oldest go when there are more than 10,000. Scrolls along unless the person scrolled back.
  void add(Level level, const QString& text, const QDateTime& when = QDateTime::currentDateTime());
  void clear();
  int lines() const { return model_->rowCount(); }
  /// All lines as text: "12:04:31.250  warning  …".
  QString text() const;
  /// The selected lines, or all, to the clipboard.
  void copy() const;
  /// Title and buttons; may be put elsewhere, such as into a dock's title bar.
  QWidget* header() const { return header_; }
  LogModel* model() const { return model_; }
  QListView* list() const { return list_; }

 private:
  void refreshState();

  QWidget* header_;
  LogModel* model_;
  QListView* list_;
  EmptyState* empty_;
  QStackedLayout* stack_;
};

}  // namespace chasescope
