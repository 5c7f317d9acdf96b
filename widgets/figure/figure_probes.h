// Which probes fill a figure, and with which settings. The entry of a figure (figure_entry.h) names them; the command line, the window
// and the documentation take them from there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/description.h"
#include "engine/findings/finding.h"
#include "engine/probe/probe.h"

namespace chasescope {

/// What the settings of a figure's probes are chosen by: what the person said, and what has been measured so far.
struct FigureWish {
  const Description& device;
  const std::vector<Finding>& findings;
  const ParameterValues& given;  ///< the settings of the person
  const std::string& cache;      ///< the subject of findings that is to be shown ("l2_tlb"); empty: none was named
};

/// One probe that a figure needs.
struct FigureProbe {
  enum class Role {
    fills,       ///< what it measures is drawn
    guides,      ///< it finds the footprint that suits the device; not needed where the person names the footprint
    on_request,  ///< it runs only where the person sets a parameter that no other probe of the figure has
  };
  std::string_view name;
  Role role = Role::fills;
  /// Settings that suit the device, or nothing where the probe is not needed any more; null: the probe's own settings.
  std::optional<ParameterValues> (*suited)(const FigureWish& wish) = nullptr;
};

/// Probes that fill a figure together, in the order in which they run.
struct FigureRecipe {
  enum class Shows { anything, caches, tlbs };
  Shows shows = Shows::anything;
  std::vector<FigureProbe> probes;
};

// Settings that suit the device. All of them leave out what the person has set, and what nothing is known to choose it by.

/// The space whose nearest cache is the one named, where that is quicker than to look at all spaces.
std::optional<ParameterValues> inItsSpace(const FigureWish& wish);
/// That space alone.
std::optional<ParameterValues> inNamedSpace(const FigureWish& wish);
/// A sweep of footprints that looks for the end of a small cache; and one that goes on, if that has found none.
std::optional<ParameterValues> upToOneMegabyte(const FigureWish& wish);
std::optional<ParameterValues> beyondOneMegabyte(const FigureWish& wish);
/// A footprint that is a sixteenth larger than the nearest cache, line by line: some lines miss, and some do not.
std::optional<ParameterValues> justTooLarge(const FigureWish& wish);
/// So few lines that each of them can be drawn, one more than the nearest cache holds at their stride.
std::optional<ParameterValues> fewLines(const FigureWish& wish);

/// More elements of a chase than this can't be drawn one by one so that they are read on a slide.
inline constexpr std::size_t kMostFewLines = 40;

/// A chase of few elements, in bytes.
struct FewLines {
  std::uint64_t bytes = 0, stride = 0;
  bool overflows = false;  ///< one line more than the cache holds at that stride
};
/// Of a cache that holds so many bytes, in lines of `line` and sets of so many ways (0: not known): a stride at which a few lines
/// fill it, and one of them more than fits. Where that can't be, or nothing is known of the cache (`holds` is 0): a few elements of
/// `line` bytes.
FewLines fewLinesBeyond(std::uint64_t holds, std::uint64_t line, std::uint64_t ways = 0);

/// Footprints from what the nearest cache just holds to a quarter more, which is one way of four (2014 paper, figure 3).
std::optional<ParameterValues> aQuarterMore(const FigureWish& wish);
/// Footprints from what the nearest cache just holds to half as much again (2014 paper, figure 9).
std::optional<ParameterValues> halfAsMuchAgain(const FigureWish& wish);

}  // namespace chasescope
