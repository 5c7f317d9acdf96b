// Replacement: which line of a full set is replaced. The verdict with its evidence, the share of each way with its interval where
// ways differ (2014 paper, figure 8), and the miss rate over the footprint beside LRU's (figure 9).
#pragma once

#include <memory>

#include "widgets/shell/offer_strip.h"
#include "widgets/views/replacement/replacement_plot.h"
#include "widgets/views/view_entry.h"

class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace chasescope {

class CacheChoice;
class EmptyState;

class ReplacementView : public View {
  Q_OBJECT
 public:
  ReplacementView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  /// "L1 data · Not LRU: the ways differ".
  QString facts() const override;
  ReplacementPlot* plot() const { return plot_; }
  /// A run from which a figure knows the shown cache; empty if there is none.
  QString chosenRun() const override;
  bool isEmpty() const override;
  /// The cache that is shown ("l1_data"); empty if none is.
  QString subject() const override;
  bool showSubject(const QString& subject);
  /// Takes in what has landed; happens by itself at the display's rate.
  void refresh() override;

  /// The figure that shows what is drawn: the ways' shares, or the miss rate alone.
  QString figure() const override;
  FigureChoice choice(const QString& figure) const override;

 private:
  void buildHeader();
  void buildBody();
  void connectStore();
  void refreshTexts();
  void refreshEmpty();
  std::vector<Offer> offers() const;
  QStringList evidence() const;

  ProbeWatch watch_;
  QLabel* verdict_ = nullptr;
  QLabel* explanation_ = nullptr;
  CacheChoice* list_ = nullptr;
  ReplacementPlot* plot_ = nullptr;
  EmptyState* empty_ = nullptr;
  OfferStrip* emptyOffers_ = nullptr;
  OfferStrip* strip_ = nullptr;
  QStackedLayout* stack_ = nullptr;
};

/// In the list of views.
const ViewEntry& replacementViewEntry();

}  // namespace chasescope
