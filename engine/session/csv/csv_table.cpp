#include "engine/session/csv/csv_table.h"

#include <algorithm>
#include <vector>

#include "engine/device/codec/codec.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/csv/csv_fields.h"
#include "engine/session/document/run_series.h"

namespace chasescope {
namespace {

using nlohmann::json;

constexpr const char* kTimes = "cycles";

struct Row {
  const Run* run;
  json request;
  json result;
};

std::vector<Row> rows_of(const Session& session, std::string_view call) {
  std::vector<Row> rows;
  for (const RunPtr& run : data_runs(session.runs))
    if (run->call() == call)
      std::visit(
          [&](const auto& asked) {
            rows.push_back({run.get(), to_json(asked.request), to_json(asked.result)});
          },
          run->exchange);
  return rows;
}

/// The members that at least one row has, in alphabetical order.
std::vector<std::string> columns_of(const std::vector<Row>& rows, json Row::*part) {
  json all = json::object();
  for (const Row& row : rows) all.update(row.*part);
  std::vector<std::string> names;
  for (const auto& [name, value] : all.items()) names.push_back(name);
  return names;
}

std::string fields(const json& object, const std::vector<std::string>& columns) {
  std::string text;
  for (const std::string& column : columns) text += "," + csv_value_field(object.value(column, json()));
  return text;
}

}  // namespace

OutputFile csv_table_file(const Session& session, std::string_view call, const std::filesystem::path& path) {
  const std::vector<Row> rows = rows_of(session, call);
  const auto asked = columns_of(rows, &Row::request);
  const auto answered = columns_of(rows, &Row::result);

  OutputFile file(path);
  file.put("# chasescope-table-1\n# device: " + json_in_csv(compact(to_json(session.device))) + "\n# call: " + std::string(call) + "\n");
  std::string header = "run,probe,label,entry";
  for (const std::string& column : asked) header += "," + column;
  for (const std::string& column : answered)
    header += (std::find(asked.begin(), asked.end(), column) == asked.end() ? "," : ",answer_") + column;
  file.put(header + "\n");
  for (const Row& row : rows) {
    const std::string about = csv_field(row.run->id) + "," + csv_field(row.run->probe) + "," + csv_field(row.run->label);
    const std::string request = fields(row.request, asked);
    const auto times = row.result.find(kTimes);
    const bool listed = times != row.result.end() && times->is_array();
    for (std::size_t entry = 0; entry < (listed ? times->size() : 1); ++entry) {
      json result = row.result;
      if (listed) result[kTimes] = (*times)[entry];
      file.put(about + "," + std::to_string(entry) + request + fields(result, answered) + "\n");
    }
  }
  return file;
}

}  // namespace chasescope
