// The TLBs as a drawing: how far each reaches, its sets at their true heights (2014 paper, figure 10), and its miss rate over N
// (figure 11). The same functions serve the window and the figure.
#pragma once

#include <QPainter>
#include <QRectF>

#include "widgets/plot/byte_axis.h"
#include "widgets/plot/plain_axes.h"
#include "widgets/style/plot_style.h"
#include "widgets/views/tlb/tlb_levels.h"

namespace chasescope {

/// The colour that stands for translation in every view, as an index of levelColour().
inline constexpr std::size_t kTranslation = 3;

/// Where the parts of the drawing lie, in the painter's units.
struct TlbLayout {
  struct Row {
    QRectF title, sets, rates;  ///< the parts of one TLB; `sets` is empty where there is no room for the sets
  };
  QRectF reach;
  std::vector<Row> rows;
};

TlbLayout layOutTlbs(const QRectF& area, const TlbLevels& tlbs, const PlotStyle& style);
/// The height at which everything has enough room, at a given width.
double naturalTlbHeight(const TlbLevels& tlbs, double width, const PlotStyle& style);

/// Axes of the miss rate of one TLB: N in `unit` bytes to the right, per cent upwards.
struct RateAxes {
  PlainAxes axes;
  double unit = 1048576;  ///< bytes to one step of the axis: 1 KiB, 1 MiB or 1 GiB
  QPointF at(const TlbRatePoint& point) const { return axes.at(static_cast<double>(point.bytes) / unit, point.rate * 100); }
};
RateAxes rateAxes(const QRectF& area, const TlbLevel& level, const PlotStyle& style);
/// The axes of every TLB in its row; the axes of a TLB without a miss rate are unspecified.
std::vector<RateAxes> allRateAxes(const TlbLayout& layout, const TlbLevels& tlbs, const PlotStyle& style);

/// The TLB and the point under the mouse; -1 for none.
struct TlbPointing {
  int level = -1;
  int point = -1;
};

/// \param axes one for each TLB, as allRateAxes() makes them
void paintTlbs(QPainter& painter, const TlbLevels& tlbs, const TlbLayout& layout, const std::vector<RateAxes>& axes, const PlotStyle& style,
               const TlbPointing& chosen = {});

/// The bar of one set within `area`.
QRectF setBar(const QRectF& area, const TlbLevel& level, std::size_t set, const PlotStyle& style);

/// "L1 TLB".
QString tlbName(const TlbLevel& level);

}  // namespace chasescope
