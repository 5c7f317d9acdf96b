// The picture of the cache that is being built: where the line that is looked at goes, and all sets with the lines of the pass.
//
// Mouse: a line under it is looked at; the rim of a set is pulled up or down to give it more or fewer ways. Keys: left and right go
// from access to access, Home and End to the first and the last, up and down pull the set that the line is in.
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

  /// What is drawn. Only the cache itself can be pulled at.
  void setPass(std::shared_ptr<const build::WarmPass> pass, std::size_t part, bool pullable);
  /// The access that is looked at.
  void setAccess(std::uint64_t access);
  std::uint64_t access() const { return access_; }
  const SetMap& map() const { return map_; }
  /// Where the sets lie now, in px of the widget.
  SetMapLayout layoutOfSets() const;
  /// The widget's size from which all has room.
  QSize minimumSizeHint() const override;

 signals:
  /// The person looks at this access.
  void accessPointed(quint64 access);
  /// The person pulled a set to so many ways.
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
    SetMapLayout from;  // as the sets lay when it was taken hold of: they lie otherwise with each way
  };
  std::optional<Pull> pull_;
};

}  // namespace chasescope
