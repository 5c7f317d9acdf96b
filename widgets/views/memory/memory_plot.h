// The memory diagram as a widget for mouse and keyboard. No store and no selection: the view feeds it.
//
// Every box is a button of its own, so that the keyboard reaches it and a screen reader says what it holds: Tab goes from box to
// box in the order of the rows, the arrow keys to the box beside, Space chooses, Enter or a double click opens what shows it.
// The wall between shared memory and L1 is dragged from one measured carve-out to the next.
#pragma once

#include <QAbstractButton>
#include <QWidget>
#include <map>
#include <string>

#include "widgets/views/memory/memory_scene.h"

namespace chasescope {

class MemoryPlot;

/// A button over one box: it takes mouse, keys and the screen reader, while the plot draws the box.
class BoxHandle : public QAbstractButton {
  Q_OBJECT
 public:
  explicit BoxHandle(MemoryPlot* plot);

 signals:
  void moved(int dx, int dy);
  void entered();
  void left();
  void opened();
  void focusShown(bool byKey);

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {}
  void keyPressEvent(QKeyEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
};

class MemoryPlot : public QWidget {
  Q_OBJECT
 public:
  static constexpr double kLargestType = 1.5;  ///< large type fills a projector's screen, but not without limit
  explicit MemoryPlot(QWidget* parent = nullptr);

  void setPlotStyle(const PlotStyle& style);
  /// Shows this diagram. The chosen box and the focus stay, if the new diagram has such a box.
  void setDiagram(MemoryDiagram diagram);
  const MemoryDiagram& diagram() const { return diagram_; }

  /// The chosen box, by its first subject; empty if none is chosen.
  const std::string& chosen() const { return chosen_; }
  void setChosen(const std::string& subject);

  /// Lights the path to the part that answered the chosen access, instead of the path to the chosen box. Empty: none.
  void setAnswered(const std::string& subject);
  /// The boxes of the path that is lit, nearest first.
  std::vector<std::size_t> lit() const;

  const MemoryLayout& layoutOfBoxes() const { return layout_; }
  BoxHandle* handle(const std::string& subject) const;
  /// How far the type may grow beyond the chosen size to fill the room; 1: not at all.
  void setLargestType(double factor);
  /// The height at which every line of every box has room at the present width.
  int wholeHeight() const;
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override { return {680, 460}; }

 signals:
  void boxChosen(const QString& subject);
  /// The person asked for the view that shows the box in detail.
  void boxOpened(const QString& subject);
  void carveoutChosen(double percent);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  void arrange();
  void choose(const std::string& subject);
  void step(const std::string& subject, int dx, int dy);
  void dragWall(double x);
  bool onWall(const QPointF& place) const;
  int indexOf(const std::string& subject) const;
  /// The style with the type size that fills the room.
  PlotStyle fitted() const;

  PlotStyle style_;
  MemoryDiagram diagram_;
  MemoryLayout layout_;
  std::map<std::string, BoxHandle*> handles_;
  std::string chosen_, hovered_, focused_, answered_;
  bool draggingWall_ = false;
  double largestType_ = kLargestType;
};

}  // namespace chasescope
