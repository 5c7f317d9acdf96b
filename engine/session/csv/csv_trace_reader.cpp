#include "engine/session/csv/csv_trace_reader.h"

#include <utility>

#include "engine/device/codec/codec_read.h"
#include "engine/session/csv/csv.h"
#include "engine/session/document/parse_document.h"

namespace chasescope {
namespace {

using nlohmann::json;

/// Runs a reader on the value of a '#' line. An error names the line by its key.
template <typename Read>
auto checked(std::string_view key, const json& value, Read&& read) {
  try {
    return read(JsonCursor(value));
  } catch (const CodecError& error) {
    throw CsvError("the " + std::string(key) + (error.pointer().empty() ? " " : ", at " + error.pointer() + ": ") + error.reason());
  }
}

json object_of(std::string_view key, std::string_view text) {
  try {
    json value = parse_json_document(text).rest;
    if (value.is_object()) return value;
  } catch (const std::runtime_error& error) {
    throw CsvError("the " + std::string(key) + " can't be read (" + error.what() + ")");
  }
  throw CsvError("the " + std::string(key) + " must be an object");
}

}  // namespace

void CsvTraceReader::line(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line.find_first_not_of(" \t") == std::string_view::npos) return;
  if (line.front() == '#') {
    comment(line.substr(1));
  } else if (kind_ != CsvKind::trace) {
    header(line);
  } else {
    row(line);
  }
}

void CsvTraceReader::comment(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos || kind_ != CsvKind::unknown) return;
  text.remove_prefix(first);
  constexpr std::string_view kOurs = "chasescope-trace-";
  if (text.starts_with(kOurs) && text != "chasescope-trace-1")
    throw CsvError("the trace is version " + std::string(text.substr(kOurs.size(), 20)) +
                   " of its format, and this program reads version 1; a newer ChaseScope can open it");
  if (text == "chasescope-findings-1") kind_ = CsvKind::findings;
  if (text == "chasescope-table-1") kind_ = CsvKind::table;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return;
  const std::string_view key = text.substr(0, colon);
  text.remove_prefix(colon + 1);
  if (key == "device") {
    device_ = checked(key, object_of(key, text), read_description);
  } else if (key == "request") {
    request_ = checked(key, object_of(key, text), read_chase_request);
  } else if (key == "run") {
    run_ = object_of(key, text);
  } else if (key == "trace") {
    trace_ = object_of(key, text);
  }  // a person may add other '#' lines; they are ignored
}

void CsvTraceReader::header(std::string_view line) {
  if (kind_ != CsvKind::unknown) throw CsvError("this is no trace, and only traces can be read from CSV");
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  if (line != kCsvTraceHeader)
    throw CsvError("the header must be \"" + std::string(kCsvTraceHeader) + "\", but it is \"" + std::string(line.substr(0, 80)) +
                   "\"");
  kind_ = CsvKind::trace;
  if (!request_) return;
  std::vector<std::uint64_t> shuffled;
  if (const auto offsets = trace_.find("offsets"); offsets != trace_.end())
    shuffled = checked("trace's offsets", *offsets, [](const JsonCursor& at) { return at.counts(); });
  if (accesses_per_pass(request_->pattern) == 0) throw CsvError("the pattern of the request above has no offsets");
  const std::uint64_t period = accesses_per_pass(request_->pattern);
  const bool drawn = shuffled.empty() && period <= kMostDrawnOffsets;
  if (std::holds_alternative<ShuffledPattern>(request_->pattern) && !drawn && shuffled.size() != period)
    throw CsvError("the request above is shuffled, and the \"# trace:\" line does not tell its offsets");
  order_ = AccessOrder(request_->pattern, request_->warmup, std::move(shuffled));
}

void CsvTraceReader::row(std::string_view line) {
  const CsvRow row = csv_row(line);
  if (row.access != rows_)
    throw CsvError("the access is " + std::to_string(row.access) + ", but this is row " + std::to_string(rows_));
  if (request_) {
    check_row(row);
  } else {
    concluded_.add(row);
  }
  ++rows_;
  chunk_.push_back(static_cast<float>(row.cycles));
  if (chunk_.size() == kChunkAccesses) cycles_.append(std::exchange(chunk_, {}));
}

void CsvTraceReader::check_row(const CsvRow& row) const {
  if (row.access >= request_->accesses)
    throw CsvError("this is one row more than the request's " + std::to_string(request_->accesses) + " accesses");
  const auto same = [&](const char* column, std::uint64_t value, std::uint64_t expected) {
    if (value != expected)
      throw CsvError("the " + std::string(column) + " is " + std::to_string(value) + ", but the request above makes it " +
                     std::to_string(expected));
  };
  same("pass", row.pass, order_.pass(row.access));
  same("position", row.position, order_.position(row.access));
  same("offset_bytes", row.offset_bytes, order_.offset(row.access));
}

Run CsvTraceReader::finish(const std::string& name) {
  if (kind_ != CsvKind::trace) throw CsvError("there is no header \"" + std::string(kCsvTraceHeader) + "\"");
  if (!chunk_.empty()) {
    chunk_.shrink_to_fit();
    cycles_.append(std::exchange(chunk_, {}));
  }
  Exchange<ChaseRequest> chase;
  if (request_) {
    chase.request = *request_;
  } else {
    concluded_.conclude(chase.request);
    chase.request.accesses = rows_;
  }
  if (chase.request.record == Record::each && rows_ < chase.request.accesses)
    throw CsvError("the file ends after " + std::to_string(rows_) + " of " + std::to_string(chase.request.accesses) +
                   " accesses (it may be cut short)");
  Run run;
  try {
    ChaseResult landed;
    landed.cycles = std::move(cycles_);
    chase.result = read_chase_result(JsonCursor(trace_), chase.request, std::move(landed), ShuffledOrder::drawn);
    const JsonCursor about(run_);
    const auto text = [&](const char* member, const std::string& otherwise) {
      const auto found = about.find(member);
      return found ? found->text() : otherwise;
    };
    run.id = text("id", name);
    run.probe = text("probe", "");
    run.label = text("label", "");
    const auto auxiliary = about.find("auxiliary");
    run.auxiliary = auxiliary && auxiliary->value() == true;
  } catch (const CodecError& error) {
    throw CsvError("what the lines with # say does not fit the rows: " + std::string(error.what()));
  }
  run.exchange = std::move(chase);
  return run;
}

}  // namespace chasescope
