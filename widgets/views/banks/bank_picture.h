// Banks as the 2014 paper draws them: a warp's lanes on the banks and rows that they want (figures 4 and 6). The same functions
// serve the window and the figures.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>
#include <optional>

#include "engine/inference/banks/bank_conflicts.h"
#include "widgets/style/markers.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

/// "stride 6 · 2 rows of a bank".
QString bankTitle(const inference::BankLayout& layout, const inference::WarpAccess& access);

/// Why the stride takes what it takes, in a sentence: "Lanes 0 and 16 want two rows of bank 0."
QString bankExplanation(const inference::BankLayout& layout, const inference::WarpAccess& access);

/// A height at which every word of the picture has room.
double naturalBankHeight(const inference::BankLayout& layout, const inference::WarpAccess& access, const PlotStyle& style);
/// What the colours of the rows mean; nothing where all are delivered at once.
std::vector<LegendEntry> bankLegend(const inference::BankLayout& layout, const inference::WarpAccess& access,
                                    const PlotStyle& style);

/// Lanes above, banks below, and who wants what; the lane under `mouse` is followed. \return where the picture ends below.
double paintBankPicture(QPainter& painter, const QRectF& area, const inference::BankLayout& layout,
                        const inference::WarpAccess& access, const QString& title, const PlotStyle& style,
                        std::optional<QPointF> mouse = std::nullopt);

}  // namespace chasescope
