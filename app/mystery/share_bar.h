// A small bar of how a class did on a question: right, in part, wrong, no answer, each as wide as its share, with its count.
#pragma once

#include <QWidget>

#include "engine/mystery/question_share.h"

namespace chasescope {

class Theme;

class ShareBar : public QWidget {
  Q_OBJECT
 public:
  ShareBar(const mystery::QuestionShare& share, const Theme& theme, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  mystery::QuestionShare share_;
  const Theme& theme_;
};

}  // namespace chasescope
