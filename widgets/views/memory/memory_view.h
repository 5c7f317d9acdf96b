// The memory diagram of the device that is shown: filled in as findings land. A click on a box shows its findings, and offers what
// would measure what is missing (design §6).
#pragma once

#include <memory>
#include <optional>

#include "engine/session/document/session.h"
#include "widgets/views/memory/memory_marks.h"
#include "widgets/views/memory/memory_pair.h"
#include "widgets/views/view_entry.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QStackedLayout;
class QToolButton;
class QVBoxLayout;

namespace chasescope {

class EmptyState;

/// Names of the probes that would measure what a box does not know yet, each once, in the order of its lines.
QStringList probesFor(const MemoryBox& box);
/// What a part of the hierarchy is, in a sentence for a class.
QString partText(const MemoryBox& box);

class MemoryView : public View {
  Q_OBJECT
 public:
  MemoryView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  /// "12 of 40 numbers measured".
  QString facts() const override;
  QString figure() const override;
  MemoryPlot* plot() const { return pair_->first(); }
  /// The diagram of the other card; hidden while there is none.
  MemoryPlot* otherPlot() const { return pair_->second(); }
  /// Puts another card beside this one, and marks what differs; null takes it away.
  void compareWith(std::shared_ptr<const Session> other, AssumedNumbers assumed = {});
  /// Numbers of the open model that nobody published: they get a mark.
  void setAssumed(AssumedNumbers assumed);
  /// Shows a sentence about what went wrong, until something is measured.
  void tell(const QString& sentence) { watch_.tell(sentence); }
  /// The button that asks for the other card; whoever knows the files gives it its menu.
  QToolButton* comparison() const { return comparison_; }
  bool isEmpty() const override;
  /// The runs that show what the chosen box says; empty if no box is chosen or it says nothing.
  QStringList evidence() const;
  /// Takes in what has landed; happens by itself at the display's rate.
  void refresh() override;

 private:
  void buildHeader();
  void buildStrip();
  void connectStore();
  void choose(const QString& subject);
  void gather();
  void refreshTexts();
  void refreshStrip();
  void followAccess();

  std::optional<double> carveout_;
  std::shared_ptr<const Session> other_;
  AssumedNumbers assumed_, otherAssumed_;
  QString differences_;  // how the two cards compare, in words
  ProbeWatch watch_;  // every probe fills it
  QString access_;  // what is said of the chosen access
  QComboBox* carveouts_ = nullptr;
  QToolButton* comparison_ = nullptr;
  MemoryPair* pair_ = nullptr;
  EmptyState* empty_ = nullptr;
  QStackedLayout* stack_ = nullptr;
  QWidget* strip_ = nullptr;
  QLabel* stripText_ = nullptr;
  QHBoxLayout* stripButtons_ = nullptr;
  QStringList offered_;
  bool offersEvidence_ = false;
};

/// In the list of views.
const ViewEntry& memoryViewEntry();

}  // namespace chasescope
