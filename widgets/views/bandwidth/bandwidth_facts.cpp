#include "widgets/views/bandwidth/bandwidth_facts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/findings/vocabulary.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

// The probe's levels, nearest first: as a request names them, and as findings do.
struct Level {
  const char* request;
  const char* subject;
};
constexpr std::array kLevels{Level{"l1", subject::l1_data},
                             Level{"readonly", subject::readonly},
                             Level{"texture", subject::texture},
                             Level{"constant", subject::constant_l1},
                             Level{"shared", subject::shared_memory},
                             Level{"l2", subject::l2},
                             Level{"dram", subject::dram},
                             Level{"host", subject::host_memory},
                             Level{"peer", subject::peer_memory}};
constexpr std::array kDirections{Direction::read, Direction::write, Direction::copy};

/// The finding of a level and a direction; measured findings come before others.
const Finding* findingOf(const std::vector<Finding>& findings, const char* subject, Direction direction) {
  const std::string quantity = std::string(to_string(direction)) + "_bandwidth";
  const Finding* best = nullptr;
  for (const Finding& finding : findings)
    if (finding.subject == subject && finding.quantity == quantity &&
        (best == nullptr || best->status != FindingStatus::measured || finding.status == FindingStatus::measured))
      best = &finding;
  return best;
}

}  // namespace

double Bandwidths::highest(const std::string& subject) const {
  double most = 0;
  for (const BandwidthRow& row : rows) {
    if (!subject.empty() && row.subject != subject) continue;
    for (const BandwidthTry& one : row.tries) most = std::max(most, one.rate);
    most = std::max({most, row.found.value_or(0), row.high, row.allowed.value_or(0)});
  }
  return most;
}

std::optional<BandwidthMark> Bandwidths::markOf(const std::string& run) const {
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t at = 0; at < rows[row].tries.size(); ++at)
      if (rows[row].tries[at].run == run) return BandwidthMark{row, at};
  return std::nullopt;
}

std::optional<double> busBandwidth(const Properties& properties) {
  constexpr double kTransfers = 2;
  if (!properties.memory_clock_khz || !properties.memory_bus_bits) return std::nullopt;
  return kTransfers * 1e3 * static_cast<double>(*properties.memory_clock_khz) * static_cast<double>(*properties.memory_bus_bits) / 8;
}

Bandwidths gatherBandwidths(std::span<const RunPtr> runs, const std::vector<Finding>& findings, const Description& device) {
  Bandwidths all;
  // If some runs have a clock, runs without one can't be compared with them and are left out.
  const auto has_clock = [](const RunPtr& run) {
    const auto* asked = run->as<BandwidthRequest>();
    return asked != nullptr && asked->result.bytes_per_second > 0;
  };
  const bool is_measured = std::any_of(
      runs.begin(), runs.end(), [](const RunPtr& run) { return run->as<BandwidthRequest>() != nullptr && run->probe != "load"; });
  all.in_seconds = !is_measured || std::any_of(runs.begin(), runs.end(), has_clock);
  for (const Level& level : kLevels)
    for (const Direction direction : kDirections) {
      BandwidthRow row{.subject = level.subject, .direction = direction};
      for (const RunPtr& run : runs) {
        const auto* asked = run->as<BandwidthRequest>();
        // probe `load` uses few threads on purpose
        if (asked == nullptr || run->probe == "load" || asked->request.level != level.request ||
            asked->request.direction != direction)
          continue;
        if (all.in_seconds && !has_clock(run)) continue;
        row.tries.push_back({run->id, asked->request, all.in_seconds ? asked->result.bytes_per_second : asked->result.bytes_per_cycle});
      }
      const Finding* told = findingOf(findings, level.subject, direction);
      if (told != nullptr && told->status == FindingStatus::measured && told->value.is_number() && told->unit == "bytes/s") {
        row.found = told->value.get<double>();
        row.low = told->low.value_or(*row.found);
        row.high = told->high.value_or(*row.found);
      } else if (told != nullptr) {
        row.why = QString::fromStdString(told->reason);
      }
      if (row.tries.empty() && !row.found) continue;
      // Without a clock, rates are in bytes per cycle: take the best try, as the rate of a finding may be per second.
      if (!all.in_seconds) {
        row.found.reset();
        for (const BandwidthTry& one : row.tries) row.found = std::max(row.found.value_or(0), one.rate);
        row.low = row.high = row.found.value_or(0);
      }
      if (row.subject == subject::dram && all.in_seconds) row.allowed = busBandwidth(device.properties);
      all.rows.push_back(std::move(row));
    }
  return all;
}

QString rateText(double rate, bool in_seconds) {
  if (in_seconds) return QString::fromStdString(quantity_text(rate, "bytes/s").joined());
  return tr("%1 B per cycle").arg(QString::fromStdString(number_text(rate)));
}

QString directionText(Direction direction) {
  switch (direction) {
    case Direction::read: return tr("read");
    case Direction::write: return tr("write");
    case Direction::copy: break;
  }
  return tr("copy");
}

QStringList settingWords(const BandwidthRequest& request) {
  QStringList words{tr("%1 B per access").arg(request.access_bytes)};
  words << (request.blocks && request.threads
                ? tr("%1 blocks of %2 threads")
                      .arg(QString::fromStdString(format_count(*request.blocks)), QString::fromStdString(format_count(*request.threads)))
                : tr("blocks and threads as the device chooses"));
  return words << tr("an array of %1").arg(QString::fromStdString(size_words(request.bytes)));
}

QString shareText(const BandwidthRow& row) {
  if (!row.allowed || !row.found || *row.allowed <= 0) return {};
  return tr("%1 of what bus and clock allow").arg(QString::fromStdString(share_text(*row.found / *row.allowed)));
}

}  // namespace chasescope
