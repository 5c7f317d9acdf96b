// Type that a class can read from the last row: in front of a class, no text of a view is smaller than 14 px; afterwards the
// person's own type size is restored.
#pragma once

#include <QObject>

namespace chasescope {

class Theme;

/// The smallest type in front of a class, in px.
inline constexpr double kSmallestForClass = 14;

class ClassType : public QObject {
  Q_OBJECT
 public:
  explicit ClassType(Theme& theme, QObject* parent = nullptr);

  /// Whether a class is watching.
  void setOn(bool on);

 private:
  void raise();

  Theme& theme_;
  bool on_ = false, raising_ = false;
  double chosen_ = 1;  // the type scale that the person chose
};

}  // namespace chasescope
