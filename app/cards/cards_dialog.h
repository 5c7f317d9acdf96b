// Any number of cards side by side: a table of what they know, the same as `chasescope compare`, and a line of generations for one
// quantity; and whether one of them is like those of its kind. What is not known of a software GPU yet is found out meanwhile.
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

  /// `open`: what was measured of the open device, where that is none of the library's; null for none. All outlive this.
  CardsDialog(CardLibrary& library, std::shared_ptr<const Session> open, const QString& openId, const Theme& theme,
              QWidget* parent);

  ~CardsDialog() override;

  void setPage(Page page);
  /// The cards that are ticked and known, as they are listed.
  std::vector<Session> chosen() const;
  void setTicked(const QStringList& ids);
  /// The card whose normality is asked: the chosen row of the list.
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
