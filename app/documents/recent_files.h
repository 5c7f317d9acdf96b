// The sessions that were opened or saved last, in the settings and in a menu.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>

class QMenu;

namespace chasescope {

class RecentFiles : public QObject {
  Q_OBJECT
 public:
  using Open = std::function<void(const QString& path)>;

  /// Fills the menu whenever it is about to be shown; the menu owns this object.
  RecentFiles(QMenu& menu, Open open);

  /// Absolute paths, the newest first.
  static QStringList paths();
  /// Puts a file first; the oldest goes when there are too many.
  static void remember(const QString& path);
  static void clear();

 private:
  void fill();

  QMenu& menu_;
  Open open_;
};

}  // namespace chasescope
