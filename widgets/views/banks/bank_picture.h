// The banks in the way of the 2014 paper's figures 4 and 6: lines from the lanes of a warp to the banks and rows that they read.
// The same functions serve the window and the figures.
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

/// The reason for the stride's latency, in a sentence: "Lanes 0 and 16 want two rows of bank 0."
QString bankExplanation(const inference::BankLayout& layout, const inference::WarpAccess& access);

/// A height at which every word of the picture has room.
double naturalBankHeight(const inference::BankLayout& layout, const inference::WarpAccess& access, const PlotStyle& style);
/// The legend of the rows' colours; empty if each bank delivers at most one row.
std::vector<LegendEntry> bankLegend(const inference::BankLayout& layout, const inference::WarpAccess& access,
                                    const PlotStyle& style);

/// Paints lanes above, banks below and a line from each lane to its row; the lane under `mouse` stands out. \return the lower edge
/// of the picture.
double paintBankPicture(QPainter& painter, const QRectF& area, const inference::BankLayout& layout,
                        const inference::WarpAccess& access, const QString& title, const PlotStyle& style,
                        std::optional<QPointF> mouse = std::nullopt);

}  // namespace chasescope
