// Who explains a term when a word is clicked: the glossary of the window that the word stands in.
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

/// Belongs to a main window. A word asks for it by explainTerm(), also one in a dialog of that window.
class Glossary : public QObject {
  Q_OBJECT
 public:
  Glossary(const Theme& theme, QWidget& window);

  /// What the views are called, by their ids. A view that is not among them is not offered.
  void setViews(const QMap<QString, QString>& titles) { views_ = titles; }
  /// Whether another view may come up now: not where a lesson covers one.
  void setMayTurn(std::function<bool()> may) { mayTurn_ = std::move(may); }
  /// What the view of a term is called; empty where none shows it, or none may come up.
  QString viewOf(const QString& id) const;

  /// Beside a place of a widget.
  void explain(QWidget& beside, const QString& id, QPoint at);
  /// What is explained now; null if nothing is.
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

/// Has the term explained beside `at` of the widget. Does nothing where no window has a glossary.
void explainTerm(QWidget& widget, const QString& id, QPoint at);

}  // namespace chasescope
