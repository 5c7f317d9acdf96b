// Latency over stride as the 2014 paper draws it (figures 5 and 7). The same functions serve the window and the figures.
#pragma once

#include <QPainter>
#include <QRectF>

#include "widgets/plot/plain_axes.h"
#include "widgets/style/plot_style.h"
#include "widgets/views/banks/bank_curves.h"

namespace chasescope {

/// Axes for the curve of words of that width inside `area`.
PlainAxes bankAxes(const QRectF& area, const BankCurves& curves, unsigned word_bytes, const PlotStyle& style);

/// Latency over stride, a series for each bank mode, with the number of rows at each height.
void paintBankCurve(QPainter& painter, const PlainAxes& axes, const BankCurves& curves, unsigned word_bytes,
                    const PlotStyle& style);

/// The chosen stride on the curve.
void paintChosenStride(QPainter& painter, const PlainAxes& axes, const BankCurves& curves, unsigned word_bytes,
                       std::uint64_t stride, const PlotStyle& style);

}  // namespace chasescope
