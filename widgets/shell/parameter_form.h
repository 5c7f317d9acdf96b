// The editor of a probe's parameters, built from ProbeInfo. Wrong values are explained under their field as they are typed.
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

  /// What the fields say, as text. Optional fields that are empty are left out.
  ParameterValues values() const;
  /// Fills the fields; keys that the probe has no parameter for are ignored.
  void setValues(const ParameterValues& values);
  bool isValid() const { return valid_; }

  /// An error that only the device could find; shown under its field until that is edited. An unknown key shows it at the end.
  void setError(const QString& key, const QString& sentence);

  /// What suits the device that is open (footprint, stride): sliders go over the range around it. None: around the defaults.
  void setSuited(const ParameterValues& suited);

  /// The memory spaces of the device that is open: lists of them offer no others. None: all are offered.
  void setSpaces(std::optional<std::vector<MemorySpace>> spaces);

  /// Sliders under sizes, counts and percentages, for free-running; they emit valuesChanged while they are dragged.
  void setSliders(bool shown);

  /// The editor of one parameter (QLineEdit or QComboBox), null if there is none.
  QWidget* editor(const QString& key) const;
  ParameterField* field(const QString& key) const;
  /// The sentence under a field; empty if all is well.
  QString error(const QString& key) const;

 signals:
  /// A value changed and all are good; `dragging` while a slider is held.
  void valuesChanged(bool dragging);
  void validChanged(bool valid);
  /// Fields were filled by the program, or are those of another probe.
  void filled();
  /// Enter was pressed in a field and all values are good.
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
