// One parameter of a form: label, editor, and under them the slider and what is wrong.
#pragma once

#include <QWidget>
#include <vector>

#include "engine/device/chase.h"
#include "engine/probe/probe.h"
#include "widgets/shell/parameter_slider.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSlider;

namespace chasescope {

class ParameterField : public QWidget {
  Q_OBJECT
 public:
  ParameterField(const Parameter& parameter, QWidget* parent);

  const Parameter& parameter() const { return parameter_; }
  QString text() const;
  /// Sets the text without a signal.
  void setText(const QString& text);
  /// What is wrong with the text, as a sentence, or what setError() said since the last edit.
  QString error() const;
  void setError(const QString& sentence);
  void setSliderShown(bool shown);
  QWidget* editor() const;
  QSlider* slider() const { return slider_; }
  const SliderScale& scale() const { return scale_; }
  /// The slider goes over another range, at the same value.
  void setScale(const SliderScale& scale);
  /// Of a list of memory spaces only these are offered; what stands in the field stays. Does nothing to other fields.
  void offerSpaces(const std::vector<MemorySpace>& spaces);

 signals:
  void edited(bool dragging);
  void entered();

 private:
  void showError();
  void moveSlider();

  Parameter parameter_;
  SliderScale scale_;
  QLineEdit* line_ = nullptr;
  QComboBox* combo_ = nullptr;
  QSlider* slider_ = nullptr;
  QLabel* error_ = nullptr;
  QString said_;
};

}  // namespace chasescope
