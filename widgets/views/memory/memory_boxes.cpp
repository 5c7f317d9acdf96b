#include "widgets/views/memory/memory_boxes.h"

#include <algorithm>
#include <array>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/session/report/facts.h"
#include "engine/trace/quantity_text.h"
#include "widgets/style/words.h"
#include "widgets/views/memory/memory_carveouts.h"
#include "widgets/views/memory/memory_lines.h"

namespace chasescope {
namespace {

using nlohmann::json;

QString words(const std::string& text) { return QString::fromStdString(text); }

/// The better known of two statuses.
std::optional<FindingStatus> better(std::optional<FindingStatus> a, std::optional<FindingStatus> b) {
  const auto rank = [](std::optional<FindingStatus> status) {
    if (!status) return 0;
    switch (*status) {
      case FindingStatus::measured: return 4;
      case FindingStatus::reported: return 3;
      case FindingStatus::not_measurable: return 2;
      case FindingStatus::absent: return 1;
    }
    return 0;
  };
  return rank(a) >= rank(b) ? a : b;
}

/// A part of the hierarchy that is drawn, and the request by which a device can be asked about it.
struct Part {
  const char* subject;
  const char* title;
  BoxKind kind;
  BoxRow row;
  int level;
  std::optional<MemorySpace> space;  ///< the memory space of a chase that measures the part
  const char* call;                  ///< or the request that measures it
  bool usual;                        ///< the part has a box even if the device says nothing about itself
};

// One line per part, in the order in which boxes stand beside each other.
constexpr std::array kParts{
    Part{"registers", QT_TRANSLATE_NOOP("MemoryDiagram", "Registers"), BoxKind::registers, BoxRow::upper, 0, {}, "", true},
    Part{subject::request_table,
         QT_TRANSLATE_NOOP("MemoryDiagram", "Requests"),
         BoxKind::requests,
         BoxRow::upper,
         0,
         {},
         "outstanding",
         false},
    Part{subject::distributed_shared_memory,
         QT_TRANSLATE_NOOP("MemoryDiagram", "Cluster memory"),
         BoxKind::shared,
         BoxRow::upper,
         0,
         {},
         "cluster",
         false},
    Part{subject::instruction_l1,
         QT_TRANSLATE_NOOP("MemoryDiagram", "Instructions"),
         BoxKind::instructions,
         BoxRow::upper,
         0,
         {},
         "instructions",
         true},
    Part{subject::constant_l1, QT_TRANSLATE_NOOP("MemoryDiagram", "Constant L1"), BoxKind::constant, BoxRow::upper, 0,
         MemorySpace::constant, "", true},
    Part{subject::constant_l1_5, QT_TRANSLATE_NOOP("MemoryDiagram", "Constant L1.5"), BoxKind::constant, BoxRow::upper, 0,
         MemorySpace::constant, "", true},
    Part{subject::shared_memory, QT_TRANSLATE_NOOP("MemoryDiagram", "Shared memory"), BoxKind::shared, BoxRow::lower, 0,
         MemorySpace::shared, "bank", true},
    Part{subject::l1_data, QT_TRANSLATE_NOOP("MemoryDiagram", "L1 data"), BoxKind::cache, BoxRow::lower, 0, MemorySpace::global_ca,
         "", true},
    Part{subject::readonly, QT_TRANSLATE_NOOP("MemoryDiagram", "Read-only"), BoxKind::cache, BoxRow::lower, 0,
         MemorySpace::readonly, "", true},
    Part{subject::texture, QT_TRANSLATE_NOOP("MemoryDiagram", "Texture"), BoxKind::cache, BoxRow::lower, 0, MemorySpace::texture,
         "", true},
    Part{subject::l1_tlb, QT_TRANSLATE_NOOP("MemoryDiagram", "L1 TLB"), BoxKind::translation, BoxRow::lower, 0, {}, "chase", true},
    Part{subject::l2, QT_TRANSLATE_NOOP("MemoryDiagram", "L2"), BoxKind::cache, BoxRow::beyond, 1, {}, "chase", true},
    Part{subject::l3, QT_TRANSLATE_NOOP("MemoryDiagram", "L3"), BoxKind::cache, BoxRow::beyond, 1, {}, "", false},
    Part{subject::dram, QT_TRANSLATE_NOOP("MemoryDiagram", "Memory"), BoxKind::memory, BoxRow::beyond, 2, {}, "chase", true},
    Part{subject::l3_tlb, QT_TRANSLATE_NOOP("MemoryDiagram", "L3 TLB"), BoxKind::translation, BoxRow::beyond, 1, {}, "", false},
    Part{subject::l2_tlb, QT_TRANSLATE_NOOP("MemoryDiagram", "L2 TLB"), BoxKind::translation, BoxRow::beyond, 1, {}, "chase", true},
};

/// Builds the boxes of one diagram.
class Gatherer {
 public:
  Gatherer(const std::vector<Finding>& findings, const Description& device)
      : findings_(findings), device_(device), facts_(findings), lines_(findings, device) {}

  MemoryDiagram gather() {
    MemoryDiagram diagram;
    for (const Part& part : kParts) {
      if (!wanted(part)) {
        if (part.usual && part.kind != BoxKind::registers && !can_be_asked(part)) diagram.left_out << tr(part.title);
        continue;
      }
      diagram.boxes.push_back(box_of(part));
    }
    link(diagram);
    return diagram;
  }

 private:
  bool any(std::string_view subject) const {
    return std::any_of(findings_.begin(), findings_.end(), [&](const Finding& f) { return f.subject == subject; });
  }
  bool has_values(std::string_view subject) const {
    return std::any_of(findings_.begin(), findings_.end(), [&](const Finding& f) { return f.subject == subject && has_value(f); });
  }
  /// The probes said something of the part, be it that it is absent or that the runs decide nothing.
  bool told(std::string_view subject) const {
    return std::any_of(findings_.begin(), findings_.end(), [&](const Finding& f) {
      return f.subject == subject && (has_value(f) || f.status == FindingStatus::absent || !f.evidence.empty());
    });
  }
  /// Runs were made for the part, but they did not decide anything.
  bool looked_at(std::string_view subject) const {
    return std::any_of(findings_.begin(), findings_.end(), [&](const Finding& f) {
      return f.subject == subject && f.status == FindingStatus::not_measurable && !f.evidence.empty();
    });
  }
  /// A finding says that the part is absent, and no finding gives a value for it.
  bool gone(std::string_view subject) const {
    return !has_values(subject) && !looked_at(subject) && std::any_of(findings_.begin(), findings_.end(), [&](const Finding& f) {
      return f.subject == subject && f.status == FindingStatus::absent;
    });
  }
  bool can_be_asked(const Part& part) const {
    if (device_.calls.empty() && device_.spaces.empty()) return part.usual;
    if (part.space && device_.serves(*part.space)) return true;
    return *part.call != '\0' && device_.serves(std::string_view(part.call));
  }
  /// Whether a box of its own is drawn for the part.
  bool wanted(const Part& part) const {
    const std::string_view subject = part.subject;
    if (of_one_array(subject)) return false;  // the part is drawn in the box of the array that holds it
    if (subject == "registers") return device_.properties.registers_per_sm.has_value();
    if (subject == subject::instruction_l1) {
      for (const std::string& level : instructionCaches())
        if (told(level)) return true;
      return can_be_asked(part);
    }
    // A part that only some cards have is drawn only if this card was found to have it.
    if (part.usual ? told(subject) : has_values(subject) || looked_at(subject)) return true;
    // Where the level before was measured and no finding speaks of this level, the probes saw no such level.
    if (subject == subject::l2_tlb && any(subject::l1_tlb)) return false;
    if (subject == subject::constant_l1_5 && has_values(subject::constant_l1) && !any(subject::constant_l1_5)) return false;
    return can_be_asked(part);
  }

  /// Whether the cache shares one array with an earlier cache of the lower row, as the probe of shared arrays found.
  bool of_one_array(std::string_view subject) const {
    for (const Part& part : kParts) {
      if (subject == part.subject) return false;
      if (part.row == BoxRow::lower && one_array(part.subject, subject)) return true;
    }
    return false;
  }
  bool one_array(std::string_view first, std::string_view second) const {
    for (const Finding& finding : findings_) {
      if (finding.quantity != quantity::shares_with || !has_value(finding) || !finding.value.is_array()) continue;
      for (const json& other : finding.value) {
        if (!other.is_string()) continue;
        const auto& name = other.get_ref<const std::string&>();
        if ((finding.subject == first && name == second) || (finding.subject == second && name == first)) return true;
      }
    }
    return false;
  }

  /// Plain loads were found to take as long as memory even for the smallest footprint.
  bool no_cache_for_global() const {
    return std::any_of(findings_.begin(), findings_.end(), [](const Finding& f) {
      if (f.subject != subject::device || f.quantity != quantity::capacity_bytes || f.status != FindingStatus::absent || !f.conditions.is_object())
        return false;
      const json space = f.conditions.value("space", json());
      return space == json(std::string(to_string(MemorySpace::global_ca))) ||
             space == json(std::string(to_string(MemorySpace::global_cg)));
    });
  }

  /// The first cache that plain loads go through was found to be the last one before memory: then there is no L1.
  bool l1_is_missing() const {
    if (has_values(subject::l1_data)) return false;
    if (looked_at(subject::l1_data)) return false;
    return std::any_of(findings_.begin(), findings_.end(), [](const Finding& f) {
      return f.subject == subject::l2 && f.status == FindingStatus::measured && f.conditions.is_object() &&
             f.conditions.value("space", json()) == json(std::string(to_string(MemorySpace::global_ca))) &&
             (f.quantity == quantity::capacity_bytes || f.quantity == quantity::hit_latency_cycles || f.quantity == quantity::sets ||
              f.quantity == quantity::line_bytes);
    });
  }

  MemoryBox box_of(const Part& part) const {
    MemoryBox box;
    box.subjects = {part.subject};
    box.title = tr(part.title);
    box.kind = part.kind;
    box.row = part.row;
    box.level = part.level;
    box.lines = lines_.of(part.kind, part.subject);
    if (part.kind == BoxKind::instructions) box.subjects = {subject::instruction_l1, subject::instruction_l0, subject::instruction_l2};
    if (part.kind == BoxKind::cache && part.row == BoxRow::lower) take_in_others(box, part);
    for (const BoxLine& line : box.lines) box.status = better(box.status, line.status);
    if (!box.status)
      for (const Finding& finding : findings_)
        if (finding.subject == part.subject) box.status = better(box.status, finding.status);
    if (gone(part.subject)) box.status = FindingStatus::absent;
    const bool nothing = box.status == FindingStatus::absent || box.status == FindingStatus::not_measurable;
    // Reasons from findings with runs behind them come before reasons why a device could not be asked.
    for (const bool looked : {true, false})
      for (const Finding& finding : findings_)
        if (nothing && finding.subject == part.subject && finding.status == *box.status && box.note.isEmpty() &&
            looked == !finding.evidence.empty())
          box.note = words(finding.reason);
    if (nothing && box.key() == subject::l2 && !looked_at(subject::l2) && no_cache_for_global())
      box.note = tr("Global loads go through no cache. Whether one lies behind the caches of other spaces was not told.");
    if (box.key() == subject::l1_data && l1_is_missing()) {
      box.status = FindingStatus::absent;
      if (box.note.isEmpty()) box.note = tr("The first cache that a load meets is the last one before memory.");
    }
    box.bytes = facts_.number(part.subject, quantity::capacity_bytes);
    if (!box.bytes && part.kind == BoxKind::memory && device_.properties.memory_bytes)
      box.bytes = static_cast<double>(*device_.properties.memory_bytes);
    if (!box.bytes && box.key() == subject::l2 && device_.properties.l2_bytes)
      box.bytes = static_cast<double>(*device_.properties.l2_bytes);
    if (!box.bytes && box.key() == subject::shared_memory && device_.properties.shared_bytes_per_sm)
      box.bytes = static_cast<double>(*device_.properties.shared_bytes_per_sm);
    if (part.kind == BoxKind::registers) box.bytes = static_cast<double>(*device_.properties.registers_per_sm) * 4;
    if (facts_.number(part.subject, quantity::miss_penalty_cycles))
      box.miss_cycles = as_told(*facts_.value(part.subject, quantity::miss_penalty_cycles)).value.get<double>();
    return box;
  }
  /// Adds the other caches that were found to be the same array: their names to the title, and their latencies where they differ.
  void take_in_others(MemoryBox& box, const Part& part) const {
    for (const Part& other : kParts) {
      if (std::string_view(other.subject) == part.subject || !one_array(part.subject, other.subject)) continue;
      box.subjects.emplace_back(other.subject);
      box.title += QStringLiteral(" · ") + tr(other.title).toLower();
      const auto mine = facts_.number(part.subject, quantity::hit_latency_cycles), its = facts_.number(other.subject, quantity::hit_latency_cycles);
      if (!its || (mine && *mine == *its)) continue;
      box.lines.push_back(lines_.latency_as(tr("as %1").arg(tr(other.title).toLower()), other.subject));
    }
  }

  static void link(MemoryDiagram& diagram) {
    const auto place = [&](const char* subject) -> std::optional<std::size_t> {
      for (std::size_t i = 0; i < diagram.boxes.size(); ++i)
        if (diagram.boxes[i].key() == subject && diagram.boxes[i].status != FindingStatus::absent) return i;
      return std::nullopt;
    };
    const auto chain = [&](std::initializer_list<const char*> subjects) {
      std::optional<std::size_t> before;
      for (const char* subject : subjects) {
        const auto here = place(subject);
        if (!here) continue;
        const bool known = std::any_of(diagram.links.begin(), diagram.links.end(),
                                       [&](const BoxLink& link) { return link.from == before && link.to == *here; });
        if (before && !known) diagram.links.push_back({*before, *here});
        before = here;
      }
    };
    chain({subject::l1_data, subject::l2, subject::l3, subject::dram});
    chain({subject::readonly, subject::l2});
    chain({subject::texture, subject::l2});
    chain({subject::constant_l1, subject::constant_l1_5, subject::l2});
    chain({subject::instruction_l1, subject::l2});
    chain({subject::l1_tlb, subject::l2_tlb, subject::l3_tlb, subject::dram});
  }

  const std::vector<Finding>& findings_;
  const Description& device_;
  Facts facts_;
  MemoryLines lines_;
};

}  // namespace

std::size_t MemoryBox::measured() const {
  return static_cast<std::size_t>(
      std::count_if(lines.begin(), lines.end(), [](const BoxLine& line) { return line.status == FindingStatus::measured; }));
}

QString MemoryBox::sentence() const {
  QStringList parts;
  for (const BoxLine& line : lines) {
    parts << (line.status ? tr("%1 %2, %3").arg(line.name, line.value, boxStatusText(line.status))
                          : tr("%1 not measured").arg(line.name));
    if (line.assumed) parts.back() += tr(", assumed in the model");
    if (line.differs) parts.back() += tr(", differs from the other card");
  }
  if (status == FindingStatus::absent || (status == FindingStatus::not_measurable && !note.isEmpty())) parts = QStringList{note};
  return tr("%1: %2. %3").arg(title, boxStatusText(status), parts.join(QStringLiteral("; ")));
}

const MemoryBox* MemoryDiagram::find(std::string_view subject) const {
  for (const MemoryBox& box : boxes)
    if (std::find(box.subjects.begin(), box.subjects.end(), subject) != box.subjects.end()) return &box;
  return nullptr;
}

std::size_t MemoryDiagram::measured() const {
  std::size_t count = 0;
  for (const MemoryBox& box : boxes) count += box.measured();
  return count;
}

std::size_t MemoryDiagram::lines() const {
  std::size_t count = 0;
  for (const MemoryBox& box : boxes)
    if (box.kind != BoxKind::registers && box.status != FindingStatus::absent) count += box.lines.size();
  return count;
}

bool MemoryDiagram::anyAssumed() const {
  return std::any_of(boxes.begin(), boxes.end(), [](const MemoryBox& box) {
    return std::any_of(box.lines.begin(), box.lines.end(), [](const BoxLine& line) { return line.assumed; });
  });
}

bool MemoryDiagram::anyDifference() const {
  return std::any_of(boxes.begin(), boxes.end(), [](const MemoryBox& box) {
    return std::any_of(box.lines.begin(), box.lines.end(), [](const BoxLine& line) { return line.differs; });
  });
}

QString boxStatusText(std::optional<FindingStatus> status) {
  if (!status) return tr("not measured");
  switch (*status) {
    case FindingStatus::measured: return tr("measured");
    case FindingStatus::reported: return tr("reported");
    case FindingStatus::absent: return tr("absent");
    case FindingStatus::not_measurable: return tr("can’t tell");
  }
  return {};
}

MemoryDiagram gatherMemoryDiagram(const std::vector<Finding>& findings, const Description& device, std::optional<double> carveout) {
  CarveoutChoice choice = chooseCarveout(findings, carveout);
  MemoryDiagram diagram = Gatherer(choice.findings, device).gather();
  diagram.carveouts = std::move(choice.percents);
  diagram.carveout = choice.shown;
  diagram.device = words(device.name);
  QStringList facts;
  const auto& properties = device.properties;
  if (properties.sm_count) {
    facts << (*properties.sm_count == 1 ? tr("1 SM") : tr("%1 SMs").arg(words(format_count(*properties.sm_count))));
    diagram.sm = QStringLiteral("%1 ×").arg(words(format_count(*properties.sm_count)));
  }
  if (properties.clock_khz) facts << tr("%1 MHz").arg(words(format_count(*properties.clock_khz / 1000)));
  if (!device.name.empty()) facts << words(std::string(to_string(device.origin)));
  diagram.facts = facts.join(QStringLiteral(" · "));
  return diagram;
}

std::vector<std::size_t> pathTo(const MemoryDiagram& diagram, std::size_t box) {
  // link() adds the links of plain loads first, so the first link to a box is theirs.
  std::vector<std::size_t> path{box};
  for (bool on = true; on;) {
    on = false;
    for (const BoxLink& link : diagram.links)
      if (link.to == path.front()) {
        path.insert(path.begin(), link.from);
        on = true;
        break;
      }
  }
  return path;
}

}  // namespace chasescope
