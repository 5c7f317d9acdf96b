// The view of the spectrum: the classes of memory accesses, each with its latency and its path: the TLB that knew the page and the
// cache that had the line (2014 paper §3.2 and table 3).
#pragma once

#include "widgets/views/measured_view.h"
#include "widgets/views/spectrum/spectrum_classes.h"
#include "widgets/views/view_entry.h"

class QComboBox;

namespace chasescope {

class Selection;
class SpectrumPlot;

class SpectrumView : public MeasuredView {
  Q_OBJECT
 public:
  SpectrumView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  SpectrumPlot* plot() const { return plot_; }
  const std::string& space() const { return space_; }
  void setSpace(const std::string& space);
  QString facts() const override;
  QString figure() const override;
  QString chosenRun() const override;

 protected:
  void gather() override;
  bool hasContent() const override;
  QString whyNothingShown() const override;

 private:
  const Spectrum* shown() const;
  void showSpectrum();

  std::vector<Spectrum> spectra_;
  std::string space_;
  bool chosenSpace_ = false;  // a person chose the space; else the first space with data is shown
  QComboBox* spaces_;
  SpectrumPlot* plot_;
};

/// In the list of views.
const ViewEntry& spectrumViewEntry();

}  // namespace chasescope
