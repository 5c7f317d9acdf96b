// What views of one measurement have in common: a header with facts and choices, a banner for what went wrong, and a page for as
// long as there is nothing to show, which says what will be here and offers the probes that bring it.
//
// The store tells of runs, findings, and of probes that begin and end.
#pragma once

#include <QStringList>
#include <QTimer>
#include <QWidget>

#include "widgets/probe_watch.h"

class QHBoxLayout;
class QLabel;
class QPushButton;
class QStackedLayout;

namespace chasescope {

class EmptyState;
class RunStore;
class Theme;

/// What a view says of itself while it is empty.
struct ViewTexts {
  QString title;        ///< "TLBs"
  QString icon;         ///< of resources/icons
  QString promise;      ///< "What translation costs": the empty page's heading
  QString explanation;  ///< a sentence or two: what will be here
  QStringList probes;   ///< the probes that fill it, the first of them best
  bool every_probe = false;  ///< others fill it, too; they are not offered
  QString export_text = {};  ///< what the export button does, where that is not a figure
};

class MeasuredView : public QWidget {
  Q_OBJECT
 public:
  enum class State { empty, filling, full, stopped, failed };

  MeasuredView(ViewTexts texts, RunStore& store, const Theme& theme, QWidget* parent = nullptr);

  State state() const;
  bool isEmpty() const;
  /// What the header says beside the title.
  virtual QString facts() const = 0;
  /// The run that was chosen in the view; empty if none.
  virtual QString chosenRun() const = 0;
  const QStringList& probes() const { return texts_.probes; }

  /// Takes in what has landed; happens by itself at the display's rate.
  void refresh();

 signals:
  void exportRequested();
  /// The person pressed the button of a probe.
  void probeRequested(const QString& probe);

 protected:
  /// Reads runs and findings anew.
  virtual void gather() = 0;
  /// Whether what was gathered is anything to draw.
  virtual bool hasContent() const = 0;
  /// Why there is nothing although it was measured; empty if that is not so.
  virtual QString whyNothingShown() const { return {}; }

  /// What became of its probes.
  const ProbeWatch& watch() const { return watch_; }
  /// Only these of its probes count on the page that is shown.
  void watchOnly(const QStringList& probes) { watch_.setProbes(probes); }
  void setContent(QWidget* content);
  void refreshTexts();
  void refreshSoon();
  /// Where choices go: between the facts and the export button.
  QHBoxLayout* choices() const { return choices_; }
  RunStore& store() const { return store_; }
  const Theme& theme() const { return theme_; }

 private:
  void build();
  void fillEmptyPage();

  ViewTexts texts_;
  RunStore& store_;
  const Theme& theme_;
  ProbeWatch watch_;
  QTimer due_;
  QLabel* facts_ = nullptr;
  Banner* banner_ = nullptr;
  QHBoxLayout* choices_ = nullptr;
  QWidget* emptyPage_ = nullptr;
  EmptyState* empty_ = nullptr;
  QList<QPushButton*> offers_;
  QWidget* content_ = nullptr;
  QStackedLayout* stack_ = nullptr;
};

}  // namespace chasescope
