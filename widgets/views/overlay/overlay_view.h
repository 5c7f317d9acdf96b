// Curves of the cards that stand beside each other, drawn over each other, with a choice of the curve and its variant. The view is
// given the cards and knows no store; it offers to measure what is missing.
#pragma once

#include <QWidget>
#include <vector>

#include "widgets/views/overlay/overlay_scene.h"

class QComboBox;
class QLabel;
class QStackedLayout;

namespace chasescope {

class EmptyState;
class OverlayPlot;
class RunStore;
class Theme;

class OverlayView : public QWidget {
  Q_OBJECT
 public:
  /// `store` tells whether an offered probe can be run.
  OverlayView(const RunStore& store, const Theme& theme, QWidget* parent = nullptr);

  /// Shows these cards, the open card first. The person's choice stays; before any choice, the first curve that a card has is
  /// shown.
  void setCards(std::vector<CardData> cards);
  /// The progress of the measurement on one of the cards has changed, but not its curves.
  void setDoing(std::size_t card, const CardDoing& doing);
  const CurveKind& kind() const { return *kind_; }
  void setKind(const CurveKind& kind);
  /// Shows the curve that belongs to a view of one card. False: that view has no such curve.
  bool turnTo(const QString& view);
  QString variant() const;
  OverlayPlot* plot() const { return plot_; }

 signals:
  void probeRequested(const QString& probe);
  void exportRequested();

 private:
  void buildHeader();
  void showCurves();
  void draw(CurveOverlay overlay);
  void tell();

  const Theme& theme_;
  std::vector<CardData> cards_;
  const CurveKind* kind_;
  bool chosen_ = false;  // whether the person has chosen a curve
  QComboBox *kinds_, *variants_;
  QWidget* export_ = nullptr;
  QLabel* told_;
  OverlayPlot* plot_;
  EmptyState* empty_;
  QStackedLayout* stack_;
};

}  // namespace chasescope
