// The strip above the views for a room: which card, which footprint N, which stride s, which space, in large type and with sliders.
// It says what the settings of the probe say, and changes them.
#pragma once

#include <QFrame>
#include <vector>

class QComboBox;
class QLabel;
class QSlider;

namespace chasescope {

class Explorer;
class FittedLabel;
class ParameterForm;
class Theme;

class PresenterStrip : public QFrame {
  Q_OBJECT
 public:
  PresenterStrip(Explorer& explorer, ParameterForm& form, const Theme& theme, QWidget* parent = nullptr);

  /// What stands at the right: "Lesson 2 of 12" above "How big is this cache?". Empty: the probe.
  void setPlace(const QString& above, const QString& below);

  /// Whether the catalogue's sentence on the card stands below its name.
  void setSummaryShown(bool shown);

  QSize minimumSizeHint() const override;

 signals:
  /// A slider was let go, or a choice made.
  void settled();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Knob {
    QString key;
    QWidget* box = nullptr;
    QLabel *name = nullptr, *value = nullptr;
    QSlider* slider = nullptr;
  };
  Knob makeKnob(const QString& key, const QString& name);
  void refresh();
  void restyle();
  void shareRoom();
  int leastWidth() const;
  /// A size of type or width (px at type scale 1) that stops growing where the strip would take the room of the view.
  double large(double pixels) const;

  Explorer& explorer_;
  ParameterForm& form_;
  const Theme& theme_;
  FittedLabel *card_, *about_;
  QWidget* place_;
  FittedLabel *above_, *below_;
  QLabel* spaceName_;
  QComboBox* space_;
  QWidget* spaceBox_;
  std::vector<Knob> knobs_;
  bool ownPlace_ = true;
};

}  // namespace chasescope
