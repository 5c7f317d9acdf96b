// Files dragged over the window: a sign says what a drop would do, and signals report the dropped files.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

class QLabel;
class QMimeData;
class QWidget;

namespace chasescope {

class FileDrop : public QObject {
  Q_OBJECT
 public:
  /// Belongs to the window.
  explicit FileDrop(QWidget& window);

  /// Why the dragged data can't be dropped, as a sentence; empty if they can.
  static QString fault(const QMimeData& dragged);
  /// The sign over the window while a file is dragged.
  QLabel* sign() const { return sign_; }

 signals:
  /// Emitted after the drop was answered, so that the program that the file comes from need not wait.
  void dropped(const QString& path);
  /// As dropped(), for any number of answer files and folders of them.
  void answersDropped(const QStringList& paths);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show(const QMimeData& dragged);

  QWidget& window_;
  QLabel* sign_;
};

}  // namespace chasescope
