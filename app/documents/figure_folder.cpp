#include "app/documents/figure_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <nlohmann/json.hpp>

#include "engine/output/output_file.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr const char* kList = "figures.json";
constexpr const char* kAside = ".before";
constexpr const char* kSchema = "chasescope-figures-1";

std::string checksum(const QString& path) {
  QFile file(path);
  QCryptographicHash hash(QCryptographicHash::Sha256);
  if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file)) return {};
  return hash.result().toHex().toStdString();
}

QStringList files(const QDir& folder) {
  return folder.entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::Name);
}

/// The files that the folder's own list names, with their checksums; null if there is no such list.
nlohmann::json listed(const QDir& folder) {
  QFile file(folder.filePath(QLatin1String(kList)));
  if (!file.open(QIODevice::ReadOnly)) return nullptr;
  const auto list = nlohmann::json::parse(file.readAll().toStdString(), nullptr, false);
  if (!list.is_object() || list.value("schema", nlohmann::json()) != kSchema || !list.contains("files")) return nullptr;
  return list["files"].is_object() ? list["files"] : nlohmann::json(nullptr);
}

/// The first file that no report wrote, or that was changed since; empty if there is none.
QString foreign(const QDir& folder) {
  const nlohmann::json known = listed(folder);
  for (const QString& name : files(folder)) {
    if (!known.is_null() && name == QLatin1String(kList)) continue;
    const auto at = known.is_null() ? known.end() : known.find(name.toStdString());
    if (at == known.end() || *at != checksum(folder.filePath(name))) return name;
  }
  return {};
}

/// Locks a folder until the descriptor is closed. \return the descriptor; -1 if another process holds the lock or there is no
/// folder.
int hold(const QString& folder) {
  const int fd = ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd >= 0 && ::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    ::close(fd);
    return -1;
  }
  return fd;
}

}  // namespace

FigureFolder::FigureFolder(QString path) : path_(std::move(path)) {}

FigureFolder::~FigureFolder() {
  if (lock_ >= 0) ::close(lock_);
  if (placed_) QDir(path_).removeRecursively();
  if (!before_.isEmpty()) QDir().rename(before_, path_);
}

QString FigureFolder::problem() const {
  const QFileInfo there(path_);
  if (!there.exists() && !there.isSymLink()) return {};
  if (!there.isDir() || there.isSymLink())
    return tr("The figures belong into the folder %1, but there is something else of that name; give the report another name.")
        .arg(path_);
  const QString name = foreign(QDir(path_));
  if (name.isEmpty()) return {};
  return tr("The figures belong into the folder %1, but %2 in it was not written by a report, or was changed since; move the "
            "folder "
            "away or give the report another name.")
      .arg(path_, name);
}

/// The name of a work folder without its last six letters, which are random. No other program names a folder like this.
QString FigureFolder::workName() const { return QStringLiteral(".%1.chasescope-").arg(QFileInfo(path_).fileName()); }

void FigureFolder::clearUp() {
  QDir folder = QFileInfo(path_).absoluteDir();
  const QString letters = QStringLiteral("??????");
  for (const QString& name : folder.entryList({workName() + letters}, QDir::Dirs | QDir::Hidden | QDir::NoSymLinks)) {
    const QString work = folder.filePath(name);
    const int fd = hold(work);
    if (fd < 0) continue;  // another process is writing a report
    // A process that was killed may have put the earlier figures aside without putting its own in their place, so they go back.
    const QString aside = work + QLatin1String(kAside);
    if (QFileInfo::exists(aside) && !QFileInfo::exists(path_)) folder.rename(aside, path_);
    QDir(work).removeRecursively();
    ::close(fd);
  }
}

QString FigureFolder::begin() {
  if (QString why = problem(); !why.isEmpty()) return why;
  clearUp();
  work_ = std::make_unique<QTemporaryDir>(QFileInfo(path_).absoluteDir().filePath(workName() + QStringLiteral("XXXXXX")));
  if (work_->isValid()) lock_ = hold(work_->path());
  if (!work_->isValid()) return tr("No folder for the figures can be made beside the report: %1.").arg(work_->errorString());
  return {};
}

QString FigureFolder::workFolder() const { return work_->path(); }

QString FigureFolder::place() {
  const QDir work(work_->path());
  nlohmann::json list{{"schema", kSchema}, {"files", nlohmann::json::object()}};
  for (const QString& name : files(work)) list["files"][name.toStdString()] = checksum(work.filePath(name));
  OutputFile file(QFile::encodeName(work.filePath(QLatin1String(kList))).toStdString());
  file.put(list.dump(2) + '\n');
  if (const auto fault = file.commit()) return QString::fromStdString(*fault);
  // A temporary folder can be read by its owner alone, so the figures get the permissions of the folder that holds the report.
  QFile::setPermissions(work.path(), QFileInfo(QFileInfo(path_).absolutePath()).permissions());
  if (QFileInfo::exists(path_)) {
    const QString aside = work.path() + QLatin1String(kAside);
    if (!QDir().rename(path_, aside)) return tr("The folder %1 can't be written anew.").arg(path_);
    before_ = aside;
  }
  if (!QDir().rename(work.path(), path_)) return tr("The folder %1 can't be made.").arg(path_);
  work_->setAutoRemove(false);
  placed_ = true;
  return {};
}

void FigureFolder::keep() {
  placed_ = false;
  if (!before_.isEmpty()) QDir(before_).removeRecursively();
  before_.clear();
}

}  // namespace chasescope
