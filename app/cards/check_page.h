// Is my card normal? The verdict on one card, the cards that it was compared with, and a table of its numbers that lie outside the
// other cards' range.
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
  /// Each check reads the cards in `folders`, besides those that come with the program.
  CheckPage(std::vector<std::filesystem::path> folders, const Theme& theme, QWidget* parent);
  ~CheckPage() override;

  /// Checks the card on a thread, since a folder may hold many files. `id` is the id in the list of cards; a bundled recording is
  /// read anew, with its map of the chip. If `session` is null, the page says that nothing is known of the card yet.
  void setCard(const QString& id, const QString& name, std::shared_ptr<const Session> session);
  /// The check of the last card; empty until it is done.
  const std::optional<CardCheck>& check() const { return check_; }
  QTableView* table() const { return table_; }

 signals:
  void checked();
  /// The person asked for the report as a file.
  void saveRequested(const std::function<std::string(bool csv)>& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

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
