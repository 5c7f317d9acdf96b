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

  /// Takes the caches of a model file into the list and chooses the first. \return what is wrong with the file, in a sentence;
  /// empty if nothing is.
  QString addFile(const QString& path);

  /// What was chosen is taken.
  void keep() { kept_ = currentIndex(); }
  /// What was chosen is not taken: what was before stands there again.
  void takeBack() { setCurrentIndex(kept_); }

 signals:
  /// The person chose one.
  void chosen(const chasescope::build::Like& like);

 private:
  void add(const model::Card& card);
  void askForFile();

  std::vector<build::Like> likes_;
  int kept_ = 0;  // the row of what was taken last
};

}  // namespace chasescope
