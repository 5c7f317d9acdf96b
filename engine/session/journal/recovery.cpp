#include "engine/session/journal/recovery.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "engine/device/codec/codec_cursor.h"
#include "engine/session/document/document_writer.h"
#include "engine/session/document/parse_document.h"
#include "engine/session/document/session_members.h"
#include "engine/session/journal/free_slots.h"
#include "engine/session/journal/journal_record.h"

namespace chasescope {
namespace {

using nlohmann::json;

/// A job as a journal has it.
struct Job {
  std::uint32_t document = 0;
  std::uint64_t order = 0;
  bool repeated = false, ended = false;
  json device, environment;
  std::vector<std::string_view> runs, findings;
};

/// The JSON value of a short payload; null if it is none.
json piece(std::string_view payload) {
  try {
    return parse_cbor_document(payload).rest;
  } catch (const std::exception&) {
    return {};
  }
}

std::optional<Job> read_job(std::string_view payload) {
  json head = piece(payload);
  if (!head.is_object()) return std::nullopt;
  const auto number = [&](const char* key) {
    return head.value(key, json()).is_number_unsigned() ? head[key].get<std::uint64_t>() : 0;
  };
  Job job;
  job.document = static_cast<std::uint32_t>(number("document"));
  job.order = number("order");
  job.repeated = head.value("repeated", json()) == true;
  job.device = head.value("device", json());
  job.environment = head.value("environment", json());
  if (!job.environment.is_object()) job.environment = json::object();
  return job;
}

/// The jobs of one file. The documents that were saved or declined go into `gone`.
std::vector<Job> jobs_of(std::string_view bytes, std::set<std::uint32_t>& gone) {
  std::map<std::uint32_t, Job> jobs;  // ordered by job number, which is the order of time
  for (const JournalRecord& record : read_records(bytes).records) {
    if (record.kind == RecordKind::gone) {
      gone.insert(record.job);
      continue;
    }
    if (record.kind == RecordKind::job) {
      if (auto job = read_job(record.payload)) jobs[record.job] = *std::move(job);
      continue;
    }
    const auto found = jobs.find(record.job);
    if (found == jobs.end()) continue;
    Job& job = found->second;
    if (record.kind == RecordKind::run) job.runs.push_back(record.payload);
    if (record.kind == RecordKind::finding) job.findings.push_back(record.payload);
    if (record.kind != RecordKind::end) continue;
    job.ended = true;
    if (json told = piece(record.payload); told.is_object() && told.value("conditions", json()).is_object())
      job.environment["conditions"] = told["conditions"];
  }
  std::vector<Job> list;
  for (auto& [number, job] : jobs) list.push_back(std::move(job));
  return list;
}

/// All jobs of a process in their order. Without those of documents that are gone, and with the newest complete trace of the free
/// run.
std::vector<Job> jobs_of(const JournalBytes& bytes) {
  std::set<std::uint32_t> gone;
  std::vector<Job> jobs = jobs_of(bytes.kept, gone);
  std::optional<Job> newest;
  for (const std::string& slot : bytes.repeated)
    for (Job& job : jobs_of(slot, gone))
      if (job.ended && (!newest || job.order > newest->order)) newest = std::move(job);
  // A job that was started after the free run in the same document replaces the free run's trace, as it does in the window.
  const auto later = [&](const Job& job) { return job.document == newest->document && job.order > newest->order; };
  if (newest && std::none_of(jobs.begin(), jobs.end(), later)) jobs.push_back(*std::move(newest));
  std::erase_if(jobs, [&](const Job& job) { return gone.contains(job.document) || (job.runs.empty() && job.findings.empty()); });
  std::stable_sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) { return a.order < b.order; });
  return jobs;
}

std::string document_text(const Job& job, const std::vector<std::string_view>& runs,
                          const std::vector<std::string_view>& findings) {
  StringSink sink;
  CborWriter out(sink);
  const auto array = [&](const char* name, const std::vector<std::string_view>& pieces) {
    out.key(name);
    out.open_array(pieces.size());
    for (const std::string_view each : pieces) sink.put(each);
  };
  out.open_object(6);
  out.key("schema");
  out.value(kSessionSchema);
  out.key("version");
  out.value(kSessionVersion);
  out.key("device");
  out.value(job.device);
  out.key("environment");
  out.value(job.environment);
  array("runs", runs);
  array("findings", findings);
  return sink.take();
}

/// A job that was read. The evidence of its findings is kept separately, as it may name runs of another job.
struct OpenedJob {
  Session session;
  std::vector<std::vector<std::string>> evidence;
};

std::optional<OpenedJob> opened(const Job& job, const std::vector<std::string_view>& runs,
                                const std::vector<std::string_view>& findings) {
  try {
    ParsedDocument document = parse_cbor_document(document_text(job, runs, findings));
    OpenedJob out;
    for (json& finding : document.rest["findings"]) {
      std::vector<std::string> named;
      if (finding.is_object() && finding.contains("evidence")) {
        named = JsonCursor(finding["evidence"]).texts();
        finding.erase("evidence");
      }
      out.evidence.push_back(std::move(named));
    }
    out.session = session_from(std::move(document));
    return out;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

/// The whole job if it can be read, or else each of its runs and findings that can be read.
std::vector<OpenedJob> parts_of(const Job& job, std::size_t& left_out) {
  std::vector<OpenedJob> parts;
  if (auto whole = opened(job, job.runs, job.findings)) {
    parts.push_back(*std::move(whole));
    return parts;
  }
  const auto one_by_one = [&](const std::vector<std::string_view>& pieces, bool runs) {
    for (const std::string_view each : pieces) {
      auto part = runs ? opened(job, {each}, {}) : opened(job, {}, {each});
      part ? parts.push_back(*std::move(part)) : void(++left_out);
    }
  };
  one_by_one(job.runs, true);
  one_by_one(job.findings, false);
  return parts;
}

std::string text_of(const json& object, const char* key) {
  const json value = object.is_object() ? object.value(key, json()) : json();
  return value.is_string() ? value.get<std::string>() : std::string();
}

/// Moves a part of a job into the document. After a job was stopped, the numbers of its runs may have been used again. Such a run
/// gets a new id.
void merge(OpenedJob part, std::map<std::string, std::string>& renamed, std::set<std::string>& ids, Session& into) {
  for (const RunPtr& run : part.session.runs) {
    std::string id = run->id;
    for (std::size_t number = into.runs.size() + 1; !ids.insert(id).second; ++number) id = "run-" + std::to_string(number);
    renamed[run->id] = id;
    if (id == run->id) {
      into.runs.push_back(run);
      continue;
    }
    Run other = *run;
    other.id = id;
    into.runs.push_back(std::make_shared<const Run>(std::move(other)));
  }
  for (std::size_t i = 0; i < part.session.findings.size(); ++i) {
    Finding finding = std::move(part.session.findings[i]);
    for (const std::string& named : part.evidence[i])
      if (const auto known = renamed.find(named); known != renamed.end()) finding.evidence.push_back(known->second);
    into.findings.push_back(std::move(finding));
  }
}

}  // namespace

std::vector<LeftDocument> documents_of(const JournalBytes& bytes) {
  std::map<std::uint32_t, LeftDocument> documents;
  for (const Job& job : jobs_of(bytes)) {
    LeftDocument& document = documents[job.document];
    document.number = job.document;
    document.device = text_of(job.device, "name");
    document.probe = text_of(job.environment, "probe");
    document.when = text_of(job.environment, "time");
    document.runs += job.runs.size();
    document.findings += job.findings.size();
    document.free_run = job.repeated;
    document.ended = job.ended;
  }
  std::vector<LeftDocument> list;
  const RecordList kept = read_records(bytes.kept);
  for (auto& [number, document] : documents) {
    document.damaged = kept.damaged;
    document.unread_bytes = kept.unread_bytes;
    list.push_back(std::move(document));
  }
  return list;
}

Outcome<Recovered> recover(const JournalBytes& bytes, std::uint32_t document) {
  Recovered recovered;
  bool any = false;
  std::map<std::string, std::string> renamed;
  std::set<std::string> ids;
  for (const Job& job : jobs_of(bytes)) {
    if (job.document != document) continue;
    for (OpenedJob& part : parts_of(job, recovered.left_out)) {
      if (any && !(part.session.device == recovered.session.device)) {
        recovered.left_out += part.session.runs.size() + part.session.findings.size();
        continue;
      }
      recovered.session.device = part.session.device;
      recovered.session.environment = part.session.environment;
      recovered.session.environment["recovered"] = job.ended ? "whole" : "ended early";
      merge(std::move(part), renamed, ids, recovered.session);
      any = true;
    }
  }
  const RecordList kept = read_records(bytes.kept);
  recovered.left_out += kept.damaged;
  recovered.unread_bytes = kept.unread_bytes;
  if (any) return recovered;
  return DeviceError{ErrorCode::invalid_request, "Nothing of what was left can be read."};
}

namespace {

JournalBytes bytes_of(const LeftFile& file) {
  JournalBytes bytes{file.bytes(), {}};
  for (std::size_t slot = 0; slot < kFreeSlots; ++slot) bytes.repeated.push_back(LeftFile(free_slot(file.path(), slot)).bytes());
  return bytes;
}

}  // namespace

LeftMeasurements::LeftMeasurements(const std::filesystem::path& folder) {
  for (LeftFile& file : left_files(folder)) {
    const JournalBytes bytes = bytes_of(file);
    const RecordList kept = read_records(bytes.kept);
    if (kept.newer) {
      ++newer_;
      continue;
    }
    const std::vector<LeftDocument> documents = documents_of(bytes);
    const bool is_too_large = bytes.kept.empty() && file.size() > 0;
    if (documents.empty() && (kept.foreign || kept.damaged > 0 || is_too_large)) {
      unreadable_.push_back(file.path());
      continue;
    }
    if (documents.empty()) {
      file.remove();  // its process has ended without any finished measurement
      continue;
    }
    for (const LeftDocument& document : documents) {
      documents_.push_back(document);
      file_of_.push_back(files_.size());
    }
    files_.push_back(std::move(file));
  }
  forgotten_.resize(documents_.size());
}

Outcome<Recovered> LeftMeasurements::session(std::size_t index) const {
  return recover(bytes_of(files_[file_of_[index]]), documents_[index].number);
}

void LeftMeasurements::forget(std::size_t index) {
  forgotten_[index] = true;
  LeftFile& file = files_[file_of_[index]];
  bool others = false;
  for (std::size_t i = 0; i < documents_.size(); ++i) others = others || (file_of_[i] == file_of_[index] && !forgotten_[i]);
  if (!others) return file.remove();
  std::string record;
  append_record(record, {RecordKind::gone, documents_[index].number, {}});
  file.append(record, read_records(file.bytes()).whole_bytes);
}

}  // namespace chasescope
