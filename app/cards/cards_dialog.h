// Any number of cards side by side: a table as of `chasescope compare`, a line of generations for one quantity, and a check whether
// one card is like others of its kind. Software GPUs that are not known yet are discovered meanwhile.
#pragma once

#include <QDialog>
#include <QString>
#include <functional>
#include <memory>
#include <vector>

#include "app/cards/card_library.h"
#include "widgets/figure/figure_content.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QListWidget;
class QTableView;
class QTabWidget;

namespace chasescope {

class CheckPage;
class DeviceTableModel;
class GenerationPlot;
class Theme;

class CardsDialog : public QDialog {
  Q_OBJECT
 public:
  enum class Page { table, years, check };

  /// `open`: the measurements of the open device, if it is not in the library; null for none. All arguments outlive this.
  CardsDialog(CardLibrary& library, std::shared_ptr<const Session> open, const QString& openId, const Theme& theme,
              QWidget* parent);

  ~CardsDialog() override;

  void setPage(Page page);
  /// The ticked cards with known findings, in the order of the list.
  std::vector<Session> chosen() const;
  void setTicked(const QStringList& ids);
  /// The card to check: the chosen row of the list.
  void setAsked(const QString& id);
  void tickAll();
  QComboBox* quantities() const { return quantities_; }
  GenerationPlot* plot() const { return plot_; }
  QTableView* table() const { return table_; }
  CheckPage& checkPage() const { return *check_; }

 signals:
  /// The person asked for the line of generations as a figure.
  void exportRequested(const chasescope::FigureOutcome& figure, const QString& name);
  /// The person asked for the table, or the report of a check, as a file: Markdown or CSV.
  void saveRequested(const std::function<std::string(bool csv)>& text);

 private:
  QWidget* buildList();
  QWidget* buildTable();
  QWidget* buildYears();
  void fillList();
  void want();
  void refresh();
  void refreshTable();
  void refreshYears();
  void refreshCheck();
  void tell(int point);
  QStringList ticked() const;

  CardLibrary& library_;
  std::shared_ptr<const Session> open_;
  const Theme& theme_;
  QTabWidget* pages_;
  QListWidget* list_;
  QTableView* table_ = nullptr;
  DeviceTableModel* model_ = nullptr;
  QCheckBox* differences_ = nullptr;
  QComboBox* quantities_ = nullptr;
  GenerationPlot* plot_ = nullptr;
  CheckPage* check_ = nullptr;
  QLabel *tableWords_ = nullptr, *words_ = nullptr;
  bool filling_ = false;
};

}  // namespace chasescope
