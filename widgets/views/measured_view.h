// What views of one measurement have in common: a page for as long as there is nothing to show, which says what will be here and
// offers the probes that bring it.
//
// The store tells of runs, findings, and of probes that begin and end.
#pragma once

#include <QStringList>

#include "widgets/views/view.h"

class QPushButton;
class QStackedLayout;

namespace chasescope {

class EmptyState;

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

class MeasuredView : public View {
  Q_OBJECT
 public:
  enum class State { empty, filling, full, stopped, failed };

  MeasuredView(ViewTexts texts, RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  State state() const;
  bool isEmpty() const override;
  const QStringList& probes() const { return texts_.probes; }

  void refresh() override;

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
  RunStore& store() const { return store_; }
  const Theme& theme() const { return theme_; }

 private:
  void build();
  void fillEmptyPage();

  ViewTexts texts_;
  ProbeWatch watch_;
  QWidget* emptyPage_ = nullptr;
  EmptyState* empty_ = nullptr;
  QList<QPushButton*> offers_;
  QWidget* content_ = nullptr;
  QStackedLayout* stack_ = nullptr;
};

}  // namespace chasescope
