#include "widgets/views/spectrum/spectrum_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QSignalBlocker>
#include <algorithm>

#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/style/theme.h"
#include "widgets/views/spectrum/figure_spectrum.h"
#include "widgets/views/spectrum/spectrum_plot.h"

namespace chasescope {

SpectrumView::SpectrumView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : MeasuredView(
          {tr("Spectrum"), QStringLiteral("spectrum"), tr("Paths of a load"),
           tr("Loads fall into a few classes. The first TLB, the second TLB or the page table translates the page; the L1, the "
              "L2 or memory has the line. Each class is drawn here as the path of its loads, with their latency and their "
              "share, as in table 3 of the 2014 paper."),
           probesOf(latencySpectrumEntry())},
          store, selection, theme, parent),
      spaces_(new QComboBox),
      plot_(new SpectrumPlot) {
  spaces_->setAccessibleName(tr("Memory space"));
  spaces_->setToolTip(tr("Which path the loads took: global.ca through the L1, global.cg past it"));
  spaces_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  choices()->addWidget(spaces_);
  connect(spaces_, &QComboBox::activated, this, [this](int index) { setSpace(spaces_->itemText(index).toStdString()); });
  auto* scrolling = new QScrollArea;
  scrolling->setFrameShape(QFrame::NoFrame);
  scrolling->setWidgetResizable(true);
  scrolling->setFocusPolicy(Qt::NoFocus);  // the plot has the focus
  scrolling->setWidget(plot_);
  setContent(scrolling);
  setFocusProxy(plot_);
  plot_->restyle(theme.plotStyle());
  connect(&theme, &Theme::themeChanged, this, [this] { plot_->restyle(this->theme().plotStyle()); });
  connect(plot_, &SpectrumPlot::chosen, this, [this] {
    refreshTexts();
    if (const QString run = chosenRun(); !run.isEmpty()) selection_.setCurrentRun(run);
  });
  refresh();
}

const Spectrum* SpectrumView::shown() const {
  const auto found = std::find_if(spectra_.begin(), spectra_.end(), [&](const Spectrum& s) { return s.space == space_; });
  return found == spectra_.end() ? nullptr : &*found;
}

void SpectrumView::setSpace(const std::string& space) {
  chosenSpace_ = true;
  space_ = space;
  showSpectrum();
  refreshTexts();
}

void SpectrumView::gather() {
  spectra_ = gatherSpectra(store().findings(), store().device().name);
  if (shown() == nullptr || !chosenSpace_) {
    const auto full = std::find_if(spectra_.begin(), spectra_.end(), [](const Spectrum& s) { return !s.classes.empty(); });
    space_ = full != spectra_.end() ? full->space : spectra_.empty() ? std::string() : spectra_.front().space;
  }
  showSpectrum();
}

void SpectrumView::showSpectrum() {
  const QSignalBlocker quiet(spaces_);
  spaces_->clear();
  for (const Spectrum& spectrum : spectra_) spaces_->addItem(QString::fromStdString(spectrum.space));
  spaces_->setCurrentText(QString::fromStdString(space_));
  spaces_->setVisible(spectra_.size() > 1);
  const Spectrum* spectrum = shown();
  plot_->setSpectrum(spectrum == nullptr ? Spectrum() : *spectrum);
}

bool SpectrumView::hasContent() const { return shown() != nullptr && !shown()->classes.empty(); }

QString SpectrumView::whyNothingShown() const { return shown() == nullptr ? QString() : shown()->why_nothing; }

QString SpectrumView::chosenRun() const {
  if (shown() == nullptr) return {};
  const QString run = QString::fromStdString(shown()->run);
  return store().run(run) == nullptr ? QString() : run;
}

QString SpectrumView::facts() const {
  if (!hasContent()) return {};
  if (plot_->chosenClass() != nullptr) return plot_->describe().join(QStringLiteral(" · "));
  const auto& classes = shown()->classes;
  const auto explained = std::count_if(classes.begin(), classes.end(), [](const SpectrumClass& c) { return !c.paths.empty(); });
  return tr("%1 classes of accesses, %2 of them with a known path").arg(classes.size()).arg(explained);
}

QString SpectrumView::figure() const { return QString::fromLatin1(latencySpectrumEntry().name); }

const ViewEntry& spectrumViewEntry() {
  static const ViewEntry entry{
      .id = "spectrum",
      .tab = QT_TRANSLATE_NOOP("View", "Spectrum"),
      .shows = QT_TRANSLATE_NOOP("View", "The classes of latencies, and the path of each"),
      .make = makeView<SpectrumView>,
      .figures = {&latencySpectrumEntry()},
      .probes = {"spectrum"},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_spectrum_view.cpp"
