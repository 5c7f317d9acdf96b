// The view of footprint and stride: the curves of the sweeps with named plateaus, the ends of the levels and their change-point
// tests (topology thesis §3 and §4), and latency over stride for every size (C2070 poster).
#pragma once

#include <memory>

#include "widgets/views/measured_view.h"
#include "widgets/views/sweeps/sweep_curves.h"
#include "widgets/views/view_entry.h"

class QButtonGroup;
class QComboBox;
class QStackedWidget;

namespace chasescope {

class FootprintPlot;
class Selection;
class StridePlot;

class SweepView : public MeasuredView {
  Q_OBJECT
 public:
  enum class Page { footprint, stride };

  SweepView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  Page page() const { return page_; }
  void setPage(Page page);
  FootprintPlot* footprintPlot() const { return footprint_; }
  StridePlot* stridePlot() const { return stride_; }
  /// The shown memory space: "global.ca".
  const std::string& space() const { return space_; }
  void setSpace(const std::string& space);
  QString facts() const override;
  QString figure() const override;
  FigureChoice choice(const QString& figure) const override;
  void turnTo(const QString& probe) override;
  QString chosenRun() const override;

 protected:
  void gather() override;
  bool hasContent() const override;
  QString whyNothingShown() const override;

 private:
  void turnToPage(Page page);
  void showCurves();
  std::vector<std::string> spaces() const;
  void fillSpaces();
  void followRun(const QString& id);

  SweepGatherer gatherer_;
  SweepCurves curves_;
  Page page_ = Page::footprint;
  std::string space_;
  bool chosenSpace_ = false;
  bool chosenPage_ = false;  // a person chose the page; else the page with data is shown
  QButtonGroup* pages_;
  QComboBox* spaces_;
  QStackedWidget* plots_;
  FootprintPlot* footprint_;
  StridePlot* stride_;
};

/// In the list of views.
const ViewEntry& sweepViewEntry();

}  // namespace chasescope
