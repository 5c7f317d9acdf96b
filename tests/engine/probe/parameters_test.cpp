#include "engine/probe/parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/probe/discovery/registry.h"

namespace chasescope {
namespace {

ProbeInfo sample() {
  ProbeInfo info;
  info.name = "sample";
  info.parameters = {{.key = "bytes", .label = "Footprint", .kind = ParameterKind::bytes, .default_text = "16KiB"},
                     {.key = "passes", .label = "Passes", .kind = ParameterKind::count, .optional = true},
                     {.key = "strides", .label = "Strides", .kind = ParameterKind::counts, .default_text = "0-3"},
                     {.key = "wall", .label = "Wall", .kind = ParameterKind::percent, .optional = true},
                     {.key = "space", .label = "Space", .kind = ParameterKind::choice, .default_text = "a", .choices = {"a", "b"}}};
  return info;
}

TEST(Parameters, GoodValuesPassAndAreRead) {
  const ProbeInfo info = sample();
  const ParameterValues values{{"bytes", "2MiB"}, {"passes", "3"}, {"strides", "0-4:2, 9"}, {"wall", "12.5%"}, {"space", "b"}};
  EXPECT_EQ(check_parameters(info, values), std::nullopt);
  const ParameterReader read(info, values);
  EXPECT_EQ(read.bytes("bytes"), 2U << 20);
  EXPECT_EQ(read.count("passes"), 3U);
  EXPECT_EQ(read.counts("strides"), (std::vector<std::uint64_t>{0, 2, 4, 9}));
  EXPECT_EQ(read.optional_percent("wall"), 12.5);
  EXPECT_EQ(read.text("space"), "b");
}

TEST(Parameters, CountsBelowTheLeastAreRefused) {
  ProbeInfo info = sample();
  EXPECT_EQ(check_parameters(info, {{"passes", "0"}}), std::nullopt);
  info.parameters[1].least = 2;
  EXPECT_EQ(check_parameters(info, {{"passes", "2"}}), std::nullopt);
  const auto error = check_parameters(info, {{"passes", "1"}});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, "passes: The number is 1; it must be at least 2.");
  EXPECT_EQ(check_parameters(info, {{"passes", "two"}})->message,
            "passes: 'two' is no whole number from 2 to 18446744073709551615.");
}

TEST(Parameters, MissingValuesTakeTheDefault) {
  const ProbeInfo info = sample();
  const ParameterValues none;
  const ParameterReader read(info, none);
  EXPECT_EQ(read.bytes("bytes"), 16384U);
  EXPECT_EQ(read.optional_count("passes"), std::nullopt);
  EXPECT_EQ(read.text("space"), "a");
  EXPECT_EQ(read.counts("strides"), (std::vector<std::uint64_t>{0, 1, 2, 3}));
}

TEST(Parameters, FaultsNameTheKeyAndWhatThereIs) {
  const ProbeInfo info = sample();
  const auto says = [&](const ParameterValues& values) { return check_parameters(info, values).value_or(DeviceError{}).message; };
  EXPECT_THAT(says({{"colour", "red"}}), testing::AllOf(testing::HasSubstr("colour"), testing::HasSubstr("bytes, passes, strides, wall, space")));
  EXPECT_THAT(says({{"bytes", "many"}}), testing::HasSubstr("bytes: 'many' is no size"));
  EXPECT_THAT(says({{"bytes", ""}}), testing::HasSubstr("needs a value"));
  EXPECT_THAT(says({{"passes", "-1"}}), testing::HasSubstr("no whole number"));
  EXPECT_THAT(says({{"strides", "4-2"}}), testing::HasSubstr("strides: '4-2' is no list"));
  EXPECT_THAT(says({{"wall", "101"}}), testing::HasSubstr("0 to 100"));
  EXPECT_THAT(says({{"wall", "nan"}}), testing::HasSubstr("0 to 100"));
  EXPECT_THAT(says({{"space", "c"}}), testing::HasSubstr("none of a, b"));
}

TEST(Registry, EveryProbeIsFoundAndItsDefaultsAreGood) {
  for (const auto& probe : all_probes()) {
    EXPECT_EQ(find_probe(probe->info().name), probe.get());
    for (const Parameter& parameter : probe->info().parameters) {
      EXPECT_EQ(fault_of(parameter, parameter.default_text), std::nullopt) << probe->info().name << ' ' << parameter.key;
      EXPECT_FALSE(parameter.help.empty()) << parameter.key;
    }
  }
  EXPECT_EQ(find_probe("nothing"), nullptr);
}

}  // namespace
}  // namespace chasescope
