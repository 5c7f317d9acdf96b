// resources/schemas/session.schema.json describes all that is written, and the program accepts no more than the schema does.
#include <gmock/gmock.h>
#include <stdlib.h>

#include <functional>
#include <set>

#include "engine/session/session_file.h"
#include "tests/engine/session/sessions.h"

namespace chasescope {
namespace {

using nlohmann::json;

const std::string kSchemaFile = std::string(CHASESCOPE_SOURCE_DIR) + "/resources/schemas/session.schema.json";

json schema() { return json::parse(contents(kSchemaFile)); }

/// Calls `visit` for a schema and all schemas within it, with the pointer of each.
void visit_schemas(const json& schema, const std::string& pointer,
                   const std::function<void(const json&, const std::string&)>& visit) {
  visit(schema, pointer);
  for (const char* members : {"properties", "$defs"})
    if (schema.contains(members))
      for (const auto& [name, member] : schema[members].items()) visit_schemas(member, pointer + "/" + members + "/" + name, visit);
  if (schema.contains("items")) visit_schemas(schema["items"], pointer + "/items", visit);
}

std::set<std::string> keys(const json& object) {
  std::set<std::string> names;
  for (const auto& [name, value] : object.items()) names.insert(name);
  return names;
}

TEST(SessionSchema, NamesTheVersionThatIsWritten) {
  EXPECT_EQ(schema()["properties"]["schema"]["const"], kSessionSchema);
  EXPECT_EQ(schema()["properties"]["version"]["const"], kSessionVersion);
}

TEST(SessionSchema, DescribesEveryMember) {
  int members = 0;
  visit_schemas(schema(), "", [&](const json& node, const std::string& pointer) {
    ++members;
    const bool is_item = pointer.ends_with("/items");
    EXPECT_TRUE(is_item || node.contains("description") || node.contains("$ref")) << pointer;
  });
  EXPECT_GT(members, 50);
}

TEST(SessionSchema, KnowsEveryMemberThatIsWritten) {
  const json document = json::parse(*session_bytes(sample_session(), SessionFormat::json));
  const json definitions = schema()["$defs"];
  const auto known = [&](const json& object, const json& definition) {
    for (const std::string& name : keys(object)) EXPECT_TRUE(definition["properties"].contains(name)) << name;
  };
  known(document, schema());
  known(document["device"], definitions["device"]);
  known(document["device"]["properties"], definitions["device"]["properties"]["properties"]);
  for (const json& run : document["runs"]) {
    known(run, definitions["run"]);
    known(run["request"], definitions["request"]);
    known(run["trace"], definitions["trace"]);
  }
  const json every_call = json::parse(*session_bytes(calls_session(), SessionFormat::json));
  for (const json& run : every_call["runs"]) {
    known(run, definitions["run"]);
    if (!run.contains("call")) continue;
    const auto call = run["call"].get<std::string>();
    known(run["request"], definitions.at(call + "_request"));
    known(run["trace"], definitions.at(call + "_result"));
  }
  for (const json& finding : document["findings"]) {
    known(finding, definitions["finding"]);
    for (const json& opinion : finding["opinions"]) known(opinion, definitions["opinion"]);
  }
}

/// Runs Python's jsonschema on documents. Returns 0 if the schema is valid and all documents fit it; nothing if jsonschema is not
/// installed.
std::optional<int> validate(const std::vector<std::filesystem::path>& documents) {
  static const bool installed = system("python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null") == 0;
  if (!installed) return std::nullopt;
  std::string command =
      "python3 -c 'import json, sys, jsonschema\n"
      "load = lambda name: json.load(open(name, encoding=\"utf-8\"))\n"
      "schema = load(sys.argv[1])\n"
      "jsonschema.Draft202012Validator.check_schema(schema)\n"
      "for name in sys.argv[2:]: jsonschema.Draft202012Validator(schema).validate(load(name))' '" +
      kSchemaFile + "'";
  for (const auto& document : documents) command += " '" + document.string() + "'";
  return system((command + " 2>/dev/null").c_str());
}

TEST(SessionSchema, AcceptsWhatIsWritten) {
  const TempFolder folder;
  std::vector<std::filesystem::path> documents{folder / "sample.json", folder / "calls.json"};
  ASSERT_EQ(write_session(sample_session(), documents[0], SessionFormat::json), std::nullopt);
  ASSERT_EQ(write_session(calls_session(), documents[1], SessionFormat::json), std::nullopt);
  Random random(77);
  for (int i = 0; i < 20; ++i) {
    documents.push_back(folder / (std::to_string(i) + ".json"));
    ASSERT_EQ(write_session(random_session(random), documents.back(), SessionFormat::json), std::nullopt);
  }
  const auto status = validate(documents);
  if (!status) GTEST_SKIP() << "Python's jsonschema is not installed";
  EXPECT_EQ(*status, 0);
}

TEST(SessionSchema, TheExampleInTheDocumentationIsASession) {
  const std::string text = contents(std::string(CHASESCOPE_SOURCE_DIR) + "/docs/session.md");
  const std::size_t begin = text.find("```json\n") + 8;
  const std::string example = text.substr(begin, text.find("```", begin) - begin);
  const auto session = parse_session(example, "example");
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ(session->runs.size(), 1U);
  const TempFolder folder;
  write_text(folder / "example.json", example);
  const auto status = validate({folder / "example.json"});
  if (!status) GTEST_SKIP() << "Python's jsonschema is not installed";
  EXPECT_EQ(*status, 0);
}

TEST(SessionSchema, RefusesWhatTheReaderRefuses) {
  const TempFolder folder;
  json good = json::parse(*session_bytes(sample_session(), SessionFormat::json));
  good["runs"].push_back(json::parse(*session_bytes(calls_session(), SessionFormat::json))["runs"][1]);
  good["runs"][4]["id"] = "run-5";
  ASSERT_TRUE(parse_session(good.dump(), "good"));
  for (const auto& [at, value] : std::initializer_list<std::pair<const char*, json>>{
           {"/version", 2},
           {"/device/origin", "dream"},
           {"/runs/0/trace/cycles/1", -1},
           {"/runs/0/request/pattern/kind", "spiral"},
           {"/runs/0/request/pattern/stride", 1.5},
           {"/runs/4/call", "banks"},
           {"/runs/4/call", "copy"},
           {"/runs/4/request/stride", -1},
           {"/runs/4/trace/mean_cycles", "fast"},
           {"/findings/0/status", "maybe"},
           {"/findings/0/value", json::object()},
           {"/findings/0/value", "banana"},
           {"/notes", 1},
       }) {
    json bad = good;
    bad[json::json_pointer(at)] = value;
    write_text(folder / "bad.json", bad.dump());
    EXPECT_FALSE(parse_session(bad.dump(), "bad")) << at;
    const auto status = validate({folder / "bad.json"});
    if (!status) GTEST_SKIP() << "Python's jsonschema is not installed";
    EXPECT_NE(*status, 0) << at;
  }
}

}  // namespace
}  // namespace chasescope
