// A second card beside the first: a measurement of its own that follows the first one's probes and settings, and shows the same
// view. What is chosen in one is chosen in the other: the same tab, the same access, the same line.
#pragma once

#include <QWidget>
#include <optional>

#include "app/measurement/explorer.h"

namespace chasescope {

class CardHead;
class Likeness;
class OverlayView;
class SharedZoom;
class Theme;
class ViewTabs;

class SecondCard : public QWidget {
  Q_OBJECT
 public:
  /// `explorer` and `views` of the first card, which must outlive this.
  SecondCard(Explorer& explorer, ViewTabs& views, const Theme& theme, QWidget* parent = nullptr);
  ~SecondCard() override;

  /// Puts a device beside the first, or another in its place; what the first shows is measured on it, too.
  void open(const QString& id);
  /// The same, and draws the curves of both over each other where the view that is shown has some.
  void openOver(const QString& id);
  /// Takes it away; what was measured on it is gone.
  void close();

  Explorer& explorer() { return second_; }
  ViewTabs& views() { return *views_; }
  /// Above the first card's views while there is a second.
  CardHead* firstHead() const { return firstHead_; }
  CardHead* head() const { return head_; }
  /// In what both are alike, and in what they differ: for a place below both.
  Likeness* likeness() const { return likeness_; }
  SharedZoom& zoom() { return *zoom_; }
  OverlayView& overlay() { return *overlay_; }

  /// Draws the curves of both cards over each other, in the place of both cards' views.
  void setOver(bool over);
  bool isOver() const { return over_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 signals:
  void opened(bool open);
  void overChanged(bool over);
  /// The person asked for something to be measured on both.
  void probeRequested(const QString& probe);
  /// The person asked for the curves of both as a figure.
  void overlayExportRequested();
  /// The person pressed the export button of one of its views.
  void exportRequested(const QString& figure);

 private:
  void follow();
  void measureAsFirst();
  void share(Selection& from, Selection& to);
  void followTab();
  void turnAsFirst();
  void fillOverlay();
  void tellDoing();
  void alignViews();

  Explorer& first_;
  ViewTabs& firstViews_;
  Explorer second_;
  ViewTabs* views_;
  QWidget* asHighAsTabs_;
  CardHead *firstHead_, *head_;
  Likeness* likeness_;
  OverlayView* overlay_;
  std::optional<double> progress_[2];  // of what is measured on the first and on the second; none told yet
  SharedZoom* zoom_;
  bool open_ = false, sharing_ = false, over_ = false;
};

}  // namespace chasescope
