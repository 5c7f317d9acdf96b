// Shows one page of the manual at a time. Links are told of and not followed: the window decides what they do.
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

  /// Shows a page from that heading on; from its top where there is none of that name.
  void showPage(const QString& page, const QString& anchor = {});
  QString page() const { return page_; }
  /// Marks these words wherever they stand on the page.
  void mark(const QStringList& words);
  /// How far the page is scrolled, px.
  int place() const;
  void setPlace(int pixels);

 protected:
  /// Pictures come from the document; nothing is read from elsewhere.
  QVariant loadResource(int type, const QUrl& name) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build();
  void buildAgain();
  void showMarks();

  const Theme& theme_;
  QString page_;
  QStringList marked_;
  QHash<QString, int> anchors_;  // the block of each heading
  QTimer soon_;                  // a window that is being resized is not laid out at every pixel
  int builtFor_ = 0;             // px of width
};

}  // namespace chasescope
