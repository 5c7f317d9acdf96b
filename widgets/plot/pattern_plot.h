// The drawing of a miss pattern: a heatmap with axes and a colour legend. No store and no selection: the view feeds it.
#pragma once

#include <QString>
#include <QWidget>
#include <cstdint>
#include <memory>
#include <optional>

namespace chasescope {

class PatternSource;
class PlotCanvas;
struct PlotStyle;

class PatternPlot : public QWidget {
  Q_OBJECT
 public:
  enum class Shade { latency, hitMiss };

  explicit PatternPlot(QWidget* parent = nullptr);
  ~PatternPlot() override;

  void setPlotStyle(const PlotStyle& style);
  /// Shows a pattern and fits, unless it has the same shape as the one before.
  void setSource(std::shared_ptr<const PatternSource> source);
  void clearSource() { setSource(nullptr); }
  void sourceGrew();

  Shade shade() const { return shade_; }
  void setShade(Shade shade);
  void fit();
  bool isFitted() const { return fitted_; }

  /// Rows first … last - 1 stand out, the others fade.
  void setMarkedRows(std::optional<std::pair<std::uint64_t, std::uint64_t>> rows);
  void setMarkedCell(std::optional<std::pair<std::uint64_t, std::uint64_t>> rowAndColumn);
  void setMarkedColumn(std::optional<std::uint64_t> column);

  /// The middle of a cell in this widget, for tests.
  QPoint positionOf(std::uint64_t row, std::uint64_t column) const;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> cellAt(const QPoint& position) const;
  void repaintNow();

 signals:
  void cellHovered(std::optional<std::pair<std::uint64_t, std::uint64_t>> rowAndColumn);
  void cellClicked(quint64 row, quint64 column);
  void rowsBrushed(quint64 first, quint64 end);
  void brushCleared();
  void fittedChanged(bool fitted);

 private:
  struct Parts;
  void setFitted(bool fitted);

  std::unique_ptr<Parts> parts_;
  PlotCanvas* canvas_;
  Shade shade_ = Shade::latency;
  bool fitted_ = true;
};

}  // namespace chasescope
