// The numbers of the topology thesis's tables 5.4 to 5.9. Sizes are those that a sweep saw, and lines are the bytes that one miss
// brings.
#pragma once

#include <optional>
#include <vector>

namespace chasescope::preset_check {

struct CacheRow {
  double kib = 0;
  double line = 0;
  double cycles = 0;
  unsigned per_sm = 0;
};

struct ThesisTable {
  const char* card;
  const char* number;
  std::optional<CacheRow> l1;
  CacheRow texture, readonly, constant;
  double constant_l15_low, constant_l15_high;  ///< KiB; a high end of 0 means "more than the low end"
  double constant_l15_cycles;
  double shared_kib, shared_cycles;
  double l2_mib, l2_line, l2_cycles;
  double memory_gib, memory_cycles;
  const char* first_l2;  ///< the part that answers first behind the L1: the name of the L2 or of its own half
};

/// Tables 5.4 to 5.9, in order.
inline const std::vector<ThesisTable>& thesis_tables() {
  static const std::vector<ThesisTable> tables{
      {"k20c",
       "5.4",
       CacheRow{16.137, 128, 64, 1},
       {12.012, 32, 111, 4},
       {12.129, 32, 130, 4},
       {1.828, 64, 50, 4},
       32.813,
       32.813,
       120,
       48,
       47,
       1.25,
       32,
       223,
       4.633,
       339,
       "l2"},
      {"geforce840m",
       "5.5",
       std::nullopt,
       {12.129, 32, 92, 2},
       {12.129, 32, 92, 2},
       {2.109, 64, 33, 1},
       30.469,
       30.469,
       86,
       64,
       31,
       1,
       32,
       173,
       1.958,
       448,
       "l2"},
      {"p6000",
       "5.6",
       CacheRow{24.012, 32, 92, 2},
       {24.012, 32, 85, 2},
       {24.012, 32, 94, 2},
       {2.141, 64, 33, 1},
       31.25,
       31.25,
       94,
       96,
       31,
       3,
       32,
       243,
       23.877,
       412,
       "l2"},
      {"v100",
       "5.7",
       CacheRow{25.629, 32, 36, 1},
       {24.023, 32, 80, 1},
       {25.629, 32, 36, 1},
       {2.078, 64, 32, 1},
       62.5,
       0,
       105,
       96,
       27,
       6,
       64,
       215,
       31.748,
       430,
       "l2"},
      {"rtx2080ti",
       "5.8",
       CacheRow{26.137, 32, 40, 1},
       {25.012, 32, 86, 1},
       {26.137, 32, 40, 1},
       {2.078, 64, 32, 1},
       38,
       46,
       105,
       64,
       30,
       5.5,
       64,
       230,
       11,
       425,
       "l2"},
      {"a100",
       "5.9",
       CacheRow{22.254, 32, 39, 1},
       {21.191, 32, 89, 1},
       {22.254, 32, 38, 1},
       {2.141, 64, 34, 1},
       62.5,
       0,
       114,
       164,
       28,
       40,
       64,
       223,
       39.409,
       567,
       "l2_near"},
  };
  return tables;
}

}  // namespace chasescope::preset_check
