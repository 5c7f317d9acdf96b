// Under load: bandwidth and latency of a level over the bytes under way, and the bytes that keep the level busy (topology thesis
// §6.1).
#pragma once

#include <QStringList>

#include "widgets/views/load/load_facts.h"
#include "widgets/views/measured_view.h"
#include "widgets/views/view_entry.h"

class QButtonGroup;
class QWidget;

namespace chasescope {

class LoadPlot;

class LoadView : public MeasuredView {
  Q_OBJECT
 public:
  LoadView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  LoadPlot* plot() const { return plot_; }
  /// "L2: Saturated by 1.09 MiB under way · a load then takes 320 cycles, …", or the chosen point.
  QString facts() const override;
  QString figure() const override;
  QString chosenRun() const override;
  QString subject() const override;

 protected:
  void gather() override;
  bool hasContent() const override;
  QString whyNothingShown() const override;

 private:
  void offerLevels();
  void showLevel(int id);

  LoadPlot* plot_;
  QWidget* levels_;
  QButtonGroup* buttons_ = nullptr;
  QStringList shown_;  ///< subjects, in the order of the buttons
};

/// In the list of views.
const ViewEntry& loadViewEntry();

}  // namespace chasescope
