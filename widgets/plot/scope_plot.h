// The drawing of one latency trace: axes, trace, level bands, histogram at the side and two cursors. No store and no selection: the
// view feeds it.
#pragma once

#include <QWidget>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace chasescope {

class PlotCanvas;
struct PlotStyle;
struct ScopeData;

class ScopePlot : public QWidget {
  Q_OBJECT
 public:
  struct Range {
    double begin = 0, end = 0;
    friend bool operator==(const Range&, const Range&) = default;
  };
  enum class Tool { pan, zoom, brush };

  explicit ScopePlot(QWidget* parent = nullptr);
  ~ScopePlot() override;

  void setPlotStyle(const PlotStyle& style);
  /// Shows a trace; the pointers in `data` must stay good until the next setData(). Fits and follows.
  void setData(const ScopeData& data);
  void clearData();
  /// The trace or its levels grew; repaints at the display's rate.
  void dataGrew();

  void fit();
  bool isFollowing() const { return following_; }
  void setFollowing(bool follow);
  Range visibleAccesses() const;
  void showAccesses(double begin, double end);
  Range visibleCycles() const;
  void zoom(double factor);
  void setTool(Tool tool);

  /// Index 0 is cursor A, 1 is B.
  std::optional<std::uint64_t> cursor(int which) const { return cursors_[which]; }
  void setCursor(int which, std::optional<std::uint64_t> access);
  /// What the difference box says, line by line; empty without both cursors.
  QString differenceText() const;

  void setBrush(std::optional<std::pair<std::uint64_t, std::uint64_t>> range);
  void setHovered(std::optional<std::uint64_t> access);
  /// What a tooltip says about an access.
  QString describe(std::uint64_t access) const;

  /// Where an access lies in this widget, for tests.
  QPoint positionOf(std::uint64_t access) const;
  /// The access under a position in this widget: the nearest drawn one, if one is near.
  std::optional<std::uint64_t> accessAt(const QPoint& position) const;
  /// Paints at once what is still to be painted, for benches and screenshots.
  void repaintNow();

 signals:
  void followingChanged(bool following);
  void brushed(quint64 begin, quint64 end);
  void brushCleared();
  void hovered(std::optional<std::uint64_t> access);
  void cursorsChanged();

 private:
  struct Parts;
  void followNow();
  void userMoved();
  void updateOverlay();
  void hoverAt(const QPoint& position);
  bool pressAt(const QPoint& position);
  void dragCursorTo(const QPoint& position);
  bool pressKey(int key);

  std::unique_ptr<Parts> parts_;
  PlotCanvas* canvas_;
  bool following_ = true;
  std::optional<std::uint64_t> cursors_[2];
  std::optional<std::uint64_t> hovered_;
  int dragged_ = -1;
};

}  // namespace chasescope
