// The first page: what is happening, in one sentence over loads as they come; three doors; and the devices by their years.
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
  /// The work page with what is open now.
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
