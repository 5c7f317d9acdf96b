// Replacement: which line of a full set goes. The verdict with what it rests on, the share of each way with its interval where ways
// differ (2014 paper, figure 8), and the miss rate over the footprint beside what LRU would miss (figure 9).
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "widgets/offer_strip.h"
#include "widgets/plot/replacement_plot.h"
#include "widgets/probe_watch.h"

class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace chasescope {

class CacheChoice;
class EmptyState;
class RunStore;
class Selection;
class Theme;

class ReplacementView : public QWidget {
  Q_OBJECT
 public:
  ReplacementView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  /// "L1 data · Not LRU: the ways differ".
  QString facts() const;
  ReplacementPlot* plot() const { return plot_; }
  /// A run that tells a figure which cache is shown; empty if there is none.
  QString chosenRun() const;
  bool isEmpty() const;
  /// The cache that is shown ("l1_data"); empty if none is.
  QString subject() const;
  bool showSubject(const QString& subject);
  /// Takes in what has landed; happens by itself at the display's rate.
  void refresh();

  /// The figure that shows what is drawn: the ways' shares, or the miss rate alone.
  QString figure() const;

 signals:
  /// The figure that suits what is shown: "way-probability" or "miss-rate".
  void exportRequested();
  void probeRequested(const QString& probe, const ParameterValues& values);
  void evidenceRequested(const QStringList& runIds);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void buildHeader(QVBoxLayout* layout);
  void buildBody(QVBoxLayout* layout);
  void connectStore();
  void refreshSoon();
  void refreshTexts();
  void refreshEmpty();
  std::vector<Offer> offers() const;
  QStringList evidence() const;

  RunStore& store_;
  Selection& selection_;
  const Theme& theme_;
  bool stale_ = false;  // something landed while nobody looked
  ProbeWatch watch_;
  QTimer due_;
  QLabel* facts_ = nullptr;
  Banner* banner_ = nullptr;
  QLabel* verdict_ = nullptr;
  QLabel* explanation_ = nullptr;
  CacheChoice* list_ = nullptr;
  ReplacementPlot* plot_ = nullptr;
  EmptyState* empty_ = nullptr;
  OfferStrip* emptyOffers_ = nullptr;
  OfferStrip* strip_ = nullptr;
  QStackedLayout* stack_ = nullptr;
};

}  // namespace chasescope
