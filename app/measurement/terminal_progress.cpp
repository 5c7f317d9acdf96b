#include "app/measurement/terminal_progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"

namespace chasescope {
namespace {

constexpr std::chrono::milliseconds kShortest{50};  // between two updates, as a terminal far away is slow

std::size_t columns_of_terminal() {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : kUsual;
}

bool begins_one(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

std::size_t code_points(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_one));
}

/// The text, or as many of its code points as fit `columns`, the last of them an ellipsis.
std::string cut(const std::string& text, std::size_t columns) {
  if (code_points(text) <= columns) return text;
  if (columns == 0) return {};
  std::size_t at = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (begins_one(text[i]) && at++ == columns - 1) return text.substr(0, i) + "…";
  }
  return text;
}

}  // namespace

std::string progress_line(const ProgressWords& words, std::size_t width) {
  constexpr double kSoonest = 0.05, kLeastElapsed = 0.5;  // before that share and time the time left can't be told
  char percent[16];
  std::snprintf(percent, sizeof(percent), "%3d %%  ", std::clamp(static_cast<int>(words.fraction * 100), 0, 100));
  std::string line = percent, found;
  if (words.fraction >= kSoonest && words.fraction < 1 && words.elapsed_s >= kLeastElapsed) {
    const double left = words.elapsed_s * (1 - words.fraction) / words.fraction;
    line += "about " +
            std::to_string(static_cast<long>(std::ceil(std::min(left, std::max(words.limit_s - words.elapsed_s, 0.0))))) +
            " s left  ";
  }
  if (!words.found.empty()) found = "  found: " + printable(words.found);
  constexpr std::size_t kLeastDoing = 24;  // columns; as many as "Caches: global.ca, L1 data" needs
  const std::size_t room = width - std::min(width, code_points(line)), of_found = code_points(found);
  std::string doing = printable(words.doing);
  if (code_points(doing) + of_found > room) doing.resize(std::min(doing.size(), doing.rfind(" (")));  // drops "(which of how many)"
  return cut(line + cut(doing, std::max(std::min(room, kLeastDoing), room - std::min(room, of_found))) + found, width);
}

TerminalProgress::~TerminalProgress() {
  if (shown_) std::fprintf(stderr, "\r\033[K");
}

void TerminalProgress::on_finding(const Finding& finding) {
  const SubjectEntry* known = find_subject(finding.subject);
  if (finding.status != FindingStatus::measured || !finding.value.is_number() || known == nullptr ||
      finding.subject == subject::device)
    return;
  std::string quantity = quantity_words(finding.quantity);
  if (finding.quantity == quantity::hit_latency_cycles) quantity = "hit";
  words_.found = std::string(known->part) + ", " + quantity + " " + value_words(finding);
  if (std::chrono::steady_clock::now() - told_ >= kShortest) show();
}

void TerminalProgress::on_progress(double fraction, const std::string& doing) {
  fraction = std::max(fraction, words_.fraction);  // the fraction does not go back where a step begins something anew
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
  if (lines_) {
    constexpr std::chrono::seconds kBetweenLines{1};
    constexpr std::size_t kLineWidth = 120;
    if (last_line_ && told_ - *last_line_ < kBetweenLines) return;
    last_line_ = told_;
    std::fprintf(stderr, "%s\n", progress_line(words_, kLineWidth).c_str());
    return;
  }
  shown_ = true;
  std::fprintf(stderr, "\r\033[K%s", progress_line(words_, columns_of_terminal() - 1).c_str());
}

}  // namespace chasescope
