// Tells once when files have been written anew, however an editor does that: in place, or by another file that takes the name.
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
  /// The file has other contents than before, and nothing more has happened to it for a moment.
  void changed(const QString& file);

 private:
  void look();
  void settled();

  QFileSystemWatcher watcher_;
  QTimer quiet_;  // begins anew with each event, so that a file is whole when it is looked at
  QStringList files_;
  QHash<QString, QByteArray> seen_;  // of each file, what it held
};

}  // namespace chasescope
