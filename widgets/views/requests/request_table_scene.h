// The request table while it fills up, entry by entry. The same functions serve the window and the figures.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>

#include "widgets/style/plot_style.h"
#include "widgets/views/requests/thread_curves.h"

namespace chasescope {

/// The table while so many threads have their loads under way, and what waits for room. \return the height that it takes.
double paintRequestTable(QPainter& painter, const QRectF& area, const TableShape& table, std::uint64_t threads, std::uint64_t loads,
                         std::uint64_t sharing, const PlotStyle& style);
/// "128 of 128 entries, 2 requests wait".
QString tableText(const TableShape& table, std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing);

}  // namespace chasescope
