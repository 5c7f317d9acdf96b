// Axes that are looked at together: curves over the same quantity (footprints of several views) show the same part of it, and the
// miss pattern shows the passes that are in sight in the scope, and the other way round.
#pragma once

#include <QObject>
#include <functional>
#include <vector>

namespace chasescope {

class CurvePlot;
class MissPatternView;
class ScopeView;

class AxisLinks : public QObject {
  Q_OBJECT
 public:
  AxisLinks(ScopeView& scope, MissPatternView& pattern, std::vector<CurvePlot*> curves, QObject* parent);

  /// Linked anew, the curves follow the one that was moved last.
  void setLinked(bool linked);
  const std::vector<CurvePlot*>& curves() const { return curves_; }
  /// Does something to several plots of which none is to follow another.
  void apart(const std::function<void()>& change);

 signals:
  /// Something was done to several plots at once; some of them tell of it, and some don't.
  void movedApart();

 private:
  void curveMoved(CurvePlot* moved);
  void scopeMoved();
  void patternMoved();

  ScopeView& scope_;
  MissPatternView& pattern_;
  std::vector<CurvePlot*> curves_;
  CurvePlot* last_ = nullptr;
  bool linked_ = true;
  bool leading_ = false;  // one plot is being made to follow another
};

}  // namespace chasescope
