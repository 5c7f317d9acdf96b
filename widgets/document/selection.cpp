#include "widgets/document/selection.h"

namespace chasescope {

void Selection::setCurrentRun(const QString& id) {
  if (run_ == id) return;
  // Accesses, positions and lines of the old run mean nothing in the new one.
  setBrush(std::nullopt);
  setHoveredAccess(std::nullopt);
  setAccess(std::nullopt);
  setLine(std::nullopt);
  run_ = id;
  emit currentRunChanged(run_);
}

void Selection::followRun(const QString& id) {
  following_ = true;
  setCurrentRun(id);
  following_ = false;
}

void Selection::setBrush(std::optional<AccessRange> range) {
  if (range && range->begin >= range->end) range.reset();
  if (brush_ == range) return;
  brush_ = range;
  emit brushChanged();
}

void Selection::setHoveredAccess(std::optional<std::uint64_t> access) {
  if (hovered_ == access) return;
  hovered_ = access;
  emit hoveredAccessChanged();
}

void Selection::setAccess(std::optional<std::uint64_t> access) {
  if (access_ == access) return;
  access_ = access;
  emit accessChanged();
}

void Selection::setLine(std::optional<std::uint64_t> position) {
  if (line_ == position) return;
  line_ = position;
  emit lineChanged();
}

void Selection::setSet(std::optional<std::uint64_t> set) {
  if (set_ == set) return;
  set_ = set;
  emit setChanged();
}

void Selection::setSubject(const QString& subject) {
  if (subject_ == subject) return;
  subject_ = subject;
  emit subjectChanged(subject_);
}

}  // namespace chasescope

#include "moc_selection.cpp"
