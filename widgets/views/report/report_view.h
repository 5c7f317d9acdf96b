// Everything that has been found out, as a report: a section for each level, a row for each finding with value, interval, status
// and a link to the runs that show it. Fills in while a probe runs.
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
  /// The card on one screen, which the view begins with.
  QTextBrowser* summary() const { return summary_; }
  enum class Page { summary, findings };
  void showPage(Page page);
  /// Who knows where and how the session came about; asked whenever the summary is made.
  void askEnvironment(std::function<nlohmann::json()> environment) { environment_ = std::move(environment); }
  /// What stands below the table: all that is known of the current row.
  QString details() const;
  /// Opens the report at that row, in the middle of what is seen; once it is there, if it is not yet.
  void showRow(const std::string& subject, const std::string& quantity);
  /// What the probe that has just begun will bring: rows of their own until it is there.
  void expect(std::vector<ReportPart> parts);
  /// What that probe says that it does.
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
  std::string awaitedSubject_, awaitedQuantity_;  // the row to be opened, while it is not there
  QTextBrowser* summary_;
  QStackedWidget* pages_;
  QButtonGroup* choice_ = nullptr;
  bool wasWide_ = false;  // when the summary was made
  bool chosen_ = false;   // a person or a lesson turned to a page
  std::vector<PublishedValue> others_;
  std::function<nlohmann::json()> environment_;
  std::string published_;   // the device whose published values are shown
  bool following_ = false;  // the selection changes because of this view
};

/// In the list of views.
const ViewEntry& reportViewEntry();

}  // namespace chasescope
