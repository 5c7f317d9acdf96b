// One parameter of a form: its label and editor, and below them its slider and the error.
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
  /// Sets the text without sending a signal.
  void setText(const QString& text);
  /// The error of the text as a sentence, or the sentence given to setError() since the last edit; empty if there is none.
  QString error() const;
  void setError(const QString& sentence);
  void setSliderShown(bool shown);
  QWidget* editor() const;
  QSlider* slider() const { return slider_; }
  const SliderScale& scale() const { return scale_; }
  /// Gives the slider another range; the value stays the same.
  void setScale(const SliderScale& scale);
  /// Offers only these memory spaces, if the parameter is a choice of spaces; the current text stays. Other fields ignore the call.
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
