#include "app/presenter/class_type.h"

#include <QScopedValueRollback>
#include <algorithm>

#include "widgets/style/theme.h"

namespace chasescope {
namespace {

/// The type scale at which the smallest type of a plot, and so of the whole window, has kSmallestForClass px.
double scaleForClass() {
  constexpr int kFine = 100;  // sizes of type are whole px
  PlotStyle style;
  style.unit = kFine;
  return kSmallestForClass * kFine / style.small().pixelSize();
}

}  // namespace

ClassType::ClassType(Theme& theme, QObject* parent) : QObject(parent), theme_(theme) {
  connect(&theme_, &Theme::themeChanged, this, [this] {
    if (on_ && !raising_) raise();
  });
}

void ClassType::raise() {
  const double least = scaleForClass(), now = theme_.fontScale();
  // While a class looks, a larger type that the person chooses is taken. A smaller one is only kept for afterwards, as no class
  // could read it.
  chosen_ = now < least ? std::min(chosen_, now) : now;
  if (now >= least) return;
  const QScopedValueRollback raising(raising_, true);
  theme_.setFontScale(least);
}

void ClassType::setOn(bool on) {
  if (on == on_) return;
  on_ = on;
  chosen_ = on ? theme_.fontScale() : chosen_;
  on ? raise() : theme_.setFontScale(chosen_);
}

}  // namespace chasescope

#include "moc_class_type.cpp"
