// The devices on a line of years, by generation, each with a sign for its kind. Below the line, the device under the mouse is
// described.
#pragma once

#include <QWidget>
#include <vector>

#include "engine/device/catalogue/catalogue.h"

class QLabel;

namespace chasescope {

class Theme;

class YearLine : public QWidget {
  Q_OBJECT
 public:
  YearLine(const DeviceListing& listing, const Theme& theme, QWidget* parent = nullptr);

 signals:
  void chosen(const QString& id);

 protected:
  void showEvent(QShowEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void restyle();

  const Theme& theme_;
  struct Head {
    QLabel* label;
    QString name, year;
  };
  std::vector<Head> heads_;
  std::vector<QWidget*> columns_;  // each under its year; the first has the devices of no generation
  QLabel* about_;
};

}  // namespace chasescope
