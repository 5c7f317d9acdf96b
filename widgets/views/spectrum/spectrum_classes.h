// What the findings of the probe spectrum say: the classes of accesses, how long each takes, how frequent it was in the pattern,
// and the paths that it may have taken (2014 paper, table 3).
#pragma once

#include <QString>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/findings/finding.h"

namespace chasescope {

/// Which data level answered, and where the page was known.
struct AccessPath {
  std::string data;         ///< "l1_data", "l2", "dram"
  std::string translation;  ///< "l1_tlb", "l2_tlb", "l3_tlb", "walk", "window"; "beyond_l1_tlb": one of those
                            ///< behind the first; or "any": it makes no difference
  std::string place;        ///< "near", "far": which part of the data level answers; empty where it has no two
  friend bool operator==(const AccessPath&, const AccessPath&) = default;
};

struct SpectrumClass {
  std::uint64_t number = 0;
  double cycles = 0, low = 0, high = 0;
  std::optional<double> share;           ///< of the pattern's accesses, 0 to 1
  std::vector<AccessPath> paths;         ///< none: not explained
  std::optional<std::size_t> published;  ///< of several paths the one that a paper reads in the same latency
  QString words;                         ///< the path in words, or why it is not explained
};

/// The classes of one memory space, quickest first.
struct Spectrum {
  std::string space;
  std::vector<SpectrumClass> classes;
  QString why_nothing;  ///< a sentence, where there are no classes
  std::string run;      ///< the trace that shows them
  /// The parts that any path asks, in the order in which they are asked.
  std::vector<std::string> translations() const;
  std::vector<std::string> data() const;
  /// Whether any class has several paths of which a paper reads one.
  bool anyPublished() const;
  /// Whether of any path it can't be told what knew the page.
  bool anyUnknown() const;
  /// Whether any path ends in one of two parts of a level, near or far.
  bool anyPlace() const;
};

/// `device`: the name of the card, for what was published of it.
std::vector<Spectrum> gatherSpectra(std::span<const Finding> findings, std::string_view device = {});

/// What a part does on a path.
enum class Leg { hit, miss, notAsked, noDifference, unknown };
Leg translationLeg(const AccessPath& path, const std::string& part);
Leg dataLeg(const AccessPath& path, const std::string& part);

}  // namespace chasescope
