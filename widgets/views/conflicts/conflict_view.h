// Conflicts: which lines evict each other in random trials, and so share a set; how many lines of a set stay, and which address
// bits choose the set. While a probe makes trials, the picture is drawn from those that have been made so far.
#pragma once

#include <QElapsedTimer>
#include <memory>

#include "widgets/views/conflicts/conflict_facts.h"
#include "widgets/views/measured_view.h"
#include "widgets/views/view_entry.h"

class QButtonGroup;
class QLabel;
class QSlider;

namespace chasescope {

class CacheChoice;
class ConflictPlot;
class Selection;

class ConflictView : public MeasuredView {
  Q_OBJECT
 public:
  ConflictView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  ConflictPlot* plot() const { return plot_; }
  QSlider* slider() const { return slider_; }
  /// Whether the picture shows trials of a probe that is still going on, or was stopped.
  bool isLive() const { return !live_.empty(); }
  /// Set by set rather than in order of address, where sets are seen.
  void setBySet(bool bySet);
  /// The cache that is shown ("l1_data"); empty if none is, or while its trials are being made.
  QString subject() const override;
  FigureChoice choice(const QString& figure) const override;
  QString facts() const override;
  QString figure() const override;
  /// The trials that are shown; empty while they are being made.
  QString chosenRun() const override;

 protected:
  void gather() override;
  bool hasContent() const override { return facts_ != nullptr; }
  QString whyNothingShown() const override;
  void showEvent(QShowEvent* event) override;

 private:
  void buildContent();
  void connectSelection();
  void takeTrials(const RunPtr& run);
  void drawLive();
  void showFacts(std::shared_ptr<const ConflictFacts> facts);
  void showTrials(int step);
  void followRun(const QString& id);
  void followSet();
  void tellChosen();

  LiveConflicts live_;
  std::shared_ptr<const ConflictFacts> facts_;  // of all trials; the plot may show fewer
  RunPtr shownRun_;
  std::vector<Finding> shownFindings_;  // what `facts_` was made of
  QTimer liveDue_;
  bool stale_ = false;  // trials came in while nobody looked
  bool held_ = false;   // the person chose a cache, and new trials of other caches don't take its place
  CacheChoice* list_ = nullptr;
  QWidget* ordersRow_ = nullptr;
  QButtonGroup* orders_ = nullptr;
  ConflictPlot* plot_ = nullptr;
  QWidget* sliderRow_ = nullptr;
  QSlider* slider_ = nullptr;
  QLabel* sliderText_ = nullptr;
  QLabel* words_ = nullptr;
};

/// In the list of views.
const ViewEntry& conflictViewEntry();

}  // namespace chasescope
