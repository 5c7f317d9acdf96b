// The probes that fill a figure, and their settings. Each figure's entry (figure_entry.h) names them; the command line, the window
// and the documentation read them from there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/description.h"
#include "engine/findings/finding.h"
#include "engine/probe/probe.h"

namespace chasescope {

/// The facts by which the settings of a figure's probes are chosen: the person's settings, and the findings so far.
struct FigureWish {
  const Description& device;
  const std::vector<Finding>& findings;
  const ParameterValues& given;  ///< the settings of the person
  const std::string& cache;      ///< the subject ("l2_tlb") of the cache or TLB to show; empty: not given
};

/// One probe that a figure needs.
struct FigureProbe {
  enum class Role {
    fills,       ///< the figure shows its measurements
    guides,      ///< finds a footprint that suits the device; not needed if the person sets the footprint
    on_request,  ///< it runs only where the person sets a parameter that no other probe of the figure has
  };
  std::string_view name;
  Role role = Role::fills;
  /// Settings that suit the device, or nothing if the probe need not run; null: the probe's own settings.
  std::optional<ParameterValues> (*suited)(const FigureWish& wish) = nullptr;
};

/// Probes that together fill a figure, in the order in which they run.
struct FigureRecipe {
  enum class Shows { anything, caches, tlbs };
  Shows shows = Shows::anything;
  std::vector<FigureProbe> probes;
};

// Settings that suit the device. They leave out parameters that the person has set, and parameters that no finding helps to choose.

/// The memory space whose first cache is the named one, where that is quicker than measuring all spaces.
std::optional<ParameterValues> inItsSpace(const FigureWish& wish);
/// The memory space of the named cache alone.
std::optional<ParameterValues> inNamedSpace(const FigureWish& wish);
/// A sweep of footprints up to the end of a small cache; and a sweep of larger footprints for the case that it found none.
std::optional<ParameterValues> upToOneMegabyte(const FigureWish& wish);
std::optional<ParameterValues> beyondOneMegabyte(const FigureWish& wish);
/// A footprint a sixteenth larger than the nearest cache, with a stride of one line: some lines miss, and some hit.
std::optional<ParameterValues> justTooLarge(const FigureWish& wish);
/// One line more than the nearest cache holds at their stride, and so few lines that each can be drawn.
std::optional<ParameterValues> fewLines(const FigureWish& wish);

/// The most elements of a chase that can be drawn one by one and still be read on a slide.
inline constexpr std::size_t kMostFewLines = 40;

/// A chase of few elements, in bytes.
struct FewLines {
  std::uint64_t bytes = 0, stride = 0;
  bool overflows = false;  ///< the chase has one line more than the cache holds at that stride
};
/// For a cache of `holds` bytes with lines of `line` bytes and so many ways (0: not known): a stride at which few lines fill the
/// cache, and a footprint with one line more. If there is no such stride, or nothing is known of the cache (`holds` is 0): a few
/// elements of `line` bytes.
FewLines fewLinesBeyond(std::uint64_t holds, std::uint64_t line, std::uint64_t ways = 0);

/// Footprints from the capacity of the nearest cache to a quarter more, which is one way of four (2014 paper, figure 3).
std::optional<ParameterValues> aQuarterMore(const FigureWish& wish);
/// Footprints from the capacity of the nearest cache to one and a half times as much (2014 paper, figure 9).
std::optional<ParameterValues> halfAsMuchAgain(const FigureWish& wish);

}  // namespace chasescope
