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
class ParameterForm;
class Theme;

class PresenterStrip : public QFrame {
  Q_OBJECT
 public:
  PresenterStrip(Explorer& explorer, ParameterForm& form, const Theme& theme, QWidget* parent = nullptr);

  /// What stands at the right: "Lesson 2 of 12" above "How big is this cache?". Empty: the probe.
  void setPlace(const QString& above, const QString& below);

 signals:
  /// A slider was let go, or a choice made.
  void settled();

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

  Explorer& explorer_;
  ParameterForm& form_;
  const Theme& theme_;
  QLabel *card_, *about_, *above_, *below_, *spaceName_;
  QComboBox* space_;
  QWidget* spaceBox_;
  std::vector<Knob> knobs_;
  bool ownPlace_ = true;
};

}  // namespace chasescope
