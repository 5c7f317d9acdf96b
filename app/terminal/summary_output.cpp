#include "app/terminal/summary_output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "app/measurement/failure.h"
#include "engine/session/summary/summary.h"
#include "engine/session/summary/summary_text.h"
#include "engine/session/summary/summary_unknown.h"

namespace chasescope {
namespace {

constexpr std::size_t kWidestUnasked = 100;  // longer lines are hard to follow

/// https://no-color.org: present and not empty, whatever it says.
bool wants_colour() {
  const char* none = std::getenv("NO_COLOR");
  const char* kind = std::getenv("TERM");
  return isatty(STDOUT_FILENO) != 0 && (none == nullptr || *none == '\0') && (kind == nullptr || std::string_view(kind) != "dumb");
}

}  // namespace

std::size_t terminal_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsualSummaryWidth;
  return std::min<std::size_t>(size.ws_col, kWidestUnasked);
}

namespace {

Summary named_summary(const Session& session, const SummaryOutput& output) {
  Summary summary = summarise(session);
  if (!output.device.empty()) name_device(summary.unknown, output.device);
  return summary;
}

}  // namespace

bool has_summary(const Session& session) { return !summarise(session).empty(); }

void print_summary_text(const Session& session, const SummaryOutput& output) {
  SummaryLayout layout{.width = output.width == 0 ? terminal_width() : output.width, .footer = {}, .whole = output.told_all};
  std::string rest = output.told_all ? "" : "Every finding: -v. ";
  rest += output.file.empty() ? "One level: --only l1_data. With the evidence: -o FILE." : "One level: --only l1_data.";
  layout.footer.push_back(rest);
  std::vector<SummaryLine> lines = summary_lines(named_summary(session, output), layout);
  if (output.spread != nullptr)
    for (SummaryLine& line : spread_lines(*output.spread, layout.width)) lines.push_back(std::move(line));
  if (wants_colour())
    print_safe(coloured_text(lines));
  else
    print_text(plain_text(lines));
}

void print_summary_json(const Session& session, const SummaryOutput& output) {
  const nlohmann::json spread = output.spread == nullptr ? nlohmann::json() : spread_json(*output.spread);
  print_bytes(summary_json(named_summary(session, output), session, spread));
}

}  // namespace chasescope
