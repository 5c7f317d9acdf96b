#include <gmock/gmock.h>

#include "engine/session/session_file.h"
#include "tests/engine/session/sessions.h"

namespace chasescope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::string bytes_of(const Session& session, SessionFormat format) {
  auto bytes = session_bytes(session, format);
  EXPECT_TRUE(bytes) << bytes.error().message;
  return *std::move(bytes);
}

std::string text_of(const std::vector<std::uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

TEST(SessionCbor, ReadsBackWhatItWrote) {
  const auto again = parse_session(bytes_of(sample_session(), SessionFormat::cbor), "bytes");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, sample_session());
}

/// Both readers have fast paths for whole clocks and for fractions. Each value that no fast path reads stands among values that one
/// does.
TEST(SessionCbor, ReadsEveryKindOfCyclesAsJsonDoes) {
  const std::vector<float> kinds{0,       9,         23,   24,     255,       256,       65'535, 65'536,
                                 999'999, 1'000'000, 0.5F, 33.25F, 65'535.5F, 70'000.5F, 1e11F};
  std::vector<float> cycles;
  for (std::size_t i = 0; i < 150'000; ++i) cycles.push_back(static_cast<float>(30 + i % 700));
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    cycles[1'000 * i + 500] = kinds[i];
    cycles[65'528 + i] = kinds[i];  // around the end of the first chunk
    cycles[cycles.size() - kinds.size() + i] = kinds[i];
  }
  Session session;
  session.runs = {std::make_shared<const chasescope::Run>(uniform_run("run-1", 512, 128, cycles))};
  for (const SessionFormat format : {SessionFormat::json, SessionFormat::cbor}) {
    const auto again = parse_session(bytes_of(session, format), "bytes");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->runs[0]->chase()->result.cycles.copy(), cycles);
  }
}

TEST(SessionCbor, HoldsTheSameDocumentAsJson) {
  const json from_text = json::parse(bytes_of(sample_session(), SessionFormat::json));
  const json from_cbor = json::from_cbor(bytes_of(sample_session(), SessionFormat::cbor));
  // 180.1 is the shortest decimal text of a float in JSON. CBOR holds the float itself.
  EXPECT_EQ(from_cbor["runs"][1]["trace"]["cycles"][2].get<float>(), from_text["runs"][1]["trace"]["cycles"][2].get<float>());
  json with_float = from_text;
  with_float["runs"][1]["trace"]["cycles"][2] = from_cbor["runs"][1]["trace"]["cycles"][2];
  EXPECT_EQ(from_cbor, with_float);
  EXPECT_TRUE(from_cbor["findings"][0]["value"].is_number_integer());
}

TEST(SessionCbor, ReadsWhatOtherWritersWrite) {
  const std::string bytes = text_of(json::to_cbor(json::parse(bytes_of(sample_session(), SessionFormat::json))));
  const auto again = parse_session(bytes, "bytes");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, sample_session());
}

TEST(SessionCbor, TakesTheMarkOfCborAtTheBeginning) {
  const auto again = parse_session("\xD9\xD9\xF7" + bytes_of(sample_session(), SessionFormat::cbor), "bytes");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, sample_session());
}

/// A session in CBOR whose notes are replaced by `item`.
std::string with_notes(const std::string& item) {
  Session session;
  session.device.name = "n";
  std::string bytes = bytes_of(session, SessionFormat::cbor);
  EXPECT_EQ(bytes.back(), '\x60');  // the empty text
  bytes.pop_back();
  return bytes + item;
}

TEST(SessionCbor, TakesTextsInParts) {
  const auto session = parse_session(with_notes("\x7F\x62"
                                                "ab\x61"
                                                "c\xFF"),
                                     "bytes");
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ(session->notes, "abc");
}

TEST(SessionCbor, TakesMapsAndArraysOfUnknownLength) {
  // An unknown member comes before the notes: {"x": [1, half 1.5, {}]} of indefinite lengths. The count of the outer map is one
  // byte.
  std::string bytes = with_notes("\x60");
  ASSERT_EQ(bytes[0], '\xA7');
  bytes[0] = '\xA8';
  const auto session = parse_session(bytes + std::string("\x61x\x9F\x01\xF9\x3E\x00\xBF\xFF\xFF", 10), "bytes");
  ASSERT_TRUE(session) << session.error().message;
}

// The reader takes neighbouring numbers in one go. Here numbers of every size stand among other items.
TEST(SessionCbor, takes_numbers_of_every_size_among_other_items) {
  std::string bytes = with_notes("\x60");
  bytes[0] = '\xA8';
  const std::string before = bytes;
  // {"environment"} is a known member. An unknown member holds [23, 24, 256, 65536, 2^32, 1.5, 1.5, 1.5, "a", 7, [1, true], 2].
  bytes += std::string("\x61x\x8C\x17\x18\x18\x19\x01\x00\x1A\x00\x01\x00\x00\x1B\x00\x00\x00\x01\x00\x00\x00\x00", 23) +
           std::string("\xF9\x3E\x00\xFA\x3F\xC0\x00\x00\xFB\x3F\xF8\x00\x00\x00\x00\x00\x00", 17) +
           std::string("\x61\x61\x07\x82\x01\xF5\x02", 7);
  const auto session = parse_session(bytes, "bytes");
  ASSERT_TRUE(session) << session.error().message;
  for (std::size_t cut = before.size() + 1; cut < bytes.size(); ++cut) {
    const auto short_one = parse_session(std::string_view(bytes).substr(0, cut), "bytes");
    ASSERT_FALSE(short_one) << cut;
    EXPECT_THAT(short_one.error().message, HasSubstr("ends too early")) << cut;
  }
  const json told = json::from_cbor(bytes);
  EXPECT_EQ(told["x"].dump(), R"([23,24,256,65536,4294967296,1.5,1.5,1.5,"a",7,[1,true],2])") << "the bytes are what the test says";
}

TEST(SessionCbor, names_the_number_of_cycles_that_is_none) {
  json document = json::parse(bytes_of(sample_session(), SessionFormat::json));
  document["runs"][1]["trace"]["cycles"][1] = 1e13;
  const auto session = parse_session(text_of(json::to_cbor(document)), "bytes");
  ASSERT_FALSE(session);
  EXPECT_THAT(session.error().message, HasSubstr("/runs/1/trace/cycles/1"));
}

struct Bad {
  const char* name;
  std::string item;
  std::string reason;
};

class SessionCborRefuses : public testing::TestWithParam<Bad> {};

TEST_P(SessionCborRefuses, What) {
  const auto session = parse_session(with_notes(GetParam().item), "file.cbor");
  ASSERT_FALSE(session);
  EXPECT_EQ(session.error().code, ErrorCode::invalid_request);
  EXPECT_THAT(session.error().message, HasSubstr("file.cbor, "));
  EXPECT_THAT(session.error().message, HasSubstr("/notes"));
  EXPECT_THAT(session.error().message, HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(Items, SessionCborRefuses,
                         testing::Values(Bad{"NoText", "\x01", "must be a text"},                            //
                                         Bad{"ByteString", "\x41x", "byte string"},                          //
                                         Bad{"Tag", "\xC1\x01", "a tag"},                                    //
                                         Bad{"NoUtf8", "\x61\xFF", "no UTF-8"},                              //
                                         Bad{"Reserved", "\x1C", "reserves"},                                //
                                         Bad{"Undefined", "\xF7", "simple value"},                           //
                                         Bad{"Break", "\xFF", "end mark"},                                   //
                                         Bad{"NestedParts", std::string(100'000, '\x7F'), "parts of text"},  //
                                         Bad{"DeepArrays", std::string(1'000'000, '\x81'), "deeper than"},   //
                                         Bad{"LongText", "\x7B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", "ends too early"},
                                         Bad{"LongArray", "\x9B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", "ends too early"},
                                         Bad{"LongMap", "\xBB\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", "more members"},
                                         Bad{"NumberAsName", std::string("\xA1\x01\x01"), "name of a member"},
                                         Bad{"HugeNegative", "\x3B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", "too large"}),
                         [](const auto& instance) { return instance.param.name; });

TEST(SessionCbor, RefusesBytesBehindTheEnd) {
  const auto session = parse_session(with_notes("\x60\x01"), "file.cbor");
  ASSERT_FALSE(session);
  EXPECT_THAT(session.error().message, HasSubstr("more bytes follow"));
}

}  // namespace
}  // namespace chasescope
