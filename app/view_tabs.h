// The views, as tabs: which there are, which of them shows what, and what they ask of the window.
#pragma once

#include <QTabWidget>
#include <string_view>

#include "app/explorer.h"
#include "widgets/plot/figure.h"
#include "widgets/theme.h"

namespace chasescope {

class AxisLinks;
class BankView;
class ConflictView;
class CurveViews;
class MemoryComparison;
class MemoryView;
class MissPatternView;
class ReplacementView;
class ReportView;
class RequestView;
class ScopeView;
class StepView;
class SetMapView;

class ViewTabs : public QTabWidget {
  Q_OBJECT
 public:
  ViewTabs(Explorer& explorer, const Theme& theme, QWidget* parent = nullptr);

  ScopeView& scope() { return *scope_; }
  MissPatternView& missPattern() { return *missPattern_; }
  BankView& banks() { return *banks_; }
  RequestView& requests() { return *requests_; }
  MemoryView& memory() { return *memory_; }
  ReportView& report() { return *report_; }
  StepView& steps() { return *steps_; }
  SetMapView& setMap() { return *setMap_; }
  ReplacementView& replacement() { return *replacement_; }
  ConflictView& conflicts() { return *conflicts_; }
  CurveViews& curves() { return *curves_; }
  MemoryComparison& comparison() { return *comparison_; }
  AxisLinks& links() { return *links_; }

  /// Brings up the view that shows runs of this call ("bank").
  void showViewOf(std::string_view call);
  /// Brings up the view where a probe that has just started shows best.
  void showViewOfProbe(const QString& probe);
  /// Brings up the view that explains a probe, which was chosen and not yet run, where its name alone explains little.
  void introduce(const QString& probe);
  /// The tab that a probe fills; the one of the traces where it has none of its own.
  QWidget* viewOfProbe(const QString& probe) const;
  void showMemory();
  void showReport();
  /// The run that a figure is made of, and the cache that it shows: what its view shows. Empty if that is none.
  FigureChoice choiceOfFigure(const QString& figure) const;
  /// The figure that a view exports as it stands; empty for a view that has none.
  QString figureOf(const QWidget* view) const;
  /// All views, also those on tabs behind; and of the tab in front, the one that was used last.
  QList<QWidget*> all() const;
  QWidget* active() const;

 signals:
  void exportRequested(const QString& figure);
  void reportRequested();
  /// A probe is to be run with these values; what they leave out has its default.
  void probeRequested(const QString& name, const ParameterValues& values);
  void evidenceRequested(const QStringList& runIds);

 private:
  void connectViews();
  void addList(const Theme& theme);

  Explorer& explorer_;
  ScopeView* scope_;
  MissPatternView* missPattern_;
  BankView* banks_;
  RequestView* requests_;
  MemoryView* memory_;
  ReportView* report_;
  StepView* steps_;
  SetMapView* setMap_;
  ReplacementView* replacement_;
  ConflictView* conflicts_;
  MemoryComparison* comparison_ = nullptr;
  AxisLinks* links_;
  CurveViews* curves_ = nullptr;  // TLBs, footprint and stride, spectrum
};

}  // namespace chasescope
