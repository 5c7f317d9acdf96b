// All findings as a report: a section for each level, a row for each finding with value, interval, status and a link to the runs
// behind it. Is filled while a probe runs.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>

#include "engine/session/published/published.h"
#include "widgets/views/measured_view.h"
#include "widgets/views/report/report_outlook.h"
#include "widgets/views/view_entry.h"

class QButtonGroup;
class QStackedWidget;
class QTextBrowser;
class QTreeView;

namespace chasescope {

class ReportModel;
class Selection;
class TermText;

class ReportView : public MeasuredView {
  Q_OBJECT
 public:
  ReportView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

  QString facts() const override;
  QString chosenRun() const override { return {}; }
  ReportModel* model() const { return model_; }
  QTreeView* table() const { return table_; }
  /// The summary of the card on one screen, which is the view's first page.
  QTextBrowser* summary() const { return summary_; }
  enum class Page { summary, findings };
  void showPage(Page page);
  /// Sets the function that returns the session's environment; it is called whenever the summary is made.
  void askEnvironment(std::function<nlohmann::json()> environment) { environment_ = std::move(environment); }
  /// Whether the summary has a link that hides the window's panels; not in a lesson.
  void offerRoom(bool offered);
  /// The text below the table: all details of the current row.
  QString details() const;
  /// Opens the report at that row, in the middle of the view; if the row does not exist yet, as soon as it does.
  void showRow(const std::string& subject, const std::string& quantity);
  /// Shows a row for each part that the probe will bring, until the part is done.
  void expect(std::vector<ReportPart> parts);
  /// Takes that probe's progress text.
  void progress(const QString& doing);
  const ReportOutlook& outlook() const { return outlook_; }

 protected:
  void gather() override;
  bool hasContent() const override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildTable();
  void buildSummary();
  void showSummary();
  bool isWide() const;
  void openNewSections(int first, int last);
  void follow(const QModelIndex& current);
  void showSubject(const QString& subject);
  void showAwaited();
  void openEvidence(const QModelIndex& index);
  void layOutColumns();

  ReportModel* model_;
  ReportOutlook outlook_;
  QTreeView* table_;
  QLabel* details_;
  TermText* terms_;                               // of the current row
  std::string awaitedSubject_, awaitedQuantity_;  // the row to be opened as soon as it exists
  QTextBrowser* summary_;
  QStackedWidget* pages_;
  QButtonGroup* choice_ = nullptr;
  bool wasWide_ = false;  // when the summary was made
  bool chosen_ = false;   // a person or a lesson chose a page
  std::vector<PublishedValue> others_;
  std::function<nlohmann::json()> environment_;
  bool offersRoom_ = true;
  std::string published_;   // the device whose published values are shown
  bool following_ = false;  // this view itself changes the selection
};

/// In the list of views.
const ViewEntry& reportViewEntry();

}  // namespace chasescope
