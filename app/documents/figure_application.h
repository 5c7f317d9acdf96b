// Figures need Qt's fonts and painting; a command that draws none need not start them.
#pragma once

#include <QApplication>
#include <memory>

namespace chasescope {

/// Lets figures be made while it lives: without a display, and beside a window's own application if there is one.
class FigureApplication {
 public:
  FigureApplication();
  ~FigureApplication();
  FigureApplication(const FigureApplication&) = delete;
  FigureApplication& operator=(const FigureApplication&) = delete;

 private:
  int count_ = 1;
  char name_[11] = "chasescope";
  char* names_[2] = {name_, nullptr};
  std::unique_ptr<QApplication> application_;  // none if there was one already
};

}  // namespace chasescope
