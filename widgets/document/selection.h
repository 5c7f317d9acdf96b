// The selection that all views share: one view sets it, every view follows it, and no view knows another.
#pragma once

#include <QObject>
#include <QString>
#include <cstdint>
#include <optional>

namespace chasescope {

/// Accesses begin … end - 1 of a run.
struct AccessRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  friend bool operator==(const AccessRange&, const AccessRange&) = default;
};

class Selection : public QObject {
  Q_OBJECT
 public:
  explicit Selection(QObject* parent = nullptr) : QObject(parent) {}

  const QString& currentRun() const { return run_; }
  /// Changes the run and drops the selection within the old one.
  void setCurrentRun(const QString& id);
  /// Changes the run where no person chose it: a run has begun, or another document was opened.
  void followRun(const QString& id);
  /// Whether the change that is being signalled comes from followRun().
  bool isFollowing() const { return following_; }

  std::optional<AccessRange> brush() const { return brush_; }
  void setBrush(std::optional<AccessRange> range);

  /// The chosen timed access: the person clicked on it, or the step player stands at it.
  std::optional<std::uint64_t> access() const { return access_; }
  void setAccess(std::optional<std::uint64_t> access);

  std::optional<std::uint64_t> hoveredAccess() const { return hovered_; }
  void setHoveredAccess(std::optional<std::uint64_t> access);

  /// The chosen position within the pass (the "line" where the stride is the line size).
  std::optional<std::uint64_t> line() const { return line_; }
  void setLine(std::optional<std::uint64_t> position);

  /// A cache set, by number.
  std::optional<std::uint64_t> set() const { return set_; }
  void setSet(std::optional<std::uint64_t> set);

  /// A part of the hierarchy, as findings name it ("l1_data"); empty if none.
  const QString& subject() const { return subject_; }
  void setSubject(const QString& subject);

 signals:
  void currentRunChanged(const QString& id);
  void brushChanged();
  void hoveredAccessChanged();
  void accessChanged();
  void lineChanged();
  void setChanged();
  void subjectChanged(const QString& subject);

 private:
  QString run_;
  std::optional<AccessRange> brush_;
  std::optional<std::uint64_t> hovered_, access_, line_, set_;
  QString subject_;
  bool following_ = false;
};

}  // namespace chasescope
