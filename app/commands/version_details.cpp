#include "app/commands/version_details.h"

#include <chasescope_commit.h>  // made by cmake/commit.cmake
#include <gnu/libc-version.h>
#include <sys/utsname.h>

#include <QRawFont>
#include <algorithm>
#include <fstream>
#include <iterator>
#include <vector>

#include "app/documents/figure_application.h"
#include "app/measurement/version.h"
#include "engine/device/catalogue/catalogue.h"
#include "engine/output/outgoing_text.h"
#include "widgets/style/fonts.h"

namespace chasescope {
namespace {

std::string file_text(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string line(const std::string& title, const std::string& value) {
  constexpr std::size_t kColumn = 12;
  return printable(title + std::string(kColumn - std::min(kColumn - 1, title.size()), ' ') + (value.empty() ? "unknown" : value)) + '\n';
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string compiler() {
#ifdef __clang__
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

/// "Inter 4.1": the revision that a font's file states, which is a number of 16.16 bits in its table 'head'.
std::string font_version(const QString& family) {
  const QByteArray head = QRawFont::fromFont(QFont(family)).fontTable("head");
  if (head.size() < 8) return family.toStdString() + " (unknown version)";
  const auto byte = [&](int at) { return static_cast<unsigned char>(head[at]); };
  const double revision = byte(4) * 256 + byte(5) + (byte(6) * 256 + byte(7)) / 65536.0;
  return family.toStdString() + ' ' + QString::number(revision, 'g', 4).toStdString();
}

std::string fonts() {
  const FigureApplication application;
  registerFonts();
  std::vector<std::string> here{font_version(QStringLiteral("Inter")), font_version(QStringLiteral("JetBrains Mono"))}, missing;
  for (const FaceEntry& face : faces())
    if (face.package != nullptr) (faceProblem(face.face).isEmpty() ? here : missing).emplace_back(face.family);
  return joined(here) + (missing.empty() ? "" : "; not on this system: " + joined(missing));
}

/// The NVIDIA cards, as "NVIDIA H100 (cuda:0), …", or why there is none.
std::string cards() {
  const DeviceListing listing = list_devices();
  std::vector<std::string> found;
  for (const CatalogueEntry& entry : listing.devices)
    if (entry.origin == Origin::hardware) found.push_back(entry.name + " (" + entry.id + ")");
  return found.empty() ? "none: " + listing.why_no_card : joined(found);
}

}  // namespace

std::string system_name(const std::string& os_release) {
  const std::string member = "\nPRETTY_NAME=";
  const std::string text = '\n' + os_release;
  const std::size_t found = text.find(member);
  if (found == std::string::npos) return {};
  std::string name = text.substr(found + member.size());
  name = name.substr(0, name.find('\n'));
  std::erase(name, '"');
  return name;
}

std::string version_details() {
  utsname system{};
  uname(&system);
  std::string driver = file_text("/proc/driver/nvidia/version");
  driver = driver.substr(0, driver.find('\n'));
  std::string text = version_text() + '\n';
  text += line("commit", CHASESCOPE_COMMIT);
  text += line("compiler", compiler());
  text += line("kernels", CHASESCOPE_KERNELS);
  text += line("Qt", std::string(qVersion()) + " (compiled with " QT_VERSION_STR ")");
  text += line("libraries", CHASESCOPE_LIBRARIES);
  text += line("fonts", fonts());
  text += line("glibc", std::string(gnu_get_libc_version()) + " (compiled with " + std::to_string(__GLIBC__) + '.' +
                            std::to_string(__GLIBC_MINOR__) + ")");
  text += line("system", system_name(file_text("/etc/os-release")));
  text += line("kernel", std::string(system.sysname) + ' ' + system.release + ' ' + system.machine);
  text += line("driver", driver.empty() ? "none of NVIDIA in /proc" : driver);
  text += line("cards", cards());
  return text;
}

}  // namespace chasescope
