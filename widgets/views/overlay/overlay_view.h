// Curves of the cards that stand beside each other, over each other: which curve, which of its variants, and the drawing. It is
// given the cards and knows no store; what nobody measured yet it offers to measure.
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
  /// `store` tells whether what is offered can be measured.
  OverlayView(const RunStore& store, const Theme& theme, QWidget* parent = nullptr);

  /// The cards, the open one first. What was chosen stays chosen; until a person chooses, the first curve that a card has.
  void setCards(std::vector<CardData> cards);
  /// What is measured on one of them now has changed; its curves have not.
  void setDoing(std::size_t card, const CardDoing& doing);
  const CurveKind& kind() const { return *kind_; }
  void setKind(const CurveKind& kind);
  /// Turns to what a view shows of one card. False: there is nothing of it to lay over each other.
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
  bool chosen_ = false;  // by a person
  QComboBox *kinds_, *variants_;
  QWidget* export_ = nullptr;
  QLabel* told_;
  OverlayPlot* plot_;
  EmptyState* empty_;
  QStackedLayout* stack_;
};

}  // namespace chasescope
