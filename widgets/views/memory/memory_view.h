// The memory diagram of the open device, filled in as findings land. A click on a box shows its findings, and offers the probes
// that would measure the missing numbers (design §6).
#pragma once

#include <memory>
#include <optional>

#include "engine/session/document/session.h"
#include "widgets/shell/offer_strip.h"
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
/// One sentence for a class about what a part of the hierarchy is.
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
  /// Shows another card beside this one and marks the differences; null removes the other card.
  void compareWith(std::shared_ptr<const Session> other, AssumedNumbers assumed = {});
  /// The numbers of the open model that were never published: they are marked.
  void setAssumed(AssumedNumbers assumed);
  /// Shows a sentence about what went wrong, until something is measured.
  void tell(const QString& sentence) { watch_.tell(sentence); }
  /// The button for the comparison with another card; the window, which knows the files, gives it its menu.
  QToolButton* comparison() const { return comparison_; }
  bool isEmpty() const override;
  /// The runs behind the numbers of the chosen box; empty if no box is chosen or it has no number.
  QStringList evidence() const;
  /// Shows what has landed; called at the display's rate.
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
  ProbeWatch watch_;     // every probe fills this view
  QString access_;       // text about the chosen access
  QComboBox* carveouts_ = nullptr;
  QToolButton* comparison_ = nullptr;
  MemoryPair* pair_ = nullptr;
  EmptyState* empty_ = nullptr;
  QStackedLayout* stack_ = nullptr;
  QWidget* strip_ = nullptr;
  QLabel* stripText_ = nullptr;
  QHBoxLayout* stripButtons_ = nullptr;
  std::vector<Offer> offered_;
  bool offersEvidence_ = false;
};

/// In the list of views.
const ViewEntry& memoryViewEntry();

}  // namespace chasescope
