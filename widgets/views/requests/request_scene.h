// Outstanding requests as the study draws them: thread-latency with its variance below and the spikes marked (figures 1 and 3 to
// 10), the request table filling up, and copies with and without a flush (figure 2). The same functions serve the window and the
// figures.
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

/// Axes of the latency (above) and of its variance (below), which share the threads.
struct ThreadAxes {
  PlainAxes latency, variance;
};
ThreadAxes threadAxes(const QRectF& area, const ThreadCurves& curves, std::uint64_t loads, std::uint64_t sharing,
                      const PlotStyle& style);

/// All numbers of loads that share alike, the chosen one in front with its variance and its spikes.
void paintThreadLatency(QPainter& painter, const ThreadAxes& axes, const ThreadCurves& curves, std::uint64_t loads,
                        std::uint64_t sharing, const PlotStyle& style);
/// The chosen number of threads in both.
void paintChosenThreads(QPainter& painter, const ThreadAxes& axes, const ThreadSeries& series, std::uint64_t threads,
                        const PlotStyle& style);

/// The table while so many threads have their loads under way, and what waits for room. \return the height that it takes.
double paintRequestTable(QPainter& painter, const QRectF& area, const TableShape& table, std::uint64_t threads, std::uint64_t loads,
                         std::uint64_t sharing, const PlotStyle& style);
/// "128 of 128 entries, 2 requests wait".
QString tableText(const TableShape& table, std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing);

/// Axes of copies by size; its unit and how much of the curve tells something.
struct CopyAxes {
  PlainAxes axes;
  double unit = 1024;   ///< bytes to one step to the right: 1 KiB or 1 MiB
  double scale = 1;     ///< of the times as they are kept: microseconds are shown
  double last = 0;      ///< bytes; larger copies are left out
  double step = 64;     ///< between numbers, in the unit
};
CopyAxes copyAxes(const QRectF& area, const CopyCurve& copies, const PlotStyle& style);
/// From which size on a flush makes no more difference; pre: it was found.
QString saturationText(const CopyCurve& copies);
/// Copies by size, flushed beside not flushed, with the saturation point.
void paintCopies(QPainter& painter, const CopyAxes& axes, const CopyCurve& copies, const PlotStyle& style);

}  // namespace chasescope
