// The functions that make an ordinary card one of a family (families.h). Each returns false if the card can't be one. families.cpp
// names the machines.
#pragma once

#include <nlohmann/json.hpp>

#include "tests/engine/accuracy/chance.h"

namespace chasescope::accuracy {

// policy_families.cpp: caches and some TLBs get another replacement policy.
bool use_nru(nlohmann::json& card, Chance& chance);
bool use_clock(nlohmann::json& card, Chance& chance);
bool use_srrip(nlohmann::json& card, Chance& chance);
bool use_qlru(nlohmann::json& card, Chance& chance);
bool use_mru(nlohmann::json& card, Chance& chance);
bool use_bimodal(nlohmann::json& card, Chance& chance);
bool use_dueling(nlohmann::json& card, Chance& chance);

// array_families.cpp: one cache is organised in another way.
bool use_data_store(nlohmann::json& card, Chance& chance);
bool use_skew(nlohmann::json& card, Chance& chance);
bool use_slices(nlohmann::json& card, Chance& chance);

// level_families.cpp: caches and TLBs interact in another way, and clocks.
bool use_victims(nlohmann::json& card, Chance& chance);
bool use_exclusive(nlohmann::json& card, Chance& chance);
bool use_next_line(nlohmann::json& card, Chance& chance);
bool use_sub_blocks(nlohmann::json& card, Chance& chance);
bool use_unequal_tlb(nlohmann::json& card, Chance& chance);
bool use_coarse_clock(nlohmann::json& card, Chance& chance);
bool use_two_speeds(nlohmann::json& card, Chance& chance);

}  // namespace chasescope::accuracy
