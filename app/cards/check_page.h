// Is my card normal? The verdict on one card, with whom it was compared, and a table of what lies outside.
#pragma once

#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "engine/library/card_check.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QTableView;

namespace chasescope {

class CheckTableModel;
class Theme;

class CheckPage : public QWidget {
  Q_OBJECT
 public:
  /// `folders` are read for each check, besides what comes with the program.
  CheckPage(std::vector<std::filesystem::path> folders, const Theme& theme, QWidget* parent);
  ~CheckPage() override;

  /// Checks it on a thread, since a folder may hold many files. `id` as the list of cards has it; a bundled recording is read anew,
  /// with its map of the chip. Null: what is not known yet is told.
  void setCard(const QString& id, const QString& name, std::shared_ptr<const Session> session);
  /// Of the card that was set last; nothing before it is done.
  const std::optional<CardCheck>& check() const { return check_; }
  QTableView* table() const { return table_; }

 signals:
  void checked();
  /// The person asked for the report as a file.
  void saveRequested(const std::function<std::string(bool csv)>& text);

 private:
  void show(const CardCheck& check);
  void refreshTable();
  void tell(const QString& verdict, const QString& caution, const QString& with);
  void explain(int row);

  std::vector<std::filesystem::path> folders_;
  QLabel *verdict_, *caution_, *with_, *how_;
  QTableView* table_;
  CheckTableModel* model_;
  QCheckBox* all_;
  QPushButton* save_;
  QString asked_;
  std::optional<CardCheck> check_;
  std::jthread worker_;
};

}  // namespace chasescope
