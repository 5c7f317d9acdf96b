// The line below a view: the chosen thing in words, and buttons for more about it: probes to run, and the runs behind the data.
// While no device is open, the probes' buttons are disabled and the strip says why.
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

#include "engine/probe/probe.h"

class QHBoxLayout;
class QLabel;

namespace chasescope {

class EmptyState;
class RunStore;
class WhyNotNote;
class Theme;

/// A probe that is offered, with parameter values that suit the shown data.
struct Offer {
  QString probe;
  ParameterValues values;
  friend bool operator==(const Offer&, const Offer&) = default;
};

class OfferStrip : public QWidget {
  Q_OBJECT
 public:
  enum class Text { beside, none };
  OfferStrip(const RunStore& store, const Theme& theme, Text text, QWidget* parent = nullptr);

  void setText(const QString& text);
  /// Offers of unknown probes are left out. A button that is offered again keeps its focus.
  void setOffers(const std::vector<Offer>& offers, bool evidence);

 signals:
  void probeRequested(const QString& probe, const ParameterValues& values);
  void evidenceRequested();

 private:
  const RunStore& store_;
  QLabel* text_;
  QHBoxLayout* buttons_;
  WhyNotNote* note_ = nullptr;
  std::vector<Offer> offers_;
  bool evidence_ = false;
};

/// A page in the place of a picture: a sentence on the missing data, with the offers right below it.
struct OfferPage {
  QWidget* page;
  EmptyState* empty;
  OfferStrip* offers;
};
OfferPage makeOfferPage(const RunStore& store, const Theme& theme, const QString& icon, QWidget* parent);

}  // namespace chasescope
