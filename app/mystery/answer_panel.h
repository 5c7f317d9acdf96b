// The answer sheet of a mystery card: its budget, the questions of its level, and buttons that save the answers or hand them in.
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "app/mystery/answer_row.h"
#include "engine/mystery/answer_sheet.h"

class QBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace chasescope {

class BudgetBox;
class Theme;

class AnswerPanel : public QWidget {
  Q_OBJECT
 public:
  AnswerPanel(const Theme& theme, std::function<std::vector<OfferedRun>()> runs, QWidget* parent = nullptr);

  void setSheet(const mystery::MysteryFile& file, const mystery::AnswerSheet& sheet);
  /// The sheet with the contents of the fields.
  mystery::AnswerSheet sheet() const;
  void setSpent(std::uint64_t spent);
  /// Shows a note under the answers, such as how the last saving went.
  void setNote(const QString& note);
  /// What is wrong with the first answer that can't be read; empty if there is none.
  QString fault() const;

  const std::vector<AnswerRow*>& rows() const { return rows_; }
  QLineEdit* student() const { return student_; }
  QPushButton* save() const { return save_; }
  QPushButton* handIn() const { return handIn_; }

  /// Fields below each other fit into this width, so that a wide panel can be made narrow again.
  QSize minimumSizeHint() const override;

 signals:
  void changed();
  void saveRequested();
  void handInRequested();
  void runRequested(const QString& id);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  void layOut();

  const Theme& theme_;
  std::function<std::vector<OfferedRun>()> runs_;
  mystery::AnswerSheet sheet_;
  BudgetBox* budget_;
  QBoxLayout* halves_;
  QLabel *answered_, *note_;
  QLineEdit* student_;
  QVBoxLayout* questions_;
  QBoxLayout* buttons_;
  QPushButton *save_, *handIn_;
  std::vector<AnswerRow*> rows_;
  bool wide_ = false;
};

}  // namespace chasescope
