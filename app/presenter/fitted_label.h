// A line of text in the largest type that has room for all of it, down to a smallest one; what still has no room ends in an
// ellipsis. It is never empty.
#pragma once

#include <QLabel>

namespace chasescope {

class FittedLabel : public QLabel {
 public:
  explicit FittedLabel(QWidget* parent = nullptr);

  /// The largest font, and the smallest size (px).
  void setType(const QFont& largest, int smallest);
  /// The type that the text is drawn in now.
  QFont type() const;
  /// What is drawn: the text, or its beginning with an ellipsis.
  QString shown() const;
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QFont largest_;
  int smallest_ = 1;
};

}  // namespace chasescope
