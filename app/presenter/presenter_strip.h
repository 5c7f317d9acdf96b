// The strip above the views for a class: card, footprint N, stride s and memory space, in large type and with sliders. It shows and
// changes the settings of the probe.
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

  /// The text at the right: "Lesson 2 of 12" above "How big is this cache?". Empty: the probe.
  void setPlace(const QString& above, const QString& below);

  /// Whether the catalogue's sentence on the card stands below its name.
  void setSummaryShown(bool shown);

  /// While a lesson asks about its measurement, its settings can be read but not changed: the answer is about them.
  /// \return whether they were locked otherwise before.
  bool setLocked(bool locked);

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
  void explainControls();
  int leastWidth() const;
  /// A size of type or width (px at type scale 1), limited so that the strip does not take the view's room.
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
  bool ownPlace_ = true, locked_ = false;
};

}  // namespace chasescope
