// Undo and redo of the cache builder.
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

#include "app/builder/build_panel.h"
#include "app/builder/cache_builder.h"
#include "app/builder/footprint_strip.h"

namespace chasescope {

BuilderState CacheBuilder::state() const { return {built_, strip_->bytes(), strip_->stride()}; }

void CacheBuilder::noteStep() {
  if (restoring_) return;
  history_.changed(state(), QGuiApplication::mouseButtons() != Qt::NoButton);
  refreshHeader();
}

void CacheBuilder::restore(const BuilderState& state) {
  restoring_ = true;
  // A field that has the focus keeps its typed text when the panels are refilled, so the focus is taken away for a moment.
  QWidget* at = focusWidget();
  if (at != nullptr) at->clearFocus();
  const BuilderState to = state;  // a copy: `state` lies in the history
  for (BuildPanel* panel : panels_) panel->begin();
  name_->setText(QString::fromStdString(to.built.name));
  note_->hide();
  take(to.built);
  strip_->setTyped(to.bytes, to.stride);
  run();
  if (at != nullptr && at->isVisible()) at->setFocus();
  restoring_ = false;
  refreshHeader();
}

bool CacheBuilder::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
      key->ignore();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace chasescope
