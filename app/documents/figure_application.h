// The Qt application for figures, which need fonts and painting; commands without figures need not start it.
#pragma once

#include <QApplication>
#include <memory>

namespace chasescope {

/// While it lives, figures can be made: without a display, or with the window's own application if there is one.
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
  std::unique_ptr<QApplication> application_;  // null if there was an application already
};

}  // namespace chasescope
