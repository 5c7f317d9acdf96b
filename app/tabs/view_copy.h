// Puts a view on the clipboard: as the picture that is seen, and as the data behind it.
#pragma once

#include <QImage>
#include <QObject>
#include <QString>

class QWidget;

namespace chasescope {

class Explorer;
class ViewTabs;

/// The view as it is on screen, sharp at the screen's density, without the buttons of its header.
QImage pictureOf(QWidget& view);

class ViewCopy : public QObject {
  Q_OBJECT
 public:
  ViewCopy(ViewTabs& views, Explorer& explorer, QObject* parent);

  void copyPicture(QWidget* view);
  /// Copies the data as CSV: the accesses in sight of the scope, the set of the step player, the findings of the report, and of
  /// every other view the data of its figure.
  void copyData(QWidget* view);

 signals:
  /// What was copied, or why nothing was.
  void said(const QString& sentence, bool good);

 private:
  QByteArray csvOf(QWidget* view, QString& fault) const;
  QByteArray csvOfScope(QString& fault) const;
  QString nameOf(const QWidget* view) const;

  ViewTabs& views_;
  Explorer& explorer_;
};

}  // namespace chasescope
