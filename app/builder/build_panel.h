// One group of controls of the cache builder: shows a built cache, changes one part of it, and shows errors in that part.
#pragma once

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QSpinBox>
#include <QVBoxLayout>
#include <QWidget>
#include <map>

#include "engine/build/built_card.h"
#include "widgets/style/theme.h"

namespace chasescope {

/// The limits of the fields: a larger cache could not be shown, and the loader reports a total that is too large.
inline constexpr int kMostSets = 65536, kMostWays = 65535;

class BuildPanel : public QWidget {
  Q_OBJECT
 public:
  BuildPanel(const QString& title, const Theme& theme, QWidget* parent);

  /// A new cache begins: forgets choices that are not part of the cache.
  virtual void begin() {}
  /// Shows this cache, without a signal.
  void setBuilt(const build::BuiltCache& built);
  /// Shows errors at the controls of this panel, and the result if there are none.
  void setBuild(const build::Build& build);
  /// The control with the first error; null if there is none here.
  QWidget* firstFault() const;
  /// The error at a control; empty if there is none.
  QString faultAt(build::Control control) const;

 signals:
  /// The person changed the cache.
  void edited(const chasescope::build::BuiltCache& built);

 protected:
  /// Puts the values of built() into the controls, whose signals are ignored meanwhile.
  virtual void refill() = 0;
  /// Shows the result of the controls' values.
  virtual void showBuild(const build::Build& /*build*/) {}
  /// The style of pictures among the controls, with type large enough for a class.
  PlotStyle pictureStyle() const;
  const build::BuiltCache& built() const { return built_; }
  /// Applies a control's change to the built cache; does nothing while the panel fills itself.
  template <typename Change>
  void edit(Change&& change) {
    if (filling_) return;
    build::BuiltCache changed = built_;
    change(changed);
    if (changed == built_) return;
    built_ = changed;
    emit edited(built_);
  }

  QVBoxLayout& column() { return *column_; }
  const Theme& theme() const { return theme_; }
  /// A row with a label for `field`, the field, and a widget behind it; field and widget may be null.
  QHBoxLayout* row(const QString& word, QWidget* field, QWidget* behind);
  /// Adds the place for a control's error, below the widget that was added last.
  void addFaultOf(build::Control control);

 private:
  const Theme& theme_;
  build::BuiltCache built_;
  bool filling_ = false;
  QVBoxLayout* column_;
  std::map<build::Control, QLabel*> faults_;
};

/// A list of powers of two, as sizes.
class SizeChoice : public QComboBox {
  Q_OBJECT
 public:
  SizeChoice(std::uint64_t low, std::uint64_t high, const QString& name, const QString& tip, QWidget* parent);
  /// A size that is not in the list is added to it.
  void setSize(std::uint64_t bytes);
  std::uint64_t size() const { return currentData().toULongLong(); }
};

/// A field for cycles: "30", "33.25".
class CyclesField : public QDoubleSpinBox {
  Q_OBJECT
 public:
  CyclesField(const QString& name, const QString& tip, QWidget* parent);
  QString textFromValue(double value) const override;
};

/// A field for a count.
QSpinBox* countField(int most, const QString& name, const QString& tip, QWidget* parent);
/// The field with a button for one less and one for one more.
QWidget* withSteps(QSpinBox* field);

}  // namespace chasescope
