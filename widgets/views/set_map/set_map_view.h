// Set map: the sets of a data cache or TLB with their true numbers of ways, the address bits that choose the set, and the lines of
// an array or of the chosen run in each set (2014 paper §3.2 step 3, figures 8, 10 and 12). All views share the chosen set and
// line.
#pragma once

#include <memory>

#include "widgets/shell/offer_strip.h"
#include "widgets/views/set_map/set_map_plot.h"
#include "widgets/views/view_entry.h"

class QButtonGroup;
class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace chasescope {

class CacheChoice;
class EmptyState;

class SetMapView : public View {
  Q_OBJECT
 public:
  SetMapView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  /// "32 sets × 4 ways · lines of 128 B · 9 of 32 sets overflow".
  QString facts() const override;
  QString figure() const override;
  SetMapPlot* plot() const { return plot_; }
  /// The run for a figure of this view: the run whose lines are placed, or a run behind the cache's sets; empty if there is none.
  QString chosenRun() const override;
  bool isEmpty() const override;
  /// The cache that is shown ("l1_data"); empty if none is.
  QString subject() const override;
  /// Shows another cache, as if the person had chosen it; false if its sets are not known.
  bool showSubject(const QString& subject);
  /// Shows what has landed; called at the display's rate.
  void refresh() override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void shareRoom();
  void buildHeader();
  void buildBody();
  void connectStore();
  void connectSelection();
  void refreshMap();
  void refreshTexts();
  void refreshEmpty();
  void followLine();
  std::vector<Offer> offers() const;
  QStringList evidence() const;

  bool placeRun_ = true;  // show the lines of the chosen run, not those of an array
  ProbeWatch watch_;
  QLabel* sentence_ = nullptr;
  CacheChoice* list_ = nullptr;
  QWidget* contentsRow_ = nullptr;
  QButtonGroup* contents_ = nullptr;
  SetMapPlot* plot_ = nullptr;
  EmptyState* empty_ = nullptr;
  OfferStrip* emptyOffers_ = nullptr;
  OfferStrip* strip_ = nullptr;
  QStackedLayout* stack_ = nullptr;
};

/// In the list of views.
const ViewEntry& setMapViewEntry();

}  // namespace chasescope
