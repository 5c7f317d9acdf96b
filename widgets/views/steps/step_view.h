// The step player: one access at a time, forward and back, with the parts of its address, the set before and after, and a sentence
// that says why the access hit or missed and which line was replaced (design §6).
//
// Keys: left and right step, M and E go to the next miss and the next eviction (with Shift to the previous), Space plays, Home and
// End go to the first and the last timed access, Page Up and Page Down move by a pass, up and down change the part.
#pragma once


#include "widgets/views/steps/step_player.h"
#include "widgets/views/view_entry.h"

class QBoxLayout;
class QButtonGroup;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QSlider;
class QStackedLayout;
class QToolButton;

namespace chasescope {

class EmptyState;
class StepPlot;

class StepView : public View {
  Q_OBJECT
 public:
  StepView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  StepPlayer& player() { return player_; }
  StepPlot* plot() const { return plot_; }
  /// The accesses around this one, below the access: in sight however little room there is.
  StepPlot* timeline() const { return timeline_; }
  bool isEmpty() const override;
  /// How the shown state is known.
  QString basis() const;
  QString facts() const override { return basis(); }
  void refresh() override;

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  void buildHeader();
  void buildControls();
  QPushButton* command(const QString& text, const QString& tip, const QString& keys, QBoxLayout* into);
  void refreshParts();
  void refreshEmpty();
  void showStep();
  void showPlaying();
  void restyle();
  void say(const QString& text);

  StepPlayer player_;
  StepPlot *plot_ = nullptr, *timeline_ = nullptr;
  EmptyState* empty_ = nullptr;
  QStackedLayout* stack_ = nullptr;
  QWidget* controls_ = nullptr;
  QLabel* badge_ = nullptr;
  QHBoxLayout* partsRow_ = nullptr;
  QWidget* partsBox_ = nullptr;
  QButtonGroup* parts_ = nullptr;
  QStringList partNames_;
  QToolButton* play_ = nullptr;
  QPushButton* nextMiss_ = nullptr;
  QPushButton* nextEviction_ = nullptr;
  QSlider* speed_ = nullptr;
  QLabel* told_ = nullptr;
};

/// In the list of views.
const ViewEntry& stepViewEntry();

}  // namespace chasescope
