#include <algorithm>
#include <fstream>
#include <new>

#include "engine/device/codec/codec_cursor.h"
#include "engine/session/csv/csv.h"
#include "engine/session/csv/csv_trace_reader.h"
#include "engine/session/document/session_members.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

struct Part {
  Run run;
  Description device;
  CsvKind kind = CsvKind::trace;  // of anything else nothing can be read
  bool concluded = false;
};

/// A file of ours that holds no trace.
bool other(CsvKind kind) { return kind == CsvKind::findings || kind == CsvKind::table; }

DeviceError refuse(const std::string& sentence) { return {ErrorCode::invalid_request, sentence}; }

Outcome<Part> read_part(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::ifstream file(path, std::ios::binary);
  if (!file) return DeviceError{ErrorCode::internal, name + " can't be read."};
  CsvTraceReader reader;
  std::uint64_t number = 0;
  try {
    for (std::string line; !other(reader.kind()) && std::getline(file, line);) {
      ++number;
      reader.line(line);
    }
    if (file.bad()) return DeviceError{ErrorCode::internal, name + " can't be read to its end."};
    if (other(reader.kind())) return Part{{}, {}, reader.kind(), false};
    Part part{reader.finish(path.stem().string()), {}, CsvKind::trace, reader.concluded()};
    if (reader.device()) {
      part.device = *reader.device();
    } else {
      part.device.name = path.stem().string();
      part.device.calls = {"chase"};
      part.device.spaces = {part.run.chase()->request.space};
    }
    return part;
  } catch (const CsvError& error) {
    return refuse(name + ", line " + format_count(number) + ": " + error.what() + ".");
  } catch (const std::bad_alloc&) {
    return DeviceError{ErrorCode::out_of_memory, name + " does not fit into memory."};
  }
}

/// True if `a` comes before `b`, with numbers in them compared by value: run-2 before run-10.
bool before(std::string_view a, std::string_view b) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  while (!a.empty() && !b.empty()) {
    if (!digit(a.front()) || !digit(b.front())) {
      if (a.front() != b.front()) return a.front() < b.front();
      a.remove_prefix(1);
      b.remove_prefix(1);
      continue;
    }
    const auto number = [&](std::string_view& text) {
      std::size_t end = 0;
      while (end < text.size() && digit(text[end])) ++end;
      std::string_view digits = text.substr(0, end);
      text.remove_prefix(end);
      digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
      return digits;
    };
    const std::string_view x = number(a);
    const std::string_view y = number(b);
    if (x.size() != y.size()) return x.size() < y.size();
    if (x != y) return x < y;
  }
  return a.size() < b.size();
}

Outcome<std::vector<std::filesystem::path>> files_of(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return DeviceError{ErrorCode::internal, "There is no file " + path.string() + "."};
  if (std::filesystem::is_regular_file(status)) return std::vector{path};
  if (!std::filesystem::is_directory(status)) return DeviceError{ErrorCode::internal, path.string() + " is no ordinary file."};
  std::vector<std::filesystem::path> files;
  for (std::filesystem::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".csv") files.push_back(entry->path());
  if (error) return DeviceError{ErrorCode::internal, "The folder " + path.string() + " can't be read: " + error.message() + "."};
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return before(a.filename().string(), b.filename().string()); });
  return files;
}

}  // namespace

Outcome<CsvImport> read_csv(const std::filesystem::path& path) {
  auto files = files_of(path);
  if (!files) return files.error();
  CsvImport import;
  for (const std::filesystem::path& file : *files) {
    auto part = read_part(file);
    if (!part) return part.error();
    if (other(part->kind)) {
      import.warnings.push_back(file.string() +
                                (part->kind == CsvKind::findings ? " holds findings" : " holds a table of requests") +
                                ", which can't be read from CSV.");
      continue;
    }
    if (part->concluded)
      import.warnings.push_back(file.string() +
                                " does not say what was asked for; pattern and warm-up come from its rows, and the space " +
                                "is taken to be " + std::string(to_string(part->run.chase()->request.space)) + ".");
    if (import.session.runs.empty()) {
      import.session.device = part->device;
    } else if (import.session.device != part->device) {
      return refuse(file.string() + " comes from another device (" + part->device.name + ") than the files before it (" +
                    import.session.device.name + "); a session has one device.");
    }
    import.session.runs.push_back(std::make_shared<const Run>(std::move(part->run)));
  }
  if (import.session.runs.empty()) return refuse(path.string() + " holds no CSV trace.");
  try {
    check_session(import.session);
  } catch (const CodecError& error) {
    return refuse(path.string() + " makes no good session: " + error.what());
  }
  return import;
}

}  // namespace chasescope
