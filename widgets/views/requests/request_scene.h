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

/// The meaning of a spike in a few words: "the table is full after 128 threads".
QString spikeText(const inference::Spike& spike);

/// Which of the two plots is drawn; the other plot's area is null.
enum class ThreadPanel { both, latency, variance };

/// The axes of the latency (above) and of its variance (below), with the same threads to the right.
struct ThreadAxes {
  PlainAxes latency, variance;
};
ThreadAxes threadAxes(const QRectF& area, const ThreadCurves& curves, std::uint64_t loads, std::uint64_t sharing,
                      const PlotStyle& style, ThreadPanel panel = ThreadPanel::both);

/// Draws the curves of all numbers of loads with the same sharing; the chosen curve in front, with its variance and its spikes.
void paintThreadLatency(QPainter& painter, const ThreadAxes& axes, const ThreadCurves& curves, std::uint64_t loads,
                        std::uint64_t sharing, const PlotStyle& style);
/// Marks the chosen number of threads in both plots.
void paintChosenThreads(QPainter& painter, const ThreadAxes& axes, const ThreadSeries& series, std::uint64_t threads,
                        const PlotStyle& style);

}  // namespace chasescope
