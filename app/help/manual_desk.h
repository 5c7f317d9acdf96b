// What the window has to do with the manual: opens it at the page of what has the focus, and hands links of the web to the browser.
#pragma once

#include <QObject>
#include <QString>

class QAction;
class QMainWindow;
class QUrl;
class QWidget;

namespace chasescope {

class ManualWindow;
class Theme;
class ViewTabs;

class ManualDesk : public QObject {
  Q_OBJECT
 public:
  /// Belongs to the window. `action` opens the manual.
  ManualDesk(QMainWindow& window, ViewTabs& views, QAction& action, const Theme& theme);

  /// The place in the manual that explains this widget, or what it is a part of; of the view in front where nothing does.
  QString placeOf(const QWidget* widget) const;
  /// Brings the manual up with that place. The manual is made when it is first wanted.
  void open(const QString& place);

 private:
  void openWebLink(const QUrl& address);

  QMainWindow& window_;
  ViewTabs& views_;
  const Theme& theme_;
  ManualWindow* manual_ = nullptr;
};

}  // namespace chasescope
