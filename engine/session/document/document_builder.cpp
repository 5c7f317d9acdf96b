#include "engine/session/document/document_builder.h"

#include <algorithm>
#include <limits>

#include "engine/device/codec/codec_cursor.h"

namespace chasescope {

using nlohmann::json;

void DocumentBuilder::refuse(const std::string& reason) const { throw CodecError(pointer(), reason); }

std::string DocumentBuilder::pointer() const {
  std::string pointer;
  for (const Frame& frame : frames_) {
    if (frame.node->is_array()) {
      pointer += "/" + std::to_string(frame.index);
    } else if (!frame.key.empty()) {
      pointer += pointer_step(frame.key);
    }
  }
  if (diversion_ != Diversion::none) pointer += "/" + std::to_string(diverted_);
  return pointer;
}

DocumentBuilder::Diversion DocumentBuilder::diversion_of_next_array() const {
  const bool in_a_trace = frames_.size() == 4 && frames_[0].node->is_object() && frames_[0].key == "runs" &&
                          frames_[1].node->is_array() && frames_[2].node->is_object() && frames_[2].key == "trace" &&
                          frames_[3].node->is_object();
  if (!in_a_trace) return Diversion::none;
  // Only chases have long arrays. If `call` comes after the trace and names another request, the reader puts the cycles back.
  const auto call = frames_[2].node->find("call");
  if (call != frames_[2].node->end() && !call->is_null() && *call != ChaseRequest::kCall) return Diversion::none;
  if (frames_[3].key == "cycles") return Diversion::cycles;
  return frames_[3].key == "served_by" ? Diversion::served_by : Diversion::none;
}

json& DocumentBuilder::place(json value) {
  if (frames_.empty()) return document_.rest = std::move(value);
  Frame& frame = frames_.back();
  if (frame.node->is_array()) {
    auto& array = frame.node->get_ref<json::array_t&>();
    array.push_back(std::move(value));
    return array.back();
  }
  return (*frame.node)[frame.key] = std::move(value);
}

bool DocumentBuilder::scalar(json value) {
  if (diversion_ != Diversion::none)
    refuse((in_cycles() ? "must be a number of cycles, but it is " : "must be a name, but it is ") + kind_of(value));
  place(std::move(value));
  if (!frames_.empty()) ++frames_.back().index;
  return true;
}

void DocumentBuilder::open(json container) {
  if (diversion_ != Diversion::none) scalar(container);  // scalar() refuses it
  if (frames_.size() >= kMaxDepth) refuse("nests deeper than " + std::to_string(kMaxDepth) + " levels");
  frames_.push_back({&place(std::move(container)), {}, 0});
}

/// If a run ends here, hands it to its reader.
void DocumentBuilder::take_run() {
  const bool is_run = frames_.size() == 3 && frames_[0].node->is_object() && frames_[0].key == "runs" &&
                      frames_[1].node->is_array() && frames_[2].node->is_object();
  if (!is_run || !reader_) return;
  const std::size_t index = frames_[1].index;
  auto landed = document_.landed.find(index);
  ChaseResult nothing;
  json& run = *frames_[2].node;
  if (!reader_(document_.rest, index, run, landed == document_.landed.end() ? nothing : landed->second)) return;
  if (landed != document_.landed.end()) document_.landed.erase(landed);
  // The offsets are freed first, one by one: the destructor of a JSON value would move the elements of its arrays to another array
  // before it frees them.
  static const json::json_pointer offsets("/request/pattern/offsets");
  if (run.contains(offsets) && run[offsets].is_array()) run[offsets].get_ref<json::array_t&>().clear();
  run = nullptr;
}

void DocumentBuilder::close() {
  take_run();
  frames_.pop_back();
  if (!frames_.empty()) ++frames_.back().index;
}

bool DocumentBuilder::string(std::string& value) {
  if (diversion_ == Diversion::served_by) {
    add_served_by(value);
    return true;
  }
  return scalar(std::move(value));
}

bool DocumentBuilder::binary(json::binary_t& /*value*/) { refuse("is a byte string, which a session has no place for"); }

bool DocumentBuilder::start_object(std::size_t /*elements*/) {
  open(json::object());
  return true;
}

bool DocumentBuilder::key(std::string& name) {
  Frame& frame = frames_.back();
  frame.key = std::move(name);
  if (frame.node->contains(frame.key)) refuse("appears twice");
  return true;
}

bool DocumentBuilder::end_object() {
  close();
  return true;
}

bool DocumentBuilder::start_array(std::size_t /*elements*/) {
  const Diversion diversion = diversion_of_next_array();
  if (diversion_ != Diversion::none || diversion == Diversion::none) {
    open(json::array());
    return true;
  }
  place(json::array());  // an empty array takes the member's place, so that a second member of this name is noticed
  diversion_ = diversion;
  diverted_ = 0;
  run_ = &document_.landed[frames_[1].index];
  return true;
}

bool DocumentBuilder::end_array() {
  if (diversion_ == Diversion::none) {
    close();
    return true;
  }
  flush();
  diversion_ = Diversion::none;
  return true;
}

void DocumentBuilder::add_cycles(double cycles) {
  if (!(cycles >= 0 && cycles < kMaxCycles))
    refuse("must be a number of cycles from 0 to below 1e12, but it is " + kind_of(cycles));
  room().front() = static_cast<float>(cycles);
  landed(1);
}

std::span<float> DocumentBuilder::room() {
  if (chunk_.empty()) chunk_.resize(kChunkAccesses);
  if (in_chunk_ == kChunkAccesses) flush();
  return std::span(chunk_).subspan(in_chunk_);
}

void DocumentBuilder::landed(std::size_t count) {
  in_chunk_ += count;
  diverted_ += count;
}

void DocumentBuilder::flush() {
  // The copy has exactly the right size; the buffer stays for the next chunk.
  if (in_chunk_ > 0)
    run_->cycles.append(std::vector<float>(chunk_.begin(), chunk_.begin() + static_cast<std::ptrdiff_t>(in_chunk_)));
  in_chunk_ = 0;
}

void DocumentBuilder::add_served_by(const std::string& name) {
  auto& [names, index] = run_->served_by;
  const auto known = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  if (known == names.size()) {
    if (known > std::numeric_limits<std::uint8_t>::max()) refuse("is the 257th name; a trace may tell 256 parts apart");
    names.push_back(name);
  }
  index.push_back(static_cast<std::uint8_t>(known));
  ++diverted_;
}

}  // namespace chasescope
