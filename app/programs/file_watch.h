// Reports once when a file was written anew, whether an editor writes it in place or replaces it by another file.
#pragma once

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

namespace chasescope {

class FileWatch : public QObject {
  Q_OBJECT
 public:
  explicit FileWatch(QObject* parent = nullptr);

  /// Watches these files and no others from now on.
  void setFiles(const QStringList& files);
  const QStringList& files() const { return files_; }

 signals:
  /// The file's contents have changed, and no further change came for a moment.
  void changed(const QString& file);

 private:
  void look();
  void settled();

  QFileSystemWatcher watcher_;
  QTimer quiet_;  // restarts at each event, so that a file is read only when it is complete
  QStringList files_;
  QHash<QString, QByteArray> seen_;  // the last contents of each file
};

}  // namespace chasescope
