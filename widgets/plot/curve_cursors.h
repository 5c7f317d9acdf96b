// Two cursors on the curve over footprints, and their difference. A cursor stands on a point of the curve, and reads the level's latency
// where the point lies on a level's plateau.
#pragma once

#include <QStringList>
#include <array>
#include <cstdint>
#include <optional>

#include "widgets/plot/sweep_curves.h"

class QPainter;

namespace chasescope {

struct CurveAxes;
struct PlotStyle;

class CurveCursors {
 public:
  struct Reading {
    double bytes = 0, cycles = 0;
    std::string level;  ///< whose plateau it is; empty between plateaus
  };

  /// Index 0 is A, 1 is B. The footprint in bytes, or none.
  void set(int which, std::optional<std::uint64_t> bytes) { at_[static_cast<std::size_t>(which)] = bytes; }
  void clear() { at_ = {}; }
  bool any() const { return at_[0] || at_[1]; }
  /// None if the cursor is not set, or the curve has no such footprint.
  std::optional<Reading> reading(int which, const FootprintCurve& curve) const;
  /// "B − A  +12 KiB  (16 KiB → 28 KiB)" and the same in cycles; empty without both.
  QStringList difference(const FootprintCurve& curve) const;
  void paint(QPainter& painter, const CurveAxes& axes, const FootprintCurve& curve, const PlotStyle& style) const;

 private:
  std::array<std::optional<std::uint64_t>, 2> at_;
};

}  // namespace chasescope
