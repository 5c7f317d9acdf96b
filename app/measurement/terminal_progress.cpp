#include "app/measurement/terminal_progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/findings/finding_words.h"
#include "engine/output/outgoing_text.h"

namespace chasescope {
namespace {

constexpr std::chrono::milliseconds kShortest{50};  // a terminal far away is slow

std::size_t columns_of_terminal() {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : kUsual;
}

/// The first so many code points.
std::string cut(const std::string& text, std::size_t columns) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U) continue;
    if (at++ == columns) return text.substr(0, i);
  }
  return text;
}

}  // namespace

std::string progress_line(const ProgressWords& words, std::size_t width) {
  constexpr double kSoonest = 0.05, kLeastElapsed = 0.5;  // before that nobody knows
  char percent[16];
  std::snprintf(percent, sizeof(percent), "%3d %%  ", std::clamp(static_cast<int>(words.fraction * 100), 0, 100));
  std::string line = percent;
  if (words.fraction >= kSoonest && words.fraction < 1 && words.elapsed_s >= kLeastElapsed)
    line += "about " + std::to_string(static_cast<long>(std::ceil(words.elapsed_s * (1 - words.fraction) / words.fraction))) +
            " s left  ";
  line += words.doing;
  if (!words.found.empty()) line += "  found: " + words.found;
  return cut(printable(line), width);
}

TerminalProgress::~TerminalProgress() {
  if (shown_) std::fprintf(stderr, "\r\033[K");
}

void TerminalProgress::on_finding(const Finding& finding) {
  if (finding.status != FindingStatus::measured || !finding.value.is_number()) return;
  words_.found = subject_words(finding.subject) + ", " + quantity_words(finding.quantity) + " " + value_words(finding);
  if (std::chrono::steady_clock::now() - told_ >= kShortest) show();
}

void TerminalProgress::on_progress(double fraction, const std::string& doing) {
  const int percent = static_cast<int>(fraction * 100);
  if (percent == percent_ && (doing == words_.doing || std::chrono::steady_clock::now() - told_ < kShortest)) return;
  percent_ = percent;
  words_.fraction = fraction;
  words_.doing = doing;
  show();
}

void TerminalProgress::show() {
  told_ = std::chrono::steady_clock::now();
  words_.elapsed_s = std::chrono::duration<double>(told_ - begun_).count();
  shown_ = true;
  std::fprintf(stderr, "\r\033[K%s", progress_line(words_, columns_of_terminal() - 1).c_str());
}

}  // namespace chasescope
