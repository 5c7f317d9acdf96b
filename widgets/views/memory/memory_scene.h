// The memory diagram as a drawing: the same in the window and in a figure. Nothing is told by colour alone: every number has its
// mark, every box its word.
#pragma once

#include <QPainter>

#include "widgets/views/memory/memory_layout.h"

namespace chasescope {

/// What a person points at; -1: nothing.
struct MemoryPointing {
  int chosen = -1;
  int hovered = -1;
  int focused = -1;              ///< has the keyboard
  std::vector<std::size_t> lit;  ///< boxes of a path, nearest first
};

void paintMemoryDiagram(QPainter& painter, const MemoryDiagram& diagram, const MemoryLayout& layout, const PlotStyle& style,
                        const MemoryPointing& pointing = {});

/// The same as boxMetrics(), with the widths that the words of each box need: for pictures in which none may be cut.
BoxMetrics wordMetrics(const MemoryDiagram& diagram, const PlotStyle& style);

/// The marks with their words, on one line from `corner` or on two where the width is short: those of all diagrams, and of the
/// others those that `diagram` has. \return its height.
double paintMemoryLegend(QPainter& painter, const QPointF& corner, double width, const MemoryDiagram& diagram,
                         const PlotStyle& style);
double memoryLegendHeight(double width, const MemoryDiagram& diagram, const PlotStyle& style);

}  // namespace chasescope
