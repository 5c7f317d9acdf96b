// The editor of a probe's parameters, built from ProbeInfo. Errors are explained under their field while the person types.
#pragma once

#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

#include "engine/device/chase.h"
#include "engine/probe/probe.h"

class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace chasescope {

class EmptyState;
class ParameterField;
class TermText;
class Theme;

class ParameterForm : public QWidget {
  Q_OBJECT
 public:
  explicit ParameterForm(const Theme& theme, QWidget* parent = nullptr);

  /// Builds the fields, filled with the defaults.
  void setProbe(const ProbeInfo& info);
  void clear();
  const ProbeInfo& probe() const { return info_; }

  /// The texts of the fields. Optional fields that are empty are left out.
  ParameterValues values() const;
  /// Fills the fields; keys that the probe has no parameter for are ignored.
  void setValues(const ParameterValues& values);
  bool isValid() const { return valid_; }

  /// Shows an error that only the device could find. It stands under its field until the field is edited; an error of an unknown
  /// key stands at the end of the form.
  void setError(const QString& key, const QString& sentence);

  /// Values (footprint, stride) that suit the open device: the sliders' ranges go around them. Without values, the ranges go around
  /// the defaults.
  void setSuited(const ParameterValues& suited);

  /// The memory spaces of the open device: choices of spaces offer no others. Without a value, they offer all.
  void setSpaces(std::optional<std::vector<MemorySpace>> spaces);

  /// Shows sliders under sizes, counts and percentages, for free-running. They emit valuesChanged while the person drags them.
  void setSliders(bool shown);

  /// The editor of one parameter (QLineEdit or QComboBox), null if there is none.
  QWidget* editor(const QString& key) const;
  ParameterField* field(const QString& key) const;
  /// The error sentence under a field; empty if there is none.
  QString error(const QString& key) const;

 signals:
  /// A value changed and all values are valid. `dragging`: a slider is being dragged.
  void valuesChanged(bool dragging);
  void validChanged(bool valid);
  /// The program filled the fields, or built those of another probe.
  void filled();
  /// Enter was pressed in a field and all values are valid.
  void submitted();

 private:
  void check(bool changed, bool dragging);
  void rescale();
  void offerSpaces();

  ProbeInfo info_;
  std::vector<ParameterField*> fields_;
  QWidget* page_;
  QVBoxLayout* rows_;
  QLabel* title_;
  TermText* summary_;
  QLabel* general_;
  EmptyState* empty_;
  QStackedLayout* stack_;
  ParameterValues suited_;
  std::optional<std::vector<MemorySpace>> spaces_;
  bool sliders_ = false;
  bool valid_ = true;
};

}  // namespace chasescope
