#include "widgets/views/spectrum/spectrum_classes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/device/chase.h"
#include "engine/findings/vocabulary.h"
#include "widgets/document/published_values.h"

namespace chasescope {
namespace {

using nlohmann::json;

constexpr std::array kTranslations{subject::l1_tlb, subject::l2_tlb, subject::l3_tlb, "walk", "window"};
constexpr const char* kBeyond = "beyond_l1_tlb";
constexpr std::array kData{subject::l1_data, subject::texture, subject::readonly, subject::constant_l1, subject::constant_l1_5, subject::shared_memory, subject::l2, subject::l3, subject::dram};

template <std::size_t N>
std::size_t place(const std::array<const char*, N>& order, const std::string& part) {
  return static_cast<std::size_t>(std::find(order.begin(), order.end(), part) - order.begin());
}

std::vector<AccessPath> pathsOf(const Finding& finding) {
  std::vector<AccessPath> paths;
  const auto list = finding.conditions.find("paths");
  if (list == finding.conditions.end() || !list->is_array()) return paths;
  for (const json& each : *list) {
    if (!each.is_string()) continue;
    const std::string text = each.get<std::string>();
    const auto plus = text.find('+'), second = text.find('+', plus + 1);
    if (plus == std::string::npos) continue;
    const std::string place = second == std::string::npos ? std::string() : text.substr(second + 1);
    paths.push_back({text.substr(0, plus), text.substr(plus + 1, second - plus - 1), place});
  }
  return paths;
}

SpectrumClass& classOf(Spectrum& spectrum, std::uint64_t number) {
  const auto found =
      std::find_if(spectrum.classes.begin(), spectrum.classes.end(), [&](const SpectrumClass& c) { return c.number == number; });
  if (found != spectrum.classes.end()) return *found;
  spectrum.classes.emplace_back().number = number;
  return spectrum.classes.back();
}

Spectrum& spectrumOf(std::vector<Spectrum>& all, const std::string& space) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Spectrum& s) { return s.space == space; });
  if (found != all.end()) return *found;
  all.emplace_back().space = space;
  return all.back();
}

/// Marks the published path where several paths of a class take equally long.
void markPublished(std::vector<Spectrum>& spectra, std::string_view device) {
  constexpr double kNear = 0.05;
  const std::vector<PublishedValue> published = published_values(device);
  for (Spectrum& spectrum : spectra)
    for (SpectrumClass& one : spectrum.classes)
      for (std::size_t i = 0; i < one.paths.size() && one.paths.size() > 1; ++i) {
        const json way{{"space", spectrum.space}, {"data", one.paths[i].data}, {"translation", one.paths[i].translation}};
        const bool known = std::any_of(published.begin(), published.end(), [&](const PublishedValue& value) {
          return value.what.quantity == quantity::access_latency_cycles && value.what.conditions == way &&
                 value.what.value.is_number() && std::abs(value.what.value.get<double>() - one.cycles) <= kNear * one.cycles;
        });
        if (known) one.published = i;
      }
}

}  // namespace

std::vector<std::string> Spectrum::translations() const {
  const auto seen = [&](const std::string& part) {
    return std::any_of(classes.begin(), classes.end(), [&](const SpectrumClass& c) {
      return std::any_of(c.paths.begin(), c.paths.end(), [&](const AccessPath& path) { return path.translation == part; });
    });
  };
  // TLBs up to the farthest that answered, including nearer ones that never did; the page table only if it was read.
  constexpr std::size_t kTlbs = 3;
  std::size_t tlbs = 0;
  for (std::size_t i = 0; i < kTlbs; ++i)
    if (seen(kTranslations[i])) tlbs = i + 1;
  if (seen(kBeyond)) tlbs = std::max<std::size_t>(tlbs, 1);
  std::vector<std::string> parts(kTranslations.begin(), kTranslations.begin() + static_cast<std::ptrdiff_t>(tlbs));
  const bool window = seen("window");
  if (seen("walk") || window) parts.emplace_back("walk");
  if (window) parts.emplace_back("window");
  return parts;
}

std::vector<std::string> Spectrum::data() const {
  std::vector<std::string> parts;
  for (const char* part : kData)
    if (std::any_of(classes.begin(), classes.end(), [&](const SpectrumClass& c) {
          return std::any_of(c.paths.begin(), c.paths.end(), [&](const AccessPath& path) { return path.data == part; });
        }))
      parts.emplace_back(part);
  return parts;
}

bool Spectrum::anyPublished() const {
  return std::any_of(classes.begin(), classes.end(), [](const SpectrumClass& one) { return one.published.has_value(); });
}

bool Spectrum::anyUnknown() const {
  return std::any_of(classes.begin(), classes.end(), [](const SpectrumClass& one) {
    return std::any_of(one.paths.begin(), one.paths.end(), [](const AccessPath& path) { return path.translation == kBeyond; });
  });
}

bool Spectrum::anyPlace() const {
  return std::any_of(classes.begin(), classes.end(), [](const SpectrumClass& one) {
    return std::any_of(one.paths.begin(), one.paths.end(), [](const AccessPath& path) { return !path.place.empty(); });
  });
}

std::vector<Spectrum> gatherSpectra(std::span<const Finding> findings, std::string_view device) {
  std::vector<Spectrum> spectra;
  for (const Finding& finding : findings) {
    if (finding.quantity != quantity::access_class_cycles && finding.quantity != quantity::access_class_share) continue;
    const auto space = finding.conditions.find("space");
    if (space == finding.conditions.end() || !space->is_string()) continue;
    Spectrum& spectrum = spectrumOf(spectra, space->get<std::string>());
    if (finding.status != FindingStatus::measured || !finding.value.is_number()) {
      spectrum = {spectrum.space, {}, QString::fromStdString(finding.reason), {}};
      continue;
    }
    const auto number = finding.conditions.find("class");
    if (number == finding.conditions.end() || !number->is_number_integer()) continue;
    // A new measurement replaces the classes of the old trace.
    const std::string run = finding.evidence.empty() ? std::string() : finding.evidence.front();
    if (run != spectrum.run) spectrum = {spectrum.space, {}, {}, run};
    SpectrumClass& one = classOf(spectrum, number->get<std::uint64_t>());
    if (finding.quantity == quantity::access_class_share) {
      one.share = finding.value.get<double>();
      continue;
    }
    one.cycles = finding.value.get<double>();
    one.low = finding.low.value_or(one.cycles);
    one.high = finding.high.value_or(one.cycles);
    one.paths = pathsOf(finding);
    one.words = QString::fromStdString(finding.reason);
  }
  const auto& order = all_memory_spaces();
  const auto rank = [&](const Spectrum& s) {
    return std::find_if(order.begin(), order.end(), [&](MemorySpace space) { return to_string(space) == s.space; }) - order.begin();
  };
  std::stable_sort(spectra.begin(), spectra.end(), [&](const Spectrum& a, const Spectrum& b) { return rank(a) < rank(b); });
  for (Spectrum& spectrum : spectra)
    std::sort(spectrum.classes.begin(), spectrum.classes.end(), [](const auto& a, const auto& b) { return a.cycles < b.cycles; });
  markPublished(spectra, device);
  return spectra;
}

Leg translationLeg(const AccessPath& path, const std::string& part) {
  if (path.translation == "any") return Leg::noDifference;
  if (path.translation == kBeyond) return part == kTranslations.front() ? Leg::miss : Leg::unknown;
  const std::size_t answers = place(kTranslations, path.translation), here = place(kTranslations, part);
  if (here == answers) return Leg::hit;
  if (here > answers) return Leg::notAsked;
  return part == "walk" ? Leg::hit : Leg::miss;  // the page table is read in another window too
}

Leg dataLeg(const AccessPath& path, const std::string& part) {
  const std::size_t answers = place(kData, path.data), here = place(kData, part);
  return here == answers ? Leg::hit : here < answers ? Leg::miss : Leg::notAsked;
}

}  // namespace chasescope
