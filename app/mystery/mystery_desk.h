// The window's parts for mystery cards: a dialog that makes one, the answer sheet of the open card, and the window in which a class
// is graded.
//
// The sheet stands in a panel that is shown while a card of kind mystery: is open. The answers are kept beside the card
// ("lab3.answers") when the person saves them, and also when another device is opened or the window closes.
#pragma once

#include <QList>
#include <QObject>
#include <QString>
#include <filesystem>
#include <map>
#include <optional>

#include "engine/device/mystery/mystery_file.h"
#include "engine/mystery/answer_sheet.h"
#include "engine/probe/probe.h"
#include "engine/session/document/session.h"
#include "widgets/shell/log_panel.h"

class QAction;
class QDockWidget;
class QMainWindow;

namespace chasescope {

class AnswerPanel;
class Explorer;
class GradingWindow;
class Theme;
struct OfferedRun;

inline const QString kMysteryKind = QStringLiteral("mystery:");

/// Whether a path is that of a mystery file, by its ending.
bool isMystery(const QString& path);
/// "Mystery GPU, lab3", for the device of that id.
QString mysteryTitle(const QString& id);

class MysteryDesk : public QObject {
  Q_OBJECT
 public:
  MysteryDesk(Explorer& explorer, const Theme& theme, QMainWindow& window);
  ~MysteryDesk() override;

  /// Adds the panel as a tab beside another one, hidden until a mystery card is open.
  void addTo(QDockWidget* other);
  /// Shows the panel where a mystery card is open, and only there: a restored layout may have shown or hidden it.
  void showOrHide();
  /// The actions for a menu.
  QList<QAction*> actions() const { return {make_, open_, grade_}; }

  AnswerPanel& panel() { return *panel_; }
  /// Opens the window in which answers are graded, with these files and folders.
  GradingWindow& grade(const QStringList& paths = {});

  /// Asks before a run that would take more than a tenth of what is left of an open card's budget. \return whether it may be made
  bool mayRun(const QString& probe, const ParameterValues& values);

  /// Saves the draft. \return false if that failed; the reason was shown
  bool saveDraft();
  /// Writes the answers as they are to be handed in. \return false if that failed; the reason was shown
  bool handInTo(const QString& path);

 signals:
  void openRequested(const QString& id);
  void runRequested(const QString& id);
  /// Another document is to be shown: a run that a student attached.
  void sessionRequested(const chasescope::Session& session, const QString& words);
  void said(chasescope::LogPanel::Level level, const QString& sentence);

 protected:
  /// Saves unsaved answers before the window closes. They are saved, too, if it then stays open.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void take(const QString& id);
  void leave();
  void readSpent();
  void askWhereToHandIn();
  void makeOne();
  void askWhichToOpen();
  void keepRequests();
  bool write(const mystery::AnswerSheet& sheet, const std::filesystem::path& path);
  std::filesystem::path draftPath() const;
  std::vector<OfferedRun> runs() const;

  Explorer& explorer_;
  const Theme& theme_;
  QMainWindow& window_;
  AnswerPanel* panel_;
  QDockWidget* dock_ = nullptr;
  QAction *make_, *open_, *grade_;
  GradingWindow* grading_ = nullptr;
  std::map<std::string, ChaseRequest> requests_;  // the requests of attached runs, by their ids
  std::optional<mystery::MysteryFile> file_;
  std::filesystem::path path_;
  bool unsaved_ = false;
};

}  // namespace chasescope
