// The picture of a sealed card: dark, with a lock in the place of its chip.
#pragma once

#include <QWidget>

namespace chasescope {

class Theme;

class MysteryPicture : public QWidget {
  Q_OBJECT
 public:
  explicit MysteryPicture(const Theme& theme, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Theme& theme_;
};

}  // namespace chasescope
