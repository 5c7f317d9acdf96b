#include "widgets/views/tlb/tlb_levels.h"

#include <QStringList>
#include <algorithm>
#include <functional>
#include <map>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "widgets/plot/byte_axis.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using nlohmann::json;

std::optional<std::uint64_t> whole(const json& value) {
  if (value.is_number_unsigned() || (value.is_number_integer() && value.get<std::int64_t>() >= 0))
    return value.get<std::uint64_t>();
  return std::nullopt;
}

std::uint64_t condition(const Finding& finding, const char* key) {
  const auto found = finding.conditions.find(key);
  return found == finding.conditions.end() ? 0 : whole(*found).value_or(0);
}

bool tells(const Finding& finding) {
  return finding.status == FindingStatus::measured || finding.status == FindingStatus::reported;
}

/// The last finding of each quantity of one subject. A finding without a value does not replace one with a value.
std::map<std::string, const Finding*> latestOf(std::span<const Finding> findings, std::string_view subject) {
  std::map<std::string, const Finding*> latest;
  for (const Finding& finding : findings)
    if (finding.subject == subject)
      if (const Finding*& known = latest[finding.quantity]; known == nullptr || tells(finding) || !tells(*known)) known = &finding;
  return latest;
}

std::vector<TlbRatePoint> ratesOf(const Finding& finding) {
  std::vector<TlbRatePoint> points;
  const std::uint64_t page = condition(finding, "stride"), from = condition(finding, "from_bytes"),
                      step = condition(finding, "step_bytes");
  if (!finding.value.is_array() || page == 0) return points;
  for (std::size_t i = 0; i < finding.value.size(); ++i) {
    if (!finding.value[i].is_number()) return {};
    const std::uint64_t bytes = from + i * step;
    points.push_back({bytes, bytes / page, std::clamp(finding.value[i].get<double>(), 0.0, 1.0),
                      i < finding.evidence.size() ? finding.evidence[i] : std::string()});
  }
  return points;
}

TlbLevel levelOf(const std::string& subject, const std::map<std::string, const Finding*>& findings) {
  TlbLevel level;
  level.subject = subject;
  const auto measured = [&](const char* quantity) -> const Finding* {
    const auto found = findings.find(quantity);
    if (found == findings.end()) return nullptr;
    const Finding& finding = *found->second;
    if (finding.status == FindingStatus::measured || finding.status == FindingStatus::reported) return &finding;
    if (level.why_not.isEmpty()) level.why_not = QString::fromStdString(finding.reason);
    return nullptr;
  };
  const auto number = [&](const char* quantity) {
    const Finding* finding = measured(quantity);
    return finding == nullptr ? std::nullopt : whole(finding->value);
  };
  level.entries = number(quantity::entries);
  level.page_bytes = number(quantity::page_bytes);
  level.reach_bytes = number(quantity::reach_bytes);
  level.contiguous_bytes = number(quantity::contiguous_bytes);
  if (const Finding* each = measured(quantity::ways_per_set); each != nullptr && each->value.is_array()) {
    for (const json& ways : each->value)
      if (const auto one = whole(ways)) level.ways.push_back(*one);
  } else {
    const auto sets = number(quantity::sets), ways = number(quantity::ways);
    constexpr std::uint64_t kMostSets = 65536;
    if (sets && ways && *sets <= kMostSets) level.ways.assign(*sets, *ways);
  }
  if (const Finding* penalty = measured(quantity::miss_penalty_cycles); penalty != nullptr && penalty->value.is_number()) {
    level.penalty = as_told(*penalty).value.get<double>();
    if (const auto data = penalty->conditions.find("data"); data != penalty->conditions.end() && data->is_string())
      level.penalty_data = data->get<std::string>();
  }
  if (const Finding* rates = measured(quantity::miss_rate))
    level.rates = ratesOf(*rates);
  else if (const auto found = findings.find(quantity::miss_rate); found != findings.end())
    level.why_no_rates = QString::fromStdString(found->second->reason);
  if (const auto entries = findings.find(quantity::entries); entries != findings.end()) level.evidence = entries->second->evidence;
  return level;
}

}  // namespace

bool TlbLevel::equalSets() const {
  return std::all_of(ways.begin(), ways.end(), [&](std::uint64_t each) { return each == ways.front(); });
}

void TlbLevels::choose(const std::string& subject) {
  if (all.empty()) all = levels;
  std::erase_if(levels, [&](const TlbLevel& level) { return level.subject != subject; });
}

TlbLevels gatherTlbs(std::span<const Finding> findings, std::string_view device) {
  TlbLevels tlbs;
  for (const char* subject : {subject::l1_tlb, subject::l2_tlb, subject::l3_tlb}) {
    const auto latest = latestOf(findings, subject);
    if (latest.empty()) continue;
    // The only finding says that nothing could be told, and none has a page or a penalty: no TLB was found.
    const bool seen = std::any_of(latest.begin(), latest.end(), [](const auto& each) {
      return each.second->status == FindingStatus::measured || each.first == quantity::miss_penalty_cycles;
    });
    if (seen) {
      tlbs.levels.push_back(levelOf(subject, latest));
      tlbs.levels.back().published = publishedMissRates(device, subject);
    } else if (tlbs.why_nothing.isEmpty()) {
      tlbs.why_nothing = QString::fromStdString(latest.begin()->second->reason);
    }
  }
  const auto whole_card = latestOf(findings, subject::device);
  if (const auto window = whole_card.find(quantity::activation_window_bytes);
      window != whole_card.end() && window->second->status == FindingStatus::measured)
    tlbs.window_bytes = whole(window->second->value);
  return tlbs;
}

QString rateReason(const TlbLevel& level) {
  if (!level.why_no_rates.isEmpty()) return tr("Its miss rate over N can’t be told. %1").arg(level.why_no_rates);
  if (level.page_bytes && !level.ways.empty()) return tr("Its miss rate over N was not measured.");
  return tr("Its miss rate over N was not recorded: for that, its pages and its sets must be known.");
}

QString tlbSets(const TlbLevel& level) {
  if (level.ways.empty()) return tr("sets: ?");
  const auto inSets = [](std::uint64_t n) { return n == 1 ? tr("1 set") : tr("%1 sets").arg(counted(n)); };
  if (level.equalSets())
    return level.ways.size() == 1 ? tr("one set: any entry can hold any page")
                                  : tr("%1 of %2 ways").arg(inSets(level.ways.size()), counted(level.ways.front()));
  std::map<std::uint64_t, std::uint64_t, std::greater<>> groups;
  for (const std::uint64_t ways : level.ways) ++groups[ways];
  QStringList parts;
  for (const auto& [ways, sets] : groups) parts << tr("%1 of %2").arg(counted(sets), counted(ways));
  return tr("%1 of different size: %2 ways").arg(inSets(level.ways.size()), parts.join(QStringLiteral(", ")));
}

QString tlbFacts(const TlbLevel& level) {
  const QString unknown = QStringLiteral("?");
  QStringList parts;
  parts << tr("%1 entries").arg(level.entries ? counted(*level.entries) : unknown);
  parts << tr("pages of %1").arg(level.page_bytes ? sizeText(static_cast<double>(*level.page_bytes)) : unknown);
  if (!level.reach_bytes && level.contiguous_bytes)
    parts << tr("holds %1 of neighbouring pages").arg(sizeText(static_cast<double>(*level.contiguous_bytes)));
  else
    parts << tr("reach %1").arg(level.reach_bytes ? sizeText(static_cast<double>(*level.reach_bytes)) : unknown);
  const QString cost = tr("a miss costs %1 cycles").arg(level.penalty ? cyclesText(*level.penalty) : unknown);
  parts << (level.penalty_data.empty() ? cost : tr("%1 with data from %2").arg(cost, partName(level.penalty_data)));
  return parts.join(QStringLiteral(" · "));
}

}  // namespace chasescope
