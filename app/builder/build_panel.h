// One group of controls of the cache builder: it shows a built cache, changes its part of it, and has room for what is wrong with
// that.
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

/// What the fields take: more is no cache that could be looked at, and what is too much in all is said by the loader.
inline constexpr int kMostSets = 65536, kMostWays = 65535;

class BuildPanel : public QWidget {
  Q_OBJECT
 public:
  BuildPanel(const QString& title, const Theme& theme, QWidget* parent);

  /// Begins with another cache: what the person had chosen beyond its values is forgotten.
  virtual void begin() {}
  /// Shows this cache, without a signal.
  void setBuilt(const build::BuiltCache& built);
  /// Says what is wrong at the controls of this panel, and shows what becomes of it where nothing is.
  void setBuild(const build::Build& build);
  /// Where the first sentence stands; null if nothing is wrong here.
  QWidget* firstFault() const;
  /// The sentence that stands at a control; empty if none does.
  QString faultAt(build::Control control) const;

 signals:
  /// The person made it another one.
  void edited(const chasescope::build::BuiltCache& built);

 protected:
  /// Puts the values of built() into the controls; whatever these signal meanwhile is not heard.
  virtual void refill() = 0;
  /// What was made of what the controls say.
  virtual void showBuild(const build::Build& /*build*/) {}
  /// How pictures among the controls are drawn: a class reads them, too.
  PlotStyle pictureStyle() const;
  const build::BuiltCache& built() const { return built_; }
  /// What a control does when a person changes it; not called while the panel fills itself.
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
  /// A line with a word, which is that of `field`, and what stands behind it; each may be null.
  QHBoxLayout* row(const QString& word, QWidget* field, QWidget* behind);
  /// Where the sentence about a control stands: below what was added last.
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
