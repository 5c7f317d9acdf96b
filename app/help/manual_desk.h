// Connects the window with the manual: opens it at the page of the widget that has the focus, and gives web links to the browser.
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

  /// The place in the manual about this widget, or about the nearest parent widget that has one; else about the view in front.
  QString placeOf(const QWidget* widget) const;
  /// Opens the manual at that place. The manual is made when it is first opened.
  void open(const QString& place);

 private:
  void openWebLink(const QUrl& address);

  QMainWindow& window_;
  ViewTabs& views_;
  const Theme& theme_;
  ManualWindow* manual_ = nullptr;
};

}  // namespace chasescope
