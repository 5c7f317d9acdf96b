// A second card beside the first: it has its own measurement, follows the first card's probes and settings, and shows the same
// view. Tab, access and line that are chosen on one card are chosen on the other.
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

  /// Opens a device beside the first, or replaces the one there; the runs shown of the first card are measured on it, too.
  void open(const QString& id);
  /// As open(), and lays the curves of both cards over each other if the shown view has curves.
  void openOver(const QString& id);
  /// Closes the second card; its measurements are lost.
  void close();

  Explorer& explorer() { return second_; }
  ViewTabs& views() { return *views_; }
  /// The head above the first card's views while there is a second card.
  CardHead* firstHead() const { return firstHead_; }
  CardHead* head() const { return head_; }
  /// The line about likeness and differences, to be placed below both cards.
  Likeness* likeness() const { return likeness_; }
  SharedZoom& zoom() { return *zoom_; }
  OverlayView& overlay() { return *overlay_; }

  /// Lays the curves of both cards over each other, in the place of both cards' views.
  void setOver(bool over);
  bool isOver() const { return over_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 signals:
  void opened(bool open);
  void overChanged(bool over);
  /// The person asked to run a probe on both cards.
  void probeRequested(const QString& probe);
  /// The person asked to export the curves of both cards as a figure.
  void overlayExportRequested();
  /// The person pressed the export button of a view of the second card.
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
  std::optional<double> progress_[2];  // progress of the probes on the first and on the second card; none until reported
  SharedZoom* zoom_;
  bool open_ = false, sharing_ = false, over_ = false;
};

}  // namespace chasescope
