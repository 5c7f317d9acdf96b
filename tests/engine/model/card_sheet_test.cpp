// A card file as a sheet for people to read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/device/software/software_device.h"
#include "engine/model/card_file/card_reader.h"
#include "engine/model/card_file/card_sheet.h"

namespace chasescope::model {
namespace {

using Origin = SheetRow::Origin;

constexpr const char* kFile = R"({
  "schema": "chasescope-model", "version": 1, "name": "One", "summary": "One cache.",
  "legend": {"BOOK": "A book"},
  "device": {"memory_bytes": 65536},
  "caches": {"l1": {"capacity_bytes": 256, "line_bytes": 32, "sets": 2, "ways": 4,
                    "index": {"kind": "xor", "bits": [[5, 7]]}, "policy": {"kind": "lru"}}},
  "paths": {"global.ca": {"data": ["l1"], "latency": {"l1": 20, "dram": 200}}},
  "sources": {"/caches/l1": "BOOK page 7", "/caches/l1/policy": "assumed: nobody published it", "/paths": "BOOK"}
})";

CardSheet sheet(const std::string& text) {
  const std::array<std::string_view, 1> spaces{"global.ca"};
  const CardReading reading = read_card(text, spaces);
  EXPECT_TRUE(reading.card);
  return sheet_of(nlohmann::json::parse(text), *reading.card);
}

const SheetRow* row(const CardSheet& rows, const std::string& pointer) {
  for (const SheetRow& one : rows)
    if (one.pointer == pointer) return &one;
  return nullptr;
}

TEST(CardSheet, TellsEachValueWithItsUnitAndItsSource) {
  const CardSheet rows = sheet(kFile);
  ASSERT_NE(row(rows, "/caches/l1/line_bytes"), nullptr);
  EXPECT_EQ(*row(rows, "/caches/l1/line_bytes"),
            (SheetRow{"/caches/l1/line_bytes", "cache l1", "line", "32 B", "BOOK page 7", "A book", Origin::published}));
  EXPECT_EQ(*row(rows, "/caches/l1/index/bits"),
            (SheetRow{"/caches/l1/index/bits", "cache l1", "index, bits", "{5, 7}", "BOOK page 7", "A book", Origin::published}));
  EXPECT_EQ(*row(rows, "/caches/l1/policy/kind"), (SheetRow{"/caches/l1/policy/kind", "cache l1", "policy, kind", "lru",
                                                            "assumed: nobody published it", "", Origin::assumed}));
  EXPECT_EQ(*row(rows, "/paths/global.ca/latency/dram"),
            (SheetRow{"/paths/global.ca/latency/dram", "loads through global.ca", "latency, dram", "200 cycles", "BOOK", "A book",
                      Origin::published}));
  EXPECT_EQ(*row(rows, "/device/memory_bytes"),
            (SheetRow{"/device/memory_bytes", "device", "memory", "64 KiB", "", "", Origin::unstated}));
  EXPECT_EQ(row(rows, "/paths/global.ca/data"), nullptr);
}

TEST(CardSheet, CutsLongLists) {
  std::string table = "0";
  for (int i = 1; i < 100; ++i) table += i % 2 == 0 ? ", 0" : ", 1";
  std::string text = kFile;
  text.replace(text.find(R"("kind": "xor", "bits": [[5, 7]])"), std::string(R"("kind": "xor", "bits": [[5, 7]])").size(),
               R"("kind": "table", "table": [)" + table + "]");
  EXPECT_THAT(row(sheet(text), "/caches/l1/index/table")->value, testing::EndsWith("0, 1, … (100 in all)"));
}

TEST(CardSheet, EveryPresetSaysWhereItsNumbersComeFrom) {
  for (const PresetInfo& preset : preset_cards()) {
    const auto rows = preset_sheet(preset.id);
    ASSERT_TRUE(rows) << rows.error().message;
    EXPECT_GT(rows->size(), 5U) << preset.id;
    for (const SheetRow& one : *rows) EXPECT_NE(one.origin, Origin::unstated) << preset.id << ": " << one.pointer;
  }
}

}  // namespace
}  // namespace chasescope::model
