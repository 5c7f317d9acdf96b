// The picture of the cache that is being built: the set that the chosen line goes to, and all sets with the lines of the pass.
//
// Mouse: pointing at a line chooses it; pulling the rim of a set up or down gives the set more or fewer ways. Keys: left and right
// go from access to access, Home and End to the first and the last, up and down change the ways of the chosen line's set.
#pragma once

#include <memory>
#include <optional>

#include "engine/build/warm_pass.h"
#include "widgets/builder/cache_scene.h"
#include "widgets/builder/working_scene.h"
#include "widgets/plot/drawn_plot.h"

namespace chasescope {

class CachePicture : public DrawnPlot {
  Q_OBJECT
 public:
  explicit CachePicture(QWidget* parent = nullptr);

  /// Sets the pass and the part of the hierarchy to draw. `pullable`: the person may change the ways of the sets.
  void setPass(std::shared_ptr<const build::WarmPass> pass, std::size_t part, bool pullable);
  /// Chooses an access.
  void setAccess(std::uint64_t access);
  std::uint64_t access() const { return access_; }
  const SetMap& map() const { return map_; }
  /// Where the sets lie now, in px of the widget.
  SetMapLayout layoutOfSets() const;
  /// The smallest size of the widget at which the whole picture has room.
  QSize minimumSizeHint() const override;

 signals:
  /// The person chose this access.
  void accessPointed(quint64 access);
  /// The person pulled the rim of a set until it had this number of ways.
  void waysPulled(quint64 set, quint32 ways);

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  QRectF setsArea() const;
  std::optional<WorkingPicture> working() const;
  void look(std::uint64_t access);
  void describe();

  std::shared_ptr<const build::WarmPass> pass_;
  std::size_t part_ = 0;
  bool pullable_ = false;
  SetMap map_;
  std::uint64_t access_ = 0;
  struct Pull {
    std::size_t set = 0;
    SetMapLayout from;  // the layout at the press: each further way would move the sets
  };
  std::optional<Pull> pull_;
};

}  // namespace chasescope
