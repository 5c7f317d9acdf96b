// The request table while it fills up, entry by entry. The same functions serve the window and the figures.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>

#include "widgets/style/plot_style.h"
#include "widgets/views/requests/thread_curves.h"

namespace chasescope {

/// Draws the table while the loads of so many threads are under way, with the requests that wait. \return the height.
double paintRequestTable(QPainter& painter, const QRectF& area, const TableShape& table, std::uint64_t threads, std::uint64_t loads,
                         std::uint64_t sharing, const PlotStyle& style);
/// "128 of 128 entries, 2 requests wait".
QString tableText(const TableShape& table, std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing);

}  // namespace chasescope
