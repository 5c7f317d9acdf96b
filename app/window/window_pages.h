// The pages in the middle of the window: the views of one card or of two, or the first page.
#pragma once

#include <QObject>
#include <memory>

#include "app/cards/cards_dialog.h"

class QSplitter;
class QStackedWidget;
class QWidget;

namespace chasescope {

class CardDrop;
class DocumentDialogs;
class MainWindow;
class LogPanel;
class PresenterMode;
class SecondCard;
class StartPage;
class Theme;

class WindowPages : public QObject {
  Q_OBJECT
 public:
  /// `pages` has one page, which holds `cards` with the views of the open card.
  WindowPages(MainWindow& window, QStackedWidget& pages, QSplitter& cards, PresenterMode& presenter, LogPanel& log, Theme& theme);
  ~WindowPages() override;

  void showStart(bool start);
  /// Made when it is first needed, as it has all views a second time.
  SecondCard& second();
  void putBeside(const QString& id);

 private:
  void makeStart();
  void exportOverlay();
  void showCards(CardsDialog::Page page);
  void placeBelowBoth(QWidget& widget);
  /// The first listed device that is not the open one; empty if there is none.
  QString another() const;

  MainWindow& window_;
  QStackedWidget& pages_;
  QSplitter& cards_;
  PresenterMode& presenter_;
  LogPanel& log_;
  Theme& theme_;
  StartPage* start_ = nullptr;
  SecondCard* second_ = nullptr;
  std::unique_ptr<DocumentDialogs> secondDialogs_;
  CardDrop* drop_;
  CardLibrary* library_ = nullptr;  // made when it is asked for
};

}  // namespace chasescope
