// A pointer chase: the first cache set by set at the top, the array in the middle with an arrow that hops from word to word, and
// one warm pass at the bottom (2014 paper, figure 2 and §3.2). Shows the chosen run, also in free-running mode.
//
// The state of the cache comes from the step view's player (engine/step): from the model if a software GPU was measured, else
// inferred from the trace. A lesson covers parts until the class has guessed.
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
  /// A covered part is hatched, and neither words, colours nor a figure show anything of it.
  void setCovered(chasescope::ChaseView::Part part, bool covered);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

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
  RecordedChase chase_;  // the run that the player plays
  QString run_;          // its id
  bool taken_ = false;   // the picture was made from the player's present source
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
