// What a pointer chase is: the cache set by set above, the array with the arrow that hops from word to word in the middle, and one
// warm pass below (2014 paper, figure 2 and §3.2). It follows the chosen run, also while it runs freely.
//
// The state of the cache comes from the player of the step view (engine/step): the model where a software GPU was measured, else
// what is inferred. A lesson covers parts until there is a guess.
#pragma once

#include <memory>

#include "widgets/shell/offer_strip.h"
#include "widgets/views/chase/chase_plot.h"
#include "widgets/views/steps/step_player.h"
#include "widgets/views/view_entry.h"

class QLabel;
class QStackedLayout;
class QToolButton;

namespace chasescope {

class EmptyState;

class ChaseView : public View {
  Q_OBJECT
 public:
  enum class Part { cache, array, pass };
  Q_ENUM(Part)

  ChaseView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  QString facts() const override;
  bool isEmpty() const override;
  QString figure() const override;
  QString chosenRun() const override;
  void refresh() override;

  ChasePlot* plot() const { return plot_; }
  StepPlayer& player() { return player_; }
  bool isCovered(Part part) const;

 public slots:
  /// A covered part is hatched, and nothing of it is told anywhere: not in words, not by colours, and not in a figure.
  void setCovered(chasescope::ChaseView::Part part, bool covered);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void buildBody();
  void connectPlot();
  void take();
  void gather();
  void followAccess();
  void followHover();
  void togglePlaying();
  void refreshEmpty();
  QString shortRun() const;
  void tell();

  StepPlayer player_;
  RecordedChase chase_;  // what the player plays
  QString run_;          // its id
  bool taken_ = false;   // the picture is of the player's source
  std::optional<std::uint64_t> pass_;
  std::shared_ptr<const ChasePicture> picture_;
  QString why_;  // a sentence, where there is no pass to draw
  QToolButton* play_ = nullptr;
  QToolButton* export_ = nullptr;
  QLabel* told_ = nullptr;
  ChasePlot* plot_ = nullptr;
  EmptyState* empty_ = nullptr;
  OfferStrip* offers_ = nullptr;
  QStackedLayout* stack_ = nullptr;
};

/// In the list of views.
const ViewEntry& chaseViewEntry();

}  // namespace chasescope
