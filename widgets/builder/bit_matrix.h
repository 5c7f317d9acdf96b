// The address bits that choose the set, as a matrix that can be clicked: a row for each bit of the set, a column for each bit of
// the address. Several marked bits in a row are XORed.
//
// Keys: the arrows go from cell to cell, Space and Enter mark or unmark the cell.
#pragma once

#include <vector>

#include "widgets/plot/drawn_plot.h"

namespace chasescope {

class BitMatrix : public DrawnPlot {
  Q_OBJECT
 public:
  using Groups = std::vector<std::vector<unsigned>>;

  explicit BitMatrix(QWidget* parent = nullptr);

  /// Shows the address bits of each set bit, the lowest set bit first. `lowest` is the lowest address bit above the line's offset.
  /// With `single` each row has one bit: marking another bit unmarks it.
  void setGroups(const Groups& groups, unsigned lowest, bool single);
  const Groups& groups() const { return groups_; }
  /// The cell of a set bit and an address bit, in px of the widget; null if it is not shown.
  QRectF cell(std::size_t row, unsigned bit) const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 signals:
  void groupsChanged(const chasescope::BitMatrix::Groups& groups);

 protected:
  void paint(QPainter& painter) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool keyed(int key) override;

 private:
  unsigned columns() const;
  double side() const;
  double labelWidth() const;
  bool has(std::size_t row, unsigned bit) const;
  void turn(std::size_t row, unsigned bit);
  void describe();

  Groups groups_;
  unsigned lowest_ = 0;
  bool single_ = false;
  std::size_t row_ = 0;  // the cell with the keyboard focus
  unsigned column_ = 0;  // counted from the lowest bit
};

}  // namespace chasescope
