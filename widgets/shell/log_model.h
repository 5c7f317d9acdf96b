// The lines of the log, the newest last; at most 10,000.
#pragma once

#include <QAbstractListModel>
#include <QDateTime>
#include <QString>
#include <deque>

namespace chasescope {

enum class LogLevel { info, good, warning, error };

class LogModel : public QAbstractListModel {
  Q_OBJECT
 public:
  static constexpr int kLimit = 10'000;
  enum Role { TimeRole = Qt::UserRole + 1, LevelRole, LevelTextRole };

  explicit LogModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}

  void add(LogLevel level, const QString& text, const QDateTime& when);
  void clear();
  /// "12:04:31.250  warning  …".
  QString line(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 private:
  struct Line {
    QDateTime when;
    LogLevel level;
    QString text;
  };
  std::deque<Line> lines_;
};

}  // namespace chasescope
