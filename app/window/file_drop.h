// Files dragged over the window: says what a drop would do, and tells what was dropped.
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

  /// What is wrong with what is dragged, as a sentence; empty if it can be dropped.
  static QString fault(const QMimeData& dragged);
  /// The sign that lies over the window while something is dragged.
  QLabel* sign() const { return sign_; }

 signals:
  /// After the drop has been answered, so that whoever was dragged from need not wait.
  void dropped(const QString& path);
  /// The same of answer files, and of folders of them: any number at once.
  void answersDropped(const QStringList& paths);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show(const QMimeData& dragged);

  QWidget& window_;
  QLabel* sign_;
};

}  // namespace chasescope
