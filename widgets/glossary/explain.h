// Explains a term when a word is clicked: each main window has a glossary, which explains the words in it.
#pragma once

#include <QMap>
#include <QObject>
#include <QPoint>
#include <QPointer>
#include <functional>

#include "widgets/style/theme.h"

class QWidget;

namespace chasescope {

class TermPopover;

/// Belongs to a main window. explainTerm() finds it for a word in that window or in one of its dialogs.
class Glossary : public QObject {
  Q_OBJECT
 public:
  Glossary(const Theme& theme, QWidget& window);

  /// The titles of the views, by their ids. The glossary offers only these views.
  void setViews(const QMap<QString, QString>& titles) { views_ = titles; }
  /// A function that tells whether another view may come up now; it may not while a lesson covers the views.
  void setMayTurn(std::function<bool()> may) { mayTurn_ = std::move(may); }
  /// The title of the view that shows a term; empty if no view does, or if no view may come up now.
  QString viewOf(const QString& id) const;

  /// Explains a term beside a place of a widget.
  void explain(QWidget& beside, const QString& id, QPoint at);
  /// The card that is open now; null if none is.
  TermPopover* open() const;
  const Theme& theme() const { return theme_; }

 signals:
  void viewRequested(const QString& view);

 private:
  const Theme& theme_;
  QMap<QString, QString> views_;
  std::function<bool()> mayTurn_;
  QPointer<TermPopover> popover_;
};

/// Explains the term beside `at` of the widget. Does nothing if the widget's window has no glossary.
void explainTerm(QWidget& widget, const QString& id, QPoint at);

}  // namespace chasescope
