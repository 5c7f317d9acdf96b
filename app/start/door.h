// One of the three doors of the first page: a picture, words on what is behind the door, and the ways in.
#pragma once

#include <QFrame>
#include <QString>
#include <functional>
#include <vector>

class QLabel;
class QPainter;

namespace chasescope {

class Theme;

class Door : public QFrame {
  Q_OBJECT
 public:
  /// A way in: its words, and what a click does. The first is the door's own, taken by a click anywhere on it.
  struct Way {
    QString words;
    std::function<void()> go;
  };
  using Picture = std::function<void(QPainter& painter, const QRectF& room, const Theme& theme)>;

  Door(const QString& title, const QString& about, std::vector<Way> ways, Picture picture, const Theme& theme,
       QWidget* parent = nullptr);

 protected:
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void restyle();

  std::vector<Way> ways_;
  Picture picture_;
  const Theme& theme_;
  QLabel *title_, *about_;
  QWidget* room_;
  std::vector<QWidget*> buttons_;  // a button for each way; where the door is narrow, the last ones are hidden
};

/// The pictures of the three doors: an array with arrows, the three steps of a hierarchy's latency, and a figure with its width.
void paintChaseDoor(QPainter& painter, const QRectF& room, const Theme& theme);
void paintLevelsDoor(QPainter& painter, const QRectF& room, const Theme& theme);
void paintFigureDoor(QPainter& painter, const QRectF& room, const Theme& theme);

}  // namespace chasescope
