#include "app/documents/figure_application.h"

#include "app/documents/font_setup.h"

namespace chasescope {

FigureApplication::FigureApplication() {
  if (QCoreApplication::instance() != nullptr) return;
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");  // a figure needs no display
  prepare_font_configuration();
  application_ = std::make_unique<QApplication>(count_, names_);
}

FigureApplication::~FigureApplication() = default;

}  // namespace chasescope
