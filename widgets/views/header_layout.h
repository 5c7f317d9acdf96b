// The header of a view: its title and facts at the left, its choices and the last part (the export button) at the right. Where the
// width is too small, the choices stand below the title, in as many rows as they need, so that none is cut off.
#pragma once

#include <QLayout>
#include <vector>

class QHBoxLayout;

namespace chasescope {

class HeaderLayout : public QLayout {
 public:
  HeaderLayout(QHBoxLayout* title, QHBoxLayout* choices, QHBoxLayout* last);
  ~HeaderLayout() override;

  QHBoxLayout* last() const { return last_; }

  QSize sizeHint() const override;
  QSize minimumSize() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
  void setGeometry(const QRect& box) override;
  void addItem(QLayoutItem* item) override;
  int count() const override { return static_cast<int>(parts_.size()); }
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;

 private:
  int besideWidth() const;
  /// Places the choices in rows from `box`'s upper edge on; only measures if `place` is false. \return the height of the rows.
  int flow(const QRect& box, bool place) const;

  QHBoxLayout *title_, *choices_, *last_;
  std::vector<QLayoutItem*> parts_;
};

}  // namespace chasescope
