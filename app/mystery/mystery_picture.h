// A card that nobody has described: dark, with a lock where its chip would be.
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
