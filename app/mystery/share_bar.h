// A small bar of how a class did on a question. It has a part for right, in part, wrong and no answer, each as wide as its share.
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
