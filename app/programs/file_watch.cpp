#include "app/programs/file_watch.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

namespace chasescope {
namespace {

constexpr int kQuiet = 120;  // ms without an event; editors and compilers write in bursts of a few

/// A hash of the file's contents. Empty if there is no file or an empty one, as there is for a moment while it is being written.
QByteArray contentsOf(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly) || file.size() == 0) return {};
  QCryptographicHash hash(QCryptographicHash::Sha1);
  return hash.addData(&file) ? hash.result() : QByteArray();
}

}  // namespace

FileWatch::FileWatch(QObject* parent) : QObject(parent) {
  quiet_.setSingleShot(true);
  quiet_.setInterval(kQuiet);
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, &FileWatch::look);
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, &FileWatch::look);
  connect(&quiet_, &QTimer::timeout, this, &FileWatch::settled);
}

void FileWatch::setFiles(const QStringList& files) {
  if (const QStringList watched = watcher_.files() + watcher_.directories(); !watched.isEmpty()) watcher_.removePaths(watched);
  quiet_.stop();
  files_ = files;
  seen_.clear();
  for (const QString& file : files_) {
    seen_[file] = contentsOf(file);
    watcher_.addPath(file);
    watcher_.addPath(QFileInfo(file).absolutePath());  // where a new file that takes the name appears
  }
}

void FileWatch::look() {
  for (const QString& file : files_)
    if (!watcher_.files().contains(file) && QFileInfo::exists(file)) watcher_.addPath(file);  // another file has taken the name
  quiet_.start();
}

void FileWatch::settled() {
  QStringList news;
  for (const QString& file : files_) {
    const QByteArray now = contentsOf(file);
    if (now.isEmpty() || now == seen_[file]) continue;
    seen_[file] = now;
    news << file;
  }
  if (!news.isEmpty()) emit changed(news.front());
}

}  // namespace chasescope

#include "moc_file_watch.cpp"
