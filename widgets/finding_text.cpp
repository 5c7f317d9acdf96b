#include "widgets/finding_text.h"

#include <QCoreApplication>
#include <QHash>
#include <QStringList>

#include "engine/session/report/finding_words.h"

namespace chasescope {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("FindingText", text); }

/// "some_name" as "Some name".
QString plainName(const std::string& name) {
  QString text = QString::fromStdString(name).replace(QLatin1Char('_'), QLatin1Char(' '));
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
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
                                                 {"replacement_machine", "Policy’s states"},
                                                 {"way_replacement_probability", "Way probabilities"},
                                                 {"contiguous_bytes", "Contiguous"},
                                                 {"miss_rate", "Miss rate"},
                                                 {"access_class_cycles", "Access class"},
                                                 {"access_class_share", "Its share"},
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
  const QuantityText parts = value_parts(finding);
  return {QString::fromStdString(parts.value), QString::fromStdString(parts.unit)};
}

QString intervalText(const Finding& finding) { return QString::fromStdString(interval_words(finding)); }

QString statusText(FindingStatus status) { return QString::fromStdString(status_words(status)).replace(u'\'', QChar(0x2019)); }

QString whyNothing(const std::vector<Finding>& findings, std::string_view subject) {
  QString reason;
  for (const Finding& finding : findings) {
    if (finding.subject != subject) continue;
    if (finding.status != FindingStatus::not_measurable || !finding.evidence.empty()) return {};
    if (reason.isEmpty()) reason = QString::fromStdString(finding.reason);
  }
  return reason;
}

QString conditionsText(const Finding& finding) { return QString::fromStdString(condition_words(finding)); }

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
