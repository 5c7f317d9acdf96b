// The findings of the probe spectrum: the classes of accesses, the latency and the frequency of each, and the paths that they may
// have taken (2014 paper, table 3).
#pragma once

#include <QString>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/findings/finding.h"

namespace chasescope {

/// The data level that answered, and the TLB or page table that translated the page.
struct AccessPath {
  std::string data;         ///< "l1_data", "l2", "dram"
  std::string translation;  ///< "l1_tlb", "l2_tlb", "l3_tlb", "walk", "window"; "beyond_l1_tlb": one of those
                            ///< behind the first; or "any": it makes no difference
  std::string place;        ///< "near", "far": the part of the data level that answered; empty if the level has no two parts
  friend bool operator==(const AccessPath&, const AccessPath&) = default;
};

struct SpectrumClass {
  std::uint64_t number = 0;
  double cycles = 0, low = 0, high = 0;
  std::optional<double> share;           ///< share of the accesses in the pattern, 0 to 1
  std::vector<AccessPath> paths;         ///< none: the latency is not explained
  std::optional<std::size_t> published;  ///< the path, among several, to which a paper assigns the same latency
  QString words;                         ///< the path in words, or why it is not explained
};

/// The classes of one memory space, fastest first.
struct Spectrum {
  std::string space;
  std::vector<SpectrumClass> classes;
  QString why_nothing;  ///< why there are no classes, as a sentence
  std::string run;      ///< the trace behind the classes
  /// The parts that any path asks, in the order in which they are asked.
  std::vector<std::string> translations() const;
  std::vector<std::string> data() const;
  /// Whether a paper decides between several paths of any class.
  bool anyPublished() const;
  /// Whether the part that translated the page is unknown for any path.
  bool anyUnknown() const;
  /// Whether any path ends in the near or the far part of a level.
  bool anyPlace() const;
};

/// `device`: the card's name, by which published values are found.
std::vector<Spectrum> gatherSpectra(std::span<const Finding> findings, std::string_view device = {});

/// The result at a part on a path.
enum class Leg { hit, miss, notAsked, noDifference, unknown };
Leg translationLeg(const AccessPath& path, const std::string& part);
Leg dataLeg(const AccessPath& path, const std::string& part);

}  // namespace chasescope
