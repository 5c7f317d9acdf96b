// The memory diagram as a drawing: the same in the window and in a figure. Nothing is told by colour alone: every number has its
// mark, every box its word.
#pragma once

#include <QPainter>

#include "widgets/views/memory/memory_layout.h"

namespace chasescope {

/// The boxes under the mouse and the keyboard; -1: none.
struct MemoryPointing {
  int chosen = -1;
  int hovered = -1;
  int focused = -1;              ///< has the keyboard focus
  std::vector<std::size_t> lit;  ///< boxes of a path, nearest first
};

void paintMemoryDiagram(QPainter& painter, const MemoryDiagram& diagram, const MemoryLayout& layout, const PlotStyle& style,
                        const MemoryPointing& pointing = {});

/// As boxMetrics(), with the widths that each box needs for its text: for pictures in which no text may be cut.
BoxMetrics wordMetrics(const MemoryDiagram& diagram, const PlotStyle& style);

/// Draws the marks with their meanings, on one line from `corner` or on two where the width is short: the marks of all diagrams,
/// and of the rarer marks those that occur in `diagram`. \return its height.
/// others those that `diagram` has. \return its height.
double paintMemoryLegend(QPainter& painter, const QPointF& corner, double width, const MemoryDiagram& diagram,
                         const PlotStyle& style);
double memoryLegendHeight(double width, const MemoryDiagram& diagram, const PlotStyle& style);

}  // namespace chasescope
