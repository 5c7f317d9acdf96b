#include "widgets/finding_text.h"

#include <QCoreApplication>
#include <QHash>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "engine/session/report/finding_words.h"
#include "engine/trace/quantity_text.h"
#include "engine/trace/scaled_text.h"

namespace chasescope {
namespace {

using nlohmann::json;

QString tr(const char* text) { return QCoreApplication::translate("FindingText", text); }

/// "some_name" as "Some name".
QString plainName(const std::string& name) {
  QString text = QString::fromStdString(name).replace(QLatin1Char('_'), QLatin1Char(' '));
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

QString numberText(double value) {
  if (value == std::round(value) && std::abs(value) < 1e15) {
    const QString digits = QString::fromStdString(format_count(static_cast<std::uint64_t>(std::abs(value))));
    return value < 0 ? QStringLiteral("−") + digits : digits;
  }
  return QString::number(value, 'f', std::abs(value) < 1 ? 3 : 1);
}

QString textOf(const json& value, const std::string& unit);

/// "7 – 11" for whole numbers that count up without a gap; empty for others.
QString spanText(const json& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!values[i].is_number_integer() ||
        values[i].get<std::int64_t>() != values[0].get<std::int64_t>() + static_cast<std::int64_t>(i))
      return {};
  if (values.size() < 3) return {};
  return QStringLiteral("%1 – %2").arg(values.front().get<std::int64_t>()).arg(values.back().get<std::int64_t>());
}

QString arrayText(const json& values, const std::string& unit) {
  if (values.empty()) return QStringLiteral("none");
  if (const QString span = spanText(values); !span.isEmpty()) return span;
  // Equal neighbours are told once, as in "17 + 6 × 8".
  QStringList parts;
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i + 1;
    while (end < values.size() && values[end] == values[i]) ++end;
    const QString one = textOf(values[i], unit);
    parts << (end - i > 2 ? QStringLiteral("%1 × %2").arg(end - i).arg(one)
                          : QStringList(static_cast<qsizetype>(end - i), one).join(QStringLiteral(", ")));
    i = end;
  }
  return parts.join(QStringLiteral(", "));
}

QString textOf(const json& value, const std::string& unit) {
  if (value.is_null()) return QStringLiteral("—");
  if (value.is_string()) {
    const auto word = value.get<std::string>();
    return word == "lru" || word == "fifo" || word == "nmru" || word == "plru" || word == "mshr" || word == "prt"
               ? QString::fromStdString(word).toUpper()
               : QString::fromStdString(word).replace(QLatin1Char('_'), QLatin1Char(' '));
  }
  if (value.is_boolean()) return value.get<bool>() ? tr("yes") : tr("no");
  if (value.is_number()) {
    const double number = value.get<double>();
    if (unit == "bytes" && number >= 0 && number == std::round(number))
      return QString::fromStdString(format_bytes(static_cast<std::uint64_t>(number)));
    return numberText(number);
  }
  if (value.is_array()) {
    const bool nested = !value.empty() && value.front().is_array();
    if (!nested) return arrayText(value, unit);
    QStringList groups;
    for (const json& group : value) groups << QStringLiteral("{%1}").arg(arrayText(group, unit));
    return groups.join(QStringLiteral(" "));
  }
  return QString::fromStdString(value.dump());
}

}  // namespace

QString subjectText(const std::string& subject) {
  static const QHash<QString, const char*> names{{"l1_data", "L1 data"},
                                                 {"texture", "Texture"},
                                                 {"readonly", "Read-only"},
                                                 {"constant_l1", "Constant L1"},
                                                 {"constant_l1_5", "Constant L1.5"},
                                                 {"instruction_l0", "Instruction L0"},
                                                 {"instruction_l1", "Instruction L1"},
                                                 {"instruction_l2", "Instruction L2"},
                                                 {"l2", "L2"},
                                                 {"l3", "L3"},
                                                 {"l1_tlb", "L1 TLB"},
                                                 {"l2_tlb", "L2 TLB"},
                                                 {"l3_tlb", "L3 TLB"},
                                                 {"shared_memory", "Shared memory"},
                                                 {"request_table", "Request table"},
                                                 {"distributed_shared_memory", "Distributed shared memory"},
                                                 {"dram", "Memory"},
                                                 {"device", "Device"}};
  const auto name = names.constFind(QString::fromStdString(subject));
  return name == names.constEnd() ? plainName(subject) : tr(*name);
}

QString quantityText(const std::string& quantity) {
  static const QHash<QString, const char*> names{{"capacity_bytes", "Capacity"},
                                                 {"line_bytes", "Line"},
                                                 {"fetch_bytes", "Fetch"},
                                                 {"ways_per_set", "Ways of each set"},
                                                 {"set_index_bits", "Set index bits"},
                                                 {"set_index_function", "Set index function"},
                                                 {"replacement_policy", "Policy"},
                                                 {"way_replacement_probability", "Way probabilities"},
                                                 {"contiguous_bytes", "Contiguous"},
                                                 {"miss_rate", "Miss rate"},
                                                 {"period_accesses", "Period"},
                                                 {"hit_latency_cycles", "Hit latency"},
                                                 {"miss_latency_cycles", "Miss latency"},
                                                 {"miss_penalty_cycles", "Miss penalty"},
                                                 {"page_bytes", "Page"},
                                                 {"reach_bytes", "Reach"},
                                                 {"activation_window_bytes", "Activation window"},
                                                 {"bank_width_bytes", "Bank width"},
                                                 {"bank_row_bytes", "Bank row"},
                                                 {"extra_row_cycles", "Each further row"},
                                                 {"copy_saturation_bytes", "Copies saturate"},
                                                 {"conflict_latency_cycles", "Conflict latency"},
                                                 {"max_outstanding", "Under way"},
                                                 {"outstanding_at_least", "Under way, at least"},
                                                 {"merges_per_entry", "Merges per entry"},
                                                 {"max_loads_per_warp", "Loads per warp"},
                                                 {"count_per_sm", "Count per SM"},
                                                 {"shares_with", "Shares with"},
                                                 {"near_latency_cycles", "Near slice"},
                                                 {"far_latency_cycles", "Far slice"},
                                                 {"own_half_latency_cycles", "Own half"},
                                                 {"other_half_latency_cycles", "Other half"},
                                                 {"near_memory_latency_cycles", "Near memory"},
                                                 {"far_memory_latency_cycles", "Far memory"},
                                                 {"partitions", "Partitions"},
                                                 {"clock_khz", "SM clock"},
                                                 {"memory_clock_khz", "Memory clock"},
                                                 {"memory_bus_bits", "Memory bus"},
                                                 {"sm_count", "SMs"},
                                                 {"cores_per_sm", "Cores per SM"},
                                                 {"l2_bytes", "L2"}};
  const auto name = names.constFind(QString::fromStdString(quantity));
  return name == names.constEnd() ? plainName(quantity) : tr(*name);
}

ValueText valueText(const Finding& finding) {
  if (finding.quantity == "period_accesses" && finding.status == FindingStatus::absent) return {tr("aperiodic"), {}};
  if (finding.value.is_null()) return {QStringLiteral("—"), {}};
  const json& value = finding.value;
  if (finding.quantity == "miss_rate" && value.is_number())
    return {QString::number(value.get<double>() * 100, 'f', 1), QStringLiteral("%")};
  if (finding.quantity == "miss_rate" && value.is_array() && !value.empty()) {  // over N: from the lowest to the highest
    const auto [low, high] = std::minmax_element(value.begin(), value.end());
    if (low->is_number() && high->is_number())
      return {QStringLiteral("%1 – %2").arg(low->get<double>() * 100, 0, 'f', 1).arg(high->get<double>() * 100, 0, 'f', 1),
              QStringLiteral("%")};
  }
  if (finding.quantity == "way_replacement_probability" && value.is_array()) {
    QStringList shares;
    for (const json& share : value)
      shares << (share.is_number() ? QString::number(share.get<double>(), 'f', 2) : textOf(share, {}));
    return {shares.join(QLatin1Char(' ')), {}};
  }
  if (value.is_number())
    if (const auto scaled = scaled_text(value.get<double>(), finding.unit))
      return {QString::fromStdString(scaled->value), QString::fromStdString(scaled->unit)};
  const QString text = textOf(value, finding.unit);
  if (finding.unit == "bytes" && value.is_number()) {
    const qsizetype space = text.lastIndexOf(QLatin1Char(' '));
    if (space > 0) return {text.left(space), text.mid(space + 1)};
  }
  if (!value.is_number() && !value.is_array()) return {text, {}};
  const bool silent = finding.unit.empty() || finding.unit == "1" || finding.unit == "bytes";
  return {text, silent ? QString() : QString::fromStdString(finding.unit)};
}

QString intervalText(const Finding& finding) {
  if (!finding.low || !finding.high || *finding.low == *finding.high) return {};
  if (finding.quantity == "miss_rate")
    return QStringLiteral("%1 – %2 %").arg(*finding.low * 100, 0, 'f', 1).arg(*finding.high * 100, 0, 'f', 1);
  if (finding.unit == "bytes" && *finding.low >= 0) {
    QString low = QString::fromStdString(format_bytes(static_cast<std::uint64_t>(std::llround(*finding.low))));
    const QString high = QString::fromStdString(format_bytes(static_cast<std::uint64_t>(std::llround(*finding.high))));
    const QString unit = high.mid(high.lastIndexOf(QLatin1Char(' ')));
    if (low.endsWith(unit)) low.chop(unit.size());
    return low + QStringLiteral(" – ") + high;
  }
  const bool silent = finding.unit.empty() || finding.unit == "1";
  return numberText(*finding.low) + QStringLiteral(" – ") + numberText(*finding.high) +
         (silent ? QString() : QLatin1Char(' ') + QString::fromStdString(finding.unit));
}

QString statusText(FindingStatus status) {
  switch (status) {
    case FindingStatus::measured: return tr("measured");
    case FindingStatus::reported: return tr("reported");
    case FindingStatus::absent: return tr("absent");
    case FindingStatus::not_measurable: return tr("can’t tell");
  }
  return {};
}

QString whyNothing(const std::vector<Finding>& findings, std::string_view subject) {
  QString reason;
  for (const Finding& finding : findings) {
    if (finding.subject != subject) continue;
    if (finding.status != FindingStatus::not_measurable || !finding.evidence.empty()) return {};
    if (reason.isEmpty()) reason = QString::fromStdString(finding.reason);
  }
  return reason;
}

QString conditionsText(const Finding& finding) {
  QStringList parts;
  if (!finding.conditions.is_object()) return {};
  for (const auto& [key, value] : finding.conditions.items()) {
    const QString text = value.is_string() ? QString::fromStdString(value.get<std::string>()) : textOf(value, {});
    if (key == "space") {
      parts << text;
    } else if (key == "carveout_percent") {
      parts << tr("carve-out %1 %").arg(text);
    } else if (key == "bank_bytes") {
      parts << tr("%1-byte banks").arg(text);
    } else if (key == "word_bytes") {
      parts << tr("%1-byte words").arg(text);
    } else if (key == "l1_kib") {
      parts << tr("L1 of %1 KiB").arg(text);
    } else if (key == "operation") {
      parts << QString::fromStdString(operation_words(text.toStdString()));
    } else {
      parts << plainName(key).toLower() + QLatin1Char(' ') + text;
    }
  }
  return parts.join(QStringLiteral(" · "));
}

QStringList findingDetails(const Finding& finding) {
  QStringList lines;
  const auto add = [&](const QString& text) {
    if (!text.isEmpty()) lines << text;
  };
  // Long values are cut in the row, so they are told here in full.
  if (const QString value = valueText(finding).joined(); value.size() > 14) add(value);
  add(QString::fromStdString(finding.reason));
  if (const QString interval = intervalText(finding); !interval.isEmpty()) add(tr("Supported by the data: %1").arg(interval));
  add(conditionsText(finding));
  add(QString::fromStdString(finding.method));
  add(QString::fromStdString(finding.reference));
  for (const Opinion& opinion : finding.opinions) {
    Finding other = finding;
    other.value = opinion.value;
    add((opinion.agrees ? tr("%1 agrees: %2") : tr("%1 disagrees: %2"))
            .arg(QString::fromStdString(opinion.method), valueText(other).joined()));
  }
  if (!finding.evidence.empty())
    add(finding.evidence.size() == 1 ? tr("Shown by 1 run: click to open it")
                                     : tr("Shown by %1 runs: click to open the first").arg(finding.evidence.size()));
  return lines;
}

}  // namespace chasescope
