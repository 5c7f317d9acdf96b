// The first page: loads as they come, with a sentence that explains them; three doors; and the devices by their years.
#pragma once

#include <QWidget>

namespace chasescope {

class Explorer;
class FreeRun;
class LiveBand;
class ParameterForm;
class Theme;

class StartPage : public QWidget {
  Q_OBJECT
 public:
  StartPage(Explorer& explorer, FreeRun& freeRun, ParameterForm& form, const Theme& theme, QWidget* parent = nullptr);

  LiveBand* band() const { return band_; }

 signals:
  /// The person went through a door.
  void lessonChosen(const QString& id);
  void lessonsWanted();
  void deviceChosen(const QString& id);
  /// The person wants the work page, with the device that is open.
  void exploreWanted();
  void discoverWanted();
  void figureWanted();
  void sessionWanted();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  LiveBand* band_;
  QWidget* first_ = nullptr;  // the first door
};

}  // namespace chasescope
