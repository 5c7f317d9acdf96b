// Outstanding requests as the study draws them: thread-latency with its variance below and the spikes marked (figures 1 and 3 to
// 10). The same functions serve the window and the figures.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>
#include <optional>

#include "widgets/plot/plain_axes.h"
#include "widgets/style/plot_style.h"
#include "widgets/views/requests/thread_curves.h"

namespace chasescope {

/// "2 loads", "2 loads, 4 share a block".
QString seriesName(std::uint64_t loads, std::uint64_t sharing);

/// What a spike is, in a few words: "the table is full after 128 threads".
QString spikeText(const inference::Spike& spike);

/// Which of the two plots is drawn; the plot of the other one is null.
enum class ThreadPanel { both, latency, variance };

/// Axes of the latency (above) and of its variance (below), which share the threads.
struct ThreadAxes {
  PlainAxes latency, variance;
};
ThreadAxes threadAxes(const QRectF& area, const ThreadCurves& curves, std::uint64_t loads, std::uint64_t sharing,
                      const PlotStyle& style, ThreadPanel panel = ThreadPanel::both);

/// All numbers of loads that share alike, the chosen one in front with its variance and its spikes.
void paintThreadLatency(QPainter& painter, const ThreadAxes& axes, const ThreadCurves& curves, std::uint64_t loads,
                        std::uint64_t sharing, const PlotStyle& style);
/// The chosen number of threads in both.
void paintChosenThreads(QPainter& painter, const ThreadAxes& axes, const ThreadSeries& series, std::uint64_t threads,
                        const PlotStyle& style);

}  // namespace chasescope
