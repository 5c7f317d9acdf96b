// "Make it like the …": the caches of all bundled cards, and of a model file that the person chooses.
#pragma once

#include <QComboBox>
#include <vector>

#include "engine/build/likes.h"

namespace chasescope {

class LikeChoice : public QComboBox {
  Q_OBJECT
 public:
  explicit LikeChoice(QWidget* parent = nullptr);

  /// Adds the caches of a model file to the list and chooses the first. \return what is wrong with the file, in a sentence; empty
  /// if nothing is.
  QString addFile(const QString& path);

  /// Keeps the row that is chosen now; takeBack() returns to it.
  void keep() { kept_ = currentIndex(); }
  /// Drops the choice and returns to the row that was kept last.
  void takeBack() { setCurrentIndex(kept_); }

 signals:
  /// The person chose a cache.
  void chosen(const chasescope::build::Like& like);

 private:
  void add(const model::Card& card);
  void askForFile();

  std::vector<build::Like> likes_;
  int kept_ = 0;  // the row that was kept last
};

}  // namespace chasescope
