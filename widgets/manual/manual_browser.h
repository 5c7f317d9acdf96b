// Shows one page of the manual at a time. A click on a link sends a signal; the window decides what the link does.
#pragma once

#include <QHash>
#include <QTextBrowser>
#include <QTimer>

namespace chasescope {

class Theme;

class ManualBrowser : public QTextBrowser {
  Q_OBJECT
 public:
  explicit ManualBrowser(const Theme& theme, QWidget* parent = nullptr);

  /// Shows a page from the heading with this anchor on; from its top if there is no such heading.
  void showPage(const QString& page, const QString& anchor = {});
  QString page() const { return page_; }
  /// Marks every occurrence of these words on the page.
  void mark(const QStringList& words);
  /// How far the page is scrolled, px.
  int place() const;
  void setPlace(int pixels);

 protected:
  /// Serves the pictures that the document holds; nothing is read from elsewhere.
  QVariant loadResource(int type, const QUrl& name) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build();
  void buildAgain();
  void showMarks();

  const Theme& theme_;
  QString page_;
  QStringList marked_;
  QHash<QString, int> anchors_;  // block number of each heading, by its anchor
  QTimer soon_;                  // delays a new layout until a resized window has settled
  int builtFor_ = 0;             // width of the last layout, px
};

}  // namespace chasescope
