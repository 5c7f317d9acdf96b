// Corrects the numbers of ways. If noise makes a hit look like a miss, or hides a miss, two ways have exchanged numbers from there
// on, and victims are counted for the wrong way.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/inference/replacement/set_victims.h"

namespace chasescope::inference {

/// The ways, those with the largest counts first.
std::vector<std::uint32_t> ways_by_count(const std::vector<double>& counts);

/// Whether there remain doubtful accesses that are equally probable either way and change the share of a way.
bool leaves_doubts(const Victims& victims, std::uint32_t ways);

/// Whether the ways are replaced equally often in the first part of the chase and in the rest, wherever it is cut. If not,
/// exchanges were overlooked, which mix the shares of similar ways.
bool keeps_shares(const Victims& victims, std::uint32_t ways);

/// Gives the ways back the numbers that noise has exchanged. Each round knows the shares better. Then both chases are read with the
/// shares of the chase that shows them more clearly.
void undo_exchanges(Victims& a, Victims& b, std::uint32_t ways);

/// Numbers the ways of `victims` as in `like`, if that makes the two agree better.
void number_alike(Victims& victims, const std::vector<double>& like, std::uint32_t ways);

}  // namespace chasescope::inference
