#include "app/documents/recent_files.h"

#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QSettings>

namespace chasescope {
namespace {

constexpr qsizetype kMost = 9;  // each has a digit as its key
const QString kKey = QStringLiteral("recentFiles");

}  // namespace

RecentFiles::RecentFiles(QMenu& menu, Open open) : QObject(&menu), menu_(menu), open_(std::move(open)) {
  menu_.setToolTipsVisible(true);
  connect(&menu_, &QMenu::aboutToShow, this, &RecentFiles::fill);
}

QStringList RecentFiles::paths() { return QSettings().value(kKey).toStringList(); }

void RecentFiles::remember(const QString& path) {
  const QString whole = QFileInfo(path).absoluteFilePath();
  QStringList all = paths();
  all.removeAll(whole);
  all.prepend(whole);
  QSettings().setValue(kKey, all.mid(0, kMost));
}

void RecentFiles::clear() { QSettings().remove(kKey); }

void RecentFiles::fill() {
  menu_.clear();
  const QStringList all = paths();
  int number = 0;
  for (const QString& path : all) {
    const QFileInfo file(path);
    const QString name = file.fileName().replace(QLatin1Char('&'), QStringLiteral("&&"));
    QAction* action = menu_.addAction(QStringLiteral("&%1  %2").arg(++number).arg(name));
    action->setStatusTip(QDir::toNativeSeparators(path));
    action->setToolTip(QDir::toNativeSeparators(path));
    connect(action, &QAction::triggered, this, [this, path] { open_(path); });
    if (file.exists()) continue;
    const QString gone = tr("the file is not there any more: %1").arg(QDir::toNativeSeparators(path));
    action->setText(tr("%1  (not there any more)").arg(action->text()));
    action->setToolTip(gone);
    action->setProperty("whyOff", gone);
    action->setEnabled(false);
  }
  if (all.isEmpty()) {
    QAction* none = menu_.addAction(tr("None yet"));
    none->setEnabled(false);
    none->setProperty("placeholder", true);  // nobody can ever choose this entry
    return;
  }
  menu_.addSeparator();
  QAction* clear = menu_.addAction(tr("Clear the list"));
  clear->setStatusTip(tr("Forget which files were opened; the files stay"));
  connect(clear, &QAction::triggered, this, [] { RecentFiles::clear(); });
}

}  // namespace chasescope

#include "moc_recent_files.cpp"
