#include "widgets/glossary/explain.h"

#include <QWidget>

#include "engine/findings/terms.h"
#include "widgets/glossary/term_popover.h"

namespace chasescope {

Glossary::Glossary(const Theme& theme, QWidget& window) : QObject(&window), theme_(theme) {}

QString Glossary::viewOf(const QString& id) const {
  const Term* term = find_term(id.toStdString());
  return term == nullptr || (mayTurn_ && !mayTurn_()) ? QString() : views_.value(QString::fromUtf8(term->view));
}

TermPopover* Glossary::open() const { return popover_; }

void Glossary::explain(QWidget& beside, const QString& id, QPoint at) {
  delete popover_;
  popover_ = new TermPopover(*this, beside, at);
  popover_->show(id);
}

void explainTerm(QWidget& widget, const QString& id, QPoint at) {
  for (QWidget* window = widget.window(); window != nullptr;
       window = window->parentWidget() != nullptr ? window->parentWidget()->window() : nullptr)
    if (auto* glossary = window->findChild<Glossary*>(QString(), Qt::FindDirectChildrenOnly))
      return glossary->explain(widget, id, at);
}

}  // namespace chasescope

#include "moc_explain.cpp"
