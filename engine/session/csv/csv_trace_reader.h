// Reads one CSV trace line by line, in the form of csv.h, with or without the '#' lines.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/chase.h"
#include "engine/device/description.h"
#include "engine/findings/run.h"
#include "engine/session/csv/csv_rows.h"

namespace chasescope {

/// The content of a file that this program wrote, according to its first line or header.
enum class CsvKind { unknown, trace, findings, table };

class CsvTraceReader {
 public:
  /// Takes the next line, without its end. \throws CsvError
  void line(std::string_view line);

  /// The run with the trace. \throws CsvError if the trace is not complete. `name` is used for the run's id and the device's name
  /// if the file has none.
  Run finish(const std::string& name);

  /// After finish(): the device, if the file has it, and whether the request had to be concluded from the rows.
  const std::optional<Description>& device() const { return device_; }
  bool concluded() const { return !request_.has_value(); }
  CsvKind kind() const { return kind_; }

 private:
  void comment(std::string_view text);
  void header(std::string_view line);
  void row(std::string_view line);
  void check_row(const CsvRow& row) const;

  CsvKind kind_ = CsvKind::unknown;
  std::optional<Description> device_;
  std::optional<ChaseRequest> request_;
  nlohmann::json run_ = nlohmann::json::object();
  nlohmann::json trace_ = nlohmann::json::object();
  AccessOrder order_;   // the order of request_
  RowOrder concluded_;  // used if there is no request
  LatencyTrace cycles_;
  std::vector<float> chunk_;
  std::uint64_t rows_ = 0;
};

}  // namespace chasescope
