// The upper part of the first page: the loads of the open device as they come, hits as dots and misses as crosses. In the gap
// between them a sentence says what is happening.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QSlider;

namespace chasescope {

class Explorer;
class FreeRun;
class ParameterForm;
class Theme;

class LiveBand : public QWidget {
  Q_OBJECT
 public:
  LiveBand(Explorer& explorer, FreeRun& freeRun, ParameterForm& form, const Theme& theme, QWidget* parent = nullptr);

  /// What the band says: "A software GeForce GTX 560 Ti walks 16,512 B, …".
  QString says() const;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void restyle();
  void pull(int step);

  Explorer& explorer_;
  FreeRun& freeRun_;
  ParameterForm& form_;
  const Theme& theme_;
  QLabel *sentence_, *detail_, *name_, *value_;
  QSlider* slider_;
  QPushButton* pause_;
};

}  // namespace chasescope
