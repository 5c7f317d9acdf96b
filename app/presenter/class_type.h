// Type that a class can read from its last row: while it looks, no words or numbers of a view are smaller than 14 px, and what the
// person chose comes back afterwards.
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

  /// A class looks, or does so no longer.
  void setOn(bool on);

 private:
  void raise();

  Theme& theme_;
  bool on_ = false, raising_ = false;
  double chosen_ = 1;  // the type scale that the person chose
};

}  // namespace chasescope
