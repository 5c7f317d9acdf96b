#include "widgets/views/disturbance/disturbance_facts.h"

#include <algorithm>
#include <set>

#include "engine/findings/condition_values.h"
#include "engine/findings/vocabulary.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

bool isMeasured(const Finding& finding, const char* quantity) {
  return finding.quantity == quantity && finding.status == FindingStatus::measured && finding.value.is_array();
}

/// The threads that evict lines, from the probe's finding on the same cache; nothing if the probe could not tell them.
std::optional<std::set<std::uint64_t>> throwingOnes(const std::vector<Finding>& findings, const Finding& cycles) {
  for (const Finding& finding : findings) {
    if (finding.subject != cycles.subject || !isMeasured(finding, quantity::disturbing_threads) ||
        finding.conditions != cycles.conditions)
      continue;
    std::set<std::uint64_t> threads;
    for (const auto& thread : finding.value)
      if (thread.is_number_integer() && thread.get<std::int64_t>() >= 0) threads.insert(thread.get<std::uint64_t>());
    return threads;
  }
  return std::nullopt;
}

}  // namespace

std::size_t Disturbance::throwing() const {
  return static_cast<std::size_t>(std::count_if(threads.begin(), threads.end(),
                                                [](const DisturbingThread& thread) { return thread.throws_out.value_or(false); }));
}

double Disturbance::lowest() const {
  double least = 0;
  for (const DisturbingThread& thread : threads) least = std::min(least, thread.cycles);
  return least;
}

double Disturbance::highest() const {
  double most = 1;
  for (const DisturbingThread& thread : threads) most = std::max(most, thread.cycles);
  return most;
}

std::vector<Disturbance> gatherDisturbances(const std::vector<Finding>& findings, const std::string& cache) {
  std::vector<Disturbance> all;
  for (const Finding& finding : findings) {
    if (!isMeasured(finding, quantity::disturbance_cycles) || (!cache.empty() && finding.subject != cache)) continue;
    const std::uint64_t step =
        static_cast<std::uint64_t>(std::max<std::int64_t>(1, number_in(finding.conditions, "step_threads", 1)));
    const auto throwing = throwingOnes(findings, finding);
    Disturbance one{finding.subject, {}};
    std::uint64_t thread = step;
    for (const auto& cycles : finding.value) {
      if (cycles.is_number())
        one.threads.push_back(
            {thread, cycles.get<double>(), throwing ? std::optional<bool>(throwing->contains(thread)) : std::nullopt});
      thread += step;
    }
    if (one.threads.empty()) continue;
    // Of two measurements of the same cache, the later one counts.
    const auto same = std::find_if(all.begin(), all.end(), [&](const Disturbance& other) { return other.subject == one.subject; });
    if (same == all.end())
      all.push_back(std::move(one));
    else
      *same = std::move(one);
  }
  return all;
}

QString disturbanceText(const Disturbance& cache) { return tr("%1 evict lines of thread 0").arg(shortDisturbanceText(cache)); }

QString shortDisturbanceText(const Disturbance& cache) {
  return tr("%1 of %2 threads")
      .arg(QString::fromStdString(format_count(cache.throwing())), QString::fromStdString(format_count(cache.threads.size())));
}

QStringList threadWords(const DisturbingThread& thread) {
  QStringList words{tr("thread %1").arg(thread.thread)};
  words << (!thread.throws_out   ? tr("can’t tell whether it evicts lines")
            : *thread.throws_out ? tr("evicts lines of thread 0")
                                 : tr("evicts no lines of thread 0"));
  return words << tr("%1%2 cycles on average")
                      .arg(thread.cycles < 0 ? QString() : QStringLiteral("+"), QString::fromStdString(number_text(thread.cycles)));
}

}  // namespace chasescope
