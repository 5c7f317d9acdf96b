// The window's part in the cache builder: opens it, lists the models that were saved there, and steps through the cache that is
// being built.
#pragma once

#include <QObject>
#include <QTemporaryDir>

namespace chasescope {

class CacheBuilder;
class MainWindow;
class Theme;

class BuilderDesk : public QObject {
  Q_OBJECT
 public:
  /// The window owns it. The window's menus, views and list of devices must be there.
  BuilderDesk(MainWindow& window, const Theme& theme);

  /// Brings the builder up; it is made when it is first wanted, and keeps its cache while it is closed.
  void open();

 protected:
  /// When the window closes, the builder closes first and asks about an unsaved cache. If the person cancels, both stay open.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void list(const QString& path);
  void saved(const QString& path);
  void step(const QString& file, quint64 bytes, quint64 stride);
  void chaseWhenOpen(const QString& device, quint64 bytes, quint64 stride);
  void warn(const QString& sentence);

  MainWindow& window_;
  const Theme& theme_;
  CacheBuilder* builder_ = nullptr;
  QTemporaryDir unsaved_;  // model files of caches that are stepped through without being saved
  int stepped_ = 0;
};

}  // namespace chasescope
