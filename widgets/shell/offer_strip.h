// The line below a view: what is chosen, in words, and buttons for what would tell more: probes to run, and the runs behind what is
// shown. While no device is open the probes are off, and the strip says so.
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

/// A probe that is offered, with the values that suit what is shown.
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
  /// Offers of unknown probes are left out. Buttons that stay keep their focus.
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

/// What is shown in the place of a picture: what is missing, with the offers right below.
struct OfferPage {
  QWidget* page;
  EmptyState* empty;
  OfferStrip* offers;
};
OfferPage makeOfferPage(const RunStore& store, const Theme& theme, const QString& icon, QWidget* parent);

}  // namespace chasescope
