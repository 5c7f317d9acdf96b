#include "app/documents/font_setup.h"

#include <QByteArray>
#include <filesystem>

namespace chasescope {

void prepare_font_configuration() {
  std::error_code error;
  if (!qEnvironmentVariableIsEmpty("FONTCONFIG_FILE") || std::filesystem::exists("/etc/fonts/fonts.conf", error)) return;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return;
  const auto own = program.parent_path() / "fonts" / "fonts.conf";
  if (std::filesystem::exists(own, error)) qputenv("FONTCONFIG_FILE", QByteArray(own.c_str()));
}

}  // namespace chasescope
