// What a view shows while it has nothing to show: what will be here, and what to press for it.
#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

class QLabel;

namespace chasescope {

class OfferStrip;
class RunStore;
class Theme;

class EmptyState : public QWidget {
  Q_OBJECT
 public:
  EmptyState(const Theme& theme, const QString& icon, const QString& title, const QString& sentence, QWidget* parent = nullptr);

  /// Lets the state offer probes, which know from the store whether a device is open.
  void enableOffers(const RunStore& store);
  /// `probes` are offered below the sentence; none by default.
  void setTexts(const QString& title, const QString& sentence, const QStringList& probes = {});
  QString title() const;
  QString sentence() const;

 signals:
  void probeRequested(const QString& name);

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
