// Links the axes of plots. Curves over the same quantity (footprints of several views) show the same part of it. The miss pattern
// shows the passes that are in sight in the scope, and the other way round.
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

  /// When the axes are linked again, the curves follow the one that was moved last.
  void setLinked(bool linked);
  const std::vector<CurvePlot*>& curves() const { return curves_; }
  /// Changes several plots, while none of them makes another one follow.
  void apart(const std::function<void()>& change);

 signals:
  /// apart() has changed several plots. Only some of them emit a signal of their own then.
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
