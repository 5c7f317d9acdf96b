// Every number in a preset has a source.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "engine/device/software/software_device.h"
#include "engine/model/card_file/fault.h"
#include "resources/resources.h"

namespace chasescope::tests {
namespace {

using nlohmann::json;

void check_below(const model::Card& card, const json& value, const std::string& pointer, const std::string& file,
                 std::size_t& checked) {
  if (value.is_structured()) {
    std::size_t position = 0;
    for (const auto& item : value.items())
      check_below(card, item.value(), model::below(pointer, value.is_array() ? std::to_string(position++) : item.key()), file,
                  checked);
    return;
  }
  ++checked;
  EXPECT_NE(card.source_of(pointer), nullptr) << file << ": nothing says where " << pointer << " comes from";
}

TEST(PresetSources, CoverEveryValue) {
  const auto names = resource_names("models");
  ASSERT_FALSE(names.empty());
  for (const std::string& name : names) {
    const std::string text = *resource_text("models/" + name);
    const auto card = load_card(text, name);
    ASSERT_TRUE(card) << card.error().message;
    const json document = json::parse(text);
    std::size_t checked = 0;
    for (const char* const part :
         {"device", "caches", "tlbs", "activation_window_bytes", "partitions", "floor_plan", "shared_memory", "request_table",
          "bandwidth", "copy_startup_cycles", "instructions", "cluster", "operations", "residency"})
      if (document.contains(part)) check_below(*card, document[part], model::below("", part), name, checked);
    // The parts of a path follow from its latencies. These members were published, and need sources.
    for (const auto& [space, path] : document["paths"].items())
      for (const char* const part :
           {"latency", "translation_penalty", "combined", "far_latency", "max_footprint_bytes", "footprint_alternatives"})
        if (path.contains(part)) check_below(*card, path[part], model::below(model::below("/paths", space), part), name, checked);
    EXPECT_GT(checked, 5U) << name;
  }
}

}  // namespace
}  // namespace chasescope::tests
