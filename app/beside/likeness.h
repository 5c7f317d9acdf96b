// A line below two cards: in what they differ, and in what they are alike.
#pragma once

#include <QWidget>

class QLabel;

namespace chasescope {

class Explorer;
class Theme;
struct Session;

/// "capacity 16 KiB, line 128 B": the quantities in which both cards agree; and "hit latency 80 and 116 cycles": those in which
/// they differ. At most `most` of each; "and 4 more" counts the rest. Empty if there are none.
struct LikenessWords {
  QString alike, different;
};
LikenessWords likeness_words(const Session& a, const Session& b, int most);

class Likeness : public QWidget {
  Q_OBJECT
 public:
  Likeness(Explorer& first, Explorer& second, const Theme& theme, QWidget* parent = nullptr);

  /// Whether there are two cards; with nothing to say about them the line takes no room even so.
  void setShown(bool shown);
  /// Hides the text while a question about the cards is open.
  void setCovered(bool covered);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void restyle();

  Explorer& first_;
  Explorer& second_;
  const Theme& theme_;
  QLabel *alike_, *different_;
  bool shown_ = false, covered_ = false;
};

}  // namespace chasescope
