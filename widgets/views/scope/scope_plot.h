// The drawing of one latency trace: axes, trace, level bands, histogram at the side and two cursors. No store and no selection: the
// view feeds it.
#pragma once

#include <QWidget>
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "widgets/plot/scope_scene.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

class PlotCanvas;

class ScopePlot : public QWidget {
  Q_OBJECT
 public:
  struct Range {
    double begin = 0, end = 0;
    friend bool operator==(const Range&, const Range&) = default;
  };
  enum class Tool { pan, zoom, brush };
  using Brush = std::pair<std::uint64_t, std::uint64_t>;

  explicit ScopePlot(QWidget* parent = nullptr);
  ~ScopePlot() override;

  void setPlotStyle(const PlotStyle& style);
  /// Shows a trace; what `scope` points to must stay good until the next setData(). Fits and follows.
  void setData(const ScopeData& scope);
  /// Shows a newer trace of the same thing: what the person zoomed to stays, cursors stay where they are.
  void replaceData(const ScopeData& scope);
  const step::LatencyVerdicts& verdicts() const { return data_.verdicts; }
  /// The trace or its levels grew; repaints at the display's rate.
  void dataGrew();

  /// Shows everything, and goes on showing everything while the trace grows.
  void fit();
  bool isFollowing() const { return following_; }
  void setFollowing(bool follow);
  Range visibleAccesses() const;
  Range visibleCycles() const;
  /// The cycles at the top of what fit() shows of its own trace, and those that it shows at least: of a card beside it the same, so
  /// that both have one axis. 0 for none.
  double ownTop() const { return own_top_; }
  void setLeastTop(double cycles);
  /// Whether nothing of the cycles that fit() shows is out of sight: only accesses were zoomed.
  bool showsAllCycles() const;
  void showAccesses(double begin, double end);
  void showRanges(Range accesses, Range cycles);
  void zoom(double factor);
  void setTool(Tool tool);

  /// Index 0 is cursor A, 1 is B.
  std::optional<std::uint64_t> cursor(int which) const { return cursors_[static_cast<std::size_t>(which)]; }
  /// Both cursors, at a third and at two thirds of what is in sight; drops them if there are any.
  void toggleCursors();
  void setCursor(int which, std::optional<std::uint64_t> access);
  /// What a cursor on this access reads: the latency of its level, or its own where it lies between levels.
  double cursorCycles(std::uint64_t access) const;
  /// What the difference box says, line by line; empty without both cursors.
  QStringList differenceText() const;

  void setBrush(std::optional<Brush> accesses);
  void setHovered(std::optional<std::uint64_t> access);
  std::optional<std::uint64_t> hoveredAccess() const { return hovered_; }
  /// What the box under the mouse says about an access, line by line.
  QStringList describe(std::uint64_t access) const;

  /// Where an access lies in this widget.
  QPoint positionOf(std::uint64_t access) const;
  /// The access under a position: the nearest one in sight of those close by, else the one at that place of the axis.
  std::optional<std::uint64_t> accessAt(const QPoint& position) const;
  /// Paints what is still to be painted, at once.
  void repaintNow();
  /// The widget that has the mouse and the keys.
  QWidget* canvas() const;

 signals:
  void followingChanged(bool following);
  /// The person zoomed, panned, or let it follow again. Not told while it follows a growing trace.
  void viewChanged();
  void brushed(quint64 begin, quint64 end);
  void brushCleared();
  /// The access under the mouse, or none.
  void hovered(std::optional<std::uint64_t> access);
  void clicked(quint64 access);
  void cursorsChanged();
  /// ownTop() is another.
  void ownTopChanged();

 private:
  void layOut();
  void followNow();
  double fittedTop() const { return std::max(own_top_, least_top_); }
  void takeOwnTop();
  void showTop();
  void userMoved();
  ScopeGeometry geometry() const;
  void paintBehind(QPainter& painter);
  void paintTrace(QPainter& painter);
  void paintSide(QPainter& painter);
  void paintOverlay(QPainter& painter);
  void paintCursors(QPainter& painter, const ScopeGeometry& g);
  bool grab(const QPoint& position);
  bool pressKey(int key);
  int cursorAt(const QPoint& position) const;

  PlotCanvas* canvas_;
  PlotStyle style_;
  ScopeData data_;
  TraceColumns cut_;
  bool following_ = true;
  double own_top_ = 0, least_top_ = 0;
  std::array<std::optional<std::uint64_t>, 2> cursors_;
  std::optional<std::uint64_t> hovered_;
  std::optional<Brush> brush_;
  QPoint mouse_{-1, -1};
  int dragged_ = -1;
};

}  // namespace chasescope
