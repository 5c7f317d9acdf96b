// The manual in a window of its own: on the left the table of contents or the hits of a search, on the right a page.
//
// Keys: Ctrl+F searches, Alt+Left and Alt+Right go back and forward, Alt+Home shows the contents, Esc empties the search and then
// closes.
#pragma once

#include <QWidget>
#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTreeWidget;

namespace chasescope {

class ManualBrowser;
class Theme;

class ManualWindow : public QWidget {
  Q_OBJECT
 public:
  ManualWindow(const Theme& theme, QWidget* parent);

  /// Brings the window up with that place: "docs/views.md#set-map".
  void showPlace(const QString& place);
  /// The place that was opened last.
  QString place() const;
  void goBack();
  void goForward();

  ManualBrowser* browser() const { return browser_; }
  QLineEdit* search() const { return search_; }
  QListWidget* hits() const { return hits_; }
  QTreeWidget* contents() const { return contents_; }
  /// The line above the hits: how many there are, or that there are none.
  QString said() const;

 signals:
  /// A link that leads out of the program was clicked.
  void webLinkClicked(const QUrl& address);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  struct Visit {
    QString place;
    int scrolled = 0;  // px
  };

  void build();
  void fillContents();
  void restoreSize();
  void keepSize();
  void follow(const QString& link);
  void visit(const QString& place);
  void showVisit(const Visit& visit, bool asItWas);
  void find(const QString& typed);
  void showHit(int row);
  void tellAddress(const QString& link);
  void chooseInContents();

  const Theme& theme_;
  QLineEdit* search_;
  QPushButton *back_, *forward_;
  QSplitter* halves_;
  QStackedWidget* left_;
  QTreeWidget* contents_;
  QLabel* said_;
  QListWidget* hits_;
  ManualBrowser* browser_;
  QLabel* below_;
  std::vector<Visit> visits_;
  std::size_t at_ = 0;  // index of the shown visit
};

}  // namespace chasescope
