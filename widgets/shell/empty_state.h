// The page that a view shows while it has no data: a sentence on what the view will show, and the probes to run for it.
#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>
#include <vector>

#include "engine/probe/probe.h"

class QLabel;

namespace chasescope {

class OfferStrip;
struct Offer;
class RunStore;
class Theme;

class EmptyState : public QWidget {
  Q_OBJECT
 public:
  EmptyState(const Theme& theme, const QString& icon, const QString& title, const QString& sentence, QWidget* parent = nullptr);

  /// Lets the page offer probes. The offers learn from the store whether a device is open.
  void enableOffers(const RunStore& store);
  /// `probes` are offered below the sentence; none by default.
  void setTexts(const QString& title, const QString& sentence, const QStringList& probes = {});
  /// Offers probes with values; the sentence names the values, and the buttons run just them.
  void setTexts(const QString& title, const QString& sentence, const std::vector<Offer>& offers);
  QString title() const;
  QString sentence() const;

 signals:
  void probeRequested(const QString& name, const ParameterValues& values);

 private:
  void restyle();

  const Theme& theme_;
  QString icon_;
  QLabel* picture_;
  QLabel* title_;
  QLabel* sentence_;
  OfferStrip* offers_ = nullptr;
};

}  // namespace chasescope
