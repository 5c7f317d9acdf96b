// A line below two cards: in what they differ, and in what they are alike.
#pragma once

#include <QWidget>

class QLabel;

namespace chasescope {

class Explorer;
class Theme;
struct Session;

/// "capacity 16 KiB, line 128 B": what both have measured of the same thing and agree on; and "hit latency 80 and 116 cycles": what
/// they differ in. At most `most` of each; "and 4 more" says how many are left out. Empty where there is nothing.
struct LikenessWords {
  QString alike, different;
};
LikenessWords likeness_words(const Session& a, const Session& b, int most);

class Likeness : public QWidget {
  Q_OBJECT
 public:
  Likeness(Explorer& first, Explorer& second, const Theme& theme, QWidget* parent = nullptr);

  /// Whether there are two cards; without anything to tell of them it takes no room all the same.
  void setShown(bool shown);
  /// Says nothing for as long as a question about the cards is open.
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
