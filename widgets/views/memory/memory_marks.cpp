#include "widgets/views/memory/memory_marks.h"

#include <algorithm>
#include <string_view>

#include "engine/findings/vocabulary.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

/// The quantity whose line shows this quantity as well.
std::string_view lineOf(std::string_view quantity) {
  if (quantity == quantity::fetch_bytes) return quantity::line_bytes;
  if (quantity == quantity::ways || quantity == quantity::ways_per_set) return "sets";
  if (quantity == quantity::far_latency_cycles) return quantity::near_latency_cycles;
  if (quantity == quantity::other_half_latency_cycles) return quantity::own_half_latency_cycles;
  if (quantity == quantity::far_memory_latency_cycles) return quantity::near_memory_latency_cycles;
  if (quantity == quantity::bank_width_bytes) return "banks";
  return quantity;
}

bool tells(const BoxLine& line, std::string_view subject, std::string_view quantity) {
  return line.subject == subject && (line.quantity == quantity || lineOf(line.quantity) == lineOf(quantity));
}

template <typename Mark>
void forLinesOf(MemoryDiagram& diagram, std::string_view subject, std::string_view quantity, Mark mark) {
  for (MemoryBox& box : diagram.boxes)
    for (BoxLine& line : box.lines)
      if (tells(line, subject, quantity)) mark(line);
}

}  // namespace

void markAssumed(MemoryDiagram& diagram, const AssumedNumbers& assumed) {
  for (const auto& [subject, quantity] : assumed)
    forLinesOf(diagram, subject, quantity, [](BoxLine& line) { line.assumed = true; });
}

void markDifferences(MemoryDiagram& a, MemoryDiagram& b, const Comparison& comparison) {
  const auto readsAlike = [](const MemoryDiagram& other, const BoxLine& line) {
    return std::any_of(other.boxes.begin(), other.boxes.end(), [&](const MemoryBox& box) {
      return std::any_of(box.lines.begin(), box.lines.end(), [&](const BoxLine& its) {
        return its.subject == line.subject && its.quantity == line.quantity && its.value == line.value;
      });
    });
  };
  for (const Compared& row : comparison.rows) {
    if (row.verdict != Agreement::differs) continue;
    for (MemoryDiagram* diagram : {&a, &b})
      forLinesOf(*diagram, row.either().subject, row.either().quantity, [&](BoxLine& line) {
        if (!readsAlike(diagram == &a ? b : a, line)) line.differs = true;  // "23 ≠ 23" would puzzle the reader
      });
  }
}

QString differencesText(const Comparison& comparison) {
  const auto count = [&](Agreement verdict) { return comparison.count(verdict); };
  QStringList parts;
  const auto differ = count(Agreement::differs), agree = count(Agreement::agrees);
  const auto alone = count(Agreement::only_a) + count(Agreement::only_b);
  parts << (differ == 1 ? tr("1 number differs") : tr("%1 numbers differ").arg(differ));
  if (agree > 0) parts << (agree == 1 ? tr("1 agrees") : tr("%1 agree").arg(agree));
  if (alone > 0) parts << (alone == 1 ? tr("1 is known of one card only") : tr("%1 are known of one card only").arg(alone));
  return parts.join(QStringLiteral(", "));
}

}  // namespace chasescope
