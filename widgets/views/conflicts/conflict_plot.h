// Which lines evict each other, in a window: the matrix with what stands beside it. It knows no store and no selection; the view
// gives it what to show.
//
// Mouse: resting on a cell tells of its two lines; a click on a set shows how that set alone misses, a click elsewhere all of them
// together. Keys: up and down go from set to set, Escape back to all.
#pragma once

#include <memory>

#include "widgets/plot/drawn_plot.h"
#include "widgets/views/conflicts/conflict_scene.h"

namespace chasescope {

class ConflictPlot : public DrawnPlot {
  Q_OBJECT
 public:
  explicit ConflictPlot(QWidget* parent = nullptr);

  /// Null: nothing to show. The chosen set stays as long as it is there.
  void setFacts(std::shared_ptr<const ConflictFacts> facts);
  const ConflictFacts* facts() const { return facts_.get(); }
  /// Set by set, if sets are seen; else in order of address.
  void setBySet(bool bySet);
  bool showsSets() const { return bySet_ && facts_ && facts_->sets() > 0; }
  /// The set that is chosen, counted as in the facts.
  std::optional<std::size_t> chosen() const { return chosen_; }
  void choose(std::optional<std::size_t> set);
  /// What is chosen, in words; empty if nothing is.
  QStringList describe() const;
  /// What the mouse would tell at a position.
  QStringList wordsAt(const QPointF& position) const;
  /// The middle of a cell, in the widget; places as counted in the facts.
  QPointF middleOf(const ConflictPair& pair) const;
  QSize minimumSizeHint() const override { return {320, 200}; }

 signals:
  void setPicked();

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;

 private:
  std::vector<PlacedPart> layoutNow() const { return layOutConflicts(area(), *facts_, bySet_, plotStyle()); }
  std::optional<ConflictPair> pairAt(const QPointF& position) const;
  const QImage& image(PlaceOrder order);
  void pick(std::optional<std::size_t> set);

  std::shared_ptr<const ConflictFacts> facts_;
  bool bySet_ = true;
  std::optional<std::size_t> chosen_;
  QImage image_;
  PlaceOrder imageOf_ = PlaceOrder::by_set;
  QRgb imageGround_ = 0;  // which palette it was painted with
};

}  // namespace chasescope
