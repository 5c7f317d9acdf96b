// Set map: the sets of a data cache or TLB at their true heights, the address bits that choose among them, and the lines of an
// array, or of the chosen run, that meet in each (2014 paper §3.2 step 3, figures 8, 10 and 12). The chosen set and line are
// everybody's.
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "widgets/offer_strip.h"
#include "widgets/plot/set_map_plot.h"
#include "widgets/probe_watch.h"

class QButtonGroup;
class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace chasescope {

class CacheChoice;
class EmptyState;
class RunStore;
class Selection;
class Theme;

class SetMapView : public QWidget {
  Q_OBJECT
 public:
  SetMapView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  /// "32 sets × 4 ways · lines of 128 B · 9 of 32 sets overflow".
  QString facts() const;
  SetMapPlot* plot() const { return plot_; }
  /// The run that tells a figure what is shown: the one whose lines are placed, or evidence of the cache; empty if there is none.
  QString chosenRun() const;
  bool isEmpty() const;
  /// The cache that is shown ("l1_data"); empty if none is.
  QString subject() const;
  /// Shows another cache, as if the person had chosen it from the list; false if nothing is known of its sets.
  bool showSubject(const QString& subject);
  /// Takes in what has landed; happens by itself at the display's rate.
  void refresh();

 signals:
  void exportRequested();
  void probeRequested(const QString& probe, const ParameterValues& values);
  void evidenceRequested(const QStringList& runIds);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refreshSoon();
  void buildHeader(QVBoxLayout* layout);
  void buildBody(QVBoxLayout* layout);
  void connectStore();
  void connectSelection();
  void refreshMap();
  void refreshTexts();
  void refreshEmpty();
  void followLine();
  std::vector<Offer> offers() const;
  QStringList evidence() const;

  RunStore& store_;
  Selection& selection_;
  const Theme& theme_;
  bool placeRun_ = true;  // the lines of the chosen run rather than those of an array
  bool stale_ = false;  // something landed while nobody looked
  ProbeWatch watch_;
  QTimer due_;
  QLabel* facts_ = nullptr;
  Banner* banner_ = nullptr;
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

}  // namespace chasescope
